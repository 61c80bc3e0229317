"""What the locator takes for faces and is none: sides of tiles, keys, squares of a cutting mat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from labels.photoset import LabelledPhoto, LabelledTile
from training.corners import overlap
from training.crops import Image, Patch, cut, full_size, upright_box
from vision.classify import NO_FACE
from vision.locate import locate
from vision.photo import load_photo

APART = 0.2
"""Overlap (intersection over union) with each label under which what the locator sees is no labelled face."""
PLAIN = 14.0
"""Deviation of grey inside a piece under which nothing is printed on it."""
MOST = 8
"""Pieces taken from one photo: a cutting mat has hundreds of squares."""
PALE, DARK = 90.0, 70.0
"""Middle saturation under which, and brightness under which, a plain piece may not be some tile's back."""


def photo_nothing(photos: Sequence[LabelledPhoto], locator: onnxruntime.InferenceSession) -> Iterator[Patch]:
    """Give what the locator sees in labelled photos beside the labelled faces, where that is surely no face.

    What bears a print counts in photos without tiles only: elsewhere it may be an unlabelled tile. What bears none
    counts unless it may be a back by its colour (white dragons without a frame are very rare in the training photos).
    """
    for photo in photos:
        yield from islice(_in_photo(photo, locator), MOST)


def _in_photo(photo: LabelledPhoto, locator: onnxruntime.InferenceSession) -> Iterator[Patch]:
    taken = load_photo(photo.path)
    pixels = full_size(taken)
    labels = [upright_box(*tile.box) for tile in photo.tiles]
    strips = [tile for tile in photo.tiles if tile.part != "face"]
    for face in locate(taken, locator):
        if not is_apart(face.corners, labels) or any(near(face.corners, strip) for strip in strips):
            continue
        piece, corners = cut(pixels, face.corners)
        if min(piece.shape[:2]) > 5 and is_nothing(piece, not photo.tiles):
            yield Patch(piece, corners, NO_FACE, photo.scene, False, "photo")


def is_apart(corners: NDArray[np.float32], faces: Sequence[NDArray[np.float32]]) -> bool:
    """Tell whether corners overlap no face by more than `APART`."""
    return max((overlap(corners, face) for face in faces), default=0.0) < APART


def near(corners: NDArray[np.float32], strip: LabelledTile) -> bool:
    """Tell whether corners come within ten pixels of a labelled strip, whose face is somewhere about it."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    inner = np.minimum(high, strip.box[2:]) - np.maximum(low, strip.box[:2])
    return bool(inner.min() > -10)


def is_nothing(piece: Image, complete: bool) -> bool:
    """Tell whether a cut-out piece is surely no face and no back; `complete`: the photo has no unlabelled faces."""
    high, wide = piece.shape[0] // 3, piece.shape[1] // 3
    inside = piece[high : piece.shape[0] - high, wide : piece.shape[1] - wide]
    if inside.mean(axis=2).std() >= PLAIN:
        return complete
    colours = cv2.cvtColor(inside, cv2.COLOR_RGB2HSV)
    return bool(np.median(colours[..., 1]) < PALE or colours[..., 2].mean() < DARK)
