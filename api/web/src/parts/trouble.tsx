// An error in the user's words: what to do, and a button that does it.

import type { JSX } from "preact";
import type { ApiFailure } from "../api.ts";
import { useSpeech } from "../i18n/index.ts";

export function Trouble({ error, onRetry }: { error: ApiFailure; onRetry?: (() => void) | undefined }): JSX.Element {
  const { t, maybe } = useSpeech();
  return (
    <div class="trouble" role="alert" data-code={error.code}>
      <p><span class="mark" aria-hidden="true">!</span>{maybe(`error.${error.code}`) ?? t("error.unknown", { code: error.code })}</p>
      {onRetry && <button type="button" class="plain" onClick={onRetry}>{t("retry")}</button>}
    </div>
  );
}
