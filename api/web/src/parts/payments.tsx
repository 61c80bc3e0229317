// Who pays whom, drawn as arrows over a felt with four seats, and said in words for who can't see the drawing.

import type { JSX } from "preact";
import type { Seat } from "../documents.ts";
import { SEATS } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { useWho } from "../who.ts";

/** East sits below; play goes round to the right. */
const PLACES: Record<Seat, [number, number]> = { E: [160, 168], S: [274, 96], W: [160, 26], N: [46, 96] };

/** What one seat pays another. */
export interface Paid {
  from: Seat;
  to: Seat;
  amount: number;
}

export interface PaymentsProps {
  /** By wind. */
  settlement: Record<Seat, number>;
  /** Who pays whom, where several win; elsewhere everybody pays the one who gains. */
  paid?: readonly Paid[] | undefined;
}

export function Payments({ settlement, paid = everybodyPays(settlement) }: PaymentsProps): JSX.Element {
  const { t, lang } = useSpeech();
  const who = useWho();
  const money = (amount: number): string => amount.toLocaleString(lang);
  return (
    <figure class="payments">
      <svg viewBox="0 0 320 194" aria-hidden="true">
        <rect class="felt-drawn" x="70" y="34" width="180" height="126" rx="22" />
        {paid.map(({ from, to }) => <Arrow key={`${from}${to}`} from={PLACES[from]} to={PLACES[to]} />)}
        {SEATS.map((seat) => {
          const [x, y] = PLACES[seat];
          const amount = settlement[seat];
          const kind = amount > 0 ? "gets" : amount < 0 ? "pays" : "even";
          return (
            <g key={seat} class={`place ${kind}`}>
              <rect x={x - 44} y={y - 24} width={88} height={48} rx={12} />
              <text class="who" x={x} y={y - 5}>{clip(who(seat))}</text>
              <text class="amount" x={x} y={y + 15}>{amount > 0 ? `+${money(amount)}` : amount < 0 ? `−${money(-amount)}` : "0"}</text>
            </g>
          );
        })}
      </svg>
      <figcaption class="visually-hidden">
        {t("sheet.pays")}: {paid.map(({ from, to, amount }) => t("sheet.pay", { from: who(from), to: who(to), amount: money(amount) })).join(", ") || "0"}
      </figcaption>
    </figure>
  );
}

function everybodyPays(settlement: Record<Seat, number>): Paid[] {
  const winner = SEATS.find((seat) => settlement[seat] > 0);
  if (!winner) return [];
  return SEATS.filter((seat) => settlement[seat] < 0).map((seat) => ({ from: seat, to: winner, amount: -settlement[seat] }));
}

/** A name as long as a plate holds it. */
function clip(name: string): string {
  let room = 13;
  const fits = Array.from(name).filter((char) => (room -= char.charCodeAt(0) > 0x2e80 ? 2 : 1.1) >= 0).join("");
  return fits.length < name.length ? `${fits}…` : name;
}

/** A bow over the middle of the table, from the payer's plate to the winner's. */
function Arrow({ from, to }: { from: [number, number]; to: [number, number] }): JSX.Element {
  const [mx, my] = [160, 97];
  const [ax, ay] = edge(from, mx, my, 0);
  const [bx, by] = edge(to, mx, my, 8);
  const [tx, ty] = edge(to, mx, my, -2);
  const long = Math.hypot(tx - bx, ty - by);
  const [ux, uy] = [(tx - bx) / long, (ty - by) / long];
  const wing = (side: number): string => `${bx - uy * 7 * side},${by + ux * 7 * side}`;
  return (
    <g class="arrow">
      <path d={`M${ax} ${ay}Q${mx} ${my} ${bx} ${by}`} />
      <polygon points={`${tx},${ty} ${wing(1)} ${wing(-1)}`} />
    </g>
  );
}

/** Where the line from a plate to the middle leaves the plate, `more` beyond its edge. */
function edge([x, y]: [number, number], mx: number, my: number, more: number): [number, number] {
  const [dx, dy] = [mx - x, my - y];
  const long = Math.hypot(dx, dy);
  const gap = Math.min((44 + 2) / Math.abs(dx / long || 1e-9), (24 + 2) / Math.abs(dy / long || 1e-9)) + more;
  return [x + (dx / long) * gap, y + (dy / long) * gap];
}
