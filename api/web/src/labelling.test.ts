import assert from "node:assert/strict";
import { test } from "node:test";
import type { Corners, Doubt, SetLabel } from "./documents.ts";
import { drawn, hit, labelOf, mended, moved, renamed, setDown } from "./labelling.ts";

const SIZE = { width: 100, height: 80 };
const box = (x: number, y: number): Corners => [[x, y], [x + 10, y], [x + 10, y + 14], [x, y + 14]];
const label = (tile: string, x: number, y: number): SetLabel => ({ tile, corners: box(x, y), part: "face", role: "meld", confidence: 0.9 });
const LABELS = [label("1m", 10, 10), label("2m", 20, 10), label("3m", 30, 10)];
const doubt = (part: Partial<Doubt>): Doubt => ({
  number: 1, kind: "name", score: 0.9, corners: box(20, 10), label: "2m", suggestion: "5m", at: 1, better: null, settled: null, ...part,
});
const tiles = (found: SetLabel[] | "remove" | null): string[] | "remove" | null => (Array.isArray(found) ? found.map(({ tile }) => tile) : found);

test("a doubt is about the label that lies there, wherever it stands in the list by now", () => {
  assert.equal(labelOf(doubt({}), LABELS), 1);
  assert.equal(labelOf(doubt({}), LABELS.slice(1)), 0);
  assert.equal(labelOf(doubt({}), [LABELS[0] as SetLabel]), null);
});

test("mending renames, adds, takes away, moves, or takes the photo out", () => {
  assert.deepEqual(tiles(mended(doubt({}), LABELS)), ["1m", "5m", "3m"]);
  assert.deepEqual(tiles(mended(doubt({ suggestion: "", kind: "stray" }), LABELS)), ["1m", "3m"]);
  assert.deepEqual(tiles(mended(doubt({ at: null, corners: box(60, 10), label: "", kind: "missed" }), LABELS)), ["1m", "2m", "3m", "5m"]);
  const better = box(22, 11);
  assert.deepEqual((mended(doubt({ suggestion: "2m", better, kind: "box" }), LABELS) as SetLabel[])[1]?.corners, better);
  assert.equal(mended(doubt({ corners: null, at: null, kind: "mirrored" }), LABELS), "remove");
  assert.equal(mended(doubt({}), LABELS.slice(2)), null);
  assert.deepEqual((mended(doubt({ suggestion: "1f-index" }), LABELS) as SetLabel[])[1]?.part, "index");
});

test("what a person touches is no machine's guess any more, and keeps its role", () => {
  const [one] = renamed(LABELS, 0, "9s");
  assert.deepEqual([one?.tile, one?.role, one?.confidence], ["9s", "meld", null]);
});

test("a tile, or a corner of it, stays inside the photo however far it is moved", () => {
  assert.deepEqual(moved(LABELS, 0, null, [-50, -50], SIZE)[0]?.corners, box(0, 0));
  assert.deepEqual(moved(LABELS, 0, null, [500, 500], SIZE)[0]?.corners, box(90, 66));
  assert.deepEqual(moved(LABELS, 0, 2, [500, 3], SIZE)[0]?.corners[2], [100, 27]);
});

test("a box may be drawn from any corner, and a slip draws none", () => {
  assert.deepEqual(drawn([30, 40], [20, 20], SIZE), [[20, 20], [30, 20], [30, 40], [20, 40]]);
  assert.equal(drawn([30, 40], [30.1, 40.1], SIZE), null);
});

test("a tile that is set down is like its nearest neighbour", () => {
  assert.deepEqual(setDown(LABELS, [50, 40], SIZE).at(-1)?.corners, box(45, 33));
  assert.equal(setDown([], [50, 40], SIZE).length, 1);
});

test("of two labels under a finger the smaller is meant", () => {
  const around: SetLabel = { ...label("9p", 0, 0), corners: [[0, 0], [90, 0], [90, 70], [0, 70]] };
  assert.equal(hit([around, ...LABELS], [15, 15]), 1);
  assert.equal(hit([around, ...LABELS], [80, 60]), 0);
  assert.equal(hit(LABELS, [80, 60]), null);
});
