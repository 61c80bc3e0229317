"""Put what lies around a hand: walls, discards, other players' tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from labels.pose import clear_of, flat, standing, tumbled
from labels.shape import PlacedTile, TileShape
from scorer.hand import Hand
from scorer.tiles import BACK, FLOWERS, TILES


@dataclass(slots=True)
class Layout:
    """Tiles on a table; the first `subject` of them are what the photo is about.

    Args:
        fill: range of the share of the picture that the subject takes.
        elevation: range of the camera's height over the table, degrees.
    """

    kind: str
    tiles: list[PlacedTile]
    subject: int
    hand: Hand | None = None
    fill: tuple[float, float] = (0.75, 1.1)
    elevation: tuple[float, float] = (25.0, 90.0)


def any_tile(rng: np.random.Generator) -> str:
    """Give one of the 42 faces, each equally likely."""
    return TILES[int(rng.integers(len(TILES)))]


def plain_tile(rng: np.random.Generator) -> str:
    """Give one of the 34 faces that are no flowers: flowers are never discarded."""
    return TILES[int(rng.integers(FLOWERS))]


def surround(rng: np.random.Generator, shape: TileShape, layout: Layout) -> None:
    """Add walls, discards and other hands beyond the subject."""
    rows = [float(tile.centre[1]) for tile in layout.tiles]
    far = max(rows) + shape.height * rng.uniform(1.5, 5)
    if rng.random() < 0.5:
        discards(rng, shape, layout, (rng.uniform(0, 10) * shape.width, far + rng.uniform(2, 6) * shape.height))
    for _ in range(int(rng.choice(3, p=[0.5, 0.3, 0.2]))):
        wall(rng, shape, layout, far + rng.uniform(0, 10) * shape.height)
    if rng.random() < 0.2:
        other_hand(rng, shape, layout, far + rng.uniform(0, 8) * shape.height)
    if rng.random() < 0.15:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(-3, 20) * shape.width, min(rows) - shape.height * rng.uniform(1.4, 3)
            drop(rng, shape, layout, BACK if rng.random() < 0.4 else plain_tile(rng), x, y)


def drop(rng: np.random.Generator, shape: TileShape, layout: Layout, tile: str, x: float, y: float) -> None:
    """Drop one tile at a place, unless another lies there."""
    if not clear_of(layout.tiles, x, y, shape.height * 1.18):
        return
    angle = rng.uniform(0, 2 * math.pi) if rng.random() < 0.8 else rng.normal(0, 0.1)
    layout.tiles.append(
        tumbled(rng, shape, plain_tile(rng), x, y) if rng.random() < 0.06 else flat(shape, tile, x, y, angle)
    )


def discards(rng: np.random.Generator, shape: TileShape, layout: Layout, middle: tuple[float, float]) -> None:
    """Scatter a pond of discards, face up mostly."""
    spread = shape.height * rng.uniform(1.5, 4)
    down = rng.choice([0.0, 0.15, 0.5])
    for _ in range(int(rng.integers(6, 40))):
        x, y = middle[0] + rng.normal(0, spread * 1.3), middle[1] + rng.normal(0, spread)
        if y > middle[1] - 3.5 * spread:
            drop(rng, shape, layout, BACK if rng.random() < down else plain_tile(rng), x, y)


def wall(rng: np.random.Generator, shape: TileShape, layout: Layout, y: float) -> None:
    """Build a piece of wall: tiles face down, two high."""
    angle = rng.choice([rng.normal(0, 0.15), math.pi / 2 + rng.normal(0, 0.15)])
    x = rng.uniform(-6, 16) * shape.width
    for index in range(int(rng.integers(3, 17))):
        place = (x + math.cos(angle) * index * shape.width * 1.01, y + math.sin(angle) * index * shape.width * 1.01)
        if not clear_of(layout.tiles[: layout.subject], place[0], place[1], shape.height * 1.4):
            continue
        for level in range(2 if rng.random() < 0.93 else 1):
            layout.tiles.append(flat(shape, BACK, place[0], place[1], angle + rng.normal(0, 0.01), level=level))


def other_hand(rng: np.random.Generator, shape: TileShape, layout: Layout, y: float) -> None:
    """Place a neighbour's row: standing with its backs to us, or laid open, upside down or sideways for us."""
    x, angle = rng.uniform(-4, 6) * shape.width, math.pi + rng.normal(0, 0.2)
    aside = rng.random() < 0.3  # a neighbour to the left or right, whose row runs away from us
    if aside:
        tiles = layout.tiles[: layout.subject]
        left, right = (float(f([t.centre[0] for t in tiles])) for f in (min, max))
        angle = float(rng.choice([-1, 1])) * math.pi / 2 + rng.normal(0, 0.15)
        x = right + shape.height * rng.uniform(1.2, 4) if angle > 0 else left - shape.height * rng.uniform(1.2, 4)
        y = float(min(t.centre[1] for t in tiles)) + rng.uniform(-2, 2) * shape.height
    upright = rng.random() < 0.5
    for index in range(int(rng.integers(4, 17))):
        along = index * shape.width * 1.01
        place = (x, y + along) if aside else (x + along, y + rng.normal(0, 0.02) * shape.height)
        if clear_of(layout.tiles, place[0], place[1], shape.width * 1.0):
            pose = standing if upright else flat
            layout.tiles.append(pose(shape, plain_tile(rng), place[0], place[1], angle))
