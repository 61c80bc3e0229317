// The rule sets that the service has: asked for until it answers, and a club's own added and removed.

import { useCallback, useEffect, useState } from "preact/hooks";
import type { RulesFile } from "./api.ts";
import { addRules, ApiFailure, listRules, removeRules } from "./api.ts";
import type { RuleSet } from "./documents.ts";

export interface RuleSets {
  all: RuleSet[];
  error: ApiFailure | null;
  /** Ask again: another phone may have added some. */
  refresh: () => void;
  add: (file: RulesFile) => Promise<RuleSet>;
  remove: (id: string) => Promise<void>;
}

const RETRY_MS = 4_000;

export function useRuleSets(): RuleSets {
  const [all, setAll] = useState<RuleSet[]>([]);
  const [error, setError] = useState<ApiFailure | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((n) => n + 1), []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late = false;
    listRules().then(
      (found) => late || (setAll(found), setError(null)),
      (failure: unknown) => {
        if (!(failure instanceof ApiFailure)) throw failure;
        if (late) return;
        setError(failure);
        if (failure.passing) timer = setTimeout(refresh, RETRY_MS);
      },
    );
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [round, refresh]);

  const add = useCallback(async (file: RulesFile): Promise<RuleSet> => {
    const added = await addRules(file);
    setAll((before) => [...before.filter((each) => each.id !== added.id), added]);
    refresh();
    return added;
  }, [refresh]);

  const remove = useCallback(async (id: string): Promise<void> => {
    await removeRules(id);
    setAll((before) => before.filter((each) => each.id !== id));
    refresh();
  }, [refresh]);

  return { all, error, refresh, add, remove };
}
