// One hand from its photo to the confirmed record: photo, hand, win and sheet; one after the other on a phone, side by
// side on a wide screen.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ApiFailure } from "./api.ts";
import type { Corners, HandBody, Reading, Sheet } from "./documents.ts";
import type { Draft } from "./draft.ts";
import * as drafts from "./draft.ts";
import { changedPieces, entries } from "./explain.ts";
import { handText, piecesFor } from "./hand.ts";
import { useSpeech } from "./i18n/index.ts";
import { PlaceBar, SelectBar, SuggestionBar, TotalBar } from "./parts/bars.tsx";
import type { PaymentsProps } from "./parts/payments.tsx";
import { Photo } from "./parts/photo.tsx";
import { Picker } from "./parts/picker.tsx";
import { SheetView } from "./parts/sheet.tsx";
import { Camera } from "./parts/start.tsx";
import { Status, warnedPieces } from "./parts/status.tsx";
import { Strip } from "./parts/strip.tsx";
import { Trouble } from "./parts/trouble.tsx";
import type { AtBooks } from "./parts/winform.tsx";
import { WinForm } from "./parts/winform.tsx";
import type { RuleSets } from "./rulesets.ts";
import { useScore } from "./score.ts";
import { expand } from "./tiles.ts";
import { useWide } from "./wide.ts";
import type { Facts, Table } from "./win.ts";
import { handBody, isSaid, scoreBody, winBody } from "./win.ts";

export type Step = "hand" | "win" | "sheet";

export interface WorkProps {
  draft: Draft;
  reading: Reading | null;
  canUndo: boolean;
  facts: Facts;
  table: Table;
  ruleSets: RuleSets;
  step: Step;
  /** Why the service refused the last confirmation. */
  refused: ApiFailure | null;
  confirming: boolean;
  onDraft: (draft: Draft) => void;
  onUndo: () => void;
  onFacts: (facts: Facts) => void;
  onTable: (table: Table) => void;
  onStep: (step: Step) => void;
  onConfirm: (body: HandBody) => void;
  onPhoto: (file: File) => void;
  /** At a table whose books are kept. */
  atTable: AtTable | null;
}

export interface AtTable {
  books: AtBooks;
  /** Who has won the same tile, in words. */
  beside: readonly string[];
  /** Whether one more may win it. */
  another: boolean;
  /** Who pays whom; null while the books are asked. */
  payments: PaymentsProps | null;
  /** The sheet as the books would keep it. */
  sheet: Sheet | null;
  error: ApiFailure | null;
  onAnother: () => void;
  onWithout: (at: number) => void;
}

/** What the finger is busy with, beside looking. */
type Task =
  | { kind: "pick"; id: number }
  | { kind: "add"; corners: Corners | null }
  | { kind: "place" }
  | { kind: "select"; ids: ReadonlySet<number> };

const NONE: ReadonlySet<number> = new Set();

