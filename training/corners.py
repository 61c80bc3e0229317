"""Find the four corners of faces whose label is only an upright box."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np

import models
from training.crops import Corners, label_key, upright_box
from vision.locate import locate
from vision.photo import load_photo

LEAST_OVERLAP = 0.6


def find_corners(photos: Path, split: str, folder: Path = models.FOLDER) -> Corners:
    """Give, for each whole face labelled in a split, the corners of the located face that fills the label's box.

    Where none does, the corners are the box's own. Numbering begins at the photo's top left: turns are not known yet.
    """
    session = models.session("locator", 1, folder)
    rows = defaultdict(list)
    for row in csv.DictReader((photos / f"{split}.csv").open(encoding="utf-8")):
        if row["part"] == "face" and row["tile"]:
            rows[row["photo"]].append([float(row[key]) for key in ("x0", "y0", "x1", "y1")])
    found: Corners = {}
    for name, boxes in rows.items():
        faces = [face.corners for face in locate(load_photo(photos / split / name), session)]
        for box in boxes:
            label = upright_box(*box)
            best = max(faces, key=lambda quad: overlap(quad, label), default=label)
            found[label_key(name, box)] = ((best if overlap(best, label) >= LEAST_OVERLAP else label).tolist(), False)
    return found


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Give the intersection over union of the upright extents of two sets of corners."""
    low = np.maximum(one.min(axis=0), other.min(axis=0))
    high = np.minimum(one.max(axis=0), other.max(axis=0))
    inner = float(np.maximum(high - low, 0).prod())
    areas = sum(float((c.max(axis=0) - c.min(axis=0)).prod()) for c in (one, other))
    return inner / max(areas - inner, 1e-6)
