"""Give tiles their places: flat, face down, standing, stacked, in rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from labels.camera import Array
from labels.shape import PlacedTile, TileShape
from scorer.tiles import BACK


def about_z(angle: float) -> Array:
    """Give the matrix that turns counter-clockwise, seen from above."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def about_x(angle: float) -> Array:
    """Give the matrix that tips what looks up towards -y."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[1.0, 0, 0], [0, cos, -sin], [0, sin, cos]])


FACE_DOWN: Array = np.diag([-1.0, 1.0, -1.0])
STANDING: Array = about_x(math.pi / 2)
ON_SIDE: Array = np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]])


def flat(
    shape: TileShape,
    tile: str,
    x: float,
    y: float,
    angle: float = 0.0,
    *,
    level: int = 0,
    role: str = "other",
    hand: int | None = None,
) -> PlacedTile:
    """Lay a tile on the table (face down if it is `back`), on top of so many others."""
    turn = about_z(angle) @ (FACE_DOWN if tile == BACK else np.eye(3))
    return PlacedTile(tile, np.array([x, y, shape.thickness * (level + 0.5)]), turn, role, hand)


def standing(
    shape: TileShape,
    tile: str,
    x: float,
    y: float,
    angle: float = 0.0,
    *,
    lean: float = 0.0,
    role: str = "other",
    hand: int | None = None,
) -> PlacedTile:
    """Stand a tile on its foot, its face towards -y (turned by the angle), leaning back by `lean` radians."""
    turn = about_z(angle) @ about_x(math.pi / 2 - lean)
    rise = shape.height / 2 * math.cos(lean) + shape.thickness / 2 * math.sin(lean)
    return PlacedTile(tile, np.array([x, y, rise]), turn, role, hand)


def tumbled(rng: np.random.Generator, shape: TileShape, tile: str, x: float, y: float) -> PlacedTile:
    """Leave a tile on any of its sides."""
    spin = about_z(rng.uniform(0, 2 * math.pi))
    if rng.random() < 0.5:
        return PlacedTile(tile, np.array([x, y, shape.height / 2]), spin @ STANDING)
    return PlacedTile(tile, np.array([x, y, shape.width / 2]), spin @ ON_SIDE @ about_z(rng.choice([0.0, math.pi])))


class Row:
    """Tiles side by side from the left, in a frame of their own that `placed` moves onto the table.

    Args:
        gap: mean space between neighbours as a share of the width.
        untidy: spread of places and angles, 0 is a ruler's edge.
        bend: radians that the row turns by from end to end.
    """

    def __init__(
        self, rng: np.random.Generator, shape: TileShape, *, gap: float = 0.0, untidy: float = 0.0, bend: float = 0.0
    ) -> None:
        self._rng, self._shape, self._gap, self._untidy, self._bend = rng, shape, gap, untidy, bend
        self.tiles: list[PlacedTile] = []
        self.length = 0.0

    def add(
        self,
        tile: str,
        *,
        role: str,
        hand: int | None,
        sideways: bool = False,
        turned: float = 0.0,
        meld: int | None = None,
    ) -> None:
        """Put one more tile at the right end; sideways lies it crosswise, its foot on the row's line."""
        shape = self._shape
        long, deep = (shape.height, shape.width) if sideways else (shape.width, shape.height)
        x = self.length + long / 2
        y = (deep - shape.height) / 2 + self._rng.normal(0, 0.035 * shape.height) * self._untidy
        angle = (
            turned
            + self._rng.normal(0, 0.02) * self._untidy
            + (self._rng.choice([-1, 1]) * math.pi / 2 if sideways else 0)
        )
        self.tiles.append(replace(flat(shape, tile, x, y, angle, role=role, hand=hand), meld=meld))
        slack = abs(self._rng.normal(0, 0.05 * self._untidy)) + max(0.0, self._rng.normal(self._gap, self._gap * 0.3))
        self.length += long + shape.width * (slack + 0.004)

    def on_top(self, tile: str, index: int) -> None:
        """Lay a tile on the one at an index, of the same role and meld."""
        below = self.tiles[index]
        place = float(below.centre[0]), float(below.centre[1])
        above = flat(self._shape, tile, *place, level=1, role=below.role, hand=below.hand)
        self.tiles.append(replace(above, meld=below.meld))

    def space(self, widths: float) -> None:
        """Leave a gap."""
        self.length += widths * self._shape.width

    def placed(self, x: float, y: float, angle: float = 0.0) -> list[PlacedTile]:
        """Give the tiles with the row's left end at (x, y), running at an angle."""
        moved = []
        for tile in self.tiles:
            along = float(tile.centre[0])
            spin = self._bend * (along / max(self.length, 1.0) - 0.5)
            arc = self._bend * along * (along / max(self.length, 1.0) - 1) / 2
            local = np.array([along, tile.centre[1] + arc, tile.centre[2]])
            place = about_z(angle) @ local + [x, y, 0]
            moved.append(replace(tile, centre=place, turn=about_z(angle + spin) @ tile.turn))
        return moved


def clear_of(tiles: Sequence[PlacedTile], x: float, y: float, reach: float) -> bool:
    """Tell whether no tile's middle lies within reach of a place."""
    return all((t.centre[0] - x) ** 2 + (t.centre[1] - y) ** 2 > reach * reach for t in tiles)
