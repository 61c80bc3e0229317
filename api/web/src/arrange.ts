// The order in which a person reads tiles off the photo: row by row, left to right, as the tiles themselves are turned.

import type { Corners, Point } from "./documents.ts";

interface Placed {
  corners: Corners | null;
}

export function centre(corners: Corners): Point {
  return [corners.reduce((sum, [x]) => sum + x, 0) / 4, corners.reduce((sum, [, y]) => sum + y, 0) / 4];
}

export function distance(a: Corners | null, b: Corners | null): number {
  if (!a || !b) return Infinity;
  const [[ax, ay], [bx, by]] = [centre(a), centre(b)];
  return Math.hypot(ax - bx, ay - by);
}

/** Tiles in reading order; those without a place in the photo come last, as they were. */
export function arrange<T extends Placed>(tiles: readonly T[]): T[] {
  const placed = tiles.flatMap((tile) => (tile.corners ? [{ tile, corners: tile.corners }] : []));
  const right = direction(placed.map(({ corners }) => corners));
  const height = median(placed.map(({ corners: [a, , , d] }) => Math.hypot(d[0] - a[0], d[1] - a[1])));
  const spots = placed.map(({ tile, corners }) => {
    const [x, y] = centre(corners);
    return { tile, along: x * right[0] + y * right[1], down: y * right[0] - x * right[1] };
  });
  // From left to right, each tile joins the nearest row that ends at about its height: rows may climb or bend.
  const rows: (typeof spots)[] = [];
  for (const spot of spots.sort((a, b) => a.along - b.along)) {
    const away = (row: typeof spots): number => {
      const end = row.at(-1);
      if (!end || Math.abs(end.down - spot.down) >= 0.6 * height) return Infinity;
      return Math.hypot(end.along - spot.along, end.down - spot.down);
    };
    const [nearest] = rows.filter((row) => away(row) < Infinity).sort((a, b) => away(a) - away(b));
    if (nearest) nearest.push(spot);
    else rows.push([spot]);
  }
  const level = (row: typeof spots): number => row.reduce((sum, { down }) => sum + down, 0) / row.length;
  const read = rows.sort((a, b) => level(a) - level(b)).flatMap((row) => row.map(({ tile }) => tile));
  return [...read, ...tiles.filter((tile) => !tile.corners)];
}

/** Which way "right" is on the tiles, on the whole. */
function direction(all: readonly Corners[]): Point {
  const [x, y] = all.reduce(([sx, sy], [a, b]) => [sx + b[0] - a[0], sy + b[1] - a[1]], [0, 0]);
  const long = Math.hypot(x, y);
  return long ? [x / long, y / long] : [1, 0];
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
