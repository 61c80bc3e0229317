"""Synthetic tables as scenes for the locator."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from labels.facebank import Design, FaceBank, read_crops
from labels.raster import drawn_design
from labels.tables import RenderedTable, render_table
from training.crops import DRAWN_STYLES
from training.views import Floats, Scene

SEEN, HIDDEN = 0.65, 0.1
THINNEST = 5.0


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
        sides = np.linalg.norm(np.roll(tile.corners, -1, axis=0) - tile.corners, axis=1)
        across = tile.corners[2] - tile.corners[0]
        along = tile.corners[3] - tile.corners[1]
        area = abs(float(across[0] * along[1] - across[1] * along[0])) / 2
        if tile.visible >= SEEN and area / max(1.0, float(sides.max())) >= THINNEST:
            seen.append(tile.corners)
        elif tile.visible >= HIDDEN:
            unsure.append(tile.corners)
    faces = np.array(seen, np.float32).reshape(-1, 4, 2)
    return Scene(table.image, faces, np.ones(len(faces), bool), np.array(unsure, np.float32).reshape(-1, 4, 2), True)
