// A table whose books are kept: its screen, its books, and a hand in work there, from the photo to the line of the ledger.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ApiFailure } from "./api.ts";
import { getReading, newKey, refusal } from "./api.ts";
import { calledSets } from "./calls.ts";
import type { EventBody, Language, LineWhole } from "./documents.ts";
import { SEATS } from "./documents.ts";
import type { EntryKind } from "./entries.ts";
import { isHandEnd } from "./entries.ts";
import { useSpeech } from "./i18n/index.ts";
import type { Job } from "./job.ts";
import { claims, edited, newJob, undone, withAnother, without } from "./job.ts";
import { amending, handEvent, lineOf, photosOf } from "./ledger.ts";
import type { Live } from "./live.ts";
import type { Outbox } from "./outbox.ts";
import { Entries } from "./parts/entries.tsx";
import { LineDialog } from "./parts/line.tsx";
import type { PaymentsProps } from "./parts/payments.tsx";
import { Share } from "./parts/share.tsx";
import { Trouble } from "./parts/trouble.tsx";
import { usePreview } from "./preview.ts";
import type { EventErrand } from "./queue.ts";
import type { Capturing } from "./reading.ts";
import { fromText } from "./retake.ts";
import type { Route } from "./route.ts";
import { go } from "./route.ts";
import type { RuleSets } from "./rulesets.ts";
import { Bare } from "./screens/bare.tsx";
import { Books } from "./screens/books.tsx";
import { TableScreen } from "./screens/table.tsx";
import type { Person, TableView } from "./tables.ts";
import { paymentsOf, tableOf } from "./tables.ts";
import { SittersContext } from "./who.ts";
import { isSeat, knownEvents } from "./win.ts";
import type { AtTable } from "./work.tsx";
import { Work } from "./work.tsx";

export interface AtTheTableProps {
  route: Route;
  view: TableView | null;
  live: Live;
  job: Job | null;
  lang: Language;
  ruleSets: RuleSets;
  outbox: Outbox;
  capturing: Capturing;
  /** Whether nobody knows yet whose phone this is: the history would name nobody. */
  nameless: boolean;
  onOwn: (player: Person) => void;
  onJob: (change: (job: Job | null) => Job | null) => void;
  onBegin: (job: Job) => void;
}

/** What stands in the place of the line that an entry amends. */
type Opened = { kind: "entry"; entry: EntryKind; amends?: { number: number; event: EventBody } } | { kind: "share" } | { kind: "line"; number: number };

