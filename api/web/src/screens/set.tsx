// One labelled set: what is in it, what goes in and out, and the way to its review.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ApiFailure } from "../api.ts";
import { useAsked } from "../asked.ts";
import { useAttempt } from "../attempt.ts";
import type { Added, HandToAdd, LabelledSet, SetForm } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { Dialog } from "../parts/dialog.tsx";
import { FileButton } from "../parts/file.tsx";
import { TextField } from "../parts/form.tsx";
import { Changes, Merge } from "../parts/set-changes.tsx";
import { Sure } from "../parts/sure.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { go } from "../route.ts";
import { addHands, auditSet, deleteSet, exportUrl, FORMS, getConsent, getSet, importSet, keepVersion, listHands, listPhotos } from "../sets-api.ts";
import { keepsBooks } from "../tables.ts";
import { day } from "../when.ts";

/** What is open over the screen; a number is a version whose changes are shown. */
type Open = "hands" | "import" | "export" | "merge" | number | null;

export function SetScreen({ id }: { id: string }): JSX.Element {
  const { t, lang } = useSpeech();
  const { answer: set, error, refresh } = useAsked(`set ${id}`, () => getSet(id));
  const [open, setOpen] = useState<Open>(null);
  const { refused, attempt, left } = useAttempt();
  const [busy, setBusy] = useState<string | null>(null);
  const [done, setDone] = useState<Added | null>(null);
  const busily = async (words: string, work: () => Promise<void>): Promise<void> => {
    setBusy(words);
    try {
      await attempt(work);
    } finally {
      if (!left()) {
        setBusy(null);
        refresh();
      }
    }
  };
  const audit = (): void => void busily(t("set.auditing", { n: 0, all: set?.photos ?? 0 }), async () => {
    for (;;) {
      const { read, photos, done: over } = await auditSet(id);
      if (over || left()) return;
      setBusy(t("set.auditing", { n: read, all: photos }));
    }
  });
  const add = (work: () => Promise<Added>): void => {
    setOpen(null);
    setDone(null);
    void busily(t("set.adding"), async () => setDone(await work()));
  };
  const keeps = keepsBooks(set?.role);
  const splitName = useSplitName();
  return (
    <main class="club-screen set-screen">
      <div class="scroll">
        <h1>{set?.name ?? t("set.title")}</h1>
        {error && <Trouble error={error} onRetry={refresh} />}
        {set && (
          <dl class="set-counts">
            <div><dt>{t("set.photos")}</dt><dd data-photos={set.photos}>{set.photos}</dd></div>
            {Object.entries(set.splits).map(([split, count]) => <div key={split}><dt>{splitName(split)}</dt><dd>{count}</dd></div>)}
            <div><dt>{t("set.doubts")}</dt><dd data-doubts={set.doubts}>{set.doubts}</dd></div>
          </dl>
        )}
        {busy && <p class="note" role="status">{busy}</p>}
        {done && !busy && <p class="note" role="status" data-added={done.added}>{t("set.added", { n: done.added, known: done.known })}</p>}
        {refused && <Refused error={refused} />}
        {set && (
          <div class="menu">
            {keeps && <button type="button" class="plain" data-do="hands" onClick={() => setOpen("hands")}>{t("set.hands")}<small>{t("set.hands.hint")}</small></button>}
            {keeps && <button type="button" class="plain" data-do="import" onClick={() => setOpen("import")}>{t("set.import")}<small>{t("set.import.hint")}</small></button>}
            {keeps && <button type="button" class="plain" data-do="merge" onClick={() => setOpen("merge")}>{t("set.merge")}<small>{t("set.merge.hint")}</small></button>}
            {set.role !== "viewer" && <button type="button" class="plain" data-do="audit" disabled={busy !== null || !set.photos} onClick={audit}>{t("set.audit")}<small>{t("set.audit.hint")}</small></button>}
            {keeps && <button type="button" class="plain" data-do="version" onClick={() => void busily(t("confirming"), async () => void (await keepVersion(id, "")))}>{t("set.version")}<small>{t("set.version.hint")}</small></button>}
            {keeps && <button type="button" class="plain" data-do="export" disabled={!set.photos} onClick={() => setOpen("export")}>{t("set.export")}<small>{t("set.export.hint")}</small></button>}
          </div>
        )}
        {set && set.versions.length > 0 && (
          <section aria-label={t("set.versions")}>
            <h2>{t("set.versions")}</h2>
            <ul class="people-list">
              {set.versions.map((each) => (
                <li key={each.number} class="invite-line" data-version={each.number}>
                  <span><b>{each.number}</b> · {day(each.at, lang)} · {t("sets.photos", { n: each.photos })} · {t("set.labels", { n: each.labels })} {each.note}</span>
                  <button type="button" class="plain" data-changes={each.number} onClick={() => setOpen(each.number)}>{t("set.changes.since")}</button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {set && set.photos > 0 && <Photos set={set} />}
        {set?.role === "owner" && <Sure label={t("set.delete")} onYes={() => void attempt(async () => void (await deleteSet(id), go({ screen: "sets" })))} />}
      </div>
      {set && set.role !== "viewer" && (
        <footer class="bar"><button type="button" class="primary" data-go="review" disabled={!set.doubts} onClick={() => go({ screen: "review", id, photo: null })}>{t("set.review", { n: set.doubts })}</button></footer>
      )}
      {open === "hands" && <Hands set={id} onAdd={(hands, tileSet) => add(() => addHands(id, hands, tileSet))} onClose={() => setOpen(null)} />}
      {open === "import" && <Import onFile={(file, form) => add(() => importSet(id, file, form))} onClose={() => setOpen(null)} />}
      {open === "merge" && set && <Merge set={set} onDone={(merged) => add(async () => merged)} onClose={() => setOpen(null)} />}
      {typeof open === "number" && <Changes set={id} version={open} onClose={() => setOpen(null)} />}
      {open === "export" && set && <Export set={set} onClose={() => setOpen(null)} />}
    </main>
  );
}

/** Why something was refused; of a set's file, in which file and line. */
function Refused({ error }: { error: ApiFailure }): JSX.Element {
  const { t } = useSpeech();
  const { file, line, reason } = error.detail;
  const where = file ? t("set.refused", { where: `${String(file)}${line ? `:${String(line)}` : ""}`, why: String(reason) }) : String(reason);
  return (
    <>
      <Trouble error={error} />
      {error.code === "set_refused" && <p class="fine">{where}</p>}
    </>
  );
}

/** Of a split; one that a set from elsewhere calls otherwise keeps its name. */
function useSplitName(): (split: string) => string {
  const { maybe } = useSpeech();
  return (split) => maybe(`set.split.${split}`, {}) ?? split;
}

function Photos({ set }: { set: LabelledSet }): JSX.Element {
  const { t } = useSpeech();
  const splitName = useSplitName();
  const [pages, setPages] = useState<readonly (string | null)[]>([null]);
  const { answer } = useAsked(`photos ${set.id} ${set.number} ${pages.at(-1)}`, () => listPhotos(set.id, pages.at(-1) ?? null));
  return (
    <section aria-label={t("set.photos")}>
      <h2>{t("set.photos")}</h2>
      <ul class="people-list">
        {answer?.photos.map((photo) => (
          <li key={photo.id}>
            <button type="button" class="line-card" disabled={set.role === "viewer"} data-open={photo.id} onClick={() => go({ screen: "review", id: set.id, photo: photo.id })}>
              <span class="line-what"><b>{photo.name}</b><span class="line-tai">{splitName(photo.split)} · {t("set.labels", { n: photo.labels })}</span></span>
            </button>
          </li>
        ))}
      </ul>
      <div class="bar-buttons">
        {pages.length > 1 && <button type="button" class="plain" onClick={() => setPages(pages.slice(0, -1))}>{t("set.page.before")}</button>}
        {answer?.next && <button type="button" class="plain" onClick={() => setPages([...pages, answer.next])}>{t("set.page.next")}</button>}
      </div>
    </section>
  );
}

type Take = "crop" | "whole" | "no";

/** Which confirmed hands to take, and how much of each photo. */
function Hands({ set, onAdd, onClose }: { set: string; onAdd: (hands: { reading_id: string; crop: boolean }[], tileSet: string) => void; onClose: () => void }): JSX.Element {
  const { t, lang } = useSpeech();
  const { answer, error } = useAsked(`hands ${set}`, () => listHands(set));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Take>>(new Map());
  const [tileSet, setTileSet] = useState("");
  const free = (answer ?? []).filter((hand) => !hand.added).slice(0, MOST);
  const take = (hand: HandToAdd): Take => chosen.get(hand.reading_id) ?? "crop";
  const taken = free.filter((hand) => take(hand) !== "no").map((hand) => ({ reading_id: hand.reading_id, crop: take(hand) === "crop" }));
  return (
    <Dialog title={t("set.hands")} onClose={onClose}>
      {error && <Trouble error={error} />}
      <p class="fine">{t("set.hands.what")}</p>
      {answer && !free.length && <p class="fine empty">{t("set.hands.none")}</p>}
      <ul class="hands-to-add">
        {free.map((hand) => (
          <li key={hand.reading_id} data-hand={hand.reading_id}>
            <img src={hand.photo_url} alt={t("photo.alt")} loading="lazy" />
            <div>
              <span>{day(hand.at, lang)} · {t("set.labels", { n: hand.tiles - hand.unplaced })}</span>
              <select aria-label={t("set.take")} value={take(hand)} onChange={(event) => setChosen(new Map(chosen).set(hand.reading_id, event.currentTarget.value as Take))}>
                {(["crop", "whole", "no"] as const).map((each) => <option key={each} value={each}>{t(`set.take.${each}`)}</option>)}
              </select>
            </div>
          </li>
        ))}
      </ul>
      {free.length > 0 && <TextField label={t("set.tile_set")} name="tile-set" value={tileSet} hint={t("set.tile_set.hint")} onValue={setTileSet} />}
      {free.length > 0 && <button type="button" class="primary" data-do="add-hands" disabled={!taken.length} onClick={() => onAdd(taken, tileSet.trim())}>{t("set.hands.yes", { n: taken.length })}</button>}
    </Dialog>
  );
}

/** As many as the service takes at once. */
const MOST = 200;

function Forms({ value, onForm }: { value: SetForm; onForm: (form: SetForm) => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <label class="field">
      <span>{t("set.form")}</span>
      <select name="form" value={value} onChange={(event) => onForm(event.currentTarget.value as SetForm)}>
        {FORMS.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    </label>
  );
}

function Import({ onFile, onClose }: { onFile: (file: File, form: SetForm) => void; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const [form, setForm] = useState<SetForm>("coco");
  return (
    <Dialog title={t("set.import")} kind="import-set" onClose={onClose}>
      <div class="menu">
        <Forms value={form} onForm={setForm} />
        <FileButton label={t("set.import.file")} kind="plain" accept=".zip,application/zip" onFile={(file) => onFile(file, form)} />
      </div>
    </Dialog>
  );
}

function Export({ set, onClose }: { set: LabelledSet; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const { answer: consent } = useAsked(`consent ${set.club_id}`, () => getConsent(set.club_id));
  const [form, setForm] = useState<SetForm>("coco");
  const [version, setVersion] = useState(0);
  return (
    <Dialog title={t("set.export")} onClose={onClose}>
      <div class="menu">
        {consent && !consent.given && <p class="note">{t("error.consent_missing")}</p>}
        <Forms value={form} onForm={setForm} />
        <label class="field">
          <span>{t("set.version.which")}</span>
          <select name="version" value={version} onChange={(event) => setVersion(Number(event.currentTarget.value))}>
            <option value={0}>{t("set.version.now")}</option>
            {set.versions.map((each) => <option key={each.number} value={each.number}>{each.number}</option>)}
          </select>
        </label>
        <p class="fine">{t("set.export.what")}</p>
        {consent?.given && <a class="primary export-link" download href={exportUrl(set.id, form, version || null)}>{t("set.export.yes")}</a>}
      </div>
    </Dialog>
  );
}
