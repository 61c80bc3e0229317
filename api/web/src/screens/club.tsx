// The club: tonight's tables first, then the evenings before; and the ways to season, people and account.

import type { JSX } from "preact";
import type { SessionEntry } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Membership } from "../me.ts";
import { Money } from "../parts/felt.tsx";
import { FileButton } from "../parts/file.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { go } from "../route.ts";
import type { Sessions } from "../sessions.ts";
import { keepsBooks } from "../tables.ts";
import { day } from "../when.ts";

export interface ClubProps {
  me: Membership;
  sessions: Sessions;
}

export function Club({ me, sessions }: ClubProps): JSX.Element {
  const { t } = useSpeech();
  const open = sessions.all.filter((each) => !each.finished);
  const over = sessions.all.filter((each) => each.finished);
  const bringIn = async (file: File): Promise<void> => {
    const id = await sessions.bringIn(file);
    if (id) go({ screen: "table", id });
  };
  const keeps = keepsBooks(me.club?.role);
  const { refused } = sessions;
  return (
    <main class="club-screen">
      <div class="scroll">
        <h1>{me.club?.name || t("club.title")}</h1>
        {me.clubs.length > 1 && (
          <label class="field">
            <span>{t("club.which")}</span>
            <select value={me.club?.id} onChange={(event) => me.choose(event.currentTarget.value)}>
              {me.clubs.map((each) => <option key={each.id} value={each.id}>{each.name}</option>)}
            </select>
          </label>
        )}
        {sessions.error && <Trouble error={sessions.error} onRetry={sessions.refresh} />}
        {open.length > 0 && (
          <section aria-label={t("club.open")}>
            <h2>{t("club.open")}</h2>
            <ul class="sessions">{open.map((each) => <Entry key={each.id} entry={each} />)}</ul>
          </section>
        )}
        {over.length > 0 && (
          <section aria-label={t("club.over")}>
            <h2>{t("club.over")}</h2>
            <ul class="sessions">{over.map((each) => <Entry key={each.id} entry={each} />)}</ul>
          </section>
        )}
        {!sessions.all.length && !sessions.error && <p class="fine empty">{t(sessions.loading ? "club.loading" : "club.none")}</p>}
        <div class="menu">
          <button type="button" class="plain" data-go="season" onClick={() => go({ screen: "season" })}>{t("season.title")}</button>
          <button type="button" class="plain" data-go="people" onClick={() => go({ screen: "people" })}>{t("people.title")}</button>
          <button type="button" class="plain" data-go="sets" onClick={() => go({ screen: "sets" })}>{t("sets.title")}</button>
          {keeps && <button type="button" class="plain" data-go="models" onClick={() => go({ screen: "models" })}>{t("models.title")}</button>}
          <button type="button" class="plain" data-go="account" onClick={() => go({ screen: "account" })}>{t("account.title")}</button>
          {keeps && <FileButton label={t("import.title")} kind="plain" accept=".json,.csv,application/json,text/csv" onFile={(file) => void bringIn(file)} />}
          {keeps && <p class="fine">{t("import.what")}</p>}
          {refused && <Trouble error={refused} />}
          {typeof refused?.detail.line === "number" && <p class="fine">{t("import.line", { n: refused.detail.line })}</p>}
        </div>
        {sessions.removed.length > 0 && (
          <details class="fold removed">
            <summary>{t("club.removed")}</summary>
            <ul class="sessions">{sessions.removed.map((each) => <Entry key={each.id} entry={each} />)}</ul>
          </details>
        )}
      </div>
      {keeps && (
        <footer class="bar">
          <button type="button" class="primary" data-go="open" onClick={() => go({ screen: "open" })}>{t("open.title")}</button>
        </footer>
      )}
    </main>
  );
}

function Entry({ entry }: { entry: SessionEntry }): JSX.Element {
  const { t, lang } = useSpeech();
  return (
    <li>
      <button type="button" class="line-card" data-session={entry.id} onClick={() => go({ screen: "table", id: entry.id })}>
        <span class="line-what"><b>{entry.title || day(entry.created_at, lang)}</b><span class="line-tai">{t("club.hands", { n: entry.hands })}</span></span>
        <span class="line-gains">
          {entry.players.map((name, at) => <span key={entry.player_ids[at]}>{name || t("player.gone")} <Money amount={entry.balances[at] ?? 0} /></span>)}
        </span>
      </button>
    </li>
  );
}
