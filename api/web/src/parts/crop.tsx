// One tile cut out of the photo and turned upright, as large as it is drawn.

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Corners } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";

export interface CropProps {
  photo: { url: string; width: number; height: number };
  corners: Corners;
}

const WIDTH = 180;
const HEIGHT = 240;
const MARGIN = 0.08;

export function Crop({ photo, corners }: CropProps): JSX.Element {
  const { t } = useSpeech();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = new Image();
    image.onload = () => {
      const paper = canvas.current?.getContext("2d");
      if (paper) draw(paper, image, photo.width, corners);
    };
    image.src = photo.url;
    return () => {
      image.onload = null;
    };
  }, [photo, corners]);
  return <canvas class="crop" ref={canvas} width={WIDTH} height={HEIGHT} role="img" aria-label={t("pick.crop")} />;
}

/** Map top left, top right and bottom left of the tile onto the paper: near enough for a look, and one call. */
function draw(paper: CanvasRenderingContext2D, image: HTMLImageElement, photoWidth: number, corners: Corners): void {
  const [a, b, , d] = corners;
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const [vx, vy] = [d[0] - a[0], d[1] - a[1]];
  const area = ux * vy - uy * vx;
  if (!area) return;
  const [w, h] = [WIDTH * (1 - 2 * MARGIN), HEIGHT * (1 - 2 * MARGIN)];
  const [xx, xy] = [(vy / area) * w, (-vx / area) * w];
  const [yx, yy] = [(-uy / area) * h, (ux / area) * h];
  paper.setTransform(xx, yx, xy, yy, WIDTH * MARGIN - xx * a[0] - xy * a[1], HEIGHT * MARGIN - yx * a[0] - yy * a[1]);
  paper.imageSmoothingQuality = "high";
  const scale = photoWidth / image.naturalWidth;
  paper.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
}
