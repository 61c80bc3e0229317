// The photo of a review with its labels: tap one to take it, drag it or a corner of it, drag elsewhere to draw a new one.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { centre } from "../arrange.ts";
import type { Corners, Doubt, Point, SetLabel, SetPhoto } from "../documents.ts";
import { shortName, useSpeech } from "../i18n/index.ts";
import type { Grip, Size } from "../labelling.ts";
import { drawn, hit, moved } from "../labelling.ts";
import type { View } from "./frame.ts";
import { fitted, pointOf, points, useFrame, wholeOf } from "./frame.ts";

export interface StageProps {
  photo: SetPhoto;
  labels: readonly SetLabel[];
  doubt: Doubt | null;
  selected: number | null;
  grip: Grip;
  /** Show the whole photo, not only what is round the doubt. */
  whole: boolean;
  onScale: (scale: number) => void;
  onSelect: (at: number | null) => void;
  onGrip: (grip: Grip) => void;
  onChange: (labels: readonly SetLabel[]) => void;
  /** A new tile's place was drawn. */
  onDrawn: (corners: Corners) => void;
}

interface Drag {
  from: Point;
  to: Point;
  /** What is moved; null draws a new box. */
  at: number | null;
  grip: Grip;
}

/** Pixels of the screen from a corner within which it is meant, and which a finger may tremble. */
const NEAR = 16;
const TREMBLE = 4;

export function Stage(props: StageProps): JSX.Element {
  const { photo, labels, doubt, selected, grip, onScale } = props;
  const speech = useSpeech();
  const [frame, size] = useFrame();
  const [drag, setDrag] = useState<Drag | null>(null);
  const view = props.whole || !doubt?.corners ? wholeOf(photo) : around(doubt.corners, photo, size);
  const { scale, style } = fitted(photo, view, size);
  useEffect(() => onScale(scale), [scale]);

  const shown = drag && drag.at !== null ? moved(labels, drag.at, drag.grip, [drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]], photo) : labels;
  const fresh = drag && drag.at === null ? drawn(drag.from, drag.to, photo) : null;
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const from = pointOf(event, photo);
    const chosen = selected === null ? undefined : labels[selected];
    const corner = chosen?.corners.findIndex(([x, y]) => Math.hypot(x - from[0], y - from[1]) * scale < NEAR) ?? -1;
    const at = corner >= 0 ? selected : hit(labels, from);
    // A label is moved only once it is chosen, so that no slip moves one.
    const moves = at !== null && at === selected;
    if (at !== null && !moves) props.onSelect(at);
    if (moves && corner >= 0) props.onGrip(corner as Grip);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (at === null || moves) setDrag({ from, to: from, at, grip: corner >= 0 ? (corner as Grip) : null });
  };
  const up = (): void => {
    setDrag(null);
    if (!drag) return;
    const far = Math.hypot(drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]) * scale > TREMBLE;
    if (drag.at !== null && far) props.onChange(shown);
    else if (fresh && far) props.onDrawn(fresh);
    else if (drag.at === null) props.onSelect(null);
  };

  return (
    <div class="photo stage" ref={frame} data-photo={photo.id}>
      <div class="photo-moved" style={style}>
        <img src={photo.url} alt={speech.t("photo.alt")} draggable={false} />
        {scale > 0 && (
          <svg
            viewBox={`0 0 ${photo.width} ${photo.height}`}
            aria-hidden="true"
            onPointerDown={down}
            onPointerMove={(event) => drag && setDrag({ ...drag, to: pointOf(event, photo) })}
            onPointerUp={up}
            onPointerCancel={() => setDrag(null)}
          >
            {shown.map((label, at) => <Marked key={at} label={label} at={at} chosen={at === selected} scale={scale} />)}
            {doubt?.corners && <polygon class="doubt" points={points(doubt.corners)} />}
            {doubt?.better && <polygon class="better" points={points(doubt.better)} />}
            {fresh && <polygon class="fresh" points={points(fresh)} />}
            {selected !== null && shown[selected]?.corners.map(([x, y], n) => (
              <circle key={n} class={n === grip ? "corner held" : "corner"} cx={x} cy={y} r={(n === grip ? 9 : 6) / scale} />
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

function Marked({ label, at, chosen, scale }: { label: SetLabel; at: number; chosen: boolean; scale: number }): JSX.Element {
  const speech = useSpeech();
  const [[x, y]] = label.corners;
  return (
    <g class={chosen ? "marked chosen" : "marked"} data-label={at} data-tile={label.tile}>
      <polygon points={points(label.corners)} />
      <text x={x + 3 / scale} y={y + 13 / scale} font-size={12 / scale}>{shortName(speech, label.tile)}</text>
    </g>
  );
}

/** A part of the photo that shows a place with its neighbours, of the frame's shape where the photo is large enough. */
function around(corners: Corners, photo: Size, frame: Size): View {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const side = 6 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const shape = frame.width / (frame.height || 1) || 1;
  const width = Math.min(photo.width, side * Math.max(1, shape));
  const height = Math.min(photo.height, side * Math.max(1, 1 / shape));
  const [cx, cy] = centre(corners);
  const within = (middle: number, part: number, all: number): number => Math.min(Math.max(0, middle - part / 2), all - part);
  return { x: within(cx, width, photo.width), y: within(cy, height, photo.height), width, height };
}
