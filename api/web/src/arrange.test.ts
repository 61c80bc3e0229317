import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange } from "./arrange.ts";
import type { Corners, Point } from "./documents.ts";

/** A tile of 20 by 30 at (x, y), the whole picture turned by `degrees`. */
function at(name: string, x: number, y: number, degrees = 0): { name: string; corners: Corners } {
  const a = (degrees * Math.PI) / 180;
  const turn = ([px, py]: Point): Point => [px * Math.cos(a) - py * Math.sin(a), px * Math.sin(a) + py * Math.cos(a)];
  const box: Corners = [[x, y], [x + 20, y], [x + 20, y + 30], [x, y + 30]];
  return { name, corners: box.map(turn) as Corners };
}

const names = (tiles: readonly { name: string; corners: Corners | null }[]): string => arrange(tiles).map((tile) => tile.name).join("");

test("rows are read from the top, each from left to right, whatever order they come in", () => {
  assert.equal(names([at("d", 0, 40), at("b", 22, 3), at("e", 22, 42), at("a", 0, 0), at("c", 44, 0)]), "abcde");
});

test("a photo taken upside down or sideways is read as the tiles lie", () => {
  for (const turned of [90, 180, 270, 37]) {
    const tiles = [at("c", 0, 40, turned), at("a", 0, 0, turned), at("d", 22, 40, turned), at("b", 22, 0, turned)];
    assert.equal(names(tiles), "abcd", `${turned} degrees`);
  }
});

test("a row may climb further than a tile is high", () => {
  const climbing = Array.from("abcdefghij", (name, i) => at(name, i * 21, -i * 6));
  assert.equal(names([...climbing].reverse()), "abcdefghij");
});

test("a climbing row keeps its end although a lone tile far off lies as high", () => {
  const climbing = Array.from("bcdefghij", (name, i) => at(name, i * 21, 45 - i * 5));
  assert.equal(names([at("a", 0, 5), ...climbing]), "abcdefghij");
});

test("tiles without a place come last", () => {
  assert.equal(names([{ name: "z", corners: null }, at("b", 30, 0), at("a", 0, 0)]), "abz");
});
