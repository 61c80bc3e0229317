// One line of the books: its photos, its sheets, who paid whom; and what may be done about it.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiFailure, getLine } from "../api.ts";
import type { LineState, LineWhole, RuleSet, WonSheet } from "../documents.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import type { TableView } from "../tables.ts";
import { expand } from "../tiles.ts";
import { when } from "../when.ts";
import { Dialog } from "./dialog.tsx";
import { Gains, lineWords, nameOf, taiWords } from "./lines.tsx";
import { Rows } from "./rows.tsx";
import { Face } from "./tile.tsx";
import { Trouble } from "./trouble.tsx";

export interface LineDialogProps {
  view: TableView;
  line: LineState;
  rules: RuleSet | undefined;
  refused: ApiFailure | null;
  sending: boolean;
  onAmend: (whole: LineWhole) => void;
  onUndo: () => void;
  onClose: () => void;
}

/** What can't be amended, only taken back and entered anew. */
const FIXED: ReadonlySet<string> = new Set(["seats", "terms", "next_game", "finished", "reopened"]);

export function LineDialog({ view, line, rules, refused, sending, onAmend, onUndo, onClose }: LineDialogProps): JSX.Element {
  const speech = useSpeech();
  const { t, lang, maybe } = speech;
  const { whole, error } = useWhole(view.id, line);
  return (
    <Dialog title={lineWords(speech, view, line)} kind="line-dialog" onClose={onClose}>
      <div class="line-body" tabIndex={0} role="region" aria-label={lineWords(speech, view, line)}>
        <p class="fine">{[when(line.at, lang), line.by && t("line.by", { who: line.by }), taiWords(speech, view, line)].filter(Boolean).join(" · ")}</p>
        {line.problem && <p class="note">{t("line.problem.what", { why: maybe(`error.${line.problem.code}`) ?? line.problem.message })}</p>}
        {line.kind !== "aborted" && line.text && <p>{line.text}</p>}
        <Gains view={view} gains={line.gains} />
        {line.wins.length > 0 && !whole && !error && <p class="fine" role="status">{t("club.loading")}</p>}
        {whole?.sheets.map((won) => <WonPart key={won.player} view={view} line={line} won={won} rules={rules} several={whole.sheets.length > 1} />)}
        {error && <Trouble error={error} />}
        {refused && <Trouble error={refused} />}
      </div>
      <div class="bar-buttons">
        {line.wins.length > 0 && <a class="plain" href={`/api/sessions/${view.id}/events/${line.number}/picture.png?lang=${lang}`} download>{t("export.picture")}</a>}
        {view.keeps && !FIXED.has(line.kind) && <button type="button" class="plain" data-do="amend" disabled={!whole || sending} onClick={() => whole && onAmend(whole)}>{t("line.amend")}</button>}
        {view.keeps && <button type="button" class="plain danger" data-do="undo" disabled={sending} onClick={onUndo}>{t("line.undo")}</button>}
      </div>
    </Dialog>
  );
}

function useWhole(session: string, line: LineState): { whole: LineWhole | null; error: ApiFailure | null } {
  const { lang } = useSpeech();
  const [whole, setWhole] = useState<LineWhole | null>(null);
  const [error, setError] = useState<ApiFailure | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    getLine(session, line.number, lang, stop.signal).then(
      (found) => stop.signal.aborted || (setWhole(found), setError(null)),
      (failure: unknown) => {
        if (!stop.signal.aborted && failure instanceof ApiFailure) setError(failure);
      },
    );
    return () => stop.abort();
  }, [session, line.number, line.said, lang]);
  return { whole, error };
}

interface WonPartProps {
  view: TableView;
  line: LineState;
  won: WonSheet;
  rules: RuleSet | undefined;
  several: boolean;
}

function WonPart({ view, line, won, rules, several }: WonPartProps): JSX.Element {
  const speech = useSpeech();
  const { t } = speech;
  const [lit, setLit] = useState<string | null>(null);
  const win = line.wins.find((each) => each.player === won.player);
  return (
    <section class="won-part" data-winner={won.player}>
      {several && (
        <h3>
          {nameOf(view, won.player, speech)}: {t(`${view.unit}.n`, { n: won.sheet.total ?? 0 })}
          {!won.counts && ` (${t("line.before_him")})`}
        </h3>
      )}
      {win?.photo_url && <img class="line-photo" src={win.photo_url} alt={t("photo.alt")} loading="lazy" />}
      {win?.hand ? <HandText text={win.hand} /> : <p class="fine">{t("line.bare")}</p>}
      {won.sheet.rows.length > 0 && <Rows sheet={won.sheet} unit={rules?.unit ?? view.unit} lit={lit} onLight={setLit} />}
    </section>
  );
}

/** A hand's notation as drawn tiles, its parts apart. */
export function HandText({ text }: { text: string }): JSX.Element {
  const speech = useSpeech();
  const parts = text.replace(/\[(\d)\1\1\+\d([mpsz])\]/g, (_, rank: string, suit: string) => `[${rank.repeat(4)}${suit}]`).split(/[[\](){}+|]/).map(expand).filter((tiles) => tiles.length);
  return (
    <p class="line-hand" role="img" aria-label={parts.map((tiles) => tiles.map((tile) => tileName(speech, tile)).join(" ")).join(", ")}>
      {parts.map((tiles, at) => <span class="cut" key={at}>{tiles.map((tile, n) => <span key={n}><Face tile={tile} /></span>)}</span>)}
    </p>
  );
}
