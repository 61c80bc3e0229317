// The rows of a sheet. Tapped, a row lights its tiles in the photo and says why it counts, or which row has its place.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Row, RuleSet, Sheet } from "../documents.ts";
import type { Entry } from "../explain.ts";
import { entries } from "../explain.ts";
import { useSpeech } from "../i18n/index.ts";
import { expand } from "../tiles.ts";
import { Parted } from "./parted.tsx";
import { Face } from "./tile.tsx";

export interface RowsProps {
  sheet: Sheet;
  unit: RuleSet["unit"];
  /** The row whose tiles are lit. */
  lit: string | null;
  onLight: (row: string | null) => void;
}

export function Rows(props: RowsProps): JSX.Element {
  const { t } = useSpeech();
  const all = entries(props.sheet);
  const [counted, excluded] = [all.filter((each) => !each.excluded), all.filter((each) => each.excluded)];
  return (
    <>
      <h3>{t("sheet.rows")}</h3>
      {counted.length === 0 && <p class="note">{t("sheet.no_rows")}</p>}
      <RowList {...props} entries={counted} />
      {excluded.length > 0 && (
        <details class="fold not-counted">
          <summary>{t("sheet.not_counted", { n: excluded.length })}</summary>
          <RowList {...props} entries={excluded} />
        </details>
      )}
    </>
  );
}

function RowList({ sheet, unit, lit, onLight, entries: shown }: RowsProps & { entries: Entry[] }): JSX.Element {
  const { t } = useSpeech();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const tap = (key: string): void => {
    const next = new Set(open);
    const closing = next.delete(key);
    if (!closing) next.add(key);
    setOpen(next);
    if (!closing || lit === key) onLight(closing ? null : key);
  };
  return (
    <ul class="rows">
      {shown.map(({ key, row, excluded }) => (
        <li key={key} class={lit === key ? "row-item lit" : "row-item"}>
          <button type="button" class="row" aria-expanded={open.has(key)} data-row={row.id} onClick={() => tap(key)}>
            <span class="row-name">{row.name}</span>
            <span class="row-tai">{t(`${unit}.n`, { n: row.tai })}</span>
            {excluded
              ? <span class="row-because">{t("sheet.because", { because: excluded.because_name })}</span>
              : row.tiles && <span class="row-tiles">{expand(row.tiles).map((tile, at) => <Face key={at} tile={tile} named />)}</span>}
          </button>
          {open.has(key) && <Why sheet={sheet} row={row} />}
        </li>
      ))}
    </ul>
  );
}

function Why({ sheet, row }: { sheet: Sheet; row: Row }): JSX.Element {
  const { t } = useSpeech();
  return (
    <div class="why">
      {row.tiles ? <Parted sheet={sheet} tiles={row.tiles} /> : <p>{t("why.no_tiles")}</p>}
      <Source text={row.source} />
    </div>
  );
}

/** The sentence that a row rests on, and what was decided where it is silent. Sentences stand in their document's language. */
export function Source({ text }: { text: string }): JSX.Element | null {
  const { t } = useSpeech();
  if (!text) return null;
  const [, document, rest = ""] = /^(?:(\d{3}):? ?)?(.*)$/s.exec(text) ?? [];
  const [quoted = "", decided = ""] = /^(.*?)(?:(?:; |^)decided: (.*))?$/s.exec(rest)?.slice(1) ?? [];
  return (
    <div class="source">
      {quoted && <p>{document ? t("why.source_of", { n: document }) : t("why.source")} <q>{quoted}</q></p>}
      {decided && <p>{t("why.decided")} <span lang="en">{decided}</span></p>}
    </div>
  );
}