export function Work(props: WorkProps): JSX.Element {
  const { draft, facts, table, step, atTable, onDraft, onStep } = props;
  const rules = props.ruleSets.all.find((each) => each.id === table.rules);
  const { t, lang } = useSpeech();
  const [task, setTask] = useState<Task | null>(null);
  /** What has been tapped to see its tiles: a row of the sheet, or a change that would make the hand win. */
  const [row, setRow] = useState<string | null>(null);
  const [missing, setMissing] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const wide = useWide();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);

  const { text, problem } = handText(draft);
  const body = text === null ? null : scoreBody(text, facts, table, lang, rules);
  const score = useScore(body);
  const { sheet } = score;
  const said = isSaid(facts);
  const scored = score.fresh && sheet !== null && sheet.total !== null;
  // Without a connection a hand at a table may be confirmed unseen: the books score it, and refuse what does not win.
  const unseen = atTable !== null && !score.fresh && score.error?.passing === true;
  const confirmable = body !== null && (scored || unseen) && !props.confirming;

  const lit = useMemo(() => litPieces(draft, sheet, { row, missing, pointed }), [draft, sheet, row, missing, pointed]);
  const warned = useMemo(() => warnedPieces(draft), [draft]);
  const selected = task?.kind === "select" ? task.ids : null;
  const edit = (next: Draft): void => (setMissing(null), onDraft(next));
  const change = (next: Draft): void => (setTask(null), edit(next));
  const select = (id: number): void => {
    const ids = new Set(selected ?? NONE);
    if (!ids.delete(id)) ids.add(id);
    setTask({ kind: "select", ids });
  };
  const tap = (id: number): void => (selected ? select(id) : setTask({ kind: "pick", id }));
  const picked = task?.kind === "pick" ? draft.pieces.find((piece) => piece.id === task.id) : undefined;
  const show = (each: Step): string => `panel panel-${each}${wide || step === each ? "" : " away"}`;

  return (
    <main class={`work ${draft.photo ? "" : "no-photo"} at-${step}`}>
      {draft.photo && (
        <section class="panel-photo" aria-label={t("photo.alt")}>
          <Photo
            draft={draft}
            lit={selected ?? lit}
            warned={warned}
            onTap={tap}
            onPlace={task?.kind === "place" ? (x, y) => setTask({ kind: "add", corners: drafts.cornersAt(draft, x, y) }) : null}
          />
        </section>
      )}
      <section class={show("hand")}>
        <h2 ref={step === "hand" ? heading : undefined} tabIndex={-1}>{t("hand.title")}</h2>
        <Status draft={draft} rules={rules} problem={problem} score={score} change={missing} onChange={setMissing} />
        {draft.hands > 1 && props.reading && <Hands draft={draft} reading={props.reading} onDraft={change} />}
        <Strip
          draft={draft}
          lit={lit}
          warned={warned}
          selected={selected}
          onTap={tap}
          onHold={select}
          onPoint={setPointed}
          onName={(id, tile) => edit(drafts.rename(draft, id, tile))}
          onKong={(meld, kind) => edit(drafts.setKong(draft, meld, kind))}
          onWhichWon={() => setTask({ kind: "select", ids: NONE })}
        />
        <div class="tools">
          <button type="button" class="plain" onClick={() => setTask(draft.photo ? { kind: "place" } : { kind: "add", corners: null })}>{t(draft.photo ? "hand.missing" : "hand.add")}</button>
          <button type="button" class="plain" aria-pressed={selected !== null} onClick={() => setTask(selected ? null : { kind: "select", ids: NONE })}>{t("hand.group")}</button>
          <button type="button" class="plain" disabled={!props.canUndo} onClick={() => (setTask(null), props.onUndo())}>{t("hand.undo")}</button>
          <Camera label={t("photo.again")} kind="plain" onFile={props.onPhoto} />
        </div>
      </section>
      <section class={show("win")}>
        <h2 ref={step === "win" ? heading : undefined} tabIndex={-1}>{t("win.title")}</h2>
        <WinForm
          facts={facts}
          books={atTable?.books ?? null}
          table={table}
          ruleSets={props.ruleSets}
          flowers={draft.pieces.filter((piece) => piece.role === "flower").length}
          onFacts={props.onFacts}
          onTable={props.onTable}
        />
      </section>
      <section class={show("sheet")}>
        <h2 ref={step === "sheet" ? heading : undefined} tabIndex={-1}>{t("sheet.title")}</h2>
        {atTable && <Beside {...atTable} />}
        {atTable?.error && !score.error && said && <Trouble error={atTable.error} />}
        {unseen && said && <p class="note">{t("sheet.unseen")}</p>}
        {score.error && <Trouble error={score.error} />}
        {props.refused && <Trouble error={props.refused} />}
        {problem ? <p class="note">{t(`problem.${problem.code}`)}</p> : sheet ? (
          <SheetView
            sheet={(said && atTable?.sheet) || sheet}
            fresh={score.fresh}
            rules={rules}
            winner={winBody(facts, table).seat}
            said={said}
            {...(atTable && said ? { payments: atTable.payments } : {})}
            lit={row}
            onLight={setRow}
            change={missing}
            onChange={setMissing}
            onToHand={() => onStep("hand")}
          />
        ) : unseen ? null : <p class="note">{t("score.updating")}</p>}
        {atTable?.another && said && (scored || unseen) && (
          <button type="button" class="plain" data-do="another" onClick={atTable.onAnother}>{t("win.another")}</button>
        )}
      </section>
      <div class="bottom">
        {!task && (wide || step === "hand") && (
          <SuggestionBar draft={draft} onTake={() => change(drafts.takeSuggestion(draft))} onKeep={() => change({ ...draft, suggestion: null })} />
        )}
        {selected ? (
          <SelectBar
            draft={draft}
            selected={selected}
            onJoin={() => change(drafts.join(draft, [...selected]))}
            onWinning={() => change(drafts.markWinning(draft, [...selected][0] ?? -1))}
            onPull={() => change(drafts.pullOut(draft, [...selected]))}
            onAside={() => change(drafts.setAside(draft, [...selected]))}
            onDone={() => setTask(null)}
          />
        ) : task?.kind === "place" ? (
          <PlaceBar onElsewhere={() => setTask({ kind: "add", corners: null })} onCancel={() => setTask(null)} />
        ) : (
          <TotalBar score={score} stuck={problem !== null} unit={rules?.unit ?? "tai"}>
            {!wide && step === "hand" ? (
              <button type="button" class="primary" onClick={() => onStep("win")}>{t("next.win")}</button>
            ) : !wide && step === "win" ? (
              <button type="button" class="primary" onClick={() => onStep("sheet")}>{t("next.sheet")}</button>
            ) : said ? (
              <button type="button" class="primary confirm" disabled={!confirmable} onClick={() => body && props.onConfirm(handBody(body, draft))}>
                {t(props.confirming ? "confirming" : "confirm")}
              </button>
            ) : (
              <button type="button" class="primary" disabled={wide} onClick={() => onStep("win")}>{t("confirm.first")}</button>
            )}
          </TotalBar>
        )}
      </div>
      {(picked || task?.kind === "add") && (
        <Picker
          draft={draft}
          target={picked ? { piece: picked } : { corners: task?.kind === "add" ? task.corners : null }}
          onPick={(tile) => {
            if (picked) change(drafts.rename(draft, picked.id, tile));
            else if (draft.photo) change(drafts.add(draft, tile, task?.kind === "add" ? task.corners : null));
            else edit(drafts.add(draft, tile, null)); // without a photo tiles come one after the other
          }}
          onRemove={() => picked && change(drafts.remove(draft, picked.id))}
          onWinning={() => picked && change(drafts.markWinning(draft, picked.id))}
          onPull={() => picked && change(drafts.pullOut(draft, [picked.id]))}
          onAside={() => picked && change(drafts.setAside(draft, [picked.id]))}
          onSelect={() => picked && setTask({ kind: "select", ids: new Set([picked.id]) })}
          onClose={() => setTask(null)}
        />
      )}
    </main>
  );
}

