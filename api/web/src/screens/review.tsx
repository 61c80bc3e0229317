// The review of a set: on the left the photo, on the right what is doubted, and what one key does about it. It needs no mouse.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { centre } from "../arrange.ts";
import type { Corners, Doubt, SetLabel } from "../documents.ts";
import type { Key } from "../i18n/index.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { mended, moved, renamed, setDown, without } from "../labelling.ts";
import { Crop } from "../parts/crop.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { AllTiles } from "../parts/picker.tsx";
import { Stage } from "../parts/stage.tsx";
import { Face } from "../parts/tile.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { commandOf } from "../review-keys.ts";
import type { Review } from "../review.ts";
import { useReview } from "../review.ts";
import { go } from "../route.ts";
import { BACK } from "../tiles.ts";

/** What each key does, for the list of them. */
const KEYS: readonly [string, Key][] = [
  ["Enter", "review.key.right"], ["␣", "review.key.mend"], ["5 m", "review.key.name"], ["Z", "review.key.undo"], [". ,", "review.key.next"],
  ["← ↑ → ↓", "review.key.move"], ["C", "review.key.grip"], ["A", "review.key.add"], ["X", "review.key.delete"], ["R", "review.key.remove"],
  ["PgDn PgUp", "review.key.later"], ["W", "review.key.closer"], ["Esc", "review.key.cancel"],
];

type Asking = "name" | "keys" | null;

export function ReviewScreen({ set, photo: first }: { set: string; photo: string | null }): JSX.Element {
  const { t } = useSpeech();
  const review = useReview(set, first);
  const { photo, labels, selected, grip } = review;
  const [whole, setWhole] = useState(false);
  const [asking, setAsking] = useState<Asking>(null);
  const [waiting, setWaiting] = useState("");
  const scale = useRef(1);
  const main = useRef<HTMLElement>(null);
  // The keys are the screen's: what had the focus may be gone with the photo before.
  useEffect(() => main.current?.focus({ preventScroll: true }), [photo?.id, review.doubt?.number]);

  const add = (corners: Corners | null): void => {
    if (!photo) return;
    const at = review.doubt?.corners ? centre(review.doubt.corners) : ([photo.width / 2, photo.height / 2] as [number, number]);
    const next = setDown(labels, corners ? centre(corners) : at, photo);
    const last = next.length - 1;
    review.change(corners ? next.map((label, n) => (n === last ? { ...label, corners } : label)) : next, last);
  };
  const name = (tile: string): void => {
    if (selected !== null) review.change(renamed(labels, selected, tile));
  };
  const step = (by: number): void => {
    if (labels.length) review.select(((selected ?? (by > 0 ? -1 : 0)) + by + labels.length) % labels.length);
  };

  const onKey = (event: KeyboardEvent): void => {
    const on = event.target as Element;
    if (asking || on.closest("dialog, input, select, textarea")) return;
    if ((event.key === "Enter" || event.key === " ") && on.closest("button, a, summary")) return;
    const found = commandOf({ key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey }, waiting);
    setWaiting(found.waiting);
    if (!found.command) return;
    event.preventDefault();
    const command = found.command;
    switch (command.do) {
      case "name": return name(command.tile);
      case "move": return selected === null || !photo ? undefined : review.change(moved(labels, selected, grip, [command.x / scale.current, command.y / scale.current], photo));
      case "delete": return selected === null ? undefined : review.change(without(labels, selected), null);
      case "add": return add(null);
      case "next": return step(1);
      case "previous": return step(-1);
      case "grip": return selected === null ? undefined : review.take(grip === null ? 0 : grip === 3 ? null : ((grip + 1) as 1 | 2 | 3));
      case "closer": return setWhole(!whole);
      case "keys": return setAsking("keys");
      default: return review[command.do]();
    }
  };
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  if (!photo) {
    return (
      <main class="form-screen review-over" ref={main} tabIndex={-1}>
        <div class="scroll">
          <h1>{t("review.title")}</h1>
          {review.error ? <Trouble error={review.error} onRetry={review.retry} /> : <p class="fine empty" role="status">{t(review.left === null ? "review.loading" : "review.nothing")}</p>}
          {review.saved > 0 && <button type="button" class="plain" data-do="undo" onClick={review.undo}>{t("hand.undo")}</button>}
          <button type="button" class="plain" data-go="set" onClick={() => go({ screen: "set", id: set })}>{t("set.title")}</button>
        </div>
      </main>
    );
  }
  return (
    <main class="review" ref={main} tabIndex={-1} aria-label={t("review.title")} data-number={photo.number} data-left={review.left ?? undefined}>
      <section class="review-photo" aria-label={t("photo.alt")}>
        <Stage
          photo={photo}
          labels={labels}
          doubt={review.doubt}
          selected={selected}
          grip={grip}
          whole={whole}
          onScale={(value) => void (scale.current = value || 1)}
          onSelect={review.select}
          onGrip={review.take}
          onChange={(next) => review.change(next)}
          onDrawn={add}
        />
        <button type="button" class="photo-zoom" aria-pressed={whole} onClick={() => setWhole(!whole)}>{t(whole ? "photo.closer" : "photo.whole")}</button>
      </section>
      <section class="review-side scroll" aria-label={t("review.doubts")}>
        <p class="review-where">
          <b>{photo.name}</b>
          {review.left !== null && <span role="status">{t("review.left", { n: review.left })}</span>}
        </p>
        {photo.claimed_by !== null && <p class="note">{t("review.claimed", { who: photo.claimed_by || t("account.guest") })}</p>}
        {review.error && <Trouble error={review.error} onRetry={review.retry} />}
        {review.doubt && <DoubtCard review={review} doubt={review.doubt} />}
        {review.past.length > 0 && <p class="note" role="status">{t("review.unsaved")}</p>}
        <Labels review={review} onName={() => setAsking("name")} onAdd={() => add(null)} />
        <Doubts review={review} />
        <div class="bar-buttons">
          <button type="button" class="plain" data-do="undo" disabled={!review.past.length && !review.saved} onClick={review.undo}>{t("hand.undo")}</button>
          <button type="button" class="plain" data-do="later" onClick={review.later}>{t("review.later")}</button>
          <button type="button" class="plain danger" data-do="remove" onClick={review.remove}>{t("review.remove")}</button>
          <button type="button" class="plain" data-do="keys" onClick={() => setAsking("keys")}>{t("review.keys")}</button>
        </div>
      </section>
      <footer class="bar review-bar">
        <button type="button" class="plain" data-do="right" onClick={review.right}>{t(review.past.length ? "review.save" : "review.right")}<kbd>Enter</kbd></button>
        <button type="button" class="primary" data-do="mend" disabled={!review.doubt || mended(review.doubt, labels) === null} onClick={review.mend}>
          {t(review.doubt?.corners === null ? "review.remove" : "review.mend")}<kbd>␣</kbd>
        </button>
      </footer>
      <span class="visually-hidden" role="status">{waiting}</span>
      {asking === "keys" && <KeyList onClose={() => setAsking(null)} />}
      {asking === "name" && selected !== null && labels[selected] && (
        <Namer label={labels[selected]} photo={photo} onPick={(tile) => (setAsking(null), name(tile))} onClose={() => setAsking(null)} />
      )}
    </main>
  );
}

