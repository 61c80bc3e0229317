// The labels of one photo while a person puts them right: every change is a pure function, so that undo is a list.

import { centre } from "./arrange.ts";
import type { Corners, Doubt, Point, SetLabel } from "./documents.ts";

export interface Size {
  width: number;
  height: number;
}

/** What the arrows move: the whole tile, or one of its corners. */
export type Grip = 0 | 1 | 2 | 3 | null;

const SLACK = 1;

/** Tile and part of a class name: "1f-index" is a flower's strip. */
function named(name: string): Pick<SetLabel, "tile" | "part"> {
  return name.endsWith("-index") ? { tile: name.slice(0, -6), part: "index" } : { tile: name, part: "face" };
}

/** Which label a doubt is about; labels may have moved in the list since it was found. Null where it is about none. */
export function labelOf(doubt: Doubt, labels: readonly SetLabel[]): number | null {
  if (doubt.at === null || !doubt.corners) return null;
  const { corners } = doubt;
  const there = (label: SetLabel | undefined): boolean =>
    label !== undefined && label.corners.every(([x, y], n) => Math.abs(x - (corners[n]?.[0] ?? 0)) <= SLACK && Math.abs(y - (corners[n]?.[1] ?? 0)) <= SLACK);
  if (there(labels[doubt.at])) return doubt.at;
  const found = labels.findIndex(there);
  return found < 0 ? null : found;
}

/** What mends a doubt: other labels; "remove" where the photo itself must go; null where the labels have moved on. */
export function mended(doubt: Doubt, labels: readonly SetLabel[]): SetLabel[] | "remove" | null {
  if (!doubt.corners) return "remove";
  const at = labelOf(doubt, labels);
  if (doubt.at === null) {
    return doubt.suggestion ? [...labels, { ...named(doubt.suggestion), corners: doubt.better ?? doubt.corners, role: "", confidence: null }] : null;
  }
  if (at === null) return null;
  if (!doubt.suggestion) return without(labels, at);
  return changed(labels, at, { ...named(doubt.suggestion), ...(doubt.better && { corners: doubt.better }) });
}

const changed = (labels: readonly SetLabel[], at: number, part: Partial<SetLabel>): SetLabel[] =>
  labels.map((label, n) => (n === at ? { ...label, ...part, confidence: null } : label));

export const renamed = (labels: readonly SetLabel[], at: number, tile: string): SetLabel[] => changed(labels, at, { tile, part: "face" });

export const without = (labels: readonly SetLabel[], at: number): SetLabel[] => labels.filter((_, n) => n !== at);

/** Move a tile, or one of its corners, and keep it inside the photo. */
export function moved(labels: readonly SetLabel[], at: number, grip: Grip, [dx, dy]: Point, size: Size): SetLabel[] {
  const label = labels[at];
  if (!label) return [...labels];
  if (grip !== null) return changed(labels, at, { corners: label.corners.map((point, n) => (n === grip ? inside([point[0] + dx, point[1] + dy], size) : point)) as Corners });
  const xs = label.corners.map(([x]) => x);
  const ys = label.corners.map(([, y]) => y);
  const x = Math.min(Math.max(dx, -Math.min(...xs)), size.width - Math.max(...xs));
  const y = Math.min(Math.max(dy, -Math.min(...ys)), size.height - Math.max(...ys));
  return changed(labels, at, { corners: label.corners.map(([px, py]) => [tenth(px + x), tenth(py + y)]) as Corners });
}

/** Draw a tile's box from one corner to the opposite one; null where it is too small to be meant. */
export function drawn(from: Point, to: Point, size: Size): Corners | null {
  const [a, b] = [inside(from, size), inside(to, size)];
  const [x0, x1] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [y0, y1] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  const least = 0.004 * Math.max(size.width, size.height);
  return x1 - x0 < least || y1 - y0 < least ? null : [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
}

/** A tile like its nearest neighbour, set down at a point; without neighbours, an upright one. */
export function setDown(labels: readonly SetLabel[], [x, y]: Point, size: Size): SetLabel[] {
  const near = [...labels].sort((a, b) => away(a, x, y) - away(b, x, y))[0];
  const half = 0.03 * Math.min(size.width, size.height);
  const like: Corners = near?.corners ?? [[-half, -half * 1.33], [half, -half * 1.33], [half, half * 1.33], [-half, half * 1.33]];
  const [cx, cy] = near ? centre(near.corners) : [0, 0];
  const corners = like.map(([px, py]) => inside([px - cx + x, py - cy + y], size)) as Corners;
  return [...labels, { tile: near?.tile ?? "1m", corners, part: "face", role: "", confidence: null }];
}

/** The label on which a point lies; of several the smallest. */
export function hit(labels: readonly SetLabel[], [x, y]: Point): number | null {
  const found = labels.flatMap(({ corners }, at) => (encloses(corners, x, y) ? [{ at, area: Math.abs(area(corners)) }] : []));
  return found.sort((a, b) => a.area - b.area)[0]?.at ?? null;
}

function encloses(corners: Corners, x: number, y: number): boolean {
  let odd = false;
  corners.forEach(([ax, ay], n) => {
    const [bx, by] = corners[(n + 1) % 4] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

const area = (corners: Corners): number => corners.reduce((sum, [ax, ay], n) => sum + ax * (corners[(n + 1) % 4]?.[1] ?? 0) - ay * (corners[(n + 1) % 4]?.[0] ?? 0), 0) / 2;

function away(label: SetLabel, x: number, y: number): number {
  const [cx, cy] = centre(label.corners);
  return Math.hypot(cx - x, cy - y);
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

const inside = ([x, y]: Point, { width, height }: Size): Point => [tenth(Math.min(Math.max(x, 0), width)), tenth(Math.min(Math.max(y, 0), height))];
