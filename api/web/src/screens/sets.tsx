// The club's labelled sets, and whether its photos may be data at all.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { newKey } from "../api.ts";
import { useAsked } from "../asked.ts";
import { useAttempt } from "../attempt.ts";
import type { ClubEntry, LabelledSet } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Choice, Pick, TextField } from "../parts/form.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { go } from "../route.ts";
import { getConsent, giveConsent, listSets, makeSet } from "../sets-api.ts";
import { keepsBooks } from "../tables.ts";

export function Sets({ club }: { club: ClubEntry }): JSX.Element {
  const { t } = useSpeech();
  const { answer, error, refresh } = useAsked(`sets ${club.id}`, () => Promise.all([getConsent(club.id), listSets(club.id)]));
  const { refused, attempt } = useAttempt();
  const [making, setMaking] = useState(false);
  const [consent, sets] = answer ?? [null, []];
  const agree = (given: boolean): void => void attempt(() => giveConsent(club.id, given)).then(refresh);
  return (
    <main class="club-screen">
      <div class="scroll">
        <h1>{t("sets.title")}</h1>
        <p class="fine">{t("sets.what")}</p>
        {error && <Trouble error={error} onRetry={refresh} />}
        {consent && (
          <section class="who-card" data-consent={consent.given}>
            <p>{t(consent.given ? "sets.consent.given" : "sets.consent.none")}</p>
            {club.role === "owner" && (
              <button type="button" class="plain" data-do="consent" onClick={() => agree(!consent.given)}>{t(consent.given ? "sets.consent.take" : "sets.consent.give")}</button>
            )}
          </section>
        )}
        {refused && <Trouble error={refused} />}
        <ul class="sessions">{sets.map((each) => <Entry key={each.id} set={each} />)}</ul>
        {answer && !sets.length && <p class="fine empty">{t("sets.none")}</p>}
      </div>
      {keepsBooks(club.role) && (
        <footer class="bar"><button type="button" class="primary" data-do="make" onClick={() => setMaking(true)}>{t("sets.make")}</button></footer>
      )}
      {making && <Make club={club.id} onClose={() => setMaking(false)} />}
    </main>
  );
}

function Entry({ set }: { set: LabelledSet }): JSX.Element {
  const { t } = useSpeech();
  return (
    <li>
      <button type="button" class="line-card" data-set={set.id} onClick={() => go({ screen: "set", id: set.id })}>
        <span class="line-what"><b>{set.name}</b><span class="line-tai">{t("sets.photos", { n: set.photos })}</span></span>
        {set.doubts > 0 && <span class="line-gains">{t("sets.doubts", { n: set.doubts })}</span>}
      </button>
    </li>
  );
}

function Make({ club, onClose }: { club: string; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const [name, setName] = useState("");
  const [splitBy, setSplitBy] = useState<LabelledSet["split_by"]>("session");
  const { refused, attempt } = useAttempt();
  const [key] = useState(newKey);
  const make = (): void => void attempt(async () => go({ screen: "set", id: (await makeSet(club, name.trim(), splitBy, key)).id }));
  return (
    <Dialog title={t("sets.make")} onClose={onClose}>
      <div class="menu">
        <TextField label={t("sets.name")} name="set-name" value={name} most={40} onValue={setName} />
        <Choice title={t("sets.split")}>
          <Pick on={splitBy === "session"} data="split-session" onPick={() => setSplitBy("session")}>{t("sets.split.session")}</Pick>
          <Pick on={splitBy === "tile_set"} data="split-tile_set" onPick={() => setSplitBy("tile_set")}>{t("sets.split.tile_set")}</Pick>
        </Choice>
        {refused && <Trouble error={refused} />}
        <button type="button" class="primary" data-do="make-set" disabled={!name.trim()} onClick={make}>{t("sets.make.yes")}</button>
      </div>
    </Dialog>
  );
}