export function AtTheTable(props: AtTheTableProps): JSX.Element {
  const { route, view, live, job, ruleSets, outbox, onJob, onBegin } = props;
  const { t } = useSpeech();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const entryKey = useRef(newKey());
  useEffect(() => {
    setOpened(null);
    setRefused(null);
  }, [route.screen]);
  if (!view) {
    return (
      <main class="form-screen">
        <div class="scroll">{live.error ? <Trouble error={live.error} onRetry={live.refresh} /> : <p class="note" role="status">{t("club.loading")}</p>}</div>
      </main>
    );
  }

  /** Put a line into the ledger, once; answers whether it is there or waits to be. */
  const enter = async (body: EventBody, label: string, key: string, photos: EventErrand["photos"] = {}): Promise<boolean> => {
    if (busy.current) return false; // a double tap
    busy.current = true;
    setSending(true);
    setRefused(null);
    try {
      const before = outbox.waiting.filter((each): each is EventErrand => each.kind === "event" && each.session === view.id && !each.refused);
      const follows = before.at(-1)?.key ?? null;
      const outcome = await outbox.send({ kind: "event", session: view.id, after: view.number, follows, body, photos, label, key });
      live.refresh();
      if (outcome.state !== "refused") return true;
      setRefused(outcome.error);
      return false;
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  const enterForm = async (body: EventBody, label: string): Promise<void> => {
    const entered = await enter(body, label, entryKey.current);
    entryKey.current = newKey();
    if (entered) setOpened(null);
  };
  const toTable = (): void => go({ screen: "table", id: view.id });
  const openEntry = (entry: EntryKind): void => {
    setRefused(null);
    setOpened({ kind: "entry", entry });
  };
  const amend = async ({ line, event }: LineWhole): Promise<void> => {
    const told = event as EventBody;
    if (told.kind === "hand") {
      const ids = told.wins.flatMap((win) => win.reading_id ?? []);
      // A photo that can't be had now leaves the tiles as they were named.
      const found = await Promise.all(ids.map((id) => getReading(id).catch(() => null)));
      const again = amending(line.number, told, view.id, new Map(found.flatMap((each) => (each ? [[each.id, each]] : []))));
      if (again) onBegin(again);
    } else {
      setRefused(null);
      setOpened({ kind: "entry", entry: isHandEnd(told.kind) ? "no_photo" : (told.kind as EntryKind), amends: { number: line.number, event: told } });
    }
  };
  const amends = opened?.kind === "entry" ? opened.amends ?? null : null;
  const shownLine = opened?.kind === "line" ? view.lines.find((line) => line.number === opened.number) : undefined;

  return (
    <SittersContext.Provider value={{ names: view.players.map((each) => each.name), winds: view.winds }}>
      {live.error && <Stale error={live.error} />}
      {route.screen === "work" && job ? (
        <HandAtTable
          {...props}
          view={view}
          job={job}
          refused={refused}
          sending={sending}
          onConfirm={async (body, label) => {
            if (await enter(body, label, job.key, photosOf(job))) {
              onJob(() => null);
              toTable();
            } else onJob((now) => now && { ...now, key: newKey() });
          }}
        />
      ) : route.screen === "books" ? (
        <Books
          view={view}
          leaf={route.leaf}
          onOpen={(line) => setOpened({ kind: "line", number: line.number })}
          onUndo={(number) => void enterForm({ kind: "undo", event: number }, t("entry.undo"))}
          onRedo={(number) => void enterForm({ kind: "redo", event: number }, t("entry.redo"))}
        />
      ) : (
        <TableScreen
          view={view}
          waiting={outbox.waiting}
          capturing={props.capturing}
          onOwn={props.nameless ? props.onOwn : null}
          resumable={job !== null && job.session === view.id}
          onResume={() => go({ screen: "work" })}
          onNoPhoto={() => openEntry("no_photo")}
          onEntry={openEntry}
          onShare={() => setOpened({ kind: "share" })}
          onRestore={() => void (view.removed !== null && enterForm({ kind: "undo", event: view.removed }, t("table.restore")))}
        />
      )}
      {refused && opened === null && route.screen !== "work" && <Trouble error={refused} />}
      {opened?.kind === "entry" && (
        <Entries
          view={view}
          ruleSets={ruleSets}
          kind={opened.entry}
          refused={refused}
          sending={sending}
          onKind={openEntry}
          onEvent={(body, label) => void enterForm(body, label)}
          amends={amends}
          onTiles={() => onBegin({ ...newJob(null, view.id), amends: amends?.number ?? null })}
          onTai={() => onBegin({ ...newJob(null, view.id), tai: 0, step: "win", amends: amends?.number ?? null })}
          onNotation={(text) => onBegin({ ...newJob(null, view.id), draft: fromText(text), amends: amends?.number ?? null })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === "share" && <Share club={view.club} session={view.id} roles={view.may ? ["player", "viewer"] : ["viewer"]} onClose={() => setOpened(null)} />}
      {shownLine && (
        <LineDialog
          view={view}
          line={shownLine}
          rules={ruleSets.all.find((each) => each.id === tableOf(view).rules)}
          refused={refused}
          sending={sending}
          onAmend={(whole) => void amend(whole)}
          onUndo={() => void enterForm({ kind: "undo", event: shownLine.number }, t("entry.undo"))}
          onClose={() => setOpened(null)}
        />
      )}
    </SittersContext.Provider>
  );
}

/** What is shown may be old: the connection, or the sign-in, is gone. */
function Stale({ error }: { error: ApiFailure }): JSX.Element {
  const { t } = useSpeech();
  return error.passing ? <p class="stale-bar" role="status">{t("table.stale")}</p> : <Trouble error={error} />;
}

interface HandAtTableProps extends AtTheTableProps {
  view: TableView;
  job: Job;
  refused: ApiFailure | null;
  sending: boolean;
  onConfirm: (body: EventBody, label: string) => Promise<void>;
}

function HandAtTable({ view, job, lang, ruleSets, capturing, refused, sending, onJob, onConfirm }: HandAtTableProps): JSX.Element {
  const { t } = useSpeech();
  const line = job.amends === null ? null : view.lines.find((each) => each.number === job.amends) ?? null;
  const table = tableOf(view, line);
  const rules = ruleSets.all.find((each) => each.id === table.rules);
  const body = handEvent(job);
  const preview = usePreview(view.id, body && lineOf(job), lang);
  const change = (part: Partial<Job>): void => onJob((now) => now && { ...now, ...part });
  const nameOf = (seat: Job["facts"]["seat"]): string => (seat ? view.players[SEATS.indexOf(seat)]?.name ?? "" : "");
  const answer = preview.answer;
  const payments: PaymentsProps | null = answer && paymentsOf(answer);
  const own = job.facts.seat === null ? -1 : SEATS.indexOf(job.facts.seat);
  const atTable: AtTable = {
    books: { opened: view.opened, liability: view.liability, sets: job.tai === null ? calledSets(job.draft) : [], beside: job.beside.flatMap(({ facts }) => facts.seat ?? []) },
    beside: job.beside.map(({ facts, tai, draft }) => t("win.beside.one", { who: nameOf(facts.seat), what: tai !== null ? t(`${view.unit}.n`, { n: tai }) : t("win.beside.tiles", { n: draft.pieces.length }) })),
    another: view.several && isSeat(job.facts.how) && job.beside.length < 2,
    payments,
    sheet: answer?.sheets.find((each) => each.player === own)?.sheet ?? null,
    error: preview.error ?? (answer?.refused ? refusal(answer.refused) : null),
    onAnother: () => onJob((now) => now && withAnother(now)),
    onWithout: (at) => onJob((now) => now && without(now, at)),
  };
  const confirm = (): void => {
    const whole = lineOf(job);
    if (whole) void onConfirm(whole, t("line.label", { who: claims(job).map(({ facts }) => nameOf(facts.seat)).join(t("list.and")) }));
  };
  if (job.tai !== null) {
    return (
      <Bare
        tai={job.tai}
        facts={job.facts}
        table={table}
        ruleSets={ruleSets}
        atTable={atTable}
        refused={refused}
        confirming={sending}
        onTai={(tai) => change({ tai })}
        onFacts={(facts) => change({ facts })}
        onConfirm={confirm}
      />
    );
  }
  return (
    <Work
      key={`${job.key}${job.beside.length}`}
      draft={job.draft}
      reading={job.reading}
      canUndo={job.past.length > 0}
      facts={knownEvents(job.facts, rules)}
      table={table}
      ruleSets={ruleSets}
      step={job.step}
      refused={refused}
      confirming={sending}
      onDraft={(draft) => onJob((now) => now && edited(now, draft))}
      onUndo={() => onJob((now) => now && undone(now))}
      onFacts={(facts) => change({ facts })}
      onTable={() => undefined}
      onStep={(step) => change({ step })}
      onConfirm={confirm}
      onPhoto={capturing.start}
      atTable={atTable}
    />
  );
}
