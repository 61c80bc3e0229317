// The photo with an outline and a name on each tile. It shows the tiles as large as fit, or the whole picture.

import { useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import { centre } from "../arrange.ts";
import type { Draft, Piece } from "../draft.ts";
import { isUnsure } from "../draft.ts";
import { shortName, useSpeech } from "../i18n/index.ts";
import type { View } from "./frame.ts";
import { fitted, pointOf, points, useFrame, wholeOf } from "./frame.ts";

export interface PhotoProps {
  draft: Draft;
  /** Pieces to light up. */
  lit: ReadonlySet<number>;
  warned: ReadonlySet<number>;
  onTap: (id: number) => void;
  /** While set, a tap says where a missing tile lies. */
  onPlace: ((x: number, y: number) => void) | null;
}

export function Photo({ draft, lit, warned, onTap, onPlace }: PhotoProps): JSX.Element | null {
  const { t } = useSpeech();
  const [frame, size] = useFrame();
  const [whole, setWhole] = useState(false);

  const { photo } = draft;
  const close = useMemo(() => closeView(draft), [draft]);
  if (!photo) return null;
  const view = whole || onPlace || !close ? wholeOf(photo) : close;
  const { scale, style } = fitted(photo, view, size);

  return (
    <div class={onPlace ? "photo placing" : "photo"} ref={frame}>
      <div class="photo-moved" style={style}>
        <img src={photo.url} alt={t("photo.alt")} draggable={false} />
        {scale > 0 && (
          <svg viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true" onClick={(event) => onPlace?.(...pointOf(event, photo))}>
            {draft.pieces.map((piece, index) => (
              <Outline
                key={piece.id}
                piece={piece}
                index={index}
                scale={scale}
                lit={lit.has(piece.id)}
                warned={warned.has(piece.id)}
                onTap={onPlace ? null : onTap}
              />
            ))}
          </svg>
        )}
      </div>
      {close && !onPlace && (
        <button type="button" class="photo-zoom" aria-pressed={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? "photo.closer" : "photo.whole")}
        </button>
      )}
    </div>
  );
}

/** The part of the photo that holds the tiles, with a margin; null where there are none. */
function closeView(draft: Draft): View | null {
  const points = draft.pieces.flatMap((piece) => (piece.role === "other" ? [] : piece.corners ?? []));
  if (!points.length || !draft.photo) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 0.04 * Math.max(x1 - x0, y1 - y0) + 0.01 * draft.photo.width;
  const [x, y] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin * 1.8)];
  return { x, y, width: Math.min(draft.photo.width, x1 + margin) - x, height: Math.min(draft.photo.height, y1 + margin) - y };
}

interface OutlineProps {
  piece: Piece;
  index: number;
  scale: number;
  lit: boolean;
  warned: boolean;
  onTap: ((id: number) => void) | null;
}

function Outline({ piece, index, scale, lit, warned, onTap }: OutlineProps): JSX.Element | null {
  const speech = useSpeech();
  if (!piece.corners) return null;
  const unsure = isUnsure(piece);
  const [x] = centre(piece.corners);
  const y = Math.min(...piece.corners.map(([, each]) => each));
  const label = shortName(speech, piece.tile) + (unsure ? "?" : warned ? "!" : "");
  const [a, b] = piece.corners;
  const ems = textWidth(label) + 0.5;
  // As wide as its tile where that can still be read, so that neighbours' names do not cover each other.
  const font = Math.max(SMALLEST / scale, Math.min(LARGEST / scale, Math.hypot(b[0] - a[0], b[1] - a[1]) / ems));
  const wide = ems * font;
  const classes = ["outline", piece.role, unsure && "unsure", lit && "lit"].filter(Boolean).join(" ");
  return (
    <g class={classes} style={{ "--nth": index }} onClick={onTap ? () => onTap(piece.id) : undefined}>
      <polygon points={points(piece.corners)} pathLength={1} />
      {piece.role !== "other" && (
        <g class="name">
          <rect x={x - wide / 2} y={y - font * 1.25} width={wide} height={font * 1.35} rx={font * 0.3} />
          <text x={x} y={y - font * 0.2} font-size={font} text-anchor="middle">
            {label}
          </text>
        </g>
      )}
    </g>
  );
}

/** Sizes of the names on the screen, in pixels. */
const SMALLEST = 8;
const LARGEST = 13;

/** Roughly how wide a label is, in units of its font size. */
const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, char) => sum + (char.charCodeAt(0) > 0x2e80 ? 1 : 0.6), 0);
