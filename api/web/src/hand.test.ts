import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reading, Role } from "./documents.ts";
import { add, canTake, cornersAt, EMPTY, fromReading, isUnsure, join, markWinning, pullOut, remove, rename, setAside, setKong, takeSuggestion } from "./draft.ts";
import { groups, handText, piecesFor } from "./hand.ts";
import { compact, expand, shape, TILES } from "./tiles.ts";

/** A reading with these tiles in a row: "1m", "1z:meld", "5p?" for an unsure one. */
function reading(spec: string, hand: string, suggestion: Reading["reading"]["hands"][0]["suggestion"] = null): Reading {
  const tiles = spec.split(" ").map((word, i) => {
    const [name = "", role = "concealed"] = word.split(":");
    const x = i * 30;
    return {
      tile: name.replace("?", ""), confidence: name.endsWith("?") ? 0.5 : 0.99, role: role as Role,
      hand: role === "other" ? null : 0, alternatives: [["9s", 0.2]] as [string, number][],
      corners: [[x, 0], [x + 28, 0], [x + 28, 40], [x, 40]] as [[number, number], [number, number], [number, number], [number, number]],
    };
  });
  return {
    id: "r1", photo_url: "/p",
    reading: { photo: "r1", width: 900, height: 600, tiles, hands: [{ hand, legal: false, suggestion }], warnings: [] },
  };
}

const text = (draft: Parameters<typeof handText>[0]): string | null => handText(draft).text;

test("names run in the fixed order and expand and compact are inverses", () => {
  assert.equal(TILES.length, 42);
  assert.equal(compact(TILES), "123456789m123456789p123456789s1234567z12345678f");
  assert.deepEqual(expand(compact(TILES)), [...TILES]);
});

test("a meld has one of three shapes, and only a kong may hold face-down tiles", () => {
  assert.equal(shape(["3m", "1m", "2m"]), "chow");
  assert.equal(shape(["5z", "5z", "5z"]), "pung");
  assert.equal(shape(["1p", "back", "back", "1p"]), "kong");
  for (const not of [["9m", "1p", "2p"], ["1z", "2z", "3z"], ["1f", "2f", "3f"], ["back", "1p", "1p"], ["back", "back", "back", "back"], ["1m", "1m"]]) {
    assert.equal(shape(not), null, not.join());
  }
});

test("a reading's groups come from its hand text, face-down tiles into the kong", () => {
  const draft = fromReading(reading("2m 1m 1z:meld back:meld back:meld 1z:meld 5p:meld 5p:meld 5p:meld 5p:meld 3p:winning 1f:flower 9s:other", "12m(1111z)[555+5p]+3p|1f"), "/p");
  assert.equal(text(draft), "12m(1111z)[555+5p]+3p|1f");
  assert.equal(groups(draft).other.length, 1);
});

test("of two melds with equal tiles each keeps those that lie together", () => {
  const draft = fromReading(reading("2s:meld 3s:meld 4s:meld 1s:meld 2s:meld 3s:meld", "[123s][234s]"), "/p");
  const melds = groups(draft).melds.map((meld) => meld.pieces.map((piece) => piece.id).join());
  assert.deepEqual(melds, ["0,1,2", "3,4,5"]);
});

test("naming a tile changes the text and makes it sure", () => {
  const draft = fromReading(reading("1m 2m 5m?", "125m"), "/p");
  assert.deepEqual(draft.pieces.map(isUnsure), [false, false, true]);
  const named = rename(draft, 2, "3m");
  assert.equal(text(named), "123m");
  assert.equal(named.pieces.some(isUnsure), false);
  assert.equal(text(draft), "125m", "the draft before stays as it was");
});

test("a flower goes to the flowers and comes back when it was none", () => {
  const flower = rename(fromReading(reading("1m 2m", "12m"), "/p"), 1, "6f");
  assert.equal(text(flower), "1m|6f");
  assert.equal(text(rename(flower, 1, "2m")), "12m");
});

test("tiles join to a meld, change their kind of kong, and are pulled out again", () => {
  const draft = fromReading(reading("1m 1m 1m 1m 5z", "1111m5z"), "/p");
  const joined = join(draft, [0, 1, 2, 3]);
  assert.equal(text(joined), "5z[1111m]");
  assert.equal(text(setKong(joined, 0, "kong_added")), "5z[111+1m]");
  assert.equal(text(pullOut(joined, [0])), "1m5z[111m]");
  assert.equal(text(pullOut(joined, [0, 1])), "1111m5z");
  assert.equal(join(draft, [0, 4]), draft, "two unlike tiles are no meld");
});

test("a meld spoilt by a new name is said, not sent", () => {
  const joined = join(fromReading(reading("1m 1m 1m", "111m"), "/p"), [0, 1, 2]);
  assert.deepEqual(handText(rename(joined, 1, "2m")), { text: null, problem: { code: "meld_broken", ids: [0, 1, 2] } });
});

test("one winning tile at most", () => {
  const draft = markWinning(markWinning(fromReading(reading("1m 2m 3m", "123m"), "/p"), 0), 2);
  assert.equal(text(draft), "12m+3m");
});

test("a face-down tile outside a kong has to be named or set aside", () => {
  const draft = rename(fromReading(reading("1m 2m", "12m"), "/p"), 1, "back");
  assert.deepEqual(handText(draft), { text: null, problem: { code: "face_down", ids: [1] } });
  assert.equal(text(setAside(draft, [1])), "1m");
});

test("an added tile stands beside its neighbours and has their size", () => {
  const draft = fromReading(reading("1m 2m 4m", "124m"), "/p");
  const corners = cornersAt(draft, 59, 20);
  assert.deepEqual(corners, [[45, 0], [73, 0], [73, 40], [45, 40]]);
  assert.deepEqual(add(draft, "3m", corners).pieces.map((piece) => piece.tile), ["1m", "2m", "3m", "4m"]);
  assert.equal(text(add(EMPTY, "8f", null)), "|8f");
  assert.equal(text(remove(draft, 0)), "24m");
});

test("a suggestion is offered while it fits, and taken whole", () => {
  const offer = { hand: "123m", changes: [{ tile: 2, from: "5m", to: "3m" }], confidence: 0.8 };
  const draft = fromReading(reading("1m 2m 5m", "125m", offer), "/p");
  assert.equal(canTake(draft), true);
  assert.equal(text(takeSuggestion(draft)), "123m");
  assert.equal(canTake(takeSuggestion(draft)), false);
  assert.equal(canTake(rename(draft, 2, "4m")), false);
});

test("a row's tiles light one piece each", () => {
  const draft = fromReading(reading("1m 1m 1m 1z:meld back:meld back:meld 1z:meld", "111m(1111z)"), "/p");
  assert.deepEqual(piecesFor(draft, expand("11m1111z")), [0, 1, 3, 4, 5, 6]);
});

test("nothing at all is a problem with a name", () => {
  assert.deepEqual(handText(EMPTY), { text: null, problem: { code: "no_tiles" } });
});
