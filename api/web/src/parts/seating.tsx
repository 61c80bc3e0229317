// Four places, the first dealer's first: as they are set, where two taps swap two players, or drawn by lot.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SEATS } from "../documents.ts";
import { swapped } from "../entries.ts";
import { useSpeech } from "../i18n/index.ts";
import { Pick } from "./form.tsx";

export interface SeatingProps {
  /** Names by player. */
  names: readonly string[];
  /** Players by place. */
  order: readonly number[];
  /** Whether lots are drawn when this is entered; null where that is not offered. */
  drawn: boolean | null;
  onOrder: (order: number[]) => void;
  onDrawn: (drawn: boolean) => void;
}

export function Seating({ names, order, drawn, onOrder, onDrawn }: SeatingProps): JSX.Element {
  const { t } = useSpeech();
  const [held, setHeld] = useState<number | null>(null);
  const tap = (place: number): void => {
    if (held !== null && held !== place) onOrder(swapped(order, held, place));
    setHeld(held === null ? place : null);
  };
  return (
    <div class="seating">
      {drawn !== null && (
        <div class="picks two">
          <Pick on={!drawn} onPick={() => onDrawn(false)} data="seats-chosen">{t("open.chosen")}</Pick>
          <Pick on={drawn} onPick={() => onDrawn(true)} data="seats-drawn">{t("open.draw")}</Pick>
        </div>
      )}
      {drawn ? <p class="fine" role="status">{t("open.drawn")}</p> : (
        <>
          <ol>
            {order.map((player, place) => (
              <li key={player}>
                <button type="button" class="choose seat named" aria-pressed={held === place} data-place={place} onClick={() => tap(place)}>
                  <b>{names[player] || t("open.player", { n: player + 1 })}</b>
                  <small>{t(`wind.${SEATS[place] ?? "E"}`)}{place === 0 && ` ${t("open.first_dealer")}`}</small>
                </button>
              </li>
            ))}
          </ol>
          <p class="fine" role="status">{held === null ? t("open.swap_hint") : t("open.swap_with")}</p>
        </>
      )}
    </div>
  );
}
