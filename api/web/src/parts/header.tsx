// The top line: back, the three steps, the language.

import type { JSX } from "preact";
import type { Language } from "../documents.ts";
import { LANGUAGES, useSpeech } from "../i18n/index.ts";
import type { Step } from "../work.tsx";

export interface HeaderProps {
  lang: Language;
  onLang: (lang: Language) => void;
  step: Step | null;
  onStep: (step: Step) => void;
  /** What stands there where there are no steps. */
  title: string;
  onBack: (() => void) | null;
}

const STEPS: readonly Step[] = ["hand", "win", "sheet"];

export function Header({ lang, onLang, step, onStep, title, onBack }: HeaderProps): JSX.Element {
  const { t } = useSpeech();
  return (
    <header class="top">
      {onBack ? <button type="button" class="icon" aria-label={t("step.back")} onClick={onBack}>‹</button> : <span class="brand" aria-hidden="true">台</span>}
      {!step && title && <p class="top-title">{title}</p>}
      {step && (
        <nav class="steps" aria-label={t("steps")}>
          {STEPS.map((each) => (
            <button type="button" key={each} aria-current={step === each ? "step" : undefined} onClick={() => onStep(each)}>{t(`step.${each}`)}</button>
          ))}
        </nav>
      )}
      <select class="language" aria-label={t("language")} value={lang} onChange={(event) => onLang(event.currentTarget.value as Language)}>
        {LANGUAGES.map((each) => <option key={each.id} value={each.id} lang={each.id}>{each.name}</option>)}
      </select>
    </header>
  );
}
