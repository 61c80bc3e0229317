import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "./review-keys.ts";
import { commandOf } from "./review-keys.ts";

/** What is meant by keys that are pressed one after the other. */
function meant(...keys: string[]): (Command | null)[] {
  let waiting = "";
  return keys.flatMap((key) => {
    const found = commandOf({ key, shift: false, control: false }, waiting);
    waiting = found.waiting;
    return found.waiting ? [] : [found.command];
  });
}

test("a digit and a suit name a tile, whatever stood there before", () => {
  assert.deepEqual(meant("5", "m"), [{ do: "name", tile: "5m" }]);
  assert.deepEqual(meant("3", "7", "Z"), [{ do: "name", tile: "7z" }]);
  assert.deepEqual(meant("8", "f", "b"), [{ do: "name", tile: "8f" }, { do: "name", tile: "back" }]);
});

test("z alone takes back, and so does it after a digit that no honour has", () => {
  assert.deepEqual(meant("z"), [{ do: "undo" }]);
  assert.deepEqual(meant("9", "z"), [{ do: "undo" }]);
  assert.deepEqual(commandOf({ key: "z", shift: false, control: true }, "1").command, { do: "undo" });
});

test("arrows move by a little, with shift by more", () => {
  assert.deepEqual(meant("ArrowUp"), [{ do: "move", x: 0, y: -1 }]);
  assert.deepEqual(commandOf({ key: "ArrowRight", shift: true, control: false }, "").command, { do: "move", x: 10, y: 0 });
});

test("the browser's own keys stay its own", () => {
  assert.equal(commandOf({ key: "r", shift: false, control: true }, "").command, null);
  assert.equal(commandOf({ key: "Tab", shift: false, control: false }, "").command, null);
  assert.equal(commandOf({ key: "F5", shift: false, control: false }, "").command, null);
});
