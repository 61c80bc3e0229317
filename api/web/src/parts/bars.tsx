// What stands at the bottom of the screen, under the thumb: the total and the next step, or what the present task needs.

import type { ComponentChildren, JSX } from "preact";
import type { RuleSet } from "../documents.ts";
import type { Draft } from "../draft.ts";
import { canJoin, canTake } from "../draft.ts";
import { inOrder } from "../hand.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import type { Outbox } from "../outbox.ts";
import type { PhotoErrand, Waiting } from "../queue.ts";
import type { Score } from "../score.ts";

export interface TotalBarProps {
  score: Score;
  stuck: boolean;
  unit: RuleSet["unit"];
  children: ComponentChildren;
}

export function TotalBar({ score, stuck, unit, children }: TotalBarProps): JSX.Element {
  const { t } = useSpeech();
  const total = stuck ? null : score.sheet?.total ?? null;
  return (
    <footer class="bar">
      <p class={score.fresh ? "bar-total" : "bar-total stale"} aria-live="polite" aria-atomic="true">
        <b>{total ?? "–"}</b> <span>{t(unit)}</span>
      </p>
      {children}
    </footer>
  );
}

export interface SelectBarProps {
  draft: Draft;
  selected: ReadonlySet<number>;
  onJoin: () => void;
  onWinning: () => void;
  onPull: () => void;
  onAside: () => void;
  onDone: () => void;
}

export function SelectBar({ draft, selected, onJoin, onWinning, onPull, onAside, onDone }: SelectBarProps): JSX.Element {
  const { t } = useSpeech();
  const ids = [...selected];
  const pieces = draft.pieces.filter((piece) => selected.has(piece.id));
  const pullable = pieces.some((piece) => piece.role !== "concealed" && piece.role !== "flower");
  return (
    <footer class="bar select">
      <p>{ids.length ? t("select.count", { n: ids.length }) : t("select.hint")}</p>
      <div class="bar-buttons">
        <button type="button" class="plain" disabled={!canJoin(draft, ids)} onClick={onJoin}>{t("select.join")}</button>
        <button type="button" class="plain" disabled={ids.length !== 1 || pieces[0]?.role === "flower"} onClick={onWinning}>{t("select.winning")}</button>
        <button type="button" class="plain" disabled={!pullable} onClick={onPull}>{t("select.pull")}</button>
        <button type="button" class="plain" disabled={!ids.length} onClick={onAside}>{t("select.aside")}</button>
        <button type="button" class="primary small" onClick={onDone}>{t("done")}</button>
      </div>
    </footer>
  );
}

export function PlaceBar({ onElsewhere, onCancel }: { onElsewhere: () => void; onCancel: () => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <footer class="bar select">
      <p role="status">{t("hand.tap_place")}</p>
      <div class="bar-buttons">
        <button type="button" class="plain" onClick={onElsewhere}>{t("hand.not_in_photo")}</button>
        <button type="button" class="plain" onClick={onCancel}>{t("cancel")}</button>
      </div>
    </footer>
  );
}

/** "Tile 3: 6萬 instead of 5萬?" while that still fits. */
export function SuggestionBar({ draft, onTake, onKeep }: { draft: Draft; onTake: () => void; onKeep: () => void }): JSX.Element | null {
  const speech = useSpeech();
  const { t } = speech;
  if (!canTake(draft)) return null;
  const shown = inOrder(draft);
  return (
    <div class="suggestion" role="status">
      <p>
        {(draft.suggestion ?? []).map((change) => (
          <span key={change.tile}>
            {t("suggest.one", {
              n: shown.findIndex((piece) => piece.id === change.tile) + 1,
              to: tileName(speech, change.to),
              from: tileName(speech, change.from),
            })}{" "}
          </span>
        ))}
        <small>{t("suggest.why")}</small>
      </p>
      <div class="bar-buttons">
        <button type="button" class="primary small" onClick={onTake}>{t("suggest.yes")}</button>
        <button type="button" class="plain" onClick={onKeep}>{t("suggest.no")}</button>
      </div>
    </div>
  );
}

export interface OutboxBarProps {
  outbox: Outbox;
  /** Take up a photo that was read after all. */
  onRead: (photo: PhotoErrand) => void;
}

/** What is not with the service yet, and photos that were read while nobody waited for them. */
export function OutboxBar({ outbox, onRead }: OutboxBarProps): JSX.Element | null {
  const { t, maybe } = useSpeech();
  if (!outbox.waiting.length) return null;
  const waiting = outbox.waiting.filter((each) => !each.refused && !isRead(each));
  const photos = waiting.filter((each) => each.kind === "photo").length;
  const hands = waiting.length - photos;
  return (
    <div class="outbox" role="status">
      {waiting.length > 0 && (
        <p>
          {hands > 0 && <b>{t("record.waiting", { n: hands })} </b>}
          {photos > 0 && <b>{t("photo.waiting", { n: photos })} </b>}
          {t("record.waiting.hint")}
          <button type="button" class="plain" onClick={outbox.flush}>{t("record.send")}</button>
        </p>
      )}
      {outbox.waiting.filter(isRead).map((each) => (
        <p key={each.key}>
          {t("photo.read")}
          <button type="button" class="plain" data-do="read" onClick={() => onRead(each)}>{t("photo.read.open")}</button>
          <button type="button" class="plain" onClick={() => outbox.drop(each.key)}>{t("record.drop")}</button>
        </p>
      ))}
      {outbox.waiting.filter((each) => each.refused).map((each) => (
        <p key={each.key}>
          {t(each.kind === "photo" ? "photo.refused" : "record.refused", { why: maybe(`error.${each.refused}`) ?? each.refused ?? "" })}
          <button type="button" class="plain" data-do="again" onClick={() => outbox.again(each.key)}>{t(each.refused === MOVED_ON ? "record.all_the_same" : "retry")}</button>
          <button type="button" class="plain" onClick={() => outbox.drop(each.key)}>{t("record.drop")}</button>
        </p>
      ))}
    </div>
  );
}

/** A newer version of the page waits to be taken up. */
export function NewVersionBar({ onTake }: { onTake: () => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <div class="new-version" role="status">
      <span>{t("app.version")}</span>
      <button type="button" class="primary small" data-do="new-version" onClick={onTake}>{t("app.version.take")}</button>
    </div>
  );
}

/** The books have moved on while this waited: whoever confirmed it looks, and says whether it still holds. */
const MOVED_ON = "session_moved_on";

const isRead = (each: Waiting): each is PhotoErrand => each.kind === "photo" && each.reading !== null;
