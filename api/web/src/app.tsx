// The page: which screen stands, and what survives a reload or a dropped connection.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ApiFailure, ToRead } from "./api.ts";
import { newKey } from "./api.ts";
import { useNewVersion } from "./app-shell.ts";
import { AtTheTable } from "./at-table.tsx";
import type { HandBody, Language, Reading, RuleSet } from "./documents.ts";
import { pickLanguage, speak, SpeechContext } from "./i18n/index.ts";
import type { Job } from "./job.ts";
import { edited, newJob, restored, undone, withReading } from "./job.ts";
import { useLiveTable } from "./live.ts";
import { useMembership } from "./me.ts";
import { useOutbox } from "./outbox.ts";
import { NewVersionBar, OutboxBar } from "./parts/bars.tsx";
import { Done } from "./parts/done.tsx";
import { Header } from "./parts/header.tsx";
import { OnTheWay, Start } from "./parts/start.tsx";
import { Trouble } from "./parts/trouble.tsx";
import type { PhotoErrand } from "./queue.ts";
import { useCapture } from "./reading.ts";
import type { Route } from "./route.ts";
import { above, go, HOME, replace, useRoute } from "./route.ts";
import { useRuleSets } from "./rulesets.ts";
import { Account } from "./screens/account.tsx";
import { ComeIn } from "./screens/come-in.tsx";
import { Club } from "./screens/club.tsx";
import { Models } from "./screens/models.tsx";
import { Open } from "./screens/open.tsx";
import { People } from "./screens/people.tsx";
import { ReviewScreen } from "./screens/review.tsx";
import { SeasonScreen } from "./screens/season.tsx";
import { SetScreen } from "./screens/set.tsx";
import { Sets } from "./screens/sets.tsx";
import { useSessions } from "./sessions.ts";
import { load, save } from "./store.ts";
import { keepsBooks, tableOf, viewOf } from "./tables.ts";
import { tableName } from "./when.ts";
import type { Table } from "./win.ts";
import { atRules, knownEvents, NEW_TABLE, versionOf } from "./win.ts";
import { Work } from "./work.tsx";

/** The rules by which a photo's hand is judged. */
const judged = (rules: RuleSet | undefined): ToRead["rules"] => (rules ? { rules: rules.id, ...versionOf(rules) } : {});

/** What can't be shown to a phone that has not joined: it is offered the ways in. */
const NEEDS_JOINING: ReadonlySet<Route["screen"]> = new Set(["club", "open", "season", "people", "sets", "models", "set", "review"]);

/** Where a phone that has not joined is about to. */
const WAYS_IN: ReadonlySet<Route["screen"]> = new Set(["join", "reset", "account", ...NEEDS_JOINING]);

/** How long a table is still the one that this phone is at. */
const EVENING_MS = 16 * 3_600_000;

interface At {
  id: string;
  since: number;
  name: string;
}

