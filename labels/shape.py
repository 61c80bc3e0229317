"""Hold what a set's tiles are: measures, rounded outline, places on the table, colours under the light."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array
from labels.facebank import Face, Image
from labels.polygon import Colour

RING = 16
"""Points around a tile at one height."""


@dataclass(frozen=True, slots=True)
class TileShape:
    """The measures of one set's tiles in millimetres.

    Args:
        bevel: how far edges are rounded.
        corner: radius of the corners seen from above.
        back_share: the coloured back's part of the thickness, more than the bevel's.
    """

    width: float
    height: float
    thickness: float
    bevel: float
    corner: float
    back_share: float

    def outline(self) -> tuple[Array, npt.NDArray[np.bool_]]:
        """Give the points (N, 3) of a rounded box around its middle, and which belong to the ivory layer."""
        half = self.thickness / 2
        split = -half + self.thickness * self.back_share
        soft = self.bevel * 0.29
        rings = [
            (half, self.bevel),
            (half - soft, soft),
            (half - self.bevel, 0.0),
            (split, 0.0),
            (split, 0.0),
            (-half + self.bevel, 0.0),
            (-half + soft, soft),
            (-half, self.bevel),
        ]
        points = np.concatenate([self.ring(height, inset) for height, inset in rings])
        front = np.repeat([True] * 4 + [False] * 4, len(points) // 8)
        return points, front

    def ring(self, height: float, inset: float) -> Array:
        """Give 16 points around the tile at a height over its middle, so far in from its edge."""
        wide, high = self.width / 2, self.height / 2
        radius = max(self.corner - inset, 0.3)
        angles = np.radians([0, 30, 60, 90])
        points = []
        for quarter, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
            turned = angles + quarter * np.pi / 2
            middle_x, middle_y = sx * (wide - inset - radius), sy * (high - inset - radius)
            points.append(
                np.stack(
                    [middle_x + radius * np.cos(turned), middle_y + radius * np.sin(turned), np.full(4, height)], axis=1
                )
            )
        return np.concatenate(points)


@dataclass(slots=True)
class PlacedTile:
    """A tile lying or standing somewhere: `turn`'s columns are the print's right, its up and out of its face.

    `meld` numbers the hand's melds, where it is of one.
    """

    tile: str
    centre: Array
    turn: Array
    role: str = "other"
    hand: int | None = None
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The colours of one set and the light on it (`sun` points towards the light, its length is 1)."""

    body: Colour
    back: Colour
    sun: Array
    ambient: float
    seam: float
    faces: dict[str, Face]
    tint: Array
    """3x4 matrix over the print's RGB, as `cv2.transform` takes it."""
    gloss: float = 0.3
    cache: dict[tuple[str, int], Image] = field(default_factory=dict)

    def shade(self, normal: Array) -> float:
        """Give how bright a plane is, 1 for the table's own direction."""
        lit = max(0.0, float(normal @ self.sun)) / max(float(self.sun[2]), 0.3)
        return min(self.ambient + (1 - self.ambient) * lit, 1.15)

    def print_of(self, tile: str, height: float) -> Image:
        """Give the tinted face of a tile with at least so many rows."""
        level = self.faces[tile].at(height)
        key = (tile, level.shape[0])
        if key not in self.cache:
            self.cache[key] = np.asarray(cv2.transform(level, self.tint), np.uint8)
        return self.cache[key]
