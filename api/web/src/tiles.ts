// The 42 tile names in the project's fixed order, and small questions about them.

export const BACK = "back";

export const ROWS = {
  m: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}m`),
  p: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}p`),
  s: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}s`),
  z: [1, 2, 3, 4, 5, 6, 7].map((n) => `${n}z`),
  f: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${n}f`),
} as const;

export const TILES: readonly string[] = Object.values(ROWS).flat();

const ORDER = new Map(TILES.map((name, index) => [name, index]));

/** Where a tile stands in the fixed order; `back` comes last. */
export function order(tile: string): number {
  return ORDER.get(tile) ?? TILES.length;
}

export const isFlower = (tile: string): boolean => tile.endsWith("f");

export const faceUrl = (tile: string): string => `/tiles/${tile}.svg`;

/** "123m55z" as one name a tile. Unknown characters are skipped. */
export function expand(text: string): string[] {
  const names: string[] = [];
  for (const [, ranks, suit] of text.matchAll(/(\d+)([mpszf])/g)) {
    for (const rank of ranks ?? "") names.push(`${rank}${suit}`);
  }
  return names;
}

/** Names as "123m55z", in the order given. */
export function compact(tiles: readonly string[]): string {
  let text = "";
  tiles.forEach((tile, index) => {
    const next = tiles[index + 1];
    text += next && next.at(-1) === tile.at(-1) ? tile[0] : tile;
  });
  return text;
}

export type Shape = "chow" | "pung" | "kong";

/** Which meld these tiles make, whatever their order. In a kong, face-down tiles may stand for the named ones. */
export function shape(tiles: readonly string[]): Shape | null {
  const named = tiles.filter((tile) => tile !== BACK);
  const [first] = named;
  if (!first || named.some(isFlower)) return null;
  const same = named.every((tile) => tile === first);
  if (tiles.length === 4) return same ? "kong" : null;
  if (tiles.length !== 3 || named.length !== 3) return null;
  if (same) return "pung";
  const [low, middle, high] = named.map(order).sort((a, b) => a - b);
  const suit = first.at(-1) ?? "";
  const oneSuit = "mps".includes(suit) && named.every((tile) => tile.endsWith(suit));
  return oneSuit && middle === (low ?? 0) + 1 && high === (low ?? 0) + 2 ? "chow" : null;
}
