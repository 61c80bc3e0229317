// What a table may choose within its rules: kept are only the choices that differ from the rule set's defaults.

import type { OptionValue, OptionValues, RuleOption, RuleSet, Seat } from "./documents.ts";
import { SEATS } from "./documents.ts";

/** The largest number that an option takes here. */
export const MOST = 9_999;

export function fits(option: RuleOption, value: OptionValue): boolean {
  if (option.kind === "choice") return option.choices?.some((choice) => choice.id === value) ?? false;
  if (option.kind === "number") return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
  return SEATS.every((seat) => String(value).split(seat).length === 3) && String(value).length === 8;
}

/** The choices that a rule set knows and that differ from its defaults. */
export function known(chosen: OptionValues, rules: RuleSet): OptionValues {
  const kept = rules.options.flatMap((option): [string, OptionValue][] => {
    const value = chosen[option.id];
    return value !== undefined && value !== option.default && fits(option, value) ? [[option.id, value]] : [];
  });
  return Object.fromEntries(kept);
}

export const valueOf = (option: RuleOption, chosen: OptionValues): OptionValue => chosen[option.id] ?? option.default;

/** The flowers' seats with one flower's changed: it swaps with another, so that each seat keeps two. */
export function swapSeats(seats: string, flower: number, seat: Seat): string {
  const all = [...seats];
  const sameFour = (at: number): boolean => at >> 2 === flower >> 2;
  const having = all.flatMap((each, at) => (each === seat && at !== flower ? [at] : []));
  const other = having.find(sameFour) ?? having[0];
  if (all[flower] === seat || other === undefined) return seats;
  all[other] = all[flower] ?? seat;
  all[flower] = seat;
  return all.join("");
}
