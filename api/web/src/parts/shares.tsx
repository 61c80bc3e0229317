// How what each player pays comes about: the rows that he pays, the dealer's among them.

import type { JSX } from "preact";
import type { RuleSet, Seat, Sheet } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { useWho } from "../who.ts";

export function Shares({ sheet, rules, winner }: { sheet: Sheet; rules: RuleSet | undefined; winner: Seat }): JSX.Element | null {
  const { t, named } = useSpeech();
  const who = useWho();
  if (!sheet.shares?.length) return null;
  const name = (id: string): string =>
    sheet.rows.find((row) => row.id === id)?.name ?? named(rules?.rows.find((row) => row.id === id)?.names, id);
  return (
    <details class="fold shares">
      <summary>{t("shares.title")}</summary>
      <ul>
        {sheet.shares.map((share, at) => (
          <li key={at}>
            <b>{t("shares.of", { from: who(share.payer), to: who(winner) })}</b>{" "}
            {t(share.units === share.tai ? `${rules?.unit ?? "tai"}.n` : "shares.points", { n: share.tai, points: share.units })}
            <small>{share.rows.map((row) => `${name(row.id)} ${row.tai}`).join(" + ")}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
