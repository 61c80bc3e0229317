// Options and their choices in the user's words.

import type { OptionValue, OptionValues, RuleOption, RuleSet, Seat } from "./documents.ts";
import type { Speech } from "./i18n/index.ts";

export function choiceWords(speech: Speech, option: RuleOption, value: OptionValue): string {
  if (option.kind === "flower_seats") return Array.from(String(value), (seat) => speech.t(`seat.${seat as Seat}`)[0]).join("");
  return speech.named(option.choices?.find((choice) => choice.id === value)?.names, String(value));
}

/** "Name: choice" for whatever differs from the rule set's defaults. */
export const optionWords = (speech: Speech, rules: RuleSet | undefined, values: OptionValues): string[] =>
  (rules?.options ?? []).flatMap((option) => {
    const value = values[option.id];
    if (value === undefined || value === option.default) return [];
    return [speech.t("options.pair", { name: speech.named(option.names, option.id), value: choiceWords(speech, option, value) })];
  });
