// Which model reads the club's photos: the one that comes with TaiLens, or one of the club's own.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { newKey } from "../api.ts";
import { useAsked } from "../asked.ts";
import { useAttempt } from "../attempt.ts";
import type { ClubEntry, ClubModel } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { bringModel, chooseModel, deleteModel, listModels } from "../models-api.ts";
import { FileButton } from "../parts/file.tsx";
import { Sure } from "../parts/sure.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { day } from "../when.ts";

/** What was sent under which key: where the answer was lost, or the screen left, the same file is not kept twice. */
const keys = new Map<string, string>();

export function Models({ club }: { club: ClubEntry }): JSX.Element {
  const { t } = useSpeech();
  const { answer, error, refresh } = useAsked(`models ${club.id}`, () => listModels(club.id));
  const { refused, attempt } = useAttempt();
  const [busy, setBusy] = useState(false);
  const [half, setHalf] = useState(false);
  const owner = club.role === "owner";
  const choose = (model: string | null): void => void attempt(() => chooseModel(club.id, model)).then(refresh);
  const remove = (model: string): void => {
    keys.clear(); // a deleted one may be brought anew
    void attempt(() => deleteModel(club.id, model)).then(refresh);
  };
  const bring = async (...files: File[]): Promise<void> => {
    const model = files.find((file) => file.name.endsWith(".onnx"));
    const card = files.find((file) => file.name.endsWith(".json"));
    setHalf(!model || !card);
    if (!model || !card) return;
    const sent = `${club.id} ${model.name} ${model.size} ${model.lastModified}`;
    const key = keys.get(sent) ?? newKey();
    keys.set(sent, key);
    setBusy(true);
    try {
      if (await attempt(() => bringModel(club.id, model, card, key))) keys.delete(sent);
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return (
    <main class="club-screen models">
      <div class="scroll">
        <h1>{t("models.title")}</h1>
        <p class="fine">{t("models.what")}</p>
        {error && <Trouble error={error} onRetry={refresh} />}
        {answer && (
          <ul class="sessions">
            <Entry used={!answer.models.some(reads)} id="shipped" may={owner} onChoose={() => choose(null)}>
              <b>{t("models.shipped")}</b>
            </Entry>
            {answer.models.map((each) => (
              <Own key={each.id} model={each} owner={owner} onChoose={() => choose(each.id)} onDelete={() => remove(each.id)} />
            ))}
          </ul>
        )}
        {half && <p class="note" role="status">{t("models.both")}</p>}
        {refused && <Trouble error={refused} />}
        {busy && <p class="note" role="status">{t("models.busy")}</p>}
      </div>
      {owner && !busy && (
        <footer class="bar">
          <FileButton label={t("models.bring")} kind="primary" accept=".onnx,.json,application/json" many onFile={(...files) => void bring(...files)} />
        </footer>
      )}
    </main>
  );
}

/** One of another TaiLens's network stays chosen, but the shipped one reads in its place. */
const reads = (model: ClubModel): boolean => model.used && model.fits;

function Own({ model, owner, onChoose, onDelete }: { model: ClubModel; owner: boolean; onChoose: () => void; onDelete: () => void }): JSX.Element {
  const { t, lang } = useSpeech();
  const { right, faces, shipped } = model.kept;
  return (
    <Entry used={reads(model)} id={model.id} may={owner && model.fits} onChoose={onChoose} beside={owner && !model.used && <Sure label={t("models.delete", { day: day(model.created_at, lang) })} onYes={onDelete} />}>
      <b>{t("models.own", { day: day(model.created_at, lang) })}</b>
      <small>{t("models.kept", { right, faces, shipped })}</small>
      {!model.fits && <small>{t("models.unfit")}</small>}
    </Entry>
  );
}

interface EntryProps {
  used: boolean;
  id: string;
  /** Whether who looks may choose it. */
  may: boolean;
  onChoose: () => void;
  beside?: ComponentChildren;
  children: ComponentChildren;
}

function Entry({ used, id, may, onChoose, beside, children }: EntryProps): JSX.Element {
  const { t } = useSpeech();
  return (
    <li>
      <button type="button" class="line-card" data-model={id} aria-pressed={used} disabled={!may} onClick={onChoose}>
        {children}
        {used && <small class="used">✓ {t("models.used")}</small>}
      </button>
      {beside}
    </li>
  );
}
