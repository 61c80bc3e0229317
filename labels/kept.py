"""A small kept set: faces on drawn tables of made-up tile sets, the same on every machine.

A network that was adapted to one club's tiles must still name these as well as the one it came from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import onnxruntime

from labels.facebank import FaceBank
from labels.madeup import made_up_design
from labels.tables import RenderedTable, render_table
from scorer.tiles import BACK
from vision.classify import CLASSES, classify
from vision.photo import Photo, Pixels
from vision.rectify import rectify, side_lengths

SEED = 1009
"""Of designs and tables that nothing was trained on."""
DESIGNS, TABLES = 8, 4
SEEN, NARROWEST = 0.9, 14.0
"""Visible share and shortest side in pixels from which a drawn face counts."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownFace:
    """A face cut out as the classifier sees it, turned any way, and what it shows."""

    crop: Pixels
    tile: str


def kept_faces(designs: int = DESIGNS, tables: int = TABLES) -> list[KnownFace]:
    """Give the faces on so many tables each of the first so many designs, drawn with the project's own strokes."""
    return [face for number in range(designs) for face in _of_design(number, tables)]


def _of_design(number: int, tables: int) -> Iterator[KnownFace]:
    bank = FaceBank([made_up_design(np.random.default_rng((SEED, number)), ())])
    for table in range(tables):
        rng = np.random.default_rng((SEED, number, table))
        yield from faces_on(render_table(rng, bank, hard=0.6), rng)


def faces_on(table: RenderedTable, rng: np.random.Generator) -> Iterator[KnownFace]:
    """Cut out a drawn table's faces that can be seen well, each turned at random."""
    side = np.array(table.image.shape[1::-1], np.float32)
    photo = Photo(table.image, int(side[0]), int(side[1]))
    for tile in table.tiles:
        inside = (tile.corners >= 0).all() and (tile.corners <= side).all()
        if tile.tile != BACK and tile.visible >= SEEN and inside and side_lengths(tile.corners).min() >= NARROWEST:
            turned = np.roll(tile.corners, int(rng.integers(4)), axis=0)
            yield KnownFace(rectify(photo, turned), tile.tile)


def named_right(faces: Sequence[KnownFace], session: onnxruntime.InferenceSession) -> int:
    """Count the faces that a classifier names right."""
    namings = classify([face.crop for face in faces], session)
    return sum(CLASSES[int(naming.chances.argmax())] == face.tile for face, naming in zip(faces, namings, strict=True))
