"""Lay a hand on the table the ways players do: rows, melds beside or behind, flowers apart, the winning tile shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labels.pose import Row, clear_of, flat
from labels.shape import PlacedTile, TileShape
from scorer.hand import Hand, Meld
from scorer.tiles import BACK


@dataclass(frozen=True, slots=True)
class Manner:
    """How tidy a player is.

    Args:
        gap: mean space between neighbours as a share of a tile's width.
        untidy: spread of places and angles; 0 is a ruler's edge.
        bend: radians a row turns by from end to end.
        step: distance from row to row, millimetres.
    """

    gap: float
    untidy: float
    bend: float
    step: float


def random_spacing(rng: np.random.Generator) -> tuple[float, float]:
    """Give gap and untidiness: most rows touch."""
    gap = 0.0 if rng.random() < 0.75 else rng.uniform(0.02, 0.4)
    return gap, float(rng.choice([0.0, 0.4, 1.0, 2.0, 4.0], p=[0.2, 0.38, 0.28, 0.1, 0.04]))


def random_manner(rng: np.random.Generator, shape: TileShape) -> Manner:
    """Choose how tidy a player is."""
    gap, untidy = random_spacing(rng)
    bend = rng.normal(0, 0.12) if rng.random() < 0.3 else 0.0
    between = 0.01 if rng.random() < 0.3 else rng.uniform(0.05, 0.9)
    return Manner(gap, untidy, bend, shape.height * (1 + between + 0.1 * untidy) + 60 * abs(bend))


@dataclass(slots=True)
class Rows:
    """A hand sorted into rows, not yet on the table; `apart` is a winning tile that lies in none."""

    main: Row
    second: Row
    melds: Row
    more_melds: Row
    flowers: Row
    apart: str | None = None


def lay_hand(rng: np.random.Generator, shape: TileShape, hand: Hand) -> list[PlacedTile]:
    """Lay a hand by chance in one of the usual ways."""
    manner = random_manner(rng, shape)
    return place_rows(rng, shape, manner, fill_rows(rng, shape, manner, hand))


def fill_rows(rng: np.random.Generator, shape: TileShape, manner: Manner, hand: Hand) -> Rows:
    """Sort a hand into rows: melds and flowers in the concealed tiles' row or in their own."""

    def row() -> Row:
        return Row(rng, shape, gap=manner.gap, untidy=manner.untidy, bend=manner.bend)

    rows = Rows(row(), row(), row(), row(), row())
    main = rows.main
    if hand.flowers and rng.random() < 0.35:
        add_flowers(rng, main, hand.flowers)
        main.space(rng.choice([0.0, rng.uniform(0.1, 1.0)]))
    else:
        add_flowers(rng, rows.flowers, hand.flowers)
    count = len(hand.melds)
    first = count if count < 3 or rng.random() < 0.5 else int(rng.integers(2, count))
    add_melds(rng, main if rng.random() < 0.3 else rows.melds, hand.melds[:first])
    add_melds(rng, rows.more_melds, hand.melds[first:], first)
    concealed = list(hand.concealed)
    if rng.random() < 0.25:
        rng.shuffle(concealed)
    count = len(concealed)
    # Nobody lays one or two tiles in a row of their own.
    split = count if rng.random() < 0.85 or count < 8 else int(rng.integers(count // 2, count - 3))
    for tile in concealed[:split]:
        main.add(tile, role="concealed", hand=0)
        if rng.random() < 0.06:
            main.space(rng.uniform(0.1, 0.6))
    for tile in concealed[split:]:
        rows.second.add(tile, role="concealed", hand=0)
    rows.apart = _add_winning(rng, main, hand.winning)
    return rows


def place_rows(rng: np.random.Generator, shape: TileShape, manner: Manner, rows: Rows) -> list[PlacedTile]:
    """Put rows on the table: the second below the main one, melds above or below, flowers on any side."""
    main, up, down = rows.main, 1, 1
    tiles = main.placed(0, 0)

    def beside(row: Row, level: int) -> list[PlacedTile]:
        x = rng.uniform(-0.05, 1.0) * max(main.length - row.length, 0.0)
        return row.placed(x, level * manner.step, rng.normal(0, 0.01))

    if rows.second.tiles:
        tiles += rows.second.placed(rng.uniform(0, 0.3) * main.length, -manner.step)
        down += 1
    if rows.melds.tiles and not rows.second.tiles and rng.random() < 0.3:
        tiles += beside(rows.melds, -down)
        down += 1
    elif rows.melds.tiles:
        tiles += beside(rows.melds, up)
        up += 1
    if rows.more_melds.tiles:
        tiles += beside(rows.more_melds, up)
        up += 1
    if rows.flowers.tiles:
        tiles += _lay_flowers(rng, shape, rows, tiles, (up, down), manner.step)
    if rows.apart is not None:
        tiles.append(_lay_apart(rng, shape, rows.apart, main.length, (down, up), manner.step, tiles))
    return tiles


def _lay_flowers(
    rng: np.random.Generator,
    shape: TileShape,
    rows: Rows,
    others: Sequence[PlacedTile],
    levels: tuple[int, int],
    step: float,
) -> list[PlacedTile]:
    """Lay the flowers above, below, to the right or to the left of the rest, near or a hand's breadth off."""
    side = rng.random()
    aside = shape.width * (rng.uniform(0.6, 2.5) if rng.random() < 0.7 else rng.uniform(2.5, 5))
    y, angle = rng.normal(0, 0.4) * shape.height, rng.normal(0, 0.1)
    if side < 0.55:
        away = 0.0 if rng.random() < 0.75 else rng.uniform(0.2, 2.0) * shape.height
        x = rng.uniform(-0.15, 1.05) * max(rows.main.length - rows.flowers.length, shape.width)
        return rows.flowers.placed(x, levels[0] * step + away, rng.normal(0, 0.03))
    if side < 0.65:
        x = rng.uniform(0, 1) * max(rows.main.length - rows.flowers.length, shape.width)
        return rows.flowers.placed(x, -levels[1] * step - rng.uniform(0, 0.8) * shape.height, rng.normal(0, 0.03))
    left = min(float(tile.centre[0]) for tile in others) - shape.height
    right = max(float(tile.centre[0]) for tile in others) + shape.height
    level = int(rng.integers(-levels[1] + 1, levels[0])) * step
    if side < 0.88:
        return rows.flowers.placed(right + aside - shape.width, level + y, angle)
    return rows.flowers.placed(left - aside - rows.flowers.length, level + y, angle)


def _add_winning(rng: np.random.Generator, row: Row, winning: str | None) -> str | None:
    """Put the winning tile at the row's end, or give it back to be laid apart."""
    way = rng.random()
    if winning is None or way > 0.65:
        return winning
    row.space(rng.uniform(0.25, 1.2) if way < 0.55 else rng.uniform(0.02, 0.15))
    row.add(winning, role="winning", hand=0, sideways=way > 0.4)
    return None


def _lay_apart(
    rng: np.random.Generator,
    shape: TileShape,
    tile: str,
    length: float,
    rows: tuple[int, int],
    step: float,
    others: Sequence[PlacedTile],
) -> PlacedTile:
    """Lay the winning tile above or below the rows, touching them at the least."""
    up = rng.random() < 0.75
    level = rows[1] if up else -rows[0]
    angle = rng.choice([0.0, rng.normal(0, 0.3), math.pi / 2], p=[0.4, 0.45, 0.15])
    away = 0.0 if angle == 0.0 and rng.random() < 0.5 else rng.uniform(0.2, 0.7) * shape.height
    x = rng.uniform(0.05, 0.95) * length
    y = level * step + math.copysign(away, level)
    while not clear_of(others, x, y, shape.height * 0.97):
        y += math.copysign(shape.height * 0.1, level)
    return flat(shape, tile, x, y, float(angle), role="winning", hand=0)


def add_melds(rng: np.random.Generator, row: Row, melds: Sequence[Meld], first: int = 0) -> None:
    """Add melds to a row, each with a gap after it; `first` is the number of the first."""
    for number, meld in enumerate(melds, first):
        add_meld(rng, row, meld, number)
        row.space(rng.uniform(0.15, 1.3))


def add_meld(rng: np.random.Generator, row: Row, meld: Meld, number: int) -> None:
    """Add one meld: a claimed tile turned now and then, kongs stacked or in line, concealed kongs with backs."""
    tiles = list(meld.tiles)
    if meld.kind == "kong_concealed":
        look = rng.random()
        face = tiles[0]
        if look < 0.5:
            tiles = [face, BACK, BACK, face]
        elif look < 0.65:
            tiles = [BACK, face, face, BACK]
        elif look < 0.8:
            tiles = [BACK] * 4
        elif look < 0.9:
            tiles = [BACK, BACK, BACK, face]
    claimed = meld.kind != "kong_concealed"
    stacked = claimed and meld.is_kong and rng.random() < 0.35
    turned = int(rng.integers(3)) if claimed and rng.random() < 0.35 else -1
    start = len(row.tiles)
    for index, tile in enumerate(tiles[:3] if stacked else tiles):
        row.add(tile, role="meld", hand=0, sideways=index == turned, meld=number)
    if stacked:
        row.on_top(tiles[3], start + 1)


def add_flowers(rng: np.random.Generator, row: Row, flowers: Sequence[str]) -> None:
    """Add flowers to a row."""
    for flower in flowers:
        row.add(flower, role="flower", hand=0, sideways=rng.random() < 0.04)
