// A confirmed hand: recorded, or waiting visibly for the connection; and the camera for the next one.

import type { JSX } from "preact";
import type { HandRecord, RuleSet } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Capturing } from "../reading.ts";
import { Payments } from "./payments.tsx";
import { Camera } from "./start.tsx";

export interface DoneProps {
  /** Null while it waits to be sent. */
  record: HandRecord | null;
  ruleSets: RuleSet[];
  capturing: Capturing;
  onByHand: () => void;
}

export function Done({ record, ruleSets, capturing, onByHand }: DoneProps): JSX.Element {
  const { t, named } = useSpeech();
  const rules = ruleSets.find((each) => each.id === record?.sheet.rules.id);
  return (
    <main class="done" data-record={record?.id}>
      <div class="done-card" role="status">
        <h1><span class="mark" aria-hidden="true">{record ? "✓" : "…"}</span>{record ? t("record.saved") : t("record.waiting", { n: 1 })}</h1>
        {record ? (
          <>
            <p class="total"><b>{record.sheet.total}</b> <span>{t(rules?.unit ?? "tai")}</span></p>
            <Payments settlement={record.settlement} />
            <p class="fine">{t("sheet.rules", { name: named(rules?.names, record.sheet.rules.id), id: record.sheet.rules.id, version: record.sheet.rules.version })}</p>
          </>
        ) : <p>{t("record.waiting.hint")}</p>}
      </div>
      <div class="start-doors">
        <Camera label={t("record.next")} kind="camera" onFile={capturing.start} />
        <div class="doors">
          <Camera label={t("photo.choose")} kind="door" onFile={capturing.start} />
          <button type="button" class="door" onClick={onByHand}>{t("photo.none")}<small>{t("photo.none.hint")}</small></button>
        </div>
      </div>
    </main>
  );
}
