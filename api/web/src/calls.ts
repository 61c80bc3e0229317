// From whom a hand's sets were called, in the order of calling: by the rules somebody may have to pay for it alone (包).

import type { Seat } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { groups } from "./hand.ts";
import { BACK, compact, order, shape } from "./tiles.ts";

/** A set that a player called from another's discard, as text. */
export interface Call {
  player: Seat;
  from: Seat;
  meld: string;
}

/** One set of the hand, from whom it was called, and as the how manieth; null where nobody has said. */
export interface Called {
  meld: string;
  from: Seat | null;
  turn: number | null;
}

/** The sets of a hand that may have been called, as text. A kong added later stays the pung it was. */
export function calledSets(draft: Draft): string[] {
  return groups(draft).melds.flatMap(({ id, pieces }) => {
    const tiles = pieces.map((piece) => piece.tile).sort((a, b) => order(a) - order(b));
    const kind = shape(tiles);
    if (!kind || (kind === "kong" && (tiles.includes(BACK) || draft.kongs[id] === "kong_concealed"))) return [];
    return [`[${compact(kind === "kong" && draft.kongs[id] === "kong_added" ? tiles.slice(1) : tiles)}]`];
  });
}

/** What has been said of each of the sets; of two equal ones the first call is the first's. */
export function called(sets: readonly string[], calls: readonly Call[], player: Seat): Called[] {
  const own = calls.filter((call) => call.player === player);
  const taken = new Set<Call>();
  return sets.map((meld) => {
    const at = own.findIndex((call) => call.meld === meld && !taken.has(call));
    const call = own[at];
    if (!call) return { meld, from: null, turn: null };
    taken.add(call);
    return { meld, from: call.from, turn: at + 1 };
  });
}

/** Say from whom a set was called, as the last of those said so far; the same once more takes it back. */
export function withCall(calls: readonly Call[], { meld, from, turn }: Called, player: Seat, feeder: Seat): Call[] {
  const own = calls.filter((call) => call.player === player);
  const said = turn === null ? undefined : own[turn - 1];
  if (!said) return [...calls, { player, from: feeder, meld }];
  if (from === feeder) return calls.filter((call) => call !== said);
  return calls.map((call) => (call === said ? { ...call, from: feeder } : call));
}

/** Those calls that the books take: others' as they were, the winner's where the hand still has the set. */
export function callsOf(draft: Draft, calls: readonly Call[], player: Seat): Call[] {
  const left = calledSets(draft);
  return calls.filter((call) => {
    if (call.player !== player) return true;
    const at = left.indexOf(call.meld);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}
