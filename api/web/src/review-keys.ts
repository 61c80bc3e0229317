// The keyboard of a review: a key, or a digit and a suit after it, as what is meant.

import { BACK, TILES } from "./tiles.ts";

export type Command =
  | { do: "right" | "mend" | "remove" | "undo" | "add" | "delete" | "next" | "previous" | "later" | "before" | "grip" | "closer" | "keys" | "cancel" }
  | { do: "name"; tile: string }
  | { do: "move"; x: number; y: number };

export interface Press {
  key: string;
  shift: boolean;
  /** Control, or the key of that kind on other machines. */
  control: boolean;
}

const PLAIN: Readonly<Record<string, Command>> = {
  Enter: { do: "right" },
  " ": { do: "mend" },
  z: { do: "undo" },
  u: { do: "undo" },
  a: { do: "add" },
  x: { do: "delete" },
  Delete: { do: "delete" },
  Backspace: { do: "delete" },
  r: { do: "remove" },
  ".": { do: "next" },
  ",": { do: "previous" },
  PageDown: { do: "later" },
  PageUp: { do: "before" },
  c: { do: "grip" },
  w: { do: "closer" },
  b: { do: "name", tile: BACK },
  "?": { do: "keys" },
  Escape: { do: "cancel" },
};

const ARROWS: Readonly<Record<string, [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const FAR = 10;

/** What a key means after a digit that waits for its suit ("" where none does), and the digit that waits now. */
export function commandOf({ key, shift, control }: Press, waiting: string): { command: Command | null; waiting: string } {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (control) return { command: letter === "z" ? { do: "undo" } : null, waiting: "" };
  if (/^[1-9]$/.test(key)) return { command: null, waiting: key };
  const tile = waiting + letter;
  if (waiting && TILES.includes(tile)) return { command: { do: "name", tile }, waiting: "" };
  const arrow = ARROWS[key];
  if (arrow) return { command: { do: "move", x: arrow[0] * (shift ? FAR : 1), y: arrow[1] * (shift ? FAR : 1) }, waiting: "" };
  return { command: PLAIN[letter] ?? null, waiting: "" };
}
