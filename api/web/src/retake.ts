// A hand's text, and the corrected reading that was kept with it, taken up again as a draft.

import type { HandBody, Role } from "./documents.ts";
import type { Draft, Piece } from "./draft.ts";
import { EMPTY, groupMelds } from "./draft.ts";
import { BACK, expand, isFlower } from "./tiles.ts";

type Kept = NonNullable<HandBody["tiles"]>[number];

const piece = (id: number, tile: string, role: Role, corners: Piece["corners"] = null): Piece => ({
  id, tile, confidence: 1, corners, alternatives: [], role, meld: null, checked: true,
});

/** Melds, winning tile and flowers as the text names them; where every tile lies, as it was kept. */
export function fromText(text: string, kept: readonly Kept[] = []): Draft {
  const known = kept.filter((each) => each.role !== "other" || each.corners);
  const pieces = known.length ? known.map(({ tile, role, corners }, id) => piece(id, tile, role, corners ?? null)) : named(text);
  const kongs = groupMelds(pieces, text);
  return { ...EMPTY, pieces, kongs, hands: 1, nextId: pieces.length };
}

function named(text: string): Piece[] {
  const [hand = "", flowers = ""] = text.split("|");
  const [tiles = "", winning = ""] = hand.replace(/\[(\d)\1\1\+(\d[mpsz])\]/g, (_, rank: string, tile: string) => `[${rank.repeat(4)}${tile.at(-1)}]`).split("+");
  const pieces: Piece[] = [];
  const add = (names: readonly string[], role: Role): void => {
    for (const tile of names) pieces.push(piece(pieces.length, tile, isFlower(tile) ? "flower" : role));
  };
  add(expand(tiles.replace(/\[[^\]]*\]|\([^)]*\)/g, "")), "concealed");
  for (const [meld] of tiles.matchAll(/\[[^\]]*\]|\([^)]*\)/g)) add(expand(meld), "meld");
  add(expand(winning), "winning");
  add(expand(flowers), "flower");
  return pieces.filter((each) => each.tile !== BACK);
}