export function App(): JSX.Element {
  const [lang, setLang] = useState<Language>(() => load<Language | null>("lang", null) ?? pickLanguage(navigator.languages));
  const speech = useMemo(() => speak(lang), [lang]);
  const route = useRoute();
  const [table, setTable] = useState<Table>(() => ({ ...NEW_TABLE, ...load<Partial<Table>>("table", {}) }));
  const [job, setJob] = useState<Job | null>(() => restored(load<Job | null>("job", null)));
  /** The table that this phone was at last. */
  const [at, setAt] = useState<At | null>(() => load<At | null>("at", null));
  /** The key of the hand just confirmed. */
  const [done, setDone] = useState<string | null>(null);
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const [confirming, setConfirming] = useState(false);
  const sending = useRef(false);
  const outbox = useOutbox();
  const newVersion = useNewVersion();
  const me = useMembership();
  const club = me.club?.id ?? null;
  const sessions = useSessions(club, keepsBooks(me.club?.role), route.screen === "club" || route.screen === "open");

  const atTable = route.screen === "table" || route.screen === "books";
  const working = route.screen === "work" && job !== null;
  const live = useLiveTable(atTable ? route.id : working ? job.session : null);
  const view = useMemo(() => live.state && viewOf(live.state, me.isAt(live.state.id)), [live.state, me.isAt]);
  const ruleSets = useRuleSets(view?.club ?? club);
  const rules = ruleSets.all.find((each) => each.id === table.rules);

  // Kept before the change is painted: what a person has seen survives a reload.
  useLayoutEffect(() => save("lang", lang), [lang]);
  useLayoutEffect(() => save("table", table), [table]);
  useLayoutEffect(() => save("job", job && { ...job, past: [] }), [job]);
  useLayoutEffect(() => save("at", at), [at]);
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = speech.t("app");
  }, [lang, speech]);
  useEffect(() => {
    if (route.screen === "table" && view?.id === route.id) setAt(view.finished || view.removed !== null ? null : { id: view.id, since: Date.now(), name: tableName(view, lang) });
  }, [route.screen === "table" ? route.id : null, view?.id, view?.finished, view?.removed, lang]);
  useEffect(() => {
    // The app opens where the evening is.
    const opened = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
    const fresh = opened?.type !== "reload" && opened?.type !== "back_forward";
    if (location.hash === "" && fresh && at && Date.now() - at.since < EVENING_MS) replace({ screen: "table", id: at.id });
    if (route.screen === "work" && !job) replace({ screen: "home" });
  }, []);

  const { refresh } = ruleSets;
  const begin = useCallback((next: Job): void => {
    refresh(); // another phone may have added rules
    setJob(next);
    setDone(null);
    setRefused(null);
    go({ screen: "work" });
  }, [refresh]);
  /** Where a photo taken now belongs: to the hand in work, or to a new one at the table that stands there. */
  const session = route.screen === "table" ? route.id : working ? job.session : null;
  const ofWork = working && (job.session !== null || job.beside.length > 0);
  const onRead = useCallback((reading: Reading): void => {
    if (ofWork) setJob((now) => now && withReading(now, reading));
    else begin(newJob(reading, session));
  }, [begin, ofWork, session]);
  const known = view && session ? tableOf(view) : null;
  const capturing = useCapture(onRead, known ? { rules: known.rules, ...(known.version ? { rules_version: known.version } : {}) } : judged(rules), { session, club }, outbox);
  const change = (part: Partial<Job>): void => setJob((now) => now && { ...now, ...part });
  const takeUp = (photo: PhotoErrand): void => {
    if (photo.reading) begin(newJob(photo.reading, photo.session));
    outbox.drop(photo.key);
  };

  const confirm = async (body: HandBody): Promise<void> => {
    if (!job || sending.current) return; // a double tap
    sending.current = true;
    setConfirming(true);
    setRefused(null);
    try {
      const outcome = await outbox.send({ kind: "hand", body, key: job.key });
      if (outcome.state === "refused") {
        setRefused(outcome.error);
        change({ key: newKey() });
        return;
      }
      setDone(job.key);
      setJob(null);
      replace({ screen: "done" });
    } finally {
      sending.current = false;
      setConfirming(false);
    }
  };

  // Who was invited to one table only has no club to look at.
  const back = route.screen === "table" && !me.clubs.length ? HOME : above(route, job?.session ?? null);
  const step = working && job.tai === null && !capturing.capture ? job.step : null;
  const atName = at && Date.now() - at.since < EVENING_MS ? at.name : null;
  return (
    <SpeechContext.Provider value={speech}>
      <Header
        lang={lang}
        onLang={setLang}
        step={step}
        onStep={(next) => change({ step: next })}
        title={titleOf(route, speech, view ? tableName(view, lang) : "")}
        onBack={route.screen === "home" || capturing.capture ? null : () => go(back)}
      />
      {newVersion && <NewVersionBar onTake={newVersion} />}
      {ruleSets.error && !(ruleSets.error.passing ? atTable : WAYS_IN.has(route.screen)) && <Trouble error={ruleSets.error} />}
      <OutboxBar outbox={outbox} onRead={takeUp} />
      {capturing.capture ? (
        <OnTheWay capturing={capturing} onLater={() => {
          const photo = capturing.later();
          if (working && photo) change({ photo });
        }} />
      ) : atTable || (working && job.session !== null) ? (
        <AtTheTable
          route={route}
          view={view}
          live={live}
          job={job}
          lang={lang}
          ruleSets={ruleSets}
          outbox={outbox}
          capturing={capturing}
          nameless={me.who !== null && me.who.name === ""}
          onOwn={(player) => void me.sitAs(player.name, player.id).then(live.refresh)}
          onJob={setJob}
          onBegin={begin}
        />
      ) : working ? (
        <Work
          key={job.key}
          draft={job.draft}
          reading={job.reading}
          canUndo={job.past.length > 0}
          facts={knownEvents(job.facts, rules)}
          table={{ ...atRules(table, rules), club: club ?? undefined }}
          ruleSets={ruleSets}
          step={job.step}
          refused={refused}
          confirming={confirming}
          onDraft={(draft) => setJob((now) => now && edited(now, draft))}
          onUndo={() => setJob((now) => now && undone(now))}
          onFacts={(facts) => change({ facts })}
          onTable={setTable}
          onStep={(next) => change({ step: next })}
          onConfirm={(body) => void confirm(body)}
          onPhoto={capturing.start}
          atTable={null}
        />
      ) : route.screen === "done" && done ? (
        <Done record={outbox.saved[done] ?? null} ruleSets={ruleSets.all} capturing={capturing} onByHand={() => begin(newJob(null, null))} />
      ) : me.error?.code === "not_joined" && NEEDS_JOINING.has(route.screen) ? (
        <Account me={me} />
      ) : route.screen === "club" ? (
        <Club me={me} sessions={sessions} />
      ) : route.screen === "open" && club ? (
        <Open me={me} club={club} known={sessions.names} table={atRules(table, rules)} ruleSets={ruleSets} onTable={setTable} />
      ) : route.screen === "season" && club ? (
        <SeasonScreen club={club} />
      ) : route.screen === "people" && me.club ? (
        <People me={me} club={me.club} />
      ) : route.screen === "sets" && me.club ? (
        <Sets club={me.club} />
      ) : route.screen === "models" && me.club ? (
        <Models key={me.club.id} club={me.club} />
      ) : route.screen === "set" ? (
        <SetScreen key={route.id} id={route.id} />
      ) : route.screen === "review" ? (
        <ReviewScreen key={route.id} set={route.id} photo={route.photo} />
      ) : route.screen === "account" ? (
        <Account me={me} />
      ) : route.screen === "join" || route.screen === "reset" ? (
        <ComeIn key={route.secret} me={me} route={route} />
      ) : (
        <Start
          capturing={capturing}
          resumable={job !== null}
          table={atName}
          onResume={() => go({ screen: "work" })}
          onByHand={() => begin(newJob(null, null))}
          onTable={() => at && go({ screen: "table", id: at.id })}
          onClub={() => go({ screen: "club" })}
        />
      )}
    </SpeechContext.Provider>
  );
}

function titleOf(route: Route, { t }: ReturnType<typeof speak>, name: string): string {
  switch (route.screen) {
    case "table":
      return name || t("table.title");
    case "books":
      return t("books.title");
    case "club":
    case "open":
    case "season":
    case "people":
    case "account":
    case "sets":
    case "models":
    case "set":
    case "review":
      return t(`${route.screen}.title`);
    case "work":
      return t("step.win");
    case "join":
      return t("join.title");
    case "reset":
      return t("account.reset");
    default:
      return "";
  }
}
