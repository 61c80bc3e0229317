// A button for what can't be taken back.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useSpeech } from "../i18n/index.ts";

/** A button that asks once more before it does what can't be taken back. */
export function Sure({ label, onYes }: { label: string; onYes: () => void }): JSX.Element {
  const { t } = useSpeech();
  const [asking, setAsking] = useState(false);
  if (!asking) return <button type="button" class="plain danger" onClick={() => setAsking(true)}>{label}</button>;
  return (
    <div class="bar-buttons">
      <button type="button" class="plain danger sure" onClick={onYes}>{t("sure.yes", { what: label })}</button>
      <button type="button" class="plain" onClick={() => setAsking(false)}>{t("cancel")}</button>
    </div>
  );
}
