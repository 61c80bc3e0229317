// For a hand that does not win: the fewest tiles that would have to change. A change that is tapped lights its tile.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Sheet, TileChange } from "../documents.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { Face } from "./tile.tsx";

export interface NearestProps {
  sheet: Sheet;
  /** The change whose tile is lit, counted from 0. */
  lit: number | null;
  onLight: (change: number | null) => void;
}

export function Nearest({ sheet, lit, onLight }: NearestProps): JSX.Element | null {
  const { t } = useSpeech();
  const [open, setOpen] = useState(false);
  const found = sheet.nearest;
  if (!found?.count) return null;
  const toggle = (): void => {
    setOpen(!open);
    onLight(null);
  };
  return (
    <div class="nearest">
      <button type="button" class="plain" aria-expanded={open} onClick={toggle}>
        {t(found.count === 1 ? "nearest.one" : "nearest.many", { n: found.count })}
      </button>
      {open && (
        <ul>
          {found.changes.map((change, at) => (
            <li key={at}>
              {change.from ? (
                <button type="button" class="change" aria-pressed={lit === at} data-from={change.from} onClick={() => onLight(lit === at ? null : at)}>
                  <Words change={change} />
                </button>
              ) : <span class="change"><Words change={change} /></span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Words({ change: { from, to } }: { change: TileChange }): JSX.Element {
  const speech = useSpeech();
  const names = { from: tileName(speech, from ?? ""), to: tileName(speech, to ?? "") };
  return (
    <>
      {from && <Face tile={from} />}
      {from && to && <span aria-hidden="true">→</span>}
      {to && <Face tile={to} />}
      <span>{speech.t(!from ? "nearest.add" : !to ? "nearest.remove" : "nearest.change", names)}</span>
    </>
  );
}
