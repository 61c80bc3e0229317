// The hand cut into the sets that were scored; a row's tiles stand out, the winning tile is framed.

import type { JSX } from "preact";
import type { Sheet } from "../documents.ts";
import { lightUp, parted } from "../explain.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { Face } from "./tile.tsx";

/** `tiles` is the row's; null shows the hand without a row. */
export function Parted({ sheet, tiles = null }: { sheet: Sheet; tiles?: string | null }): JSX.Element {
  const speech = useSpeech();
  const groups = parted(sheet);
  const lit = tiles === null ? null : lightUp(groups, tiles);
  const shown = groups.flatMap((group, at) => group.tiles.filter((_, nth) => lit?.[at]?.[nth] ?? true));
  return (
    <div class="parted" role="img" aria-label={shown.map((tile) => tileName(speech, tile)).join(", ")}>
      {groups.map((group, at) => (
        <span class={`cut ${group.kind}`} key={at}>
          {group.tiles.map((tile, nth) => {
            const on = lit?.[at]?.[nth];
            const classes = [on === true && "lit", on === false && "dim", group.winning === nth && "won"].filter(Boolean);
            return <span class={classes.join(" ")} key={nth}><Face tile={tile} /></span>;
          })}
        </span>
      ))}
    </div>
  );
}
