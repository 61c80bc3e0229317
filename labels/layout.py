"""Lay out tables: a winning hand with its neighbours, whole sets in grids, loose tiles, close-ups, racks."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from labels.deal import deal_hand
from labels.hands import add_flowers, add_melds, lay_hand, random_spacing
from labels.pose import Row, clear_of, standing
from labels.shape import PlacedTile, TileShape
from labels.surroundings import Layout, any_tile, discards, drop, surround, wall
from scorer.tiles import BACK, TILES

Maker = Callable[[np.random.Generator, TileShape], Layout]


def hand_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Lay a dealt winning hand, with what else is on the table."""
    hand = deal_hand(rng)
    tiles = lay_hand(rng, shape, hand)
    layout = Layout("hand", tiles, len(tiles), hand)
    surround(rng, shape, layout)
    return layout


def grid_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Fill the picture with rows: a whole set sorted, or any tiles."""
    gap, untidy = random_spacing(rng)
    columns, lines = int(rng.integers(3, 15)), int(rng.integers(2, 9))
    between = shape.height * (1.0 + (rng.uniform(0.003, 0.03) if rng.random() < 0.5 else rng.uniform(0.03, 0.9)))
    ordered = rng.random() < 0.5
    first = int(rng.integers(42))
    tiles: list[PlacedTile] = []
    for line in range(lines):
        row = Row(rng, shape, gap=gap, untidy=untidy)
        spin = float(rng.choice([0.0, math.pi], p=[0.9, 0.1]))
        for column in range(columns if rng.random() < 0.8 else int(rng.integers(1, columns + 1))):
            tile = TILES[(first + line * columns + column) % 42] if ordered else any_tile(rng)
            if rng.random() < 0.03:
                tile = BACK
            row.add(
                tile,
                role="concealed",
                hand=None,
                turned=spin + float(rng.choice([0, math.pi / 2, math.pi], p=[0.96, 0.02, 0.02])),
            )
        tiles += row.placed(
            rng.normal(0, 0.3) * shape.width * (rng.random() < 0.5), -line * between, rng.normal(0, 0.004)
        )
    return Layout("grid", tiles, len(tiles), fill=(0.5, 1.25))


def loose_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Drop a few tiles singly, in touching pairs, in a zigzag, or in short rows at any angle."""
    layout = Layout("loose", [], 0, fill=(0.5, 1.0))
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.uniform(-4, 4) * shape.height, rng.uniform(-3, 3) * shape.height
        row = Row(rng, shape, gap=rng.choice([0.0, 0.2]), untidy=rng.choice([0.0, 1.0]))
        for _ in range(int(rng.choice([1, 2, 3, 4, 6], p=[0.45, 0.2, 0.15, 0.1, 0.1]))):
            row.add(
                BACK if rng.random() < 0.08 else any_tile(rng), role="concealed", hand=None, sideways=rng.random() < 0.1
            )
        angle = rng.normal(0, 0.2) if rng.random() < 0.5 else rng.uniform(0, 2 * math.pi)
        placed = row.placed(x, y, angle)
        if all(clear_of(layout.tiles, float(t.centre[0]), float(t.centre[1]), shape.height * 1.2) for t in placed):
            layout.tiles += placed
    layout.subject = len(layout.tiles)
    return layout


def close_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Put one to six tiles before the lens."""
    row = Row(rng, shape, gap=rng.choice([0.0, 0.3]), untidy=1.0)
    for _ in range(int(rng.choice([1, 2, 3, 4, 6]))):
        row.add(BACK if rng.random() < 0.1 else any_tile(rng), role="concealed", hand=None)
    tiles = row.placed(0, 0)
    layout = Layout("close", tiles, len(tiles), fill=(0.35, 1.0), elevation=(35, 90))
    if rng.random() < 0.3:
        for _ in range(5):
            drop(rng, shape, layout, any_tile(rng), rng.uniform(-4, 8) * shape.width, rng.uniform(1, 4) * shape.height)
    return layout


def rack_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Stand a row on its feet, seen from the front: a hand on its rack, its melds and flowers flat behind it."""
    lean = rng.choice([0.0, rng.uniform(0.05, 0.5)])
    gap = rng.choice([0.0, rng.uniform(0, 0.1)])
    behind = rng.random() < 0.5
    hand = deal_hand(rng, melds=None if behind else 0)
    flowers = () if behind else hand.flowers
    names = [*flowers, *hand.concealed, *([hand.winning] if hand.winning and rng.random() < 0.6 else [])]
    if not behind:
        names = names[: int(rng.integers(5, 22))]
    tiles = []
    x = 0.0
    for name in names:
        tiles.append(
            standing(shape, name, x, rng.normal(0, 0.3), rng.normal(0, 0.01), lean=lean, role="concealed", hand=0)
        )
        x += shape.width * (1.004 + gap + (rng.uniform(0, 1) if rng.random() < 0.06 else 0))
    if behind and (hand.melds or hand.flowers):
        row = Row(rng, shape, untidy=rng.choice([0.3, 1.0]))
        add_melds(rng, row, hand.melds)
        if rng.random() < 0.6 or not hand.melds:
            add_flowers(rng, row, hand.flowers)
            tiles += row.placed(rng.uniform(-0.2, 0.8) * x, shape.height * rng.uniform(0.75, 3))
        else:
            far = shape.height * rng.uniform(0.75, 2)
            tiles += row.placed(rng.uniform(-0.2, 0.5) * x, far)
            second = Row(rng, shape, untidy=1.0)
            add_flowers(rng, second, hand.flowers)
            tiles += second.placed(rng.uniform(-0.2, 0.8) * x, far + shape.height * rng.uniform(1.1, 2.5))
    layout = Layout("rack", tiles, len(tiles), fill=(0.75, 1.1), elevation=(8, 50))
    surround(rng, shape, layout)
    return layout


def pond_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Show a table in play: discards, walls, no hand."""
    layout = Layout("pond", [], 0, fill=(0.7, 1.3))
    for _ in range(int(rng.integers(1, 4))):
        discards(rng, shape, layout, (rng.normal(0, 4) * shape.width, rng.normal(0, 3) * shape.height))
    layout.subject = len(layout.tiles)
    for _ in range(int(rng.integers(0, 3))):
        wall(rng, shape, layout, rng.uniform(-8, 8) * shape.height)
    return layout


def empty_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Show backs only, or a bare table with clutter."""
    layout = Layout("empty", [], 0, fill=(0.3, 1.0))
    if rng.random() < 0.5:
        wall(rng, shape, layout, 0.0)
    layout.subject = len(layout.tiles)
    return layout


LAYOUTS: dict[str, Maker] = {
    "hand": hand_layout,
    "grid": grid_layout,
    "loose": loose_layout,
    "close": close_layout,
    "rack": rack_layout,
    "pond": pond_layout,
    "empty": empty_layout,
}
