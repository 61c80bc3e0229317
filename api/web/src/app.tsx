// The page: which screen stands, and what survives a reload or a dropped connection.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ApiFailure, ToRead } from "./api.ts";
import { newKey } from "./api.ts";
import type { HandBody, Language, Reading, RuleSet } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { EMPTY, fromReading } from "./draft.ts";
import { pickLanguage, speak, SpeechContext } from "./i18n/index.ts";
import { useOutbox } from "./outbox.ts";
import { OutboxBar } from "./parts/bars.tsx";
import { Done } from "./parts/done.tsx";
import { Header } from "./parts/header.tsx";
import { OnTheWay, Start } from "./parts/start.tsx";
import { Trouble } from "./parts/trouble.tsx";
import { useCapture } from "./reading.ts";
import { useRuleSets } from "./rulesets.ts";
import { load, save } from "./store.ts";
import type { Facts, Table } from "./win.ts";
import { atRules, knownEvents, NEW_TABLE, NO_FACTS, versionOf } from "./win.ts";
import type { Step } from "./work.tsx";
import { Work } from "./work.tsx";

/** The hand in work. `key` numbers its confirmation, so that it is recorded once however often it is sent. */
interface Job {
  draft: Draft;
  past: Draft[];
  reading: Reading | null;
  facts: Facts;
  step: Step;
  key: string;
}

const newJob = (draft: Draft, reading: Reading | null): Job => ({ draft, past: [], reading, facts: NO_FACTS, step: "hand", key: newKey() });

/** The rules by which a photo's hand is judged. */
const judged = (rules: RuleSet | undefined): ToRead["rules"] => (rules ? { rules: rules.id, ...versionOf(rules) } : {});

const PAST = 50;

export function App(): JSX.Element {
  const [lang, setLang] = useState<Language>(() => load<Language | null>("lang", null) ?? pickLanguage(navigator.languages));
  const speech = useMemo(() => speak(lang), [lang]);
  const [table, setTable] = useState<Table>(() => ({ ...NEW_TABLE, ...load<Partial<Table>>("table", {}) }));
  const [job, setJob] = useState<Job | null>(() => load<Job | null>("job", null));
  const [open, setOpen] = useState(job !== null);
  /** The key of the hand just confirmed. */
  const [done, setDone] = useState<string | null>(null);
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const [confirming, setConfirming] = useState(false);
  const sending = useRef(false);
  const outbox = useOutbox();
  const ruleSets = useRuleSets();
  const rules = ruleSets.all.find((each) => each.id === table.rules);

  // Kept before the change is painted: what a person has seen survives a reload.
  useLayoutEffect(() => save("lang", lang), [lang]);
  useLayoutEffect(() => save("table", table), [table]);
  useLayoutEffect(() => save("job", job && { ...job, past: [] }), [job]);
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = speech.t("app");
  }, [lang, speech]);

  const { refresh } = ruleSets;
  const begin = useCallback((next: Job): void => {
    refresh(); // another phone may have added rules
    setJob(next);
    setOpen(true);
    setDone(null);
    setRefused(null);
  }, [refresh]);
  const capturing = useCapture(useCallback((reading) => begin(newJob(fromReading(reading, reading.photo_url), reading)), [begin]), judged(rules));
  const change = (part: Partial<Job>): void => setJob((now) => now && { ...now, ...part });

  const confirm = async (body: HandBody): Promise<void> => {
    if (!job || sending.current) return; // a double tap
    sending.current = true;
    setConfirming(true);
    setRefused(null);
    try {
      const outcome = await outbox.send(body, job.key);
      if (outcome.state === "refused") {
        setRefused(outcome.error);
        change({ key: newKey() });
        return;
      }
      setDone(job.key);
      setJob(null);
      setOpen(false);
    } finally {
      sending.current = false;
      setConfirming(false);
    }
  };

  const working = job !== null && open && !capturing.capture;
  return (
    <SpeechContext.Provider value={speech}>
      <Header
        lang={lang}
        onLang={setLang}
        step={working ? job.step : null}
        onStep={(step) => change({ step })}
        onBack={working ? () => setOpen(false) : null}
      />
      {ruleSets.error && <Trouble error={ruleSets.error} />}
      <OutboxBar outbox={outbox} />
      {capturing.capture ? (
        <OnTheWay capturing={capturing} />
      ) : working ? (
        <Work
          key={job.key}
          draft={job.draft}
          reading={job.reading}
          canUndo={job.past.length > 0}
          facts={knownEvents(job.facts, rules)}
          table={atRules(table, rules)}
          ruleSets={ruleSets}
          step={job.step}
          refused={refused}
          confirming={confirming}
          onDraft={(draft) => change({ draft, past: [...job.past, job.draft].slice(-PAST) })}
          onUndo={() => change({ draft: job.past.at(-1) ?? job.draft, past: job.past.slice(0, -1) })}
          onFacts={(facts) => change({ facts })}
          onTable={setTable}
          onStep={(step) => change({ step })}
          onConfirm={(body) => void confirm(body)}
          onPhoto={capturing.start}
        />
      ) : done ? (
        <Done record={outbox.saved[done] ?? null} ruleSets={ruleSets.all} capturing={capturing} onByHand={() => begin(newJob(EMPTY, null))} />
      ) : (
        <Start capturing={capturing} resumable={job !== null} onResume={() => setOpen(true)} onByHand={() => begin(newJob(EMPTY, null))} />
      )}
    </SpeechContext.Provider>
  );
}
