// The hand while a person corrects it: every change is a pure function from draft to draft, so undo is a list of drafts.

import { arrange, centre, distance } from "./arrange.ts";
import type { Change, Corners, ReadDocument, Reading, Role, Warning } from "./documents.ts";
import { BACK, expand, isFlower, shape } from "./tiles.ts";

export type KongKind = "kong_claimed" | "kong_added" | "kong_concealed";

export interface Piece {
  id: number;
  tile: string;
  confidence: number;
  corners: Corners | null;
  alternatives: [string, number][];
  role: Role;
  meld: number | null;
  /** A person has looked at it and named it. */
  checked: boolean;
}

export interface Draft {
  readingId: string | null;
  photo: { url: string; width: number; height: number } | null;
  pieces: Piece[];
  kongs: Record<number, KongKind>;
  /** Which hand of the photo this is, and how many there are. */
  hand: number;
  hands: number;
  suggestion: Change[] | null;
  warnings: Warning[];
  nextId: number;
}

/** Below this a tile is marked as unsure. Confidence is calibrated: of tiles at 0.8 every fifth is wrong. */
export const SURE = 0.8;

export const isUnsure = (piece: Piece): boolean =>
  !piece.checked && piece.role !== "other" && piece.confidence < SURE;

export const EMPTY: Draft = {
  readingId: null, photo: null, pieces: [], kongs: {}, hand: 0, hands: 0, suggestion: null, warnings: [], nextId: 0,
};

/** Take up one hand of a reading; tiles of the others become `other`. */
export function fromReading(answer: Reading, photoUrl: string, hand = 0): Draft {
  const { reading } = answer;
  const pieces: Piece[] = reading.tiles.map((tile, id) => ({
    id,
    tile: tile.tile,
    confidence: tile.confidence,
    corners: tile.corners,
    alternatives: tile.alternatives,
    role: tile.hand === null || tile.hand === hand || reading.hands.length === 0 ? tile.role : "other",
    meld: null,
    checked: false,
  }));
  const kongs = groupMelds(pieces, reading.hands[hand]?.hand ?? "");
  return {
    readingId: answer.id,
    photo: { url: photoUrl, width: reading.width, height: reading.height },
    pieces,
    kongs,
    hand,
    hands: reading.hands.length,
    suggestion: suggested(reading, hand),
    warnings: reading.warnings,
    nextId: pieces.length,
  };
}

function suggested(reading: ReadDocument, hand: number): Change[] | null {
  const changes = reading.hands[hand]?.suggestion?.changes;
  return changes?.length ? changes : null;
}

/** Give the pieces with role `meld` the groups that the hand's text names: of equal tiles those that lie together. */
export function groupMelds(pieces: Piece[], text: string): Record<number, KongKind> {
  const kongs: Record<number, KongKind> = {};
  [...text.matchAll(/\[([^\]]*)\]|\(([^)]*)\)/g)].forEach((match, group) => {
    const body = match[1] ?? match[2] ?? "";
    const added = /^(\d)\1\1\+(\d[mpsz])$/.exec(body);
    const names = added?.[2] ? Array<string>(4).fill(added[2]) : expand(body);
    for (const piece of together(pieces.filter((each) => each.role === "meld" && each.meld === null), names)) piece.meld = group;
    if (names.length === 4) kongs[group] = added ? "kong_added" : match[2] ? "kong_concealed" : "kong_claimed";
  });
  for (const piece of pieces) if (piece.role === "meld" && piece.meld === null) piece.role = "concealed";
  return kongs;
}

/** The pieces with these names that lie closest together; face-down ones stand in where names are lacking. */
function together(free: readonly Piece[], names: readonly string[]): Piece[] {
  let best: Piece[] = [];
  let least = Infinity;
  for (const start of free.filter((piece) => piece.tile === names[0])) {
    const taken = [start];
    let sum = 0;
    for (const name of names.slice(1)) {
      const left = free.filter((piece) => !taken.includes(piece));
      const named = left.filter((piece) => piece.tile === name);
      const away = (piece: Piece): number => Math.min(...taken.map((each) => distance(each.corners, piece.corners)));
      const [near] = (named.length ? named : left.filter((piece) => piece.tile === BACK)).sort((a, b) => away(a) - away(b));
      if (!near) continue;
      sum += away(near);
      taken.push(near);
    }
    if (taken.length > best.length || (taken.length === best.length && sum < least)) [best, least] = [taken, sum];
  }
  return best;
}

const update = (draft: Draft, ids: readonly number[], change: Partial<Piece>): Draft => ({
  ...draft,
  pieces: draft.pieces.map((piece) => (ids.includes(piece.id) ? { ...piece, ...change } : piece)),
});

const find = (draft: Draft, id: number): Piece | undefined => draft.pieces.find((piece) => piece.id === id);

