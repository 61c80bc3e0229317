"""Cut each face out of the photo, upright and square."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PhotoError
from vision.photo import Photo, Pixels

TILE_SIZE = 80
MARGIN = 0.12
"""Share of a face's width and height that a crop shows round it on every side: what lies beside a tile's face tells
it from the tile's side."""
NEXT = [1, 2, 3, 0]
"""Of each corner the one after it."""


def side_lengths(corners: NDArray[np.floating]) -> NDArray[np.floating]:
    """Give the lengths of faces' four sides in the unit of their corners (... x 4 x 2), first from corner 0 to 1."""
    along = corners[..., NEXT, :] - corners
    return np.asarray(np.hypot(along[..., 0], along[..., 1]))


def with_margin(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move 4 x 2 corners outward by the margin that a crop shows round the face."""
    centre = corners.mean(axis=0)
    return np.asarray((corners - centre) * (1 + 2 * MARGIN) + centre, np.float32)


def rectify(photo: Photo, corners: NDArray[np.float32], size: int = TILE_SIZE) -> Pixels:
    """Warp one face, with a margin round it, to a square of `size` pixels.

    Args:
        photo: the upright photo.
        corners: 4 x 2, pixels of the upright photo, clockwise; the first comes to near the crop's top left.
        size: side of the crop in pixels, whatever the tile's proportions.

    Raises:
        PhotoError: `face_outside_photo` when a corner lies more than a tile's width outside.
    """
    points = corners.astype(np.float32)
    sides = side_lengths(points)
    width = float(sides.min())
    if (points < -width).any() or (points > np.array([photo.width, photo.height]) + width).any():
        raise PhotoError("face_outside_photo", "a corner of the face lies outside the photo")
    points = with_margin(points) * photo.scale
    sides = sides * (1 + 2 * MARGIN)
    low = np.maximum(np.floor(points.min(axis=0) - 3), 0).astype(int)
    high = np.ceil(points.max(axis=0) + 4).astype(int)
    piece = photo.image[low[1] : max(high[1], low[1] + 1), low[0] : max(high[0], low[0] + 1)]
    if not piece.size:
        piece, low = photo.image, np.zeros(2, int)
    points = points - low.astype(np.float32)
    # A warp samples single pixels; shrink first, or fine strokes flicker.
    shrink = 1.3 * size / max(1.0, float(sides.max()) * photo.scale)
    if shrink < 0.77:
        wide, high_ = max(1, round(piece.shape[1] * shrink)), max(1, round(piece.shape[0] * shrink))
        points = points * np.array([wide / piece.shape[1], high_ / piece.shape[0]], np.float32)
        piece = np.asarray(cv2.resize(piece, (wide, high_), interpolation=cv2.INTER_AREA), np.uint8)
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    matrix = cv2.getPerspectiveTransform(points.astype(np.float32), square)
    crop = cv2.warpPerspective(piece, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
