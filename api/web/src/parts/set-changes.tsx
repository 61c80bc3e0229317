// What has become of a set since a version, and another set of the club put into it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAsked } from "../asked.ts";
import { useAttempt } from "../attempt.ts";
import type { LabelledSet, Merged, TileChanged } from "../documents.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { listSets, mergeSet, setChanges } from "../sets-api.ts";
import { Dialog } from "./dialog.tsx";
import { Choice, Pick } from "./form.tsx";
import { Trouble } from "./trouble.tsx";

/** Lines of each kind that are shown; a set has thousands. */
const MOST = 100;

export function Changes({ set, version, onClose }: { set: string; version: number; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const words = useTileWords();
  const { answer, error, refresh } = useAsked(`changes ${set} ${version}`, () => setChanges(set, version));
  const nothing = answer && !answer.added.length && !answer.removed.length && !answer.changed.length;
  return (
    <Dialog title={t("set.changes", { version })} kind="set-changes" onClose={onClose}>
      {error && <Trouble error={error} onRetry={refresh} />}
      {nothing && <p class="fine empty">{t("set.changes.none")}</p>}
      {answer && (
        <>
          <Group title={t("set.changes.changed", { n: answer.changed.length })} lines={answer.changed.map((photo) => [photo.photo, photo.tiles.map(words).join(", ")])} />
          <Group title={t("set.changes.added", { n: answer.added.length })} lines={answer.added.map((photo) => [photo.photo, ""])} />
          <Group title={t("set.changes.removed", { n: answer.removed.length })} lines={answer.removed.map((photo) => [photo.photo, ""])} />
        </>
      )}
    </Dialog>
  );
}

function Group({ title, lines }: { title: string; lines: readonly (readonly [string, string])[] }): JSX.Element | null {
  const { t } = useSpeech();
  if (!lines.length) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul class="people-list">
        {lines.slice(0, MOST).map(([name, what]) => (
          <li key={name} class="line-card"><span class="line-what"><b>{name}</b>{what && <span class="line-tai">{what}</span>}</span></li>
        ))}
      </ul>
      {lines.length > MOST && <p class="fine">{t("set.changes.more", { n: lines.length - MOST })}</p>}
    </section>
  );
}

/** Of one label: what it was and what it is. */
function useTileWords(): (change: TileChanged) => string {
  const speech = useSpeech();
  const name = (text: string | undefined): string => (text ? tileName(speech, text.replace("-index", "")) : "");
  return ({ kind, before, after }) => speech.t(`set.changes.tile.${kind}`, { before: name(before?.label), after: name(after?.label) });
}

export function Merge({ set, onDone, onClose }: { set: LabelledSet; onDone: (merged: Merged) => void; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const { answer, error } = useAsked(`sets ${set.club_id}`, () => listSets(set.club_id));
  const { refused, attempt } = useAttempt();
  const [chosen, setChosen] = useState("");
  const [asked, setAsked] = useState("");
  const [prefer, setPrefer] = useState<"ours" | "theirs" | null>(null);
  const others = (answer ?? []).filter((each) => each.id !== set.id);
  // Whose labels count is asked of the set that was refused, not of another that is chosen after it.
  const told = asked === chosen ? refused : null;
  const differ = told?.code === "sets_differ";
  const merge = (): void => {
    setAsked(chosen);
    void attempt(async () => onDone(await mergeSet(set.id, chosen, differ ? prefer : null)));
  };
  return (
    <Dialog title={t("set.merge")} kind="merge-set" onClose={onClose}>
      <div class="menu">
        {error && <Trouble error={error} />}
        {answer && !others.length && <p class="fine empty">{t("set.merge.none")}</p>}
        {others.length > 0 && (
          <label class="field">
            <span>{t("set.merge.which")}</span>
            <select name="other" value={chosen} onChange={(event) => (setChosen(event.currentTarget.value), setPrefer(null))}>
              <option value="" />
              {others.map((each) => <option key={each.id} value={each.id}>{`${each.name} · ${t("sets.photos", { n: each.photos })}`}</option>)}
            </select>
          </label>
        )}
        {told && <Trouble error={told} />}
        {differ && (
          <Choice title={t("set.merge.whose")}>
            <Pick on={prefer === "ours"} data="prefer-ours" onPick={() => setPrefer("ours")}>{set.name}</Pick>
            <Pick on={prefer === "theirs"} data="prefer-theirs" onPick={() => setPrefer("theirs")}>{others.find((each) => each.id === chosen)?.name}</Pick>
          </Choice>
        )}
        {others.length > 0 && <button type="button" class="primary" data-do="merge-set" disabled={!chosen || (differ && prefer === null)} onClick={merge}>{t("set.merge.yes")}</button>}
      </div>
    </Dialog>
  );
}
