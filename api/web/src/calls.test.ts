import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "./calls.ts";
import { called, calledSets, callsOf, withCall } from "./calls.ts";
import { fromText } from "./retake.ts";

const DRAGONS = fromText("123m22p[555z][666z][777+7z](1111s)");

test("what may have been called are the open sets, an added kong as the pung it was", () => {
  assert.deepEqual(calledSets(DRAGONS), ["[555z]", "[666z]", "[777z]"]);
});

test("sets are called in the order in which they are said, and the same once more takes it back", () => {
  let calls: Call[] = [];
  const tap = (set: number, from: Call["from"]): void => {
    const chosen = called(calledSets(DRAGONS), calls, "E")[set];
    if (chosen) calls = withCall(calls, chosen, "E", from);
  };
  tap(2, "S");
  tap(0, "W");
  assert.deepEqual(called(calledSets(DRAGONS), calls, "E").map((each) => each.turn), [2, null, 1]);
  tap(2, "N"); // from another, in the same turn
  assert.deepEqual(calls.map((call) => `${call.meld}${call.from}`), ["[777z]N", "[555z]W"]);
  tap(2, "N");
  assert.deepEqual(calls.map((call) => call.meld), ["[555z]"]);
});

test("of two equal sets each has a call of its own, and a set that is gone has none", () => {
  const twice = fromText("22p[123m][123m]");
  const calls: Call[] = [{ player: "E", from: "S", meld: "[123m]" }, { player: "E", from: "N", meld: "[123m]" }];
  assert.deepEqual(called(calledSets(twice), calls, "E").map((each) => each.from), ["S", "N"]);
  const other: Call = { player: "W", from: "S", meld: "[999s]" };
  assert.deepEqual(callsOf(fromText("22p[123m]"), [...calls, other], "E"), [calls[0], other]);
});
