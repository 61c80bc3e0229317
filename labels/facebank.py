"""Hold upright pictures of tile faces by design, ready to be put onto drawn tiles."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scorer.tiles import TILES
from vision.photo import load_photo

Image = npt.NDArray[np.uint8]
BODY = 224
"""The tile's own colour in every stored face: light grey, so that a scene can give it any tint."""
LEVELS: tuple[int, ...] = (320, 160, 96, 56, 32)
"""Heights that each face is kept in, so that no warp shrinks one by much."""
MISLABELLED = frozenset({"shop-133.jpg", "shop-353.jpg"})
"""Crops whose label is wrong: seen by eye in the documented crops folder."""
SHOP_STARTS: tuple[int, ...] = (1, 141, 183, 225, 261, 297, 339, 375, 417, 462, 504, 542, 587, 629, 676)
"""Image numbers at which that folder begins a new design (found by eye; its csv doesn't say)."""


@dataclass(frozen=True, slots=True)
class Face:
    """One upright face at every height of LEVELS that it has the pixels for."""

    levels: tuple[Image, ...]

    def at(self, height: float) -> Image:
        """Give the smallest level that is at least as high as asked."""
        fitting = [level for level in self.levels if level.shape[0] >= height]
        return fitting[-1] if fitting else self.levels[0]


@dataclass(frozen=True, slots=True)
class Design:
    """The faces of one tile set; a tile may have several pictures, and may lack any."""

    name: str
    faces: Mapping[str, tuple[Face, ...]]


class FaceBank:
    """Designs to draw tables from.

    A tile that the drawn design lacks is taken from another design, as if the set had been mended.
    """

    def __init__(self, designs: Sequence[Design]) -> None:
        self.designs = tuple(designs)
        self._anywhere: dict[str, list[Face]] = defaultdict(list)
        for design in self.designs:
            for tile, faces in design.faces.items():
                self._anywhere[tile].extend(faces)
        missing = [tile for tile in TILES if tile not in self._anywhere]
        if missing:
            raise ValueError(f"no face of {', '.join(missing)}")

    def pick(self, rng: np.random.Generator) -> dict[str, Face]:
        """Choose a design (one with many faces likelier) and a picture for each of the 42 faces."""
        weights = np.array([min(len(design.faces), 42) for design in self.designs], dtype=float) ** 1.5
        design = self.designs[int(rng.choice(len(self.designs), p=weights / weights.sum()))]
        return {tile: self._one(rng, design.faces.get(tile) or self._anywhere[tile]) for tile in TILES}

    @staticmethod
    def _one(rng: np.random.Generator, faces: Sequence[Face]) -> Face:
        return faces[int(rng.integers(len(faces)))]


def make_face(picture: Image, trim: float = 0.02) -> Face:
    """Make a face of an RGB picture: trims its rim, evens its body colour, keeps it in several heights."""
    rim_y, rim_x = round(picture.shape[0] * trim), round(picture.shape[1] * trim)
    inner = picture[rim_y : picture.shape[0] - rim_y, rim_x : picture.shape[1] - rim_x]
    body = np.maximum(body_colour(inner), 40.0)
    even = np.clip(inner.astype(np.float32) * (BODY / body), 0, 255).astype(np.uint8)
    levels = [_resize(even, height) for height in LEVELS if height <= max(even.shape[0] * 1.1, LEVELS[-1])]
    return Face(tuple(levels))


def body_colour(face: Image) -> npt.NDArray[np.float32]:
    """Give the RGB colour of the bare tile around the print: the median of a band inside the rim."""
    high, wide = face.shape[:2]
    band = np.ones((high, wide), dtype=bool)
    band[round(high * 0.09) : round(high * 0.91), round(wide * 0.1) : round(wide * 0.9)] = False
    band[: max(1, round(high * 0.03))] = band[-max(1, round(high * 0.03)) :] = False
    return np.asarray(np.median(face[band].reshape(-1, 3), axis=0), dtype=np.float32)


def _resize(image: Image, height: int) -> Image:
    width = max(8, round(height * image.shape[1] / image.shape[0]))
    shrinking = height < image.shape[0]
    return np.asarray(
        cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC), np.uint8
    )


def read_crops(folder: Path) -> list[Design]:
    """Read the documented crop form: `crops.csv` (image, tile and perhaps design) beside `images/`.

    Raises:
        PhotoError: an image is missing or broken.
    """
    by_design: dict[str, dict[str, list[Face]]] = defaultdict(lambda: defaultdict(list))
    with (folder / "crops.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["image"] in MISLABELLED or row["tile"] not in TILES:
                continue
            picture = load_photo(folder / "images" / row["image"]).image
            by_design[row.get("design") or _shop_design(row["image"])][row["tile"]].append(make_face(picture))
    return [
        Design(f"{folder.name}/{name}", {tile: tuple(faces) for tile, faces in tiles.items()})
        for name, tiles in by_design.items()
    ]


def _shop_design(image: str) -> str:
    number = int((re.findall(r"\d+", image) or ["0"])[0])
    return f"{sum(start <= number for start in SHOP_STARTS):02d}"
