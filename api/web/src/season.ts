// A season of a club: what each player's evenings came to.

import { getSeason } from "./api.ts";
import type { Asked } from "./asked.ts";
import { useAsked } from "./asked.ts";
import type { Line } from "./chart.ts";
import type { SeasonAnswer } from "./documents.ts";

export const SPANS = ["month", "year", "all"] as const;
export type Span = (typeof SPANS)[number];
export const UNITS = ["money", "chips"] as const;
export type Unit = (typeof UNITS)[number];

/** The first day of a span, as the service takes it; null where there is none. */
export function sinceOf(span: Span, now: Date): string | null {
  if (span === "all") return null;
  const day = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${span === "year" ? "01" : day(now.getMonth() + 1)}-01`;
}

export const useSeason = (club: string, unit: Unit, span: Span): Asked<SeasonAnswer> =>
  useAsked(`${club} ${unit} ${span}`, () => getSeason(club, unit, sinceOf(span, new Date())));

/** Each player's sum after each evening; it stays where he was not there. */
export function courses({ players, sessions }: Pick<SeasonAnswer, "players" | "sessions">, nobody: string): Line[] {
  return players.map(({ player_id: id, name }) => {
    const values = [0];
    for (const session of sessions) values.push(session.gains.find((each) => each.player_id === id)?.total ?? values.at(-1) ?? 0);
    return { name: name || nobody, values };
  });
}
