"""Find the four corners of faces whose label is only an upright box."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import models
from labels.photoset import LabelledPhoto
from training.crops import Corners, label_key, upright_box
from vision.locate import locate
from vision.photo import load_photo

LEAST_OVERLAP = 0.6


def find_corners(photos: Sequence[LabelledPhoto], folder: Path = models.FOLDER) -> Corners:
    """Give, for each whole labelled face, the corners of the located face that fills the label's box.

    Where none does, the corners are the box's own. Numbering begins at the photo's top left: turns are not known yet.
    """
    session = models.session("locator", 1, folder)
    found: Corners = {}
    for photo in photos:
        faces = [face.corners for face in locate(load_photo(photo.path), session)]
        for tile in photo.tiles:
            if tile.part != "face":
                continue
            found[label_key(photo.path.name, tile.box)] = (fitting(tile.box, faces).tolist(), False)
    return found


def fitting(box: Sequence[float], faces: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Give the corners of the located face that fills a label's box, or the box's own where none does."""
    label = upright_box(*box)
    best = max(faces, key=lambda quad: overlap(quad, label), default=label)
    return best if overlap(best, label) >= LEAST_OVERLAP else label


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Give the intersection over union of the upright extents of two sets of corners."""
    low = np.maximum(one.min(axis=0), other.min(axis=0))
    high = np.minimum(one.max(axis=0), other.max(axis=0))
    inner = float(np.maximum(high - low, 0).prod())
    areas = sum(float((c.max(axis=0) - c.min(axis=0)).prod()) for c in (one, other))
    return inner / max(areas - inner, 1e-6)
