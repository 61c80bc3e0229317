"""Lay out tables: a winning hand with its neighbours, whole sets in grids, loose tiles, close-ups, racks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from labels.deal import BACK, FACES, DealtHand, DealtMeld, deal_hand
from labels.pose import Row, clear_of, flat, standing, tumbled
from labels.solid import PlacedTile, TileShape


@dataclass(slots=True)
class Layout:
    """Tiles on a table; the first `subject` of them are what the photo is about."""

    kind: str
    tiles: list[PlacedTile]
    subject: int
    hand: DealtHand | None = None
    fill: tuple[float, float] = (0.55, 0.97)
    elevation: tuple[float, float] = (25.0, 90.0)
    taken: list[str] = field(default_factory=list)


Maker = Callable[[np.random.Generator, TileShape], Layout]


def any_tile(rng: np.random.Generator) -> str:
    """Give one of the 42 faces, each equally likely."""
    return FACES[int(rng.integers(len(FACES)))]


def hand_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Lay one dealt winning hand: concealed row, melds, flowers, winning tile."""
    dealt = deal_hand(rng)
    gap, untidy = _spacing(rng)
    bend = rng.normal(0, 0.12) if rng.random() < 0.3 else 0.0

    def row() -> Row:
        return Row(rng, shape, gap=gap, untidy=untidy, bend=bend)

    main = row()
    flowers_first = bool(dealt.flowers) and rng.random() < 0.35
    if flowers_first:
        _add_flowers(rng, main, dealt)
        main.space(rng.choice([0.0, rng.uniform(0.1, 1.0)]))
    one_line = bool(dealt.melds) and rng.random() < 0.3
    if one_line:
        _add_melds(rng, main, dealt.melds)
    tiles_in_hand = list(dealt.concealed)
    win_style = str(rng.choice(["end", "cross", "in_row", "apart", "top"], p=[0.4, 0.15, 0.1, 0.25, 0.1]))
    if rng.random() < 0.25:
        rng.shuffle(tiles_in_hand)
    second = row()
    split = len(tiles_in_hand) if rng.random() < 0.85 else int(rng.integers(len(tiles_in_hand) // 2, len(tiles_in_hand)))
    for tile in tiles_in_hand[:split]:
        main.add(tile, role="concealed", hand=0)
        if rng.random() < 0.06:
            main.space(rng.uniform(0.1, 0.6))
    for tile in tiles_in_hand[split:]:
        second.add(tile, role="concealed", hand=0)
    if win_style in ("end", "cross"):
        main.space(rng.uniform(0.25, 1.2))
        main.add(dealt.winning, role="winning", hand=0, sideways=win_style == "cross")
    elif win_style == "in_row":
        main.space(rng.uniform(0.02, 0.15))
        main.add(dealt.winning, role="winning", hand=0, sideways=rng.random() < 0.7)
    tiles = main.placed(0, 0)
    step = shape.height * (1.0 + (0.01 if rng.random() < 0.3 else rng.uniform(0.05, 0.9)))
    level = step
    if second.tiles:
        tiles += second.placed(rng.uniform(0, 0.3) * main.length, -step)
    if dealt.melds and not one_line:
        melds = row()
        _add_melds(rng, melds, dealt.melds)
        side = 1 if rng.random() < 0.7 or second.tiles else -1
        tiles += melds.placed(rng.uniform(-0.1, 1.0) * max(main.length - melds.length, 0), side * level, rng.normal(0, 0.03))
        level += step if side > 0 else 0
    if dealt.flowers and not flowers_first:
        flowers = row()
        _add_flowers(rng, flowers, dealt)
        if rng.random() < 0.3:
            tiles += flowers.placed(main.length + shape.width * rng.uniform(0.6, 2), rng.normal(0, 0.3) * shape.height, rng.normal(0, 0.1))
        else:
            tiles += flowers.placed(rng.uniform(-0.05, 1.0) * max(main.length - flowers.length, 0), level, rng.normal(0, 0.05))
            level += step
    if win_style == "apart":
        x, y = rng.uniform(0.1, 0.95) * main.length, level + rng.uniform(0.1, 0.6) * shape.height
        tiles.append(flat(shape, dealt.winning, x, y, rng.normal(0, 0.3), role="winning", hand=0))
    elif win_style == "top":
        base = main.tiles[int(rng.integers(len(main.tiles)))]
        on = base.centre[0]
        tiles.append(flat(shape, dealt.winning, float(on), step * 0.97 if level == step else -step * 0.97, role="winning", hand=0))
    layout = Layout("hand", tiles, len(tiles), dealt, taken=[t.tile for t in tiles])
    surroundings(rng, shape, layout, min_y=min(float(t.centre[1]) for t in tiles), max_y=max(float(t.centre[1]) for t in tiles))
    return layout


def _spacing(rng: np.random.Generator) -> tuple[float, float]:
    """Give gap and untidiness: most rows touch."""
    gap = 0.0 if rng.random() < 0.75 else rng.uniform(0.02, 0.4)
    return gap, float(rng.choice([0.0, 0.4, 1.0, 2.0], p=[0.2, 0.4, 0.3, 0.1]))


def _add_melds(rng: np.random.Generator, row: Row, melds: tuple[DealtMeld, ...]) -> None:
    for meld in melds:
        _add_meld(rng, row, meld)
        row.space(rng.uniform(0.15, 1.3))


def _add_meld(rng: np.random.Generator, row: Row, meld: DealtMeld) -> None:
    tiles = list(meld.tiles)
    if meld.kind == "kong_concealed":
        face = tiles[0]
        look = rng.random()
        if look < 0.5:
            tiles = [face, BACK, BACK, face]
        elif look < 0.65:
            tiles = [BACK, face, face, BACK]
        elif look < 0.8:
            tiles = [BACK] * 4
        elif look < 0.9:
            tiles = [BACK, BACK, BACK, face]
    stacked = len(tiles) == 4 and meld.kind != "kong_concealed" and rng.random() < 0.35
    turned = int(rng.integers(3)) if meld.kind != "kong_concealed" and rng.random() < 0.35 else -1
    start = len(row.tiles)
    for index, tile in enumerate(tiles[:3] if stacked else tiles):
        row.add(tile, role="meld", hand=0, sideways=index == turned)
    if stacked:
        row.on_top(tiles[3], start + 1, role="meld", hand=0)


def _add_flowers(rng: np.random.Generator, row: Row, dealt: DealtHand) -> None:
    for flower in dealt.flowers:
        row.add(flower, role="flower", hand=0, sideways=rng.random() < 0.04)


def surroundings(rng: np.random.Generator, shape: TileShape, layout: Layout, *, min_y: float, max_y: float) -> None:
    """Add walls, discards and other hands beyond the subject."""
    far = max_y + shape.height * rng.uniform(1.5, 5)
    if rng.random() < 0.5:
        discards(rng, shape, layout, (rng.uniform(0, 10) * shape.width, far + rng.uniform(2, 6) * shape.height))
    for _ in range(int(rng.choice(3, p=[0.5, 0.3, 0.2]))):
        wall(rng, shape, layout, far + rng.uniform(0, 10) * shape.height)
    if rng.random() < 0.2:
        other_hand(rng, shape, layout, far + rng.uniform(0, 8) * shape.height)
    if rng.random() < 0.15:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(-3, 20) * shape.width, min_y - shape.height * rng.uniform(1.4, 3)
            _drop(rng, shape, layout, BACK if rng.random() < 0.4 else any_tile(rng), x, y)


def _drop(rng: np.random.Generator, shape: TileShape, layout: Layout, tile: str, x: float, y: float) -> None:
    if not clear_of(layout.tiles, x, y, shape.height * 1.18):
        return
    angle = rng.uniform(0, 2 * math.pi) if rng.random() < 0.8 else rng.normal(0, 0.1)
    layout.tiles.append(tumbled(rng, shape, any_tile(rng), x, y) if rng.random() < 0.06 else flat(shape, tile, x, y, angle))


def discards(rng: np.random.Generator, shape: TileShape, layout: Layout, middle: tuple[float, float]) -> None:
    """Scatter a pond of discards, face up mostly."""
    spread = shape.height * rng.uniform(1.5, 4)
    down = rng.choice([0.0, 0.15, 0.5])
    for _ in range(int(rng.integers(6, 40))):
        x, y = middle[0] + rng.normal(0, spread * 1.3), middle[1] + rng.normal(0, spread)
        if y > middle[1] - 3.5 * spread:
            _drop(rng, shape, layout, BACK if rng.random() < down else any_tile(rng), x, y)


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
    """Place a neighbour's row: standing with its backs to us, or laid open, upside down for us."""
    x, angle = rng.uniform(-4, 6) * shape.width, math.pi + rng.normal(0, 0.2)
    upright = rng.random() < 0.5
    for index in range(int(rng.integers(4, 17))):
        place = (x + index * shape.width * 1.01, y + rng.normal(0, 0.02) * shape.height)
        if clear_of(layout.tiles, place[0], place[1], shape.width * 1.0):
            pose = standing if upright else flat
            layout.tiles.append(pose(shape, any_tile(rng), place[0], place[1], angle))


def grid_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Fill the picture with rows: a whole set sorted, or any tiles."""
    gap, untidy = _spacing(rng)
    columns, lines = int(rng.integers(3, 15)), int(rng.integers(2, 9))
    between = shape.height * (1.0 + (rng.uniform(0.003, 0.03) if rng.random() < 0.5 else rng.uniform(0.03, 0.9)))
    ordered = rng.random() < 0.5
    first = int(rng.integers(42))
    tiles: list[PlacedTile] = []
    for line in range(lines):
        row = Row(rng, shape, gap=gap, untidy=untidy)
        spin = float(rng.choice([0.0, math.pi], p=[0.9, 0.1]))
        for column in range(columns if rng.random() < 0.8 else int(rng.integers(1, columns + 1))):
            tile = FACES[(first + line * columns + column) % 42] if ordered else any_tile(rng)
            if rng.random() < 0.03:
                tile = BACK
            row.add(tile, role="concealed", hand=None, turned=spin + float(rng.choice([0, math.pi / 2, math.pi], p=[0.96, 0.02, 0.02])))
        tiles += row.placed(rng.normal(0, 0.3) * shape.width * (rng.random() < 0.5), -line * between, rng.normal(0, 0.004))
    return Layout("grid", tiles, len(tiles), fill=(0.5, 1.25))


def loose_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Drop a few tiles singly, in touching pairs, in a zigzag, or in short rows at any angle."""
    layout = Layout("loose", [], 0, fill=(0.3, 0.95))
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.uniform(-5, 5) * shape.height, rng.uniform(-4, 4) * shape.height
        row = Row(rng, shape, gap=rng.choice([0.0, 0.2]), untidy=rng.choice([0.0, 1.0]))
        for _ in range(int(rng.choice([1, 2, 3, 4, 6], p=[0.45, 0.2, 0.15, 0.1, 0.1]))):
            row.add(BACK if rng.random() < 0.08 else any_tile(rng), role="concealed", hand=None, sideways=rng.random() < 0.1)
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
            _drop(rng, shape, layout, any_tile(rng), rng.uniform(-4, 8) * shape.width, rng.uniform(1, 4) * shape.height)
    return layout


def rack_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Stand a row on its feet, seen from the front: a hand on its rack."""
    lean = rng.choice([0.0, rng.uniform(0.05, 0.5)])
    gap = rng.choice([0.0, rng.uniform(0, 0.1)])
    dealt = deal_hand(rng, melds=0)
    names = [*dealt.flowers, *dealt.concealed, dealt.winning][: int(rng.integers(5, 22))]
    tiles = []
    x = 0.0
    for name in names:
        tiles.append(standing(shape, name, x, rng.normal(0, 0.3), rng.normal(0, 0.01), lean=lean, role="concealed"))
        x += shape.width * (1.004 + gap + (rng.uniform(0, 1) if rng.random() < 0.06 else 0))
    layout = Layout("rack", tiles, len(tiles), fill=(0.6, 1.02), elevation=(8, 50))
    surroundings(rng, shape, layout, min_y=-shape.height, max_y=shape.height)
    return layout


def pond_layout(rng: np.random.Generator, shape: TileShape) -> Layout:
    """Show a table in play: discards, walls, no hand."""
    layout = Layout("pond", [], 0, fill=(0.5, 1.2))
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
