"""Measure how often every tile of a laid hand gets its role, its faces given: concealed, of a meld, winning.

python -m tests.bench.roles [--count 1000] [--seed 904]

Hands are laid as `labels/` lays them and not drawn; whole hands in view count. Corners are moved as the locator's are.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

import numpy as np

from labels.tables import Plan, RenderedTile, plan_table
from scorer import BACK
from vision.assemble import roles_of
from vision.classify import CLASSES
from vision.describe import Floats, Seen, frames_in
from vision.reading import Role
from vision.rectify import side_lengths
from vision.shapes import BLANK

SIZE = (640, 480)
IN_VIEW, MOVED = 0.5, 0.02
"""Share of a tile that must be in view, and by how much of its side corners are moved."""
ROLES = ("concealed", "meld", "winning")


def whole_hands(count: int, seed: int) -> Iterator[tuple[np.random.Generator, list[RenderedTile]]]:
    """Lay hands, and give the tiles of each one that is whole in view."""
    number = 0
    while count:
        rng = np.random.default_rng((seed, number))
        number += 1
        plan = plan_table(rng, width=SIZE[0], height=SIZE[1], kind="hand")
        tiles = [tile for tile in plan.tiles if tile.role != "other"]
        if len(tiles) == _size(plan) and all(tile.visible > IN_VIEW for tile in tiles):
            count -= 1
            yield rng, tiles


def _size(plan: Plan) -> int:
    assert plan.hand is not None
    hand = plan.hand
    melded = sum(len(meld.tiles) for meld in hand.melds)
    return len(hand.concealed) + melded + len(hand.flowers) + (hand.winning is not None)


def seen_roles(rng: np.random.Generator, tiles: list[RenderedTile]) -> list[Role]:
    """Give each tile the role that it seems to have."""
    names = [tile.tile for tile in tiles]
    chances = np.full((len(tiles), len(CLASSES)), 0.002, np.float32)
    chances[np.arange(len(tiles)), [CLASSES.index(name) for name in names]] = 0.9
    corners = np.array([_located(rng, tile) for tile in tiles], np.float32)
    frames = frames_in(Seen(chances, np.full(len(tiles), 0.9, np.float32), corners, SIZE))
    return roles_of(names, frames, range(len(tiles)))[0]


def _located(rng: np.random.Generator, tile: RenderedTile) -> Floats:
    # Which way up a face without a print lies can't be seen.
    turn = 2 * int(rng.integers(2)) if tile.tile in (BACK, BLANK) else 0
    moved = tile.corners + rng.normal(0, MOVED, (4, 2)) * float(side_lengths(tile.corners).mean())
    return np.asarray(np.roll(moved, turn, axis=0), np.float32)


def mistakes(count: int, seed: int) -> Counter[str]:
    """Count hands by what is mistaken in them for what; under `right` those in which nothing is."""
    found: Counter[str] = Counter()
    for rng, tiles in whole_hands(count, seed):
        pairs = zip(tiles, seen_roles(rng, tiles), strict=True)
        wrong = {f"{tile.role} as {role}" for tile, role in pairs if tile.role in ROLES and tile.role != role}
        found[", ".join(sorted(wrong)) or "right"] += 1
    return found


def main() -> None:
    """Measure, and print a line for each kind of mistake."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=904)
    options = parser.parse_args()
    for what, count in mistakes(options.count, options.seed).most_common():
        print(f"{count / options.count:.3f} {what}")


if __name__ == "__main__":
    main()
