// How the hand was won, as far as a person has said; what stands at the table is remembered for the next hand.

import type { Call } from "./calls.ts";
import type { HandBody, OptionValues, RuleSet, ScoreBody, Seat, WinBody, Language } from "./documents.ts";
import { SEATS } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { known } from "./options.ts";

/** `self_draw`, the seat that discarded, or `flowers`. */
export type How = "self_draw" | "flowers" | Seat;

export interface Facts {
  seat: Seat | null;
  how: How | null;
  robbed: Seat | null;
  events: string[];
  /** Whose wall was opened, where the books ask for it; the dealer's where nobody says. */
  opened?: Seat | null;
  /** Who pays a self-draw alone (包), where a person says so; else the books find it by the calls. */
  liable?: Seat | null;
  calls?: readonly Call[];
}

/** A seat's wind, or a dragon where the table plays dragon rounds (中發白圈). */
export type Round = Seat | "C" | "F" | "P";

export const DRAGONS: readonly Round[] = ["C", "F", "P"];

export interface Table {
  round: Round;
  dealer: Seat;
  streak: number;
  base: number;
  perTai: number;
  rules: string;
  /** What the table chose otherwise than the rule set's defaults. */
  options: OptionValues;
  /** At a table whose books are kept: the version of the rules, whose they are, and the wind of each player in the order of the opening. There
   * `Seat` stands for a player, whose wind changes from hand to hand; elsewhere player and wind are one. */
  version?: string;
  club?: string | undefined;
  winds?: readonly Seat[];
}

export const NO_FACTS: Facts = { seat: null, how: null, robbed: null, events: [] };
export const NEW_TABLE: Table = { round: "E", dealer: "E", streak: 0, base: 100, perTai: 20, rules: "taiwan", options: {} };

export const isSeat = (how: How | null): how is Seat => SEATS.includes(how as Seat);

/** The wind of a player in this hand. */
export const windOf = (table: Pick<Table, "winds">, seat: Seat): Seat => table.winds?.[SEATS.indexOf(seat)] ?? seat;

/** Name the winner; whoever won cannot have discarded. */
export function withSeat(facts: Facts, seat: Seat): Facts {
  return {
    ...facts,
    seat,
    how: facts.how === seat ? null : facts.how,
    robbed: facts.robbed === seat ? null : facts.robbed,
    liable: facts.liable === seat ? null : facts.liable ?? null,
    calls: facts.seat === seat ? facts.calls ?? [] : [],
  };
}

/** Whether a person has said who won and how. */
export const isSaid = (facts: Facts): boolean => facts.seat !== null && facts.how !== null;

/** The win as the service takes it; what is not said yet is the dealer's self-draw. */
export function winBody(facts: Facts, table: Table): WinBody {
  const seat = facts.seat ?? (facts.how === table.dealer ? SEATS.find((each) => each !== table.dealer) ?? "E" : table.dealer);
  const how = facts.how ?? "self_draw";
  const from = isSeat(how) ? how : how === "flowers" ? facts.robbed : null;
  return {
    won_by: isSeat(how) ? "discard" : how,
    seat: windOf(table, seat),
    from: from && windOf(table, from),
    round: table.round,
    dealer: windOf(table, table.dealer),
    streak: table.streak,
    events: facts.events,
  };
}

/** Which version of a club's own rules the page shows; those that come with TaiLens have but one. */
export const versionOf = (rules: RuleSet | undefined): { rules_version?: string } => (rules?.house ? { rules_version: rules.version } : {});

/** A club's own rules go with their version: what is sent late is still scored as it was shown. */
export function scoreBody(hand: string, facts: Facts, table: Table, lang: Language, rules?: RuleSet): ScoreBody {
  return {
    hand,
    win: winBody(facts, table),
    rules: table.rules,
    ...(table.version ? { rules_version: table.version } : versionOf(rules)),
    options: { ...table.options },
    base: table.base,
    per_tai: table.perTai,
    lang,
    explain: true,
    ...(table.club ? { club: table.club } : {}),
  };
}

export function handBody(score: ScoreBody, draft: Draft): HandBody {
  const tiles = draft.pieces.map(({ tile, corners, role }) => ({ tile, corners, role }));
  return { ...score, reading_id: draft.readingId, tiles };
}

/** Drop events that the chosen rules do not know. */
export const knownEvents = (facts: Facts, rules: RuleSet | undefined): Facts =>
  rules ? { ...facts, events: facts.events.filter((id) => rules.events.some((event) => event.id === id)) } : facts;

/** The rounds that the table plays. */
export const rounds = (table: Table): readonly Round[] => (table.options.dragon_rounds === "yes" ? [...SEATS, ...DRAGONS] : SEATS);

/** The table as a rule set takes it: options that it does not have are back at nothing, a round that it does not play at East. */
export function atRules(table: Table, rules: RuleSet | undefined): Table {
  if (!rules) return table;
  const next = { ...table, rules: rules.id, options: known(table.options, rules) };
  return rounds(next).includes(next.round) ? next : { ...next, round: "E" };
}
