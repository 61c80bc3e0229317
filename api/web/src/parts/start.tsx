// The way in: one large camera button in reach of the thumb; and the photo on its way to a reading.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useSpeech } from "../i18n/index.ts";
import type { Capturing } from "../reading.ts";
import { FileButton } from "./file.tsx";
import { Face } from "./tile.tsx";
import { Trouble } from "./trouble.tsx";

export interface StartProps {
  capturing: Capturing;
  resumable: boolean;
  /** The name of the table that this phone is at. */
  table: string | null;
  onResume: () => void;
  onByHand: () => void;
  onTable: () => void;
  onClub: () => void;
}

const FAN = ["1m", "5p", "1s", "7z", "6z"];

export function Start({ capturing, resumable, table, onResume, onByHand, onTable, onClub }: StartProps): JSX.Element {
  const { t } = useSpeech();
  return (
    <main class="start">
      <div class="start-hero">
        <div class="fan" aria-hidden="true">{FAN.map((tile) => <Face key={tile} tile={tile} />)}</div>
        <h1>{t("app")}</h1>
        <p>{t("app.tagline")}</p>
      </div>
      <div class="start-doors">
        {resumable && <button type="button" class="door wide" onClick={onResume}>{t("resume")}</button>}
        <p class="tip">{t("photo.tip")}</p>
        <Camera label={t("photo.take")} kind="camera" onFile={capturing.start} />
        <div class="doors">
          <Camera label={t("photo.choose")} kind="door" onFile={capturing.start} />
          <button type="button" class="door" onClick={onByHand}>{t("photo.none")}<small>{t("photo.none.hint")}</small></button>
        </div>
        <div class="doors">
          {table !== null && <button type="button" class="door wide" data-go="table" onClick={onTable}>{t("home.table")}<small>{table}</small></button>}
          <button type="button" class="door" data-go="club" onClick={onClub}>{t("home.club")}<small>{t("home.club.hint")}</small></button>
        </div>
      </div>
    </main>
  );
}

interface CameraProps {
  label: string;
  kind: "camera" | "door" | "plain";
  onFile: (file: File) => void;
}

export function Camera({ label, kind, onFile }: CameraProps): JSX.Element {
  const live = kind === "camera";
  return (
    <FileButton label={label} kind={kind} accept="image/*,.heic,.heif" live={live} onFile={onFile}>
      {live && (
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d="M17 11l3-5h8l3 5h9a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V15a4 4 0 0 1 4-4z" />
          <circle cx="24" cy="25" r="9" />
        </svg>
      )}
    </FileButton>
  );
}

export function OnTheWay({ capturing, onLater }: { capturing: Capturing; onLater: () => void }): JSX.Element | null {
  const { t } = useSpeech();
  const [seen, setSeen] = useState(true);
  const { capture } = capturing;
  if (!capture) return null;
  const percent = Math.round(capture.sent * 100);
  return (
    <main class="on-the-way">
      <div class="photo plain-photo">
        {seen && <img src={capture.url} alt={t("photo.alt")} onError={() => setSeen(false)} />}
        {!capture.error && <div class="scan" aria-hidden="true" />}
      </div>
      <div class="start-doors">
        {capture.error ? (
          <Trouble error={capture.error} onRetry={capture.error.passing ? capturing.retry : undefined} />
        ) : (
          <p class="progress" role="status">
            {percent < 100 ? t("photo.sending", { percent }) : t("photo.reading")}
            <progress max={100} {...(percent < 100 ? { value: percent } : {})} aria-label={t("photo.reading")} />
          </p>
        )}
        {capture.error && <Camera label={t("photo.again")} kind="camera" onFile={capturing.start} />}
        <div class="doors">
          {capture.error && <Camera label={t("photo.choose")} kind="door" onFile={capturing.start} />}
          {capture.error?.passing && <button type="button" class="door" data-do="later" onClick={onLater}>{t("photo.later")}<small>{t("photo.later.hint")}</small></button>}
          <button type="button" class="door" onClick={capturing.stop}>{t("cancel")}</button>
        </div>
      </div>
    </main>
  );
}