interface Tapped {
  row: string | null;
  missing: number | null;
  pointed: number | null;
}

/** The tiles of what was tapped, and the tile that a finger or the keyboard is on. */
function litPieces(draft: Draft, sheet: Sheet | null, { row, missing, pointed }: Tapped): Set<number> {
  const tiles = sheet && entries(sheet).find((each) => each.key === row)?.row.tiles;
  const change = missing === null ? null : changedPieces(draft, sheet?.nearest?.changes ?? [])[missing];
  const lit = new Set(tiles ? piecesFor(draft, expand(tiles)) : []);
  for (const id of [change, pointed]) if (typeof id === "number") lit.add(id);
  return lit;
}

/** Who has won the same tile. */
export function Beside({ beside, onWithout }: Pick<AtTable, "beside" | "onWithout">): JSX.Element | null {
  const { t } = useSpeech();
  if (!beside.length) return null;
  return (
    <ul class="beside" aria-label={t("win.beside")}>
      {beside.map((words, at) => (
        <li key={at}>
          <b>{words}</b>
          <button type="button" class="icon" aria-label={t("win.without", { who: words })} onClick={() => onWithout(at)}>✕</button>
        </li>
      ))}
    </ul>
  );
}

function Hands({ draft, reading, onDraft }: { draft: Draft; reading: Reading; onDraft: (draft: Draft) => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <div class="hands" role="group">
      {reading.reading.hands.map((_, n) => (
        <button type="button" class="chip" key={n} aria-pressed={draft.hand === n} onClick={() => onDraft(drafts.fromReading(reading, reading.photo_url, n))}>
          {t("hand.of", { n: n + 1, all: draft.hands })}
        </button>
      ))}
    </div>
  );
}
