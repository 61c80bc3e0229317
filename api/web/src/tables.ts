// A table as the page shows it, from what the service says of it.

import type { Abortive, LineState, MemberRole, PreviewAnswer, Seat, SessionState } from "./documents.ts";
import { SEATS } from "./documents.ts";
import type { Paid, PaymentsProps } from "./parts/payments.tsx";
import type { Round, Table } from "./win.ts";

export interface Person {
  id: string;
  name: string;
}

export interface TableView {
  id: string;
  club: string;
  /** Of the last line that is seen here. */
  number: number;
  title: string;
  created: string;
  unit: "tai" | "fan";
  finished: boolean;
  /** The line that took it off the club's lists; null where it is on them. */
  removed: number | null;
  /** Whether the game is over by the rules, so that a new one begins. */
  over: boolean;
  /** Whether four rounds have just been played: a moment to stop. */
  complete: boolean;
  role: MemberRole;
  /** Whether whoever holds this phone may enter hands here, and whether he may change what is written. */
  may: boolean;
  keeps: boolean;
  /** The player whose phone this is; null for others. */
  you: number | null;
  players: readonly Person[];
  /** Players by place. */
  order: readonly number[];
  winds: readonly Seat[];
  dealer: number;
  streak: number;
  round: Round;
  circle: number;
  game: number;
  hand: number;
  balances: readonly number[];
  chips: readonly number[] | null;
  pot: number;
  /** What the rules let break a hand off. */
  aborts: readonly Abortive[];
  /** What the rules say is paid for a wrong call and a false win; 0 where they say nothing. */
  agreed: { fine: number; falseWin: number };
  /** Whether all who claim a tile win it. */
  several: boolean;
  /** Whether seats are counted from the opened wall. */
  opened: boolean;
  liability: boolean;
  terms: SessionState["terms"];
  lines: readonly LineState[];
}

const KEEPS: ReadonlySet<MemberRole> = new Set(["owner", "scorekeeper"]);

/** Whether somebody of this role may open tables, and change what is written. */
export const keepsBooks = (role: MemberRole | undefined): boolean => role !== undefined && KEEPS.has(role);

/** `invited` says that this phone came to the table by an invite to it. */
export function viewOf(state: SessionState, invited: boolean): TableView {
  const { players, next, table } = state;
  const places = [...players.keys()].sort((a, b) => (players[a]?.place ?? 0) - (players[b]?.place ?? 0));
  const you = players.findIndex((each) => each.you);
  const keeps = keepsBooks(state.role);
  return {
    id: state.id,
    club: state.club,
    number: state.number,
    title: state.title,
    created: state.created_at,
    unit: table.unit,
    finished: state.finished,
    removed: state.removed,
    over: state.game_over || state.all_out,
    complete: state.game_complete,
    role: state.role,
    may: keeps || (state.role === "player" && (you >= 0 || invited)),
    keeps,
    you: you < 0 ? null : you,
    players: players.map(({ id, name }) => ({ id, name })),
    order: places,
    winds: players.map((each) => each.seat),
    dealer: next.dealer,
    streak: next.streak,
    round: next.round,
    circle: next.circle,
    game: next.game,
    hand: next.hand,
    balances: players.map((each) => each.balance),
    chips: state.chips ? players.map((each) => each.chips ?? 0) : null,
    pot: state.pot,
    aborts: table.aborts,
    agreed: { fine: table.fine, falseWin: table.false_win },
    several: table.winners === "all",
    opened: table.seats === "opened_wall",
    liability: table.liability,
    terms: state.terms,
    lines: state.lines,
  };
}

const SHOWN: ReadonlySet<string> = new Set(["hand", "drawn", "aborted", "penalty", "false_win", "fine", "pot_in", "pot_out", "entry", "next_game"]);

/** The lines that a person thinks of as what happened at the table. */
export const happenings = (view: TableView): LineState[] => view.lines.filter((line) => SHOWN.has(line.kind));

/** What stands at the table for the next hand, or stood there for an earlier one. */
export function tableOf(view: TableView, line: LineState | null = null): Table {
  const at = line ?? view;
  return {
    round: at.round,
    dealer: SEATS[at.dealer] ?? "E",
    streak: at.streak,
    base: view.terms.base,
    perTai: view.terms.per_tai,
    rules: view.terms.rules,
    options: view.terms.options,
    version: view.terms.rules_version,
    club: view.club,
    winds: line ? line.seats : view.winds,
  };
}

/** Who pays whom, by wind, as the drawing of payments takes it. */
export function paymentsOf({ line }: Pick<PreviewAnswer, "line">): PaymentsProps | null {
  if (!line) return null;
  const wind = (player: number): Seat => line.seats[player] ?? "E";
  const settlement: Record<Seat, number> = { E: 0, S: 0, W: 0, N: 0 };
  line.gains.forEach((gain, player) => (settlement[wind(player)] = gain));
  const paid = line.paid.flatMap(({ from, to, amount }): Paid[] => (from === null || to === null ? [] : [{ from: wind(from), to: wind(to), amount }]));
  return { settlement, paid };
}
