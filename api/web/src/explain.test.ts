import assert from "node:assert/strict";
import { test } from "node:test";
import type { NotCounted, Row, Sheet } from "./documents.ts";
import { EMPTY } from "./draft.ts";
import type { Piece } from "./draft.ts";
import { changedPieces, entries, lightUp, parted } from "./explain.ts";
import { piecesFor } from "./hand.ts";

const row = (id: string, tiles: string): Row => ({ id, tai: 1, name: id, tiles, source: "" });

function sheet(hand: string, part: Partial<Sheet> = {}): Sheet {
  return { hand, rules: { id: "taiwan", version: "1.0" }, status: [], total: 1, rows: [], not_counted: [], waits: [], settlement: null, ...part };
}

const CUT = { shape: "sets_and_pair", sets: ["123m", "555p", "567s", "[777z]", "[555+5s]"], pairs: ["55m"], winning_in: "567s" };
const WON = sheet("12355m555p56s[777z][555+5s]+7s|13f", { decomposition: CUT });

/** The lit tiles of each group. */
const lit = (of: Sheet, tiles: string): string[] => {
  const groups = parted(of);
  return lightUp(groups, tiles).map((on, at) => (groups[at]?.tiles ?? []).filter((_, nth) => on[nth]).join(""));
};

test("a hand is shown as it was cut, with melds, pair, flowers and the winning tile where it was placed", () => {
  const groups = parted(WON);
  assert.deepEqual(groups.map((each) => `${each.kind} ${each.tiles.join("")}`), [
    "set 1m2m3m", "set 5p5p5p", "set 5s6s7s", "meld 7z7z7z", "meld 5s5s5s5s", "pair 5m5m", "flowers 1f3f",
  ]);
  assert.deepEqual(groups.flatMap((each, at) => (each.winning === null ? [] : [[at, each.winning]])), [[2, 2]]);
});

test("tiles that belong to no set or pair are shown too", () => {
  const orphans = sheet("19m19p19s1234567z+1z", { decomposition: { shape: "thirteen_orphans", sets: [], pairs: ["11z"], winning_in: "11z" } });
  assert.deepEqual(parted(orphans).map((each) => `${each.kind} ${each.tiles.length}`), ["pair 2", "rest 12"]);
  assert.deepEqual(parted(sheet("12m|1f")).map((each) => `${each.kind} ${each.tiles.join("")}`), ["rest 1m2m", "flowers 1f"]);
});

test("a row lights whole groups before single tiles", () => {
  assert.deepEqual(lit(WON, "777z"), ["", "", "", "7z7z7z", "", "", ""]);
  assert.deepEqual(lit(WON, "5555s"), ["", "", "", "", "5s5s5s5s", "", ""], "the kong, not the chow's five");
  assert.deepEqual(lit(WON, "7s"), ["", "", "7s", "", "", "", ""], "the winning tile");
  assert.deepEqual(lit(WON, "13f"), ["", "", "", "", "", "", "1f3f"]);
  assert.deepEqual(lit(WON, ""), ["", "", "", "", "", "", ""]);
});

test("every row has a key of its own, those that do not count too", () => {
  const excluded: NotCounted = { ...row("dragon_triplet", "777z"), because: "big", because_name: "Big" };
  const all = entries(sheet("1m", { rows: [row("flower", "1f"), row("flower", "2f")], not_counted: [excluded, excluded] }));
  assert.equal(new Set(all.map((each) => each.key)).size, 4);
  assert.deepEqual(all.map((each) => each.excluded?.because ?? null), [null, null, "big", "big"]);
});

const piece = (id: number, tile: string, part: Partial<Piece> = {}): Piece => ({
  id, tile, confidence: 0.99, corners: null, alternatives: [], role: "concealed", meld: null, checked: false, ...part,
});

test("of equal tiles the change is about the one that was read with least certainty; melds are not touched", () => {
  const draft = { ...EMPTY, pieces: [piece(1, "5p"), piece(2, "5p", { confidence: 0.6 }), piece(3, "5p", { role: "meld", meld: 0, confidence: 0.1 }), piece(4, "5p", { confidence: 0.5, checked: true })] };
  assert.deepEqual(changedPieces(draft, [{ from: "5p", to: "6p" }, { from: "5p", to: "7p" }, { from: null, to: "1m" }, { from: "9m", to: null }]), [2, 1, null, null]);
});

test("a row about the winning tile lights that very tile in the photo", () => {
  const draft = { ...EMPTY, pieces: [piece(1, "7s"), piece(2, "7s", { role: "winning" })] };
  assert.deepEqual(piecesFor(draft, ["7s"]), [2]);
  assert.deepEqual(piecesFor(draft, ["7s", "7s"]), [1, 2]);
});
