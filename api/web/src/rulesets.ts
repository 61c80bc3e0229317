// The rule sets that the service has: asked for until it answers, and a club's own added and removed.

import { useCallback, useEffect, useState } from "preact/hooks";
import type { RulesFile } from "./api.ts";
import { addRules, ApiFailure, listRules, removeRules } from "./api.ts";
import type { RuleSet } from "./documents.ts";
import { load, save } from "./store.ts";

export interface RuleSets {
  all: RuleSet[];
  /** Whose they are. */
  club: string | null;
  error: ApiFailure | null;
  /** Ask again: another phone may have added some. */
  refresh: () => void;
  add: (file: RulesFile) => Promise<RuleSet>;
  remove: (id: string) => Promise<void>;
}

const RETRY_MS = 4_000;

/** Those of a club; null takes the first that the caller belongs to. */
export function useRuleSets(club: string | null): RuleSets {
  const [all, setAll] = useState<RuleSet[]>(() => load<RuleSet[]>("rules", [])); // those of before, until the service answers;
  const [error, setError] = useState<ApiFailure | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((n) => n + 1), []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late = false;
    listRules(club).then(
      (found) => {
        if (late) return;
        setAll(found);
        setError(null);
        save("rules", found);
      },
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
  }, [club, round, refresh]);

  const add = useCallback(async (file: RulesFile): Promise<RuleSet> => {
    const added = await addRules(file, club);
    setAll((before) => [...before.filter((each) => each.id !== added.id), added]);
    refresh();
    return added;
  }, [club, refresh]);

  const remove = useCallback(async (id: string): Promise<void> => {
    await removeRules(id, club);
    setAll((before) => before.filter((each) => each.id !== id));
    refresh();
  }, [club, refresh]);

  return { all, club, error, refresh, add, remove };
}
