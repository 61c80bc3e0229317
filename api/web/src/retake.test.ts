import assert from "node:assert/strict";
import test from "node:test";
import { fromText } from "./retake.ts";
import { handText } from "./hand.ts";

const HANDS = [
  "123456789m55p56s[777z]+7s|1f",
  "34m678p22s[123s](5555p)[777z]+5m|26f",
  "34m678p22s[123s][555+5p][777z]+5m",
  "123456m789p55566677z",
  "4z[111s][345s][678s][999s][6666z]+4z|1378f",
];

test("a hand's text taken up again says the same", () => {
  for (const hand of HANDS) assert.equal(handText(fromText(hand)).text, hand);
});

test("the corrected reading keeps where every tile lies", () => {
  const corners: [[number, number], [number, number], [number, number], [number, number]] = [[0, 0], [1, 0], [1, 2], [0, 2]];
  const draft = fromText("5m+5m", [
    { tile: "5m", role: "concealed", corners },
    { tile: "5m", role: "winning", corners: null },
    { tile: "9p", role: "other", corners },
  ]);
  assert.deepEqual(draft.pieces.map((each) => [each.tile, each.role, each.corners]), [
    ["5m", "concealed", corners], ["5m", "winning", null], ["9p", "other", corners],
  ]);
  assert.equal(handText(draft).text, "5m+5m");
});
