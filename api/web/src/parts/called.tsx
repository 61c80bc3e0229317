// From whom each set was called, one after the other; the books work out from it who pays alone (包).

import type { JSX } from "preact";
import type { Call } from "../calls.ts";
import { called, withCall } from "../calls.ts";
import type { Seat } from "../documents.ts";
import { SEATS } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { expand } from "../tiles.ts";
import { usePlayer } from "../who.ts";
import { Pick } from "./form.tsx";
import { Face } from "./tile.tsx";

export interface CalledSetsProps {
  sets: readonly string[];
  calls: readonly Call[];
  winner: Seat;
  onCalls: (calls: Call[]) => void;
}

export function CalledSets({ sets, calls, winner, onCalls }: CalledSetsProps): JSX.Element {
  const { t } = useSpeech();
  const player = usePlayer();
  const said = called(sets, calls, winner);
  return (
    <details class="fold called" open={calls.length > 0}>
      <summary>{t("win.called")}</summary>
      <p class="fine">{t("win.called.what")}</p>
      {said.map((set, at) => (
        <div class="called-set" role="group" key={at} aria-label={t("win.called")}>
          <p>
            <span class="row-tiles">{expand(set.meld).map((tile, n) => <Face key={n} tile={tile} named />)}</span>
            {set.turn !== null && <small>{t("win.called.turn", { n: set.turn })}</small>}
          </p>
          <div class="picks">
            {SEATS.filter((each) => each !== winner).map((each) => (
              <Pick key={each} on={set.from === each} onPick={() => onCalls(withCall(calls, set, winner, each))} data={`called-${at}-${each}`}>{player(each)}</Pick>
            ))}
          </div>
        </div>
      ))}
    </details>
  );
}
