// What the page has to say about the hand: does it win, what keeps it from winning, what the camera is unsure of.

import type { JSX } from "preact";
import type { RuleSet } from "../documents.ts";
import type { Draft } from "../draft.ts";
import { isUnsure } from "../draft.ts";
import type { Problem } from "../hand.ts";
import { inOrder, tilesIn } from "../hand.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import type { Score } from "../score.ts";
import { Nearest } from "./nearest.tsx";
import { Reasons } from "./sheet.tsx";
import { Face } from "./tile.tsx";
import { Trouble } from "./trouble.tsx";

export interface StatusProps {
  draft: Draft;
  rules: RuleSet | undefined;
  problem: Problem | null;
  score: Score;
  /** Of the changes that would make the hand win, the one whose tile is lit. */
  change: number | null;
  onChange: (change: number | null) => void;
}

export function Status({ draft, rules, problem, score, change, onChange }: StatusProps): JSX.Element {
  const { t } = useSpeech();
  const unsure = draft.pieces.filter(isUnsure).length;
  const { sheet } = score;
  return (
    <div class="status" role="status">
      {problem ? (
        <p class="verdict no">{t(draft.photo && problem.code === "no_tiles" ? "photo.no_tiles" : `problem.${problem.code}`)}</p>
      ) : score.error ? (
        <Trouble error={score.error} />
      ) : !sheet ? (
        <p class="verdict">{t("score.updating")}</p>
      ) : sheet.total !== null ? (
        <p class="verdict yes"><span class="mark" aria-hidden="true">✓</span>{t("status.winning")}</p>
      ) : (
        <div class="verdict no">
          <p><span class="mark" aria-hidden="true">…</span>{t(sheet.lacks ? "status.short" : "status.not_yet")}</p>
          <Reasons sheet={sheet} />
          {rules && sheet.status.some((code) => code === "too_few_tiles" || code === "too_many_tiles") && (
            <p class="reasons">{t("status.tiles", { n: tilesIn(draft), all: rules.tiles })}</p>
          )}
          <Nearest sheet={sheet} lit={change} onLight={onChange} />
          {sheet.waits.length > 0 && !sheet.lacks && (
            <p class="waits">{t("status.waits")} {sheet.waits.map((tile) => <Face key={tile} tile={tile} named />)}</p>
          )}
        </div>
      )}
      {unsure > 0 && <p class="hint">{t("hand.unsure", { n: unsure })}</p>}
      <Warnings draft={draft} />
    </div>
  );
}

/** What the status itself says, and goes on saying rightly while the hand is being corrected. */
const SAID: ReadonlySet<string> = new Set(["no_tiles", "unsure", "hand_incomplete", "hand_too_large", "too_many_of_a_kind"]);

/** What the camera warns of: the cause, and the tile where there is one. Gone once a person has named the tile. */
function Warnings({ draft }: { draft: Draft }): JSX.Element | null {
  const speech = useSpeech();
  const shown = inOrder(draft);
  const lines = draft.warnings.filter((warning) => !SAID.has(warning.code)).flatMap((warning) => {
    const what = speech.maybe(`warning.${warning.code}`) ?? warning.message;
    if (warning.tile === undefined || warning.tile === null) return [what];
    const at = shown.findIndex((piece) => piece.id === warning.tile);
    const piece = shown[at];
    if (!piece || piece.checked) return [];
    return [speech.t("warning.at", { n: at + 1, tile: tileName(speech, piece.tile), what })];
  });
  if (!lines.length) return null;
  return (
    <ul class="warnings">
      {[...new Set(lines)].map((line) => <li key={line}><span class="mark" aria-hidden="true">!</span>{line}</li>)}
    </ul>
  );
}

/** The pieces that carry a warning still. */
export function warnedPieces(draft: Draft): Set<number> {
  const named = new Set(draft.warnings.map((warning) => warning.tile));
  return new Set(draft.pieces.filter((piece) => named.has(piece.id) && !piece.checked).map((piece) => piece.id));
}