/** What is doubted, in words and pictures: the tile as it lies, as it is labelled, and as it looks. */
function DoubtCard({ review, doubt }: { review: Review; doubt: Doubt }): JSX.Element {
  const { t } = useSpeech();
  const words = useWords();
  const { photo } = review;
  const tiles = [doubt.label, doubt.suggestion].map((name) => name.replace("-index", ""));
  return (
    <div class="doubt-card" data-doubt={doubt.kind} data-finding={doubt.number}>
      <div class="doubt-tiles">
        {photo && doubt.corners && <Crop photo={photo} corners={doubt.corners} />}
        {doubt.corners && tiles.map((tile, n) => tile && (
          <figure key={n}>
            <Face tile={tile} />
            <figcaption>{t(n ? "review.looks" : "review.labelled")}</figcaption>
          </figure>
        ))}
      </div>
      <p>{words(doubt)} <span class="fine">{t("review.sure", { n: Math.round(100 * doubt.score) })}</span></p>
    </div>
  );
}

function useWords(): (doubt: Doubt) => string {
  const speech = useSpeech();
  const name = (text: string): string => tileName(speech, text.replace("-index", ""));
  return (doubt) => speech.maybe(`doubt.${doubt.kind}`, { label: name(doubt.label), suggestion: name(doubt.suggestion) }) ?? doubt.kind;
}

function Doubts({ review }: { review: Review }): JSX.Element | null {
  const { t } = useSpeech();
  const words = useWords();
  const { photo } = review;
  if (!photo || photo.findings.length < 2) return null;
  return (
    <section aria-label={t("review.doubts")}>
      <h3>{t("review.doubts")}</h3>
      <ul class="doubt-list">
        {photo.findings.map((doubt) => (
          <li key={doubt.number}>
            <button type="button" class="line-card" aria-pressed={doubt.number === review.doubt?.number} data-settled={doubt.settled !== null} onClick={() => review.look(doubt)}>
              <span aria-hidden="true">{doubt.settled === null ? "?" : "✓"}</span> {words(doubt)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Labels({ review, onName, onAdd }: { review: Review; onName: () => void; onAdd: () => void }): JSX.Element {
  const speech = useSpeech();
  const { t } = speech;
  const { labels, selected } = review;
  return (
    <section aria-label={t("review.labels")}>
      <h3>{t("review.labels")} <span class="count">{labels.length}</span></h3>
      <div class="label-tiles">
        {labels.map((label, at) => (
          <button type="button" key={at} class={at === selected ? "tile lit" : "tile"} aria-pressed={at === selected} aria-label={tileName(speech, label.tile)} data-label={at} data-tile={label.tile} onClick={() => review.select(at === selected ? null : at)}>
            <Face tile={label.tile} />
          </button>
        ))}
      </div>
      <div class="bar-buttons">
        <button type="button" class="plain" data-do="name" disabled={selected === null} onClick={onName}>{t("review.name")}</button>
        <button type="button" class="plain" data-do="delete" disabled={selected === null} onClick={() => selected !== null && review.change(without(labels, selected), null)}>{t("pick.not_tile")}</button>
        <button type="button" class="plain" data-do="add" onClick={onAdd}>{t("hand.missing")}</button>
      </div>
    </section>
  );
}

function Namer({ label, photo, onPick, onClose }: { label: SetLabel; photo: { url: string; width: number; height: number }; onPick: (tile: string) => void; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <Dialog title={t("pick.title")} onClose={onClose}>
      <div class="picker-top"><Crop photo={photo} corners={label.corners} /></div>
      <AllTiles now={label.tile} onPick={onPick}>
        <div class="keys last"><button type="button" class="plain" onClick={() => onPick(BACK)}>{t("pick.face_down")}</button></div>
      </AllTiles>
    </Dialog>
  );
}

function KeyList({ onClose }: { onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <Dialog title={t("review.keys")} onClose={onClose}>
      <ul class="key-list">{KEYS.map(([key, words]) => <li key={key}><kbd>{key}</kbd> {t(words)}</li>)}</ul>
    </Dialog>
  );
}
