// A club's own rules: add its file, remove what it added. What was chosen stays when the file is refused.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RulesFile } from "../api.ts";
import { ApiFailure, rulesFileUrl } from "../api.ts";
import type { RuleSet } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { RuleSets } from "../rulesets.ts";
import { FileButton } from "./file.tsx";
import { Trouble } from "./trouble.tsx";

export interface HouseProps {
  ruleSets: RuleSets;
  chosen: RuleSet | undefined;
  onChoose: (rules: RuleSet) => void;
}

type State = { busy: boolean; added: RuleSet | null; error: ApiFailure | null; file: RulesFile | null };

const QUIET: State = { busy: false, added: null, error: null, file: null };

export function House({ ruleSets, chosen, onChoose }: HouseProps): JSX.Element {
  const { t, named } = useSpeech();
  const [state, setState] = useState(QUIET);
  const [asking, setAsking] = useState<string | null>(null);
  const houses = ruleSets.all.filter((each) => each.house);

  const attempt = async (file: RulesFile | null, work: () => Promise<RuleSet | null>): Promise<void> => {
    setState({ ...QUIET, busy: true, file });
    try {
      const added = await work();
      setState({ ...QUIET, added });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setState({ ...QUIET, error, file });
    }
  };
  const add = (file: RulesFile): Promise<void> =>
    attempt(file, async () => {
      const added = await ruleSets.add(file);
      onChoose(added);
      return added;
    });
  const remove = (id: string): Promise<void> =>
    attempt(null, async () => {
      await ruleSets.remove(id);
      setAsking(null);
      const instead = ruleSets.all.find((each) => each.id === ruleSets.all.find((own) => own.id === id)?.extends) ?? ruleSets.all[0];
      if (chosen?.id === id && instead) onChoose(instead);
      return null;
    });

  return (
    <div class="house">
      <p>{t("house.what")}</p>
      {houses.map((each) => (
        <div class="house-set" key={each.id} data-house={each.id}>
          <p><b>{named(each.names, each.id)}</b> <small>{each.id} {each.version}</small></p>
          {asking === each.id ? (
            <>
              <p class="note">{t("house.sure")}</p>
              <div class="bar-buttons">
                <button type="button" class="plain danger" disabled={state.busy} onClick={() => void remove(each.id)}>{t("house.remove.yes")}</button>
                <button type="button" class="plain" onClick={() => setAsking(null)}>{t("cancel")}</button>
              </div>
            </>
          ) : (
            <div class="bar-buttons">
              <a class="plain" href={rulesFileUrl(each.id, ruleSets.club)} download>{t("house.file")}</a>
              <button type="button" class="plain" onClick={() => setAsking(each.id)}>{t("house.remove")}</button>
            </div>
          )}
        </div>
      ))}
      {state.error && <Refused error={state.error} onRetry={state.error.passing && state.file ? () => state.file && void add(state.file) : undefined} />}
      {state.added && (
        <p class="note good" role="status">{t("house.added", { name: named(state.added.names, state.added.id), version: state.added.version })}</p>
      )}
      <FileButton label={t(state.busy ? "house.sending" : "house.add")} kind="plain wide" onFile={(file) => void file.arrayBuffer().then((bytes) => add({ name: file.name, bytes }))} />
    </div>
  );
}

/** What is wrong with the file, and where. */
function Refused({ error, onRetry }: { error: ApiFailure; onRetry: (() => void) | undefined }): JSX.Element {
  const { t, maybe } = useSpeech();
  const { file, line, reason, code } = error.detail as { file?: string; line?: number; reason?: string; code?: string };
  if (error.code !== "rules_invalid" || !file) return <Trouble error={error} onRetry={onRetry} />;
  const words = maybe(`rules_invalid.${code}`) ?? t("error.rules_invalid");
  return (
    <div class="trouble" role="alert" data-code={error.code}>
      <p>
        <span class="mark" aria-hidden="true">!</span>
        {t("options.pair", { name: line ? t("house.at", { file, line }) : file, value: words })}
        {reason && <small lang="en">{reason}</small>}
      </p>
    </div>
  );
}
