import assert from "node:assert/strict";
import test from "node:test";
import { apart, draw, step } from "./chart.ts";

const BOX = { left: 0, top: 0, width: 100, height: 100 };

test("steps are round and part a span into a few", () => {
  assert.equal(step(1000, 4), 500);
  assert.equal(step(0, 4), 1);
  assert.equal(step(370, 4), 100);
});

test("a line starts at nothing, ends at the right edge, and lies between the outermost levels", () => {
  const drawn = draw([{ name: "a", values: [0, 300, -120] }], BOX);
  assert.equal(drawn.levels[0]?.value, -200);
  assert.equal(drawn.levels.at(-1)?.value, 400);
  assert.deepEqual(drawn.lines[0]?.end, [100, 86.7]);
  assert.match(drawn.lines[0]?.points ?? "", /^0,66\.7 /);
  assert.equal(drawn.zero, 66.7);
});

test("an evening without a hand has a scale too", () => {
  const drawn = draw([{ name: "a", values: [0] }], BOX);
  assert.ok(drawn.levels.every(({ y }) => Number.isFinite(y)));
});

test("labels never lie closer than the gap and stay within bounds", () => {
  for (const heights of [[50, 51, 52, 53], [99, 98, 100, 97], [0, 0, 0, 0], [10, 90, 10, 90]]) {
    const placed = [...apart(heights, 15, [5, 95])].sort((a, b) => a - b);
    placed.slice(1).forEach((each, n) => assert.ok(each - (placed[n] ?? 0) >= 15 - 1e-9, String(placed)));
    assert.ok((placed[0] ?? 0) >= 5 && (placed.at(-1) ?? 0) <= 95, String(placed));
  }
});
