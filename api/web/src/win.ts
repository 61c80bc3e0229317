// How the hand was won, as far as a person has said; what stands at the table is remembered for the next hand.

import type { HandBody, RuleSet, ScoreBody, Seat, WinBody, Language } from "./documents.ts";
import { SEATS } from "./documents.ts";
import type { Draft } from "./draft.ts";

/** `self_draw`, the seat that discarded, or `flowers`. */
export type How = "self_draw" | "flowers" | Seat;

export interface Facts {
  seat: Seat | null;
  how: How | null;
  robbed: Seat | null;
  events: string[];
}

export interface Table {
  round: Seat;
  dealer: Seat;
  streak: number;
  base: number;
  perTai: number;
  rules: string;
}

export const NO_FACTS: Facts = { seat: null, how: null, robbed: null, events: [] };
export const NEW_TABLE: Table = { round: "E", dealer: "E", streak: 0, base: 100, perTai: 20, rules: "taiwan" };

export const isSeat = (how: How | null): how is Seat => SEATS.includes(how as Seat);

/** Name the winner; whoever won cannot have discarded. */
export function withSeat(facts: Facts, seat: Seat): Facts {
  return {
    ...facts,
    seat,
    how: facts.how === seat ? null : facts.how,
    robbed: facts.robbed === seat ? null : facts.robbed,
  };
}

/** Whether a person has said who won and how. */
export const isSaid = (facts: Facts): boolean => facts.seat !== null && facts.how !== null;

/** The win as the service takes it; what is not said yet is the dealer's self-draw. */
export function winBody(facts: Facts, table: Table): WinBody {
  const seat = facts.seat ?? (facts.how === table.dealer ? SEATS.find((each) => each !== table.dealer) ?? "E" : table.dealer);
  const how = facts.how ?? "self_draw";
  return {
    won_by: isSeat(how) ? "discard" : how,
    seat,
    from: isSeat(how) ? how : how === "flowers" ? facts.robbed : null,
    round: table.round,
    dealer: table.dealer,
    streak: table.streak,
    events: facts.events,
  };
}

export function scoreBody(hand: string, facts: Facts, table: Table, lang: Language): ScoreBody {
  return {
    hand,
    win: winBody(facts, table),
    rules: table.rules,
    base: table.base,
    per_tai: table.perTai,
    lang,
    explain: true,
  };
}

export function handBody(score: ScoreBody, draft: Draft): HandBody {
  const tiles = draft.pieces.map(({ tile, corners, role }) => ({ tile, corners, role }));
  return { ...score, reading_id: draft.readingId, tiles };
}

/** Drop events that the chosen rules do not know. */
export const knownEvents = (facts: Facts, rules: RuleSet | undefined): Facts =>
  rules ? { ...facts, events: facts.events.filter((id) => rules.events.some((event) => event.id === id)) } : facts;
