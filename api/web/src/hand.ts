// From the corrected pieces to the hand's text, and from a row's tiles back to the pieces that light up.

import type { Draft, Piece } from "./draft.ts";
import { BACK, compact, order, shape } from "./tiles.ts";

export type Problem = { code: "no_tiles" } | { code: "face_down"; ids: number[] } | { code: "meld_broken"; ids: number[] };

export interface Groups {
  concealed: Piece[];
  melds: { id: number; pieces: Piece[] }[];
  flowers: Piece[];
  winning: Piece | null;
  other: Piece[];
}

/** The pieces as the strip shows them. */
export function groups(draft: Draft): Groups {
  const melds = new Map<number, Piece[]>();
  for (const piece of draft.pieces) {
    if (piece.role !== "meld" || piece.meld === null) continue;
    melds.set(piece.meld, [...(melds.get(piece.meld) ?? []), piece]);
  }
  const of = (role: string): Piece[] => draft.pieces.filter((piece) => piece.role === role);
  return {
    concealed: of("concealed"),
    melds: [...melds].map(([id, pieces]) => ({ id, pieces })),
    flowers: of("flower"),
    winning: of("winning")[0] ?? null,
    other: of("other"),
  };
}

/** What the strip shows, in its order. */
export function inOrder(draft: Draft): Piece[] {
  const { concealed, melds, flowers, winning } = groups(draft);
  return [...concealed, ...melds.flatMap((meld) => meld.pieces), ...(winning ? [winning] : []), ...flowers];
}

/** How many tiles the hand has, a kong counted as three, flowers not. */
export function tilesIn(draft: Draft): number {
  const { concealed, melds, winning } = groups(draft);
  return concealed.length + melds.reduce((sum, meld) => sum + Math.min(3, meld.pieces.length), 0) + (winning ? 1 : 0);
}

const sorted = (pieces: readonly Piece[]): string[] =>
  pieces.map((piece) => piece.tile).sort((a, b) => order(a) - order(b));

/** The hand in TaiLens notation, or what keeps it from being written. */
export function handText(draft: Draft): { text: string; problem: null } | { text: null; problem: Problem } {
  const { concealed, melds, flowers, winning } = groups(draft);
  if (!concealed.length && !melds.length && !flowers.length && !winning) return stuck({ code: "no_tiles" });
  const down = [...concealed, ...(winning ? [winning] : [])].filter((piece) => piece.tile === BACK);
  if (down.length) return stuck({ code: "face_down", ids: down.map((piece) => piece.id) });
  let text = compact(sorted(concealed));
  for (const { id, pieces } of melds) {
    const names = sorted(pieces);
    const kind = shape(names);
    if (!kind) return stuck({ code: "meld_broken", ids: pieces.map((piece) => piece.id) });
    text += kind === "kong" ? kong(names[0] ?? "", draft.kongs[id] ?? "kong_claimed") : `[${compact(names)}]`;
  }
  if (winning) text += `+${winning.tile}`;
  if (flowers.length) text += `|${compact(sorted(flowers))}`;
  return { text, problem: null };
}

const stuck = (problem: Problem): { text: null; problem: Problem } => ({ text: null, problem });

function kong(tile: string, kind: string): string {
  const [rank, suit] = [tile[0] ?? "", tile[1] ?? ""];
  if (kind === "kong_concealed") return `(${rank.repeat(4)}${suit})`;
  return kind === "kong_added" ? `[${rank.repeat(3)}+${rank}${suit}]` : `[${rank.repeat(4)}${suit}]`;
}

/** The pieces that show these tiles, one each; a face-down tile of a kong shows what the kong is made of. */
export function piecesFor(draft: Draft, tiles: readonly string[]): number[] {
  const won = groups(draft).winning;
  if (won && tiles.length === 1 && tiles[0] === won.tile) return [won.id]; // a row about the winning tile
  const left = [...tiles];
  const lit: number[] = [];
  for (const piece of inOrder(draft)) {
    const at = left.indexOf(nameOf(draft, piece));
    if (at < 0) continue;
    left.splice(at, 1);
    lit.push(piece.id);
  }
  return lit;
}

function nameOf(draft: Draft, piece: Piece): string {
  if (piece.tile !== BACK || piece.meld === null) return piece.tile;
  return draft.pieces.find((other) => other.meld === piece.meld && other.tile !== BACK)?.tile ?? BACK;
}
