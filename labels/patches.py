"""Cut pieces of real tables and rooms without tiles out of labelled photos, to lay drawn tiles on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from labels.facebank import Image
from labels.ground import SIDE
from labels.photoset import LabelledPhoto
from vision.photo import Photo, load_photo

SMALLEST = 96
"""Squares with a shorter side in the photo are too coarse to lay out."""
BLACK = 14
"""Rows and columns with nothing brighter are the black bars around a photo."""


def cut_patches(rng: np.random.Generator, photos: Sequence[LabelledPhoto], count: int) -> list[Image]:
    """Cut up to so many RGB squares, one a scene: from below a photo's tiles, or from anywhere in one without any.

    Photos label only the tiles that matter, and walls and discards lie beyond those: what is nearer to the
    photographer than the nearest labelled tile is table, rail, lap and floor.

    Raises:
        PhotoError: a photo is missing or broken.
    """
    patches: list[Image] = []
    scenes: set[str] = set()
    for index in rng.permutation(len(photos)):
        if len(patches) == count:
            break
        if photos[index].scene in scenes:
            continue
        patch = _cut(rng, load_photo(photos[index].path), photos[index])
        if patch is not None:
            patches.append(patch)
            scenes.add(photos[index].scene)
    return patches


def _cut(rng: np.random.Generator, photo: Photo, labelled: LabelledPhoto) -> Image | None:
    picture = photo.image
    bright = picture.max(axis=2) > BLACK
    rows, columns = np.flatnonzero(bright.mean(axis=1) > 0.05), np.flatnonzero(bright.mean(axis=0) > 0.05)
    if not (rows.size and columns.size):
        return None
    low = max((tile.box[3] + 0.8 * (tile.box[3] - tile.box[1]) for tile in labelled.tiles), default=0.0) * photo.scale
    top, bottom, left, right = max(int(low), rows[0] + 2), rows[-1] - 1, columns[0] + 2, columns[-1] - 1
    room = min(bottom - top, right - left)
    if room < SMALLEST:
        return None
    side = int(rng.integers(SMALLEST, room + 1))
    x, y = int(rng.integers(left, right - side + 1)), int(rng.integers(top, bottom - side + 1))
    patch = np.ascontiguousarray(picture[y : y + side, x : x + side])
    return np.asarray(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
