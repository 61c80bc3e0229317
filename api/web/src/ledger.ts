// From what a person has said about a hand at a table to the line of its ledger, and back to amend it.

import { callsOf } from "./calls.ts";
import type { EventBody, HandEventBody, Reading, Seat, WinnerBody } from "./documents.ts";
import { SEATS } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { fromText } from "./retake.ts";
import { handText } from "./hand.ts";
import type { Claim, Job } from "./job.ts";
import { claims, newJob } from "./job.ts";
import type { Facts, How } from "./win.ts";
import { isSeat, NO_FACTS } from "./win.ts";

const playerOf = (seat: Seat): number => SEATS.indexOf(seat);
const seatOf = (player: number): Seat => SEATS[player] ?? "E";

/** The hand as the books take it; null while something is not said. */
export function handEvent(job: Job): HandEventBody | null {
  const all = claims(job);
  const { how } = job.facts;
  const wins = all.map(winOf);
  if (how === null || wins.some((win) => win === null)) return null;
  const from = isSeat(how) ? how : how === "flowers" ? job.facts.robbed : job.facts.liable ?? null;
  return {
    kind: "hand",
    won_by: isSeat(how) ? "discard" : how,
    from: from && playerOf(from),
    opened: job.facts.opened ? playerOf(job.facts.opened) : null,
    wins: wins.flatMap((win) => win ?? []),
    calls: how === "self_draw" ? callsIn(job) : [],
  };
}

function callsIn({ facts, draft }: Claim): NonNullable<HandEventBody["calls"]> {
  const calls = facts.seat === null ? [] : callsOf(draft, facts.calls ?? [], facts.seat);
  return calls.map(({ player, from, meld }) => ({ player: playerOf(player), from: playerOf(from), meld }));
}

/** The line for the ledger: the hand, or the amendment that puts it in the place of another. */
export function lineOf(job: Job): EventBody | null {
  const hand = handEvent(job);
  return hand && job.amends !== null ? { kind: "amend", event: job.amends, to: hand } : hand;
}

function winOf({ facts, draft, tai }: Claim): WinnerBody | null {
  if (facts.seat === null) return null;
  const player = playerOf(facts.seat);
  // Who is liable shows in the books as an event of the win.
  const events = facts.liable ? [...new Set([...facts.events, LIABILITY])] : facts.events;
  if (tai !== null) return { player, tai, events };
  const { text } = handText(draft);
  if (text === null) return null;
  const tiles = draft.pieces.map(({ tile, corners, role }) => ({ tile, corners, role }));
  return { player, hand: text, events, reading_id: draft.readingId, tiles };
}

const LIABILITY = "liability";

/** Which photos wait to be sent, by the winner they belong to. */
export const photosOf = (job: Job): Record<number, string> =>
  Object.fromEntries(claims(job).flatMap(({ photo }, at) => (photo ? [[at, photo]] : [])));

/** A hand of the books taken up again, to be amended; photos are the service's, by reading. */
export function amending(number: number, hand: HandEventBody, session: string, photos: ReadonlyMap<string, Reading>): Job | null {
  const [last, ...before] = hand.wins.map((win) => claimOf(hand, win, photos)).reverse();
  return last ? { ...newJob(null, session), ...last, beside: before.reverse(), amends: number } : null;
}

function claimOf(hand: HandEventBody, win: WinnerBody, photos: ReadonlyMap<string, Reading>): Claim {
  const from = hand.from === null || hand.from === undefined ? null : seatOf(hand.from);
  const how: How = hand.won_by === "discard" ? from ?? "self_draw" : hand.won_by;
  const facts: Facts = {
    ...NO_FACTS,
    seat: seatOf(win.player),
    how,
    robbed: how === "flowers" ? from : null,
    liable: how === "self_draw" ? from : null,
    events: (win.events ?? []).filter((each) => each !== LIABILITY),
    opened: hand.opened === null || hand.opened === undefined ? null : seatOf(hand.opened),
    calls: (hand.calls ?? []).map((call) => ({ player: seatOf(call.player), from: seatOf(call.from), meld: call.meld })),
  };
  const reading = photos.get(win.reading_id ?? "");
  const draft: Draft = {
    ...fromText(win.hand ?? "", win.tiles ?? []),
    readingId: win.reading_id ?? null,
    photo: reading ? { url: reading.photo_url, width: reading.reading.width, height: reading.reading.height } : null,
  };
  return { draft, facts, tai: win.tai ?? null, photo: null };
}
