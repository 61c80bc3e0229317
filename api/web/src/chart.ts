// The points of a line chart: from what each held after each hand to lines within a box.

export interface Line {
  name: string;
  /** One value more than there are hands: it begins at nothing. */
  values: readonly number[];
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Drawn {
  /** Where the levels of the scale lie. */
  levels: { value: number; y: number }[];
  lines: { name: string; points: string; end: [number, number]; last: number }[];
  zero: number;
}

/** A round step that cuts a span into about `parts`. */
export function step(span: number, parts: number): number {
  const raw = Math.max(1, span / parts);
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10) * power;
}

export function draw(lines: readonly Line[], box: Box): Drawn {
  const values = lines.flatMap((line) => line.values);
  const by = step(Math.max(0, ...values) - Math.min(0, ...values), 4);
  const low = Math.floor(Math.min(0, ...values) / by) * by;
  const high = Math.max(low + by, Math.ceil(Math.max(0, ...values) / by) * by);
  const long = Math.max(1, ...lines.map((line) => line.values.length - 1));
  const x = (at: number): number => round(box.left + (at / long) * box.width);
  const y = (value: number): number => round(box.top + ((high - value) / (high - low)) * box.height);
  const levels = Array.from({ length: Math.round((high - low) / by) + 1 }, (_, n) => low + n * by).map((value) => ({ value, y: y(value) }));
  return {
    levels,
    zero: y(0),
    lines: lines.map(({ name, values: own }) => ({
      name,
      points: own.map((value, at) => `${x(at)},${y(value)}`).join(" "),
      end: [x(own.length - 1), y(own.at(-1) ?? 0)],
      last: own.at(-1) ?? 0,
    })),
  };
}

/** Labels at these heights, moved apart where they would cover each other, in their order, and kept within bounds. */
export function apart(heights: readonly number[], gap: number, [top, bottom]: readonly [number, number]): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = order.map((at) => heights[at] ?? 0);
  for (let n = 1; n < placed.length; n += 1) placed[n] = Math.max(placed[n] ?? 0, (placed[n - 1] ?? 0) + gap);
  const over = Math.max(0, (placed.at(-1) ?? 0) - bottom);
  for (let n = placed.length - 1; n >= 0; n -= 1) {
    const most = n === placed.length - 1 ? bottom : (placed[n + 1] ?? 0) - gap;
    if (over > 0) placed[n] = Math.min(placed[n] ?? 0, most);
    placed[n] = Math.max(placed[n] ?? 0, top + n * gap);
  }
  const found: number[] = [];
  order.forEach((at, n) => (found[at] = placed[n] ?? 0));
  return found;
}

const round = (value: number): number => Math.round(value * 10) / 10;
