// "Where are we?": four seats round the felt, one large camera button in reach of the thumb, and the last hands.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Person, TableView } from "../tables.ts";
import { happenings } from "../tables.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Waiting } from "../queue.ts";
import type { Capturing } from "../reading.ts";
import { go } from "../route.ts";
import { load, save } from "../store.ts";
import { Felt } from "../parts/felt.tsx";
import { LineCard, WaitingCard } from "../parts/lines.tsx";
import type { EntryKind } from "../entries.ts";
import { Camera } from "../parts/start.tsx";

export interface TableScreenProps {
  view: TableView;
  waiting: readonly Waiting[];
  capturing: Capturing;
  /** Set while nobody knows whose phone this is. */
  onOwn: ((player: Person) => void) | null;
  resumable: boolean;
  onResume: () => void;
  onNoPhoto: () => void;
  onEntry: (kind: EntryKind) => void;
  onShare: () => void;
  /** Bring a removed table back. */
  onRestore: () => void;
}

const SHOWN = 8;

export function TableScreen({ view, waiting, capturing, onOwn, resumable, onResume, onNoPhoto, onEntry, onShare, onRestore }: TableScreenProps): JSX.Element {
  const { t } = useSpeech();
  const [below, setBelow] = useState(() => load<number>(`below.${view.id}`, Math.max(0, view.order.indexOf(view.you ?? -1))));
  const turn = (): void => {
    const next = (below + 1) % 4;
    setBelow(next);
    save(`below.${view.id}`, next);
  };
  const hands = happenings(view).slice(-SHOWN).reverse();
  const own = waiting.filter((each) => each.kind !== "hand" && each.session === view.id);
  return (
    <main class="table-screen" data-number={view.number}>
      <h1 class="visually-hidden">{t("table.title")}</h1>
      <div class="table-top">
        <Felt
          sitting={view.order.map((player) => ({
            player,
            name: view.players[player]?.name ?? "",
            wind: view.winds[player] ?? "E",
            balance: view.balances[player] ?? 0,
            chips: view.chips?.[player] ?? null,
          }))}
          dealer={view.dealer}
          streak={view.streak}
          round={view.round}
          below={below}
          onTurn={turn}
        >
          <small>{t("table.hand", { n: view.hand })}</small>
          {view.pot > 0 && <small class="pot">{t("table.pot", { n: view.pot })}</small>}
        </Felt>
        <nav class="table-tools" aria-label={t("table.tools")}>
          <button type="button" class="plain" onClick={() => go({ screen: "books", id: view.id, leaf: "standings" })}>{t("books.title")}</button>
          <button type="button" class="plain" data-do="share" disabled={!view.keeps} onClick={onShare}>{t("share.title")}</button>
          {view.may && view.removed === null && <button type="button" class="plain" data-entry="more" onClick={() => onEntry("more")}>{t("table.more")}</button>}
        </nav>
      </div>
      {onOwn && view.may && (
        <section class="whose" role="group" aria-label={t("open.own")}>
          <p>{t("open.own")}</p>
          <div class="chips">
            {view.players.map((player, at) => player.name && <button type="button" class="chip" key={player.id} data-own={at} onClick={() => onOwn(player)}>{player.name}</button>)}
          </div>
        </section>
      )}
      <ol class="lines" aria-label={t("table.last")} tabIndex={0}>
        {own.map((each) => <WaitingCard key={each.key} waiting={each} />)}
        {hands.map((line) => (
          <LineCard key={line.number} line={line} view={view} onOpen={() => go({ screen: "books", id: view.id, leaf: "hands" })} />
        ))}
        {!hands.length && !own.length && <li class="fine empty">{t("table.no_hands")}</li>}
      </ol>
      <div class="table-doors">
        {view.removed !== null ? (
          <>
            <p class="note">{t("table.removed")}</p>
            {view.keeps && <button type="button" class="primary" data-do="restore" onClick={onRestore}>{t("table.restore")}</button>}
          </>
        ) : view.finished ? (
          <p class="note">{t("table.finished")}</p>
        ) : !view.may ? (
          <p class="note">{t("table.watching")}</p>
        ) : view.over ? (
          <button type="button" class="primary" data-entry="next_game" onClick={() => onEntry("next_game")}>{t("table.next_game")}</button>
        ) : (
          <>
            {view.complete && <p class="note">{t("table.complete")}</p>}
            {resumable && <button type="button" class="door wide" onClick={onResume}>{t("resume")}</button>}
            <Camera label={t("photo.take")} kind="camera" onFile={capturing.start} />
            <div class="doors">
              <button type="button" class="door" data-entry="drawn" onClick={() => onEntry("drawn")}>{t("entry.drawn")}</button>
              <button type="button" class="door" data-entry="no_photo" onClick={onNoPhoto}>{t("photo.none")}</button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
