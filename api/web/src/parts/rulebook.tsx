// "What counts here": a rule set row by row, with the sentence each row comes from.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { ApiFailure, ruleSet } from "../api.ts";
import type { RuleSet, WholeRuleSet } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { Source } from "./rows.tsx";
import { Trouble } from "./trouble.tsx";

export function Rulebook({ rules, club }: { rules: RuleSet; club: string | null }): JSX.Element {
  const { t, named } = useSpeech();
  const { whole, error, again } = useWhole(rules, club);
  if (error) return <Trouble error={error} onRetry={again} />;
  if (!whole) return <p class="note" role="status">{t("rulebook.loading")}</p>;
  const name = (id: string): string => named(whole.rows.find((row) => row.id === id)?.names, id);
  return (
    <div class="rulebook">
      <p class="fine">
        {t("rulebook.tiles", { n: whole.tiles })}
        {whole.minimum > 0 && ` · ${t("rulebook.minimum", { n: whole.minimum })}`}
      </p>
      <ul>
        {whole.rows.map((row) => (
          <li key={row.id} data-row={row.id}>
            <p class="rule"><b>{named(row.names, row.id)}</b> <span>{t(`${whole.unit}.n`, { n: row.tai })}</span></p>
            <Source text={row.source} />
            {row.excludes.length + row.replaces.length > 0 && (
              <p class="stands-for">{t("rulebook.stands_for", { rows: [...row.excludes, ...row.replaces].map(name).join(t("list.and")) })}</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useWhole(rules: RuleSet, club: string | null): { whole: WholeRuleSet | null; error: ApiFailure | null; again: () => void } {
  const [whole, setWhole] = useState<WholeRuleSet | null>(null);
  const [error, setError] = useState<ApiFailure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setError(null);
    ruleSet(rules, club, stop.signal).then(
      (found) => stop.signal.aborted || setWhole(found),
      (failure: unknown) => {
        if (!stop.signal.aborted && failure instanceof ApiFailure) setError(failure);
      },
    );
    return () => stop.abort();
  }, [rules.id, rules.version, club, round]);
  return { whole: whole?.id === rules.id && whole.version === rules.version ? whole : null, error, again: () => setRound((n) => n + 1) };
}
