"""Drawn tables, as scenes for the locator and as crops for the classifier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime

import models
from labels.facebank import Design, FaceBank, read_crops
from labels.raster import drawn_design
from labels.tables import RenderedTable, render_table
from training.crops import DRAWN_STYLES, Patch, cut
from training.nothing import is_apart
from training.processes import drawn
from training.views import Floats, Scene
from vision.classify import NO_FACE
from vision.locate import locate
from vision.photo import load_photo
from vision.rectify import side_lengths

SEEN, HIDDEN = 0.65, 0.1
THINNEST = 5.0
WELL_SEEN, NARROWEST = 0.8, 11.0
"""Visible share and shortest side in pixels from which a drawn face is one to learn from."""
SIDES, HARDNESS = (640, 960), (0.3, 1.0)


class Tables:
    """Draws tables from the designs of some folders of face crops, on ground that is now and then cut from photos."""

    def __init__(self, folders: list[Path]) -> None:
        designs: list[Design] = [drawn_design(style) for style in DRAWN_STYLES]
        for folder in folders:
            designs += read_crops(folder)
        self.bank = FaceBank(designs)

    def __call__(self, rng: np.random.Generator) -> Scene:
        """Draw one table and give its faces and backs; hardly visible ones are left out of the loss."""
        return as_scene(render_table(rng, self.bank))


def as_scene(table: RenderedTable) -> Scene:
    """Give a drawn table's faces with exact corners."""
    seen: list[Floats] = []
    unsure: list[Floats] = []
    for tile in table.tiles:
        sides = side_lengths(tile.corners)
        across = tile.corners[2] - tile.corners[0]
        along = tile.corners[3] - tile.corners[1]
        area = abs(float(across[0] * along[1] - across[1] * along[0])) / 2
        if tile.visible >= SEEN and area / max(1.0, float(sides.max())) >= THINNEST:
            seen.append(tile.corners)
        elif tile.visible >= HIDDEN:
            unsure.append(tile.corners)
    faces = np.array(seen, np.float32).reshape(-1, 4, 2)
    return Scene(table.image, faces, np.ones(len(faces), bool), np.array(unsure, np.float32).reshape(-1, 4, 2), True)


def table_patches(table: RenderedTable, locator: onnxruntime.InferenceSession) -> list[Patch]:
    """Cut out a drawn table's well-visible faces and backs, and what the locator takes for one and is none."""
    side = max(table.image.shape[:2])
    patches = []
    for tile in table.tiles:
        sides = side_lengths(tile.corners)
        inside = tile.corners.min() > -2 and tile.corners.max() < side + 2
        if tile.visible >= WELL_SEEN and sides.min() >= NARROWEST and inside:
            patches.append(Patch(*cut(table.image, tile.corners), tile.tile, "table", True, "table"))
    corners = [tile.corners for tile in table.tiles]
    for face in locate(load_photo(table.image), locator):
        if is_apart(face.corners, corners):
            piece, moved = cut(table.image, face.corners)
            if piece.size:
                patches.append(Patch(piece, moved, NO_FACE, "table", False, "table"))
    return patches


def many_table_patches(crops: list[Path], models_folder: Path, count: int, seed: int, workers: int) -> list[Patch]:
    """Draw `count` tables in `workers` processes of their own and cut out their patches; shows progress."""
    return drawn(_draw_one, count, seed, workers, _begin, (crops, models_folder), what="table")


_own: dict[str, Any] = {}
"""What each drawing process holds."""


def _begin(crops: list[Path], models_folder: Path) -> None:
    cv2.setNumThreads(1)
    _own.update(tables=Tables(crops), locator=models.session("locator", 1, models_folder))


def _draw_one(numbers: tuple[int, int]) -> list[Patch]:
    rng = np.random.default_rng(numbers)
    side = int(rng.choice(SIDES))
    table = render_table(rng, _own["tables"].bank, width=side, height=side, hard=float(rng.choice(HARDNESS)))
    return table_patches(table, _own["locator"])
