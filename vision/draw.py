"""Draw a reading over its photo."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels
from vision.reading import SURE, TableReading
from vision.rectify import side_lengths

COLOURS: dict[str, tuple[int, int, int]] = {
    "concealed": (0, 150, 90),
    "meld": (30, 100, 220),
    "flower": (200, 60, 160),
    "winning": (230, 120, 0),
    "other": (130, 130, 130),
}


def draw_reading(image: Pixels, reading: TableReading) -> Pixels:
    """Give a copy of the photo (H x W x 3, RGB, at any size) with every tile outlined by role and named.

    A name that is unsure has a question mark after it; a dot marks the printed top left corner.
    """
    out = image.copy()
    scale = image.shape[1] / max(1, reading.width)
    for tile in reading.tiles:
        points = tile.corners * scale
        side = float(side_lengths(points).min())
        thick = max(1, round(side / 22))
        colour = COLOURS[tile.role]
        cv2.polylines(out, [np.round(points).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        cv2.circle(out, tuple(int(v) for v in points[0]), thick + 1, colour, -1, cv2.LINE_AA)
        _label(out, tile.tile + ("?" if tile.confidence < SURE else ""), points.mean(axis=0), side, colour)
    return out


def _label(out: Pixels, text: str, centre: np.ndarray, side: float, colour: tuple[int, int, int]) -> None:
    """Write a name on its tile, on a ground of the role's colour."""
    size = max(0.3, side / 75)
    thick = max(1, round(size * 1.6))
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x, y = int(centre[0] - width / 2), int(centre[1] + height / 2)
    cv2.rectangle(out, (x - 2, y - height - 2), (x + width + 2, y + base), colour, -1)
    cv2.putText(out, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)
