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


def lay_hand(rng: np.random.Generator, shape: TileShape, hand: Hand) -> list[PlacedTile]:
    """Lay a hand by chance in one of the usual ways."""
    manner = random_manner(rng, shape)

    def row() -> Row:
        return Row(rng, shape, gap=manner.gap, untidy=manner.untidy, bend=manner.bend)

    main, second, melds, flowers = row(), row(), row(), row()
    if hand.flowers and rng.random() < 0.35:
        add_flowers(rng, main, hand.flowers)
        main.space(rng.choice([0.0, rng.uniform(0.1, 1.0)]))
    else:
        add_flowers(rng, flowers, hand.flowers)
    add_melds(rng, main if rng.random() < 0.3 else melds, hand.melds)
    concealed = list(hand.concealed)
    if rng.random() < 0.25:
        rng.shuffle(concealed)
    count = len(concealed)
    split = count if rng.random() < 0.85 else int(rng.integers(count // 2, count))
    for tile in concealed[:split]:
        main.add(tile, role="concealed", hand=0)
        if rng.random() < 0.06:
            main.space(rng.uniform(0.1, 0.6))
    for tile in concealed[split:]:
        second.add(tile, role="concealed", hand=0)
    apart = _add_winning(rng, main, hand.winning)

    tiles = main.placed(0, 0)
    rows_up, rows_down = 1, 1
    if second.tiles:
        tiles += second.placed(rng.uniform(0, 0.3) * main.length, -manner.step)
        rows_down += 1
    if melds.tiles:
        up = second.tiles or rng.random() < 0.7
        y = rows_up * manner.step if up else -rows_down * manner.step
        tiles += melds.placed(_beside(rng, main, melds), y, rng.normal(0, 0.01))
        rows_up, rows_down = (rows_up + 1, rows_down) if up else (rows_up, rows_down + 1)
    if flowers.tiles:
        if rng.random() < 0.3:
            right = max(main.length, melds.length) + shape.width * rng.uniform(1.2, 2.5)
            tiles += flowers.placed(right, rng.normal(0, 0.3) * shape.height, rng.normal(0, 0.1))
        else:
            tiles += flowers.placed(_beside(rng, main, flowers), rows_up * manner.step, rng.normal(0, 0.01))
            rows_up += 1
    if apart is not None:
        tiles.append(_lay_apart(rng, shape, apart, main.length, (rows_down, rows_up), manner.step, tiles))
    return tiles


def _beside(rng: np.random.Generator, main: Row, other: Row) -> float:
    """Give where a second row starts along the main one."""
    return rng.uniform(-0.05, 1.0) * max(main.length - other.length, 0.0)


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


def add_melds(rng: np.random.Generator, row: Row, melds: Sequence[Meld]) -> None:
    """Add melds to a row, each with a gap after it."""
    for meld in melds:
        add_meld(rng, row, meld)
        row.space(rng.uniform(0.15, 1.3))


def add_meld(rng: np.random.Generator, row: Row, meld: Meld) -> None:
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
        row.add(tile, role="meld", hand=0, sideways=index == turned)
    if stacked:
        row.on_top(tiles[3], start + 1, role="meld", hand=0)


def add_flowers(rng: np.random.Generator, row: Row, flowers: Sequence[str]) -> None:
    """Add flowers to a row."""
    for flower in flowers:
        row.add(flower, role="flower", hand=0, sideways=rng.random() < 0.04)
