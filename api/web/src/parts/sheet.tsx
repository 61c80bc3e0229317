// "How much, and why?": the total in large figures, each row with its tiles, what was not counted, who pays whom.

import type { JSX } from "preact";
import type { RuleSet, Seat, Sheet } from "../documents.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { expand } from "../tiles.ts";
import { Payments } from "./payments.tsx";
import { Face } from "./tile.tsx";

export interface SheetProps {
  sheet: Sheet;
  fresh: boolean;
  rules: RuleSet | undefined;
  winner: Seat;
  said: boolean;
  /** The row whose tiles are lit. */
  lit: string | null;
  onLight: (row: string | null) => void;
  onToHand: () => void;
}

export function SheetView(props: SheetProps): JSX.Element {
  const { sheet, fresh, rules, winner, said, lit, onLight } = props;
  const { t, named } = useSpeech();
  if (sheet.total === null) return <NoScore {...props} />;
  return (
    <div class={fresh ? "sheet" : "sheet stale"}>
      <p class="total" aria-live="polite"><b>{sheet.total}</b> <span>{t("tai")}</span></p>
      {!said && <p class="note">{t("sheet.provisional", { seat: t(`seat.${winner}`) })}</p>}
      <Assumed sheet={sheet} />
      <WithoutEffect {...props} />
      {sheet.settlement && <Payments settlement={sheet.settlement} />}
      <h3>{t("sheet.rows")}</h3>
      {sheet.rows.length === 0 && <p class="note">{t("sheet.no_rows")}</p>}
      <ul class="rows">
        {sheet.rows.map((row, index) => {
          const key = `${row.id}-${index}`;
          return (
            <li key={key}>
              <button type="button" class="row" aria-pressed={lit === key} data-row={row.id} onClick={() => onLight(lit === key ? null : key)}>
                <span class="row-name">{row.name}</span>
                <span class="row-tai">{t("tai.n", { n: row.tai })}</span>
                {row.tiles && (
                  <span class="row-tiles">{expand(row.tiles).map((tile, at) => <Face key={at} tile={tile} named />)}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {sheet.not_counted.length > 0 && (
        <details class="not-counted">
          <summary>{t("sheet.not_counted", { n: sheet.not_counted.length })}</summary>
          <ul>
            {sheet.not_counted.map((row) => (
              <li key={row.id}>
                {t("sheet.because", { name: row.name, because: row.because_name })}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="fine">{t("sheet.rules", { name: named(rules?.names, sheet.rules.id), version: sheet.rules.version })}</p>
    </div>
  );
}

function NoScore({ sheet, onToHand }: SheetProps): JSX.Element {
  const { t } = useSpeech();
  return (
    <div class="sheet">
      <p class="total none"><b>–</b> <span>{t("tai")}</span></p>
      <p class="note">{t("sheet.none")}</p>
      <Reasons sheet={sheet} />
      <button type="button" class="plain" onClick={onToHand}>{t("sheet.to_hand")}</button>
    </div>
  );
}

/** Every reason why a hand does not win, in words. */
export function Reasons({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const { maybe } = useSpeech();
  if (!sheet.status.length) return null;
  return <ul class="reasons">{sheet.status.map((code) => <li key={code}>{maybe(`status.${code}`) ?? code}</li>)}</ul>;
}

/** Chips that were set and change nothing in this win. */
function WithoutEffect({ sheet, rules }: SheetProps): JSX.Element | null {
  const { t, named } = useSpeech();
  if (!sheet.events_without_effect?.length) return null;
  const names = sheet.events_without_effect.map((id) => named(rules?.events.find((event) => event.id === id)?.names, id));
  return <p class="note">{t("win.no_effect", { events: names.join(", ") })}</p>;
}

function Assumed({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const speech = useSpeech();
  const tile = sheet.assumed?.winning;
  return tile ? <p class="note">{speech.t("sheet.assumed", { tile: tileName(speech, tile) })}</p> : null;
}
