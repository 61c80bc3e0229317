// A photo in a frame of the screen: the part of it that is shown, as large as fits, in the frame's middle.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Corners, Point } from "../documents.ts";
import type { Size } from "../labelling.ts";

export interface View extends Size {
  x: number;
  y: number;
}

/** The element that frames the photo, and its size, whenever that changes. */
export function useFrame(): [RefObject<HTMLDivElement | null>, Size] {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (!frame.current) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setSize({ width: entry.contentRect.width, height: entry.contentRect.height }));
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  return [frame, size];
}

/** How much larger than its pixels the photo is shown (0 before the frame has a size), and how that is styled. */
export function fitted(photo: Size, view: View, frame: Size): { scale: number; style: Record<string, string> } {
  const scale = Math.min(frame.width / view.width, frame.height / view.height) || 0;
  const left = (frame.width - view.width * scale) / 2 - view.x * scale;
  const top = (frame.height - view.height * scale) / 2 - view.y * scale;
  return { scale, style: { width: `${photo.width * scale}px`, height: `${photo.height * scale}px`, transform: `translate(${left}px, ${top}px)` } };
}

export const wholeOf = (photo: Size): View => ({ x: 0, y: 0, width: photo.width, height: photo.height });

/** Where in the photo an event happened that the element over it heard. */
export function pointOf(event: MouseEvent, photo: Size): Point {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * photo.width, ((event.clientY - box.top) / box.height) * photo.height];
}

/** Corners as an SVG polygon takes them. */
export const points = (corners: Corners): string => corners.map((point) => point.join()).join(" ");
