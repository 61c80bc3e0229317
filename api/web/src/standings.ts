// How everybody stands, and how it went there, counted from the lines of a table's ledger.

import type { Line } from "./chart.ts";
import type { TableView } from "./tables.ts";
import { happenings } from "./tables.ts";

export interface Standing {
  player: number;
  balance: number;
  won: number;
  selfDrawn: number;
  /** How often somebody won on a tile of his. */
  fed: number;
}

/** By balance, the highest first; the order of the seats where it is equal. */
export function standings(view: TableView): Standing[] {
  const counting = view.lines.filter((line) => !line.problem && line.kind === "hand");
  const all = view.order.map((player) => {
    const own = counting.filter((line) => line.wins.some((win) => win.counts && win.player === player));
    return {
      player,
      balance: view.balances[player] ?? 0,
      won: own.length,
      selfDrawn: own.filter((line) => line.won_by === "self_draw").length,
      fed: counting.filter((line) => line.won_by === "discard" && line.from === player).length,
    };
  });
  return all.sort((a, b) => b.balance - a.balance);
}

/** What each held after each line, from nothing on. */
export function courses(view: TableView, nobody: string): Line[] {
  const counting = happenings(view);
  return view.players.map(({ name }, player) => ({
    name: name || nobody,
    values: [0, ...counting.map((line) => line.balances[player] ?? 0)],
  }));
}
