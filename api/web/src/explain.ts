// Why the sheet says what it says: the hand cut into the sets that were scored, and the tiles that a row rests on.

import type { NotCounted, Row, Sheet, TileChange } from "./documents.ts";
import type { Draft, Piece } from "./draft.ts";
import { expand } from "./tiles.ts";

export interface Group {
  kind: "set" | "meld" | "pair" | "rest" | "flowers";
  tiles: string[];
  /** The tile that the hand was won with, in the group that it finished. */
  winning: number | null;
}

/** The groups that were scored; where the hand is no whole one, its tiles as they are. */
export function parted(sheet: Sheet): Group[] {
  const [body = "", flowers = ""] = wholeKongs(sheet.hand).split("|");
  const cut = sheet.decomposition;
  const sets = (cut?.sets ?? []).map((text): Group => group(/^[[(]/.test(text) ? "meld" : "set", text));
  const pairs = (cut?.pairs ?? []).map((text) => group("pair", text));
  const rest = take(expand(body), [...sets, ...pairs].flatMap((each) => each.tiles));
  const found = [...sets, ...pairs, group("rest", rest), group("flowers", flowers)].filter((each) => each.tiles.length);
  const won = /\+(\d[mpsz])$/.exec(body)?.[1] ?? sheet.assumed?.winning;
  const finished = won && found.find((each) => each.kind !== "flowers" && (!cut || each.tiles.join() === expand(wholeKongs(cut.winning_in)).join()) && each.tiles.includes(won));
  if (finished) finished.winning = finished.tiles.lastIndexOf(won);
  return found;
}

/** Which tiles of the groups a row rests on: whole groups first, then the winning tile, then whichever come first. */
export function lightUp(groups: readonly Group[], text: string): boolean[][] {
  const left = expand(text);
  const lit = groups.map((each) => each.tiles.map(() => false));
  const light = (at: number, nth: number): void => {
    const tile = groups[at]?.tiles[nth] ?? "";
    const found = left.indexOf(tile);
    if (found < 0 || lit[at]?.[nth] !== false) return;
    left.splice(found, 1);
    lit[at][nth] = true;
  };
  groups.forEach((each, at) => {
    if (take(each.tiles, left).length === 0) each.tiles.forEach((_, nth) => light(at, nth));
  });
  groups.forEach((each, at) => each.winning !== null && light(at, each.winning));
  groups.forEach((each, at) => each.tiles.forEach((_, nth) => light(at, nth)));
  return lit;
}

export type Entry = { key: string; row: Row; excluded: NotCounted | null };

/** The rows that count, then those that held and do not, each under a key that stays while the hand does. */
export const entries = (sheet: Sheet): Entry[] => [
  ...sheet.rows.map((row, at) => ({ key: `${row.id}-${at}`, row, excluded: null })),
  ...sheet.not_counted.map((row, at) => ({ key: `${row.id}-not-${at}`, row, excluded: row })),
];

/** The piece of the hand that each change is about: of equal tiles the one that the camera was least sure of. */
export function changedPieces(draft: Draft, changes: readonly TileChange[]): (number | null)[] {
  const sure = (piece: Piece): number => (piece.checked ? 1 : piece.confidence);
  const free = draft.pieces.filter((piece) => piece.role === "concealed" || piece.role === "winning").sort((a, b) => sure(a) - sure(b));
  return changes.map(({ from }) => {
    const at = free.findIndex((piece) => piece.tile === from);
    return at < 0 ? null : (free.splice(at, 1)[0]?.id ?? null);
  });
}

/** An added kong is written 555+5p; here it is four tiles. */
const wholeKongs = (text: string): string => text.replace(/\[(\d+)\+(\d[mpsz])\]/g, "[$1$2]");

const group = (kind: Group["kind"], tiles: string | string[]): Group => ({
  kind, tiles: typeof tiles === "string" ? expand(wholeKongs(tiles)) : tiles, winning: null,
});

/** What is left of some tiles when others are taken away. */
function take(from: readonly string[], away: readonly string[]): string[] {
  const left = [...away];
  return from.filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
