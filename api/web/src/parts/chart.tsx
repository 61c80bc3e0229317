// How the evening, or the season, went: a line a player, told apart by its dashes and its name as well as by colour.

import type { JSX } from "preact";
import type { Line } from "../chart.ts";
import { apart, draw } from "../chart.ts";
import { useSpeech } from "../i18n/index.ts";
import { signed } from "./felt.tsx";

const [WIDTH, HEIGHT] = [360, 220];
const BOX = { left: 44, top: 12, width: 226, height: 190 };
const GAP = 15;

export function Chart({ lines, title }: { lines: readonly Line[]; title: string }): JSX.Element {
  const { lang } = useSpeech();
  const drawn = draw(lines, BOX);
  const labels = apart(drawn.lines.map(({ end }) => end[1]), GAP, [BOX.top, BOX.top + BOX.height]);
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${drawn.lines.map(({ name, last }) => `${name} ${signed(last, lang)}`).join(", ")}`}>
        {drawn.levels.map(({ value, y }) => (
          <g key={value} class={value === 0 ? "level zero" : "level"}>
            <line x1={BOX.left} x2={BOX.left + BOX.width} y1={y} y2={y} />
            <text x={BOX.left - 5} y={y + 3.5}>{short(value, lang)}</text>
          </g>
        ))}
        {drawn.lines.map(({ name, points, end }, n) => (
          <g key={n} class={`line line-${n % 8}`}>
            <polyline points={points} />
            <circle cx={end[0]} cy={end[1]} r={3.5} />
            <path class="lead" d={`M${end[0] + 4} ${end[1]}L${BOX.left + BOX.width + 12} ${labels[n] ?? end[1]}`} />
            <text x={BOX.left + BOX.width + 15} y={(labels[n] ?? end[1]) + 4}>{clip(name)}</text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** A name as long as fits beside the chart; its whole is in the table below. */
function clip(name: string): string {
  let room = 10.5;
  const fits = Array.from(name).filter((char) => (room -= char.charCodeAt(0) > 0x2e80 ? 2 : 1.05) >= 0).join("");
  return fits.length < name.length ? `${fits.slice(0, -1)}…` : name;
}

const short = (value: number, lang: string): string =>
  Math.abs(value) >= 10_000 ? value.toLocaleString(lang, { notation: "compact" }) : value.toLocaleString(lang);
