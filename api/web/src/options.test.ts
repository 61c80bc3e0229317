import assert from "node:assert/strict";
import { test } from "node:test";
import type { RuleOption, RuleSet } from "./documents.ts";
import { fits, known, swapSeats } from "./options.ts";
import { atRules, NEW_TABLE, rounds, scoreBody, NO_FACTS } from "./win.ts";

const NAMES = { "zh-Hant": "選", "zh-Hans": "选", en: "choose" };

const option = (part: Partial<RuleOption>): RuleOption => ({ id: "o", kind: "choice", default: "no", choices: null, names: NAMES, value: "no", source: "", ...part });
const CHOICE = option({ id: "dragon_rounds", choices: [{ id: "no", names: NAMES }, { id: "yes", names: NAMES }] });
const NUMBER = option({ id: "minimum", kind: "number", default: 4 });
const SEATS = option({ id: "flower_seats", kind: "flower_seats", default: "ESWNESWN" });

const rules = (...options: RuleOption[]): RuleSet => ({
  id: "club", version: "7", names: NAMES, house: true, extends: "taiwan", extends_version: "1.0", unit: "tai", minimum: 0, tiles: 17,
  flowers: true, events: [], rows: [], options,
});

test("only what differs from the default is kept, and only what the rule set takes", () => {
  const chosen = { dragon_rounds: "yes", minimum: 4, flower_seats: "EEEEEEEE", streak: "single" };
  assert.deepEqual(known(chosen, rules(CHOICE, NUMBER, SEATS)), { dragon_rounds: "yes" });
  assert.deepEqual(known({ dragon_rounds: "maybe", minimum: 5 }, rules(CHOICE, NUMBER)), { minimum: 5 });
});

test("a number is a whole one from 0", () => {
  for (const [value, is] of [[0, true], [5, true], [-1, false], [1.5, false], [NaN, false], [100_000, false]] as const) {
    assert.equal(fits(NUMBER, value), is, String(value));
  }
});

test("flowers swap seats, within their four where they can, so that each seat keeps two", () => {
  assert.equal(swapSeats("ESWNESWN", 0, "S"), "SEWNESWN");
  assert.equal(swapSeats("ESWNESWN", 6, "N"), "ESWNESNW");
  assert.equal(swapSeats("EESSWWNN", 0, "N"), "NESSWWEN");
  assert.equal(swapSeats("ESWNESWN", 1, "S"), "ESWNESWN");
});

test("other rules put back the options that they do not have, and a round that they do not play", () => {
  const table = { ...NEW_TABLE, round: "C" as const, options: { dragon_rounds: "yes", minimum: 5 } };
  const both = atRules(table, rules(CHOICE, NUMBER));
  assert.deepEqual([both.rules, both.round, both.options], ["club", "C", table.options]);
  assert.deepEqual(rounds(both), ["E", "S", "W", "N", "C", "F", "P"]);
  const other = atRules(both, rules(NUMBER));
  assert.deepEqual([other.round, other.options], ["E", { minimum: 5 }]);
  assert.deepEqual(scoreBody("1m", NO_FACTS, other, "en").options, { minimum: 5 });
  assert.equal(scoreBody("1m", NO_FACTS, other, "en", rules(NUMBER)).rules_version, "7");
});

test("before the service has said which rules there are the table stays as it was", () => {
  const table = { ...NEW_TABLE, options: { minimum: 5 } };
  assert.equal(atRules(table, undefined), table);
});
