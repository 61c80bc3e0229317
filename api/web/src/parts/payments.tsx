// Who pays whom, drawn as arrows over a felt with four seats, and said in words for who can't see the drawing.

import type { JSX } from "preact";
import type { Seat } from "../documents.ts";
import { SEATS } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";

/** East sits below; play goes round to the right. */
const PLACES: Record<Seat, [number, number]> = { E: [160, 150], S: [274, 92], W: [160, 34], N: [46, 92] };

export function Payments({ settlement }: { settlement: Record<Seat, number> }): JSX.Element {
  const { t, lang } = useSpeech();
  const money = (amount: number): string => amount.toLocaleString(lang);
  const payers = SEATS.filter((seat) => settlement[seat] < 0);
  const winner = SEATS.find((seat) => settlement[seat] > 0);
  return (
    <figure class="payments">
      <svg viewBox="0 0 320 184" aria-hidden="true">
        <rect class="felt" x="84" y="48" width="152" height="88" rx="16" />
        {winner && payers.map((payer) => <Arrow key={payer} from={PLACES[payer]} to={PLACES[winner]} />)}
        {SEATS.map((seat) => {
          const [x, y] = PLACES[seat];
          const amount = settlement[seat];
          const kind = amount > 0 ? "gets" : amount < 0 ? "pays" : "even";
          return (
            <g key={seat} class={`place ${kind}`}>
              <rect x={x - 44} y={y - 24} width={88} height={48} rx={12} />
              <text class="who" x={x} y={y - 5}>{t(`seat.${seat}`)}</text>
              <text class="amount" x={x} y={y + 15}>{amount > 0 ? `+${money(amount)}` : amount < 0 ? `−${money(-amount)}` : "0"}</text>
            </g>
          );
        })}
      </svg>
      <figcaption class="visually-hidden">
        {t("sheet.pays")}: {winner
          ? payers.map((from) => t("sheet.pay", { from: t(`seat.${from}`), to: t(`seat.${winner}`), amount: money(-settlement[from]) })).join(", ")
          : "0"}
      </figcaption>
    </figure>
  );
}

function Arrow({ from, to }: { from: [number, number]; to: [number, number] }): JSX.Element {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy);
  const [ux, uy] = [dx / long, dy / long];
  // From edge to edge of the two plates, which are wider than high.
  const gap = Math.min(48 / Math.abs(ux || 1e-9), 28 / Math.abs(uy || 1e-9));
  const [ax, ay] = [from[0] + ux * gap, from[1] + uy * gap];
  const [bx, by] = [to[0] - ux * gap, to[1] - uy * gap];
  const wing = (side: number): string => `${bx - ux * 9 - uy * 6 * side},${by - uy * 9 + ux * 6 * side}`;
  return (
    <g class="arrow">
      <line x1={ax} y1={ay} x2={bx - ux * 6} y2={by - uy * 6} />
      <polygon points={`${bx},${by} ${wing(1)} ${wing(-1)}`} />
    </g>
  );
}