/** Name a tile. A flower goes to the flowers, and what was wrongly a flower comes back to the hand. */
export function rename(draft: Draft, id: number, tile: string): Draft {
  const piece = find(draft, id);
  if (!piece) return draft;
  let { role, meld } = piece;
  if (isFlower(tile)) [role, meld] = ["flower", null];
  else if (role === "flower") role = "concealed";
  return update(draft, [id], { tile, role, meld, checked: true });
}

export function remove(draft: Draft, id: number): Draft {
  return { ...draft, pieces: draft.pieces.filter((piece) => piece.id !== id) };
}

/** Add a tile, with its place in the photo where it has one; it stands beside its neighbours there. */
export function add(draft: Draft, tile: string, corners: Corners | null): Draft {
  const piece: Piece = {
    id: draft.nextId,
    tile,
    confidence: 1,
    corners,
    alternatives: [],
    role: isFlower(tile) ? "flower" : "concealed",
    meld: null,
    checked: true,
  };
  const read = arrange([...draft.pieces, piece]);
  const before = read[read.indexOf(piece) - 1];
  const at = before ? draft.pieces.indexOf(before) + 1 : 0;
  return { ...draft, pieces: [...draft.pieces.slice(0, at), piece, ...draft.pieces.slice(at)], nextId: draft.nextId + 1 };
}

/** Where a tapped tile lies: a copy of the nearest tile's outline, moved under the finger. */
export function cornersAt(draft: Draft, x: number, y: number): Corners {
  let near: Corners | null = null;
  let least = Infinity;
  for (const { corners } of draft.pieces) {
    if (!corners) continue;
    const [cx, cy] = centre(corners);
    const away = Math.hypot(cx - x, cy - y);
    if (away < least) [near, least] = [corners, away];
  }
  if (!near) {
    const half = Math.min(draft.photo?.width ?? 0, draft.photo?.height ?? 0) * 0.03;
    return [[x - half, y - half * 1.33], [x + half, y - half * 1.33], [x + half, y + half * 1.33], [x - half, y + half * 1.33]];
  }
  const [cx, cy] = centre(near);
  return near.map(([px, py]) => [round(px + x - cx), round(py + y - cy)]) as Corners;
}

const round = (value: number): number => Math.round(value * 10) / 10;

export const canJoin = (draft: Draft, ids: readonly number[]): boolean =>
  shape(draft.pieces.filter((piece) => ids.includes(piece.id)).map((piece) => piece.tile)) !== null;

/** Join tiles to a meld. Four with a face-down tile among them are a concealed kong. */
export function join(draft: Draft, ids: readonly number[]): Draft {
  if (!canJoin(draft, ids)) return draft;
  const group = Math.max(-1, ...draft.pieces.map((piece) => piece.meld ?? -1)) + 1;
  const joined = update(draft, ids, { role: "meld", meld: group });
  const kongs = { ...draft.kongs };
  if (ids.length === 4) {
    kongs[group] = ids.some((id) => find(draft, id)?.tile === BACK) ? "kong_concealed" : "kong_claimed";
  }
  return { ...dissolve(joined), kongs };
}

/** Melds that lost a tile to another meld fall back to the hand. */
function dissolve(draft: Draft): Draft {
  const sizes = new Map<number, number>();
  for (const { meld } of draft.pieces) if (meld !== null) sizes.set(meld, (sizes.get(meld) ?? 0) + 1);
  const broken = draft.pieces.filter((piece) => piece.meld !== null && (sizes.get(piece.meld) ?? 0) < 3);
  return update(draft, broken.map((piece) => piece.id), { role: "concealed", meld: null });
}

/** Take tiles back into the concealed hand. */
export function pullOut(draft: Draft, ids: readonly number[]): Draft {
  const flowers = draft.pieces.filter((piece) => ids.includes(piece.id) && isFlower(piece.tile)).map((piece) => piece.id);
  const others = ids.filter((id) => !flowers.includes(id));
  const pulled = update(draft, others, { role: "concealed", meld: null });
  return dissolve(update(pulled, flowers, { role: "flower", meld: null }));
}

/** Make one tile the winning tile; the one before goes back to the hand. */
export function markWinning(draft: Draft, id: number): Draft {
  const before = draft.pieces.filter((piece) => piece.role === "winning").map((piece) => piece.id);
  const cleared = update(draft, before, { role: "concealed" });
  return dissolve(update(cleared, [id], { role: "winning", meld: null }));
}

/** Say that tiles are not of this hand. */
export function setAside(draft: Draft, ids: readonly number[]): Draft {
  return dissolve(update(draft, ids, { role: "other", meld: null }));
}

export function setKong(draft: Draft, meld: number, kind: KongKind): Draft {
  return { ...draft, kongs: { ...draft.kongs, [meld]: kind } };
}

/** Whether the offered changes still fit what stands there. */
export const canTake = (draft: Draft): boolean =>
  draft.suggestion !== null && draft.suggestion.every((change) => find(draft, change.tile)?.tile === change.from);

export function takeSuggestion(draft: Draft): Draft {
  const changed = (draft.suggestion ?? []).reduce((next, { tile, to }) => rename(next, tile, to), draft);
  return { ...changed, suggestion: null };
}
