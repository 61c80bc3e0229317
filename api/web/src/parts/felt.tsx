// The table from above: four seats round a felt as they sit, balances, who deals, the round. Whoever holds the phone may
// turn it so that he sits below.

import type { ComponentChildren, JSX } from "preact";
import type { Seat } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Round } from "../win.ts";

export interface Sitting {
  player: number;
  name: string;
  wind: Seat;
  balance: number;
  chips: number | null;
}

export interface FeltProps {
  /** By place, in the order of turns. */
  sitting: readonly Sitting[];
  dealer: number;
  streak: number;
  round: Round;
  /** Which place lies below. */
  below: number;
  onTurn: () => void;
  children?: ComponentChildren;
}

/** Play goes round to the right of who sits below. */
const SIDES = ["below", "right", "above", "left"] as const;

export function Felt({ sitting, dealer, streak, round, below, onTurn, children }: FeltProps): JSX.Element {
  const { t } = useSpeech();
  return (
    <section class="felt" aria-label={t("table.title")}>
      <ol class="seats">
        {sitting.map((each, place) => (
          <Plate key={each.player} sitting={each} side={SIDES[(place - below + 4) % 4] ?? "below"} streak={each.player === dealer ? streak : null} />
        ))}
      </ol>
      <div class="middle">
        <b class="round-wind">{t(`wind.${round}`)}</b>
        <span>{t("table.round", { round: t(`round.${round}`) })}</span>
        {children}
      </div>
      <button type="button" class="icon turn" aria-label={t("table.turn")} onClick={onTurn}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12a7 7 0 0 1 12-5l2 2m0-5v5h-5M19 12a7 7 0 0 1-12 5l-2-2m0 5v-5h5" /></svg>
      </button>
    </section>
  );
}

function Plate({ sitting, side, streak }: { sitting: Sitting; side: string; streak: number | null }): JSX.Element {
  const { t } = useSpeech();
  return (
    <li class={`plate ${side}${streak === null ? "" : " deals"}`} data-player={sitting.player} data-wind={sitting.wind}>
      <span class="plate-wind" title={t(`seat.${sitting.wind}`)}><span aria-hidden="true">{t(`wind.${sitting.wind}`)}</span><span class="visually-hidden">{t(`seat.${sitting.wind}`)}</span></span>
      <span class="plate-name">{sitting.name || t("player.gone")}</span>
      <Money amount={sitting.balance} />
      {sitting.chips !== null && <small>{t("chips.n", { n: sitting.chips })}</small>}
      {streak !== null && (
        <span class="dealer-mark">{streak > 0 ? t("table.dealer_streak", { n: streak }) : t("seat.dealer")}</span>
      )}
    </li>
  );
}

/** An amount with its sign: a plus, a minus, or neither. */
export function Money({ amount, class: kind = "" }: { amount: number; class?: string }): JSX.Element {
  const { lang } = useSpeech();
  return <span class={`money ${amount > 0 ? "gets" : amount < 0 ? "pays" : "even"} ${kind}`}>{signed(amount, lang)}</span>;
}

export function signed(amount: number, lang: string): string {
  const text = Math.abs(amount).toLocaleString(lang);
  return amount > 0 ? `+${text}` : amount < 0 ? `−${text}` : text;
}
