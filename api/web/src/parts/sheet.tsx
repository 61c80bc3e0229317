// "How much, and why?": the total in large figures, who pays whom, the rows; a tap says why.

import type { ComponentChildren, JSX } from "preact";
import type { RuleSet, Seat, Sheet } from "../documents.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { useWho } from "../who.ts";
import { optionWords } from "../words.ts";
import { Nearest } from "./nearest.tsx";
import { Parted } from "./parted.tsx";
import type { PaymentsProps } from "./payments.tsx";
import { Payments } from "./payments.tsx";
import { Rows } from "./rows.tsx";
import { Shares } from "./shares.tsx";
import { Face } from "./tile.tsx";

export interface SheetProps {
  sheet: Sheet;
  fresh: boolean;
  rules: RuleSet | undefined;
  winner: Seat;
  said: boolean;
  /** What the books say of payments, where a table's books are kept; null while they are asked. */
  payments?: PaymentsProps | null;
  /** The row whose tiles are lit. */
  lit: string | null;
  onLight: (row: string | null) => void;
  /** The change whose tile is lit. */
  change: number | null;
  onChange: (change: number | null) => void;
  onToHand: () => void;
}

export function SheetView(props: SheetProps): JSX.Element {
  const { sheet, fresh, rules, winner, said } = props;
  const { t } = useSpeech();
  const who = useWho();
  const payments = props.payments === undefined ? sheet.settlement && { settlement: sheet.settlement } : props.payments;
  const unit = rules?.unit ?? "tai";
  if (sheet.total === null) return <NoScore {...props} />;
  return (
    <div class={fresh ? "sheet" : "sheet stale"}>
      <p class="total" aria-live="polite"><b>{sheet.total}</b> <span>{t(unit)}</span></p>
      {!said && <p class="note">{t("sheet.provisional", { seat: who(winner) })}</p>}
      {(sheet.uncapped ?? 0) > sheet.total && <p class="note">{t("sheet.capped", { n: sheet.uncapped ?? 0, total: sheet.total })}</p>}
      <Assumed sheet={sheet} />
      <WithoutEffect {...props} />
      {payments && <Payments {...payments} />}
      <Shares {...props} />
      <Rows {...props} unit={unit} />
      <Foot {...props} />
    </div>
  );
}

function NoScore(props: SheetProps): JSX.Element {
  const { sheet, fresh, rules, change, onChange, onToHand } = props;
  const { t } = useSpeech();
  const unit = rules?.unit ?? "tai";
  return (
    <div class={fresh ? "sheet" : "sheet stale"}>
      <p class="total none"><b>–</b> <span>{t(unit)}</span></p>
      {!sheet.lacks && <p class="note">{t("sheet.none")}</p>}
      <Reasons sheet={sheet} />
      <Nearest sheet={sheet} lit={change} onLight={onChange} />
      {sheet.rows.length > 0 && <Rows {...props} unit={unit} />}
      <button type="button" class="plain" onClick={onToHand}>{t("sheet.to_hand")}</button>
      <Foot {...props} />
    </div>
  );
}

/** Every reason why a hand does not win, in words, and how much it is short of the table's minimum. */
export function Reasons({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const { t, maybe } = useSpeech();
  if (!sheet.status.length) return null;
  return (
    <ul class="reasons">
      {sheet.status.map((code) => <li key={code}>{maybe(`status.${code}`) ?? code}</li>)}
      {sheet.lacks ? <li class="lacks">{t("sheet.lacks", { n: sheet.lacks, has: sheet.uncapped ?? 0 })}</li> : null}
    </ul>
  );
}

/** How the hand was cut, and the rules with what the table chose otherwise. */
function Foot({ sheet, rules }: SheetProps): JSX.Element {
  const speech = useSpeech();
  const { t, named } = speech;
  const chosen = optionWords(speech, rules, sheet.rules.options ?? {});
  return (
    <>
      {sheet.decomposition && (
        <Fold title={t("sheet.cut")} kind="how">
          <Parted sheet={sheet} />
          {sheet.waits.length > 0 && (
            <p class="waits">{t("sheet.waited")} {sheet.waits.map((tile) => <Face key={tile} tile={tile} named />)}</p>
          )}
        </Fold>
      )}
      <p class="fine">
        {t("sheet.rules", { name: named(rules?.names, sheet.rules.id), id: sheet.rules.id, version: sheet.rules.version })}
        {chosen.length > 0 && <span class="chosen">{t("sheet.options", { options: chosen.join(t("list.and")) })}</span>}
      </p>
    </>
  );
}

function Fold({ title, kind, children }: { title: string; kind: string; children: ComponentChildren }): JSX.Element {
  return <details class={`fold ${kind}`}><summary>{title}</summary>{children}</details>;
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
  const { winning, robbed_flower: flower } = sheet.assumed ?? {};
  return (
    <>
      {winning && <p class="note">{speech.t("sheet.assumed", { tile: tileName(speech, winning) })}</p>}
      {flower && <p class="note">{speech.t("sheet.assumed_flower", { tile: tileName(speech, flower) })}</p>}
    </>
  );
}
