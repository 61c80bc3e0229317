// A line of the ledger as a thin card: who won, how much, who paid; and what waits to be sent among them.

import type { JSX } from "preact";
import type { LineState } from "../documents.ts";
import type { Speech } from "../i18n/index.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Waiting } from "../queue.ts";
import type { TableView } from "../tables.ts";
import { Money } from "./felt.tsx";

export const nameOf = (view: TableView, player: number | null, speech: Speech): string =>
  player === null ? speech.t("table.the_pot") : view.players[player]?.name || speech.t("player.gone");

/** What happened, in one line of words. */
export function lineWords(speech: Speech, view: TableView, line: LineState): string {
  const { t, maybe } = speech;
  const winners = line.wins.some((win) => win.counts) ? line.wins.filter((win) => win.counts) : line.wins;
  if (line.kind === "hand" && winners.length) {
    const who = winners.map((win) => nameOf(view, win.player, speech)).join(t("list.and"));
    if (line.won_by === "flowers") return t("line.flowers", { who });
    return line.from === null || line.won_by === "self_draw" ? t("line.self_draw", { who }) : t("line.from", { who, from: nameOf(view, line.from, speech) });
  }
  if (line.kind === "aborted") return maybe(`abort.${line.text}`) ?? t("entry.drawn");
  return maybe(`entry.${line.kind}`) ?? line.kind;
}

/** How many tai the winners have, each. */
export const taiWords = (speech: Speech, view: TableView, line: LineState): string =>
  line.wins.filter((win) => win.counts).map((win) => speech.t(`${view.unit}.n`, { n: win.tai })).join(speech.t("list.and"));

export interface LineCardProps {
  line: LineState;
  view: TableView;
  onOpen: () => void;
}

export function LineCard({ line, view, onOpen }: LineCardProps): JSX.Element {
  const speech = useSpeech();
  const { t } = speech;
  const tai = taiWords(speech, view, line);
  return (
    <li>
      <button type="button" class={`line-card ${line.kind} ${line.problem ? "troubled" : ""}`} data-line={line.number} onClick={onOpen}>
        <span class="line-what">
          <b>{lineWords(speech, view, line)}</b>
          {line.said !== line.number && <span class="line-mark quiet">{t("line.amended")}</span>}
          {line.problem ? <span class="line-mark">{t("line.problem")}</span> : tai && <span class="line-tai">{tai}</span>}
        </span>
        <GainsLine view={view} gains={line.gains} />
      </button>
    </li>
  );
}

/** Who gained and who paid, those alone whom it touched. */
function GainsLine({ view, gains }: { view: TableView; gains: readonly number[] }): JSX.Element | null {
  const speech = useSpeech();
  const touched = view.order.filter((player) => gains[player]);
  if (!touched.length) return null;
  return (
    <span class="line-gains">
      {touched.map((player) => (
        <span key={player}>{nameOf(view, player, speech)} <Money amount={gains[player] ?? 0} /></span>
      ))}
    </span>
  );
}

/** What everybody gains by a line. */
export function Gains({ view, gains }: { view: TableView; gains: readonly number[] }): JSX.Element {
  const speech = useSpeech();
  return (
    <ul class="gains">
      {view.order.map((player) => (
        <li key={player} data-gain={player}><span>{nameOf(view, player, speech)}</span> <Money amount={gains[player] ?? 0} /></li>
      ))}
    </ul>
  );
}

/** What is on its way still. */
export function WaitingCard({ waiting }: { waiting: Waiting }): JSX.Element {
  const { t } = useSpeech();
  const words = waiting.kind === "event" ? waiting.label : waiting.kind === "photo" ? t("photo.one") : t("step.hand");
  return (
    <li>
      <div class="line-card waiting" role="status">
        <span class="line-what"><b>{words}</b><span class="line-mark">{t(waiting.refused ? "waiting.refused" : "waiting.one")}</span></span>
      </div>
    </li>
  );
}
