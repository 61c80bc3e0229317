"""Deal random winning Taiwanese hands: five sets, a pair, flowers."""

from __future__ import annotations

from collections import Counter

import numpy as np

from scorer.hand import Hand, Meld, MeldKind
from scorer.tiles import FLOWERS, TILES, in_order

PLAIN: tuple[str, ...] = TILES[:FLOWERS]
MELD_CHANCES = (0.3, 0.22, 0.2, 0.15, 0.1, 0.03)
FLOWER_CHANCES = (0.2, 0.25, 0.22, 0.15, 0.08, 0.04, 0.03, 0.02, 0.01)
TRIPLETS: tuple[tuple[MeldKind, float], ...] = (
    ("pung", 0.5),
    ("kong_claimed", 0.12),
    ("kong_added", 0.13),
    ("kong_concealed", 0.25),
)


def deal_hand(rng: np.random.Generator, *, melds: int | None = None, flowers: int | None = None) -> Hand:
    """Deal a hand that wins, with so many melds and flowers, or a random number of each."""
    meld_count = int(rng.choice(6, p=MELD_CHANCES)) if melds is None else melds
    flower_count = int(rng.choice(9, p=FLOWER_CHANCES)) if flowers is None else flowers
    suits = [str(s) for s in rng.permutation(list("mps"))[: 1 if rng.random() < 0.15 else 3]]
    pool = [t for t in PLAIN if t[1] == "z" or t[1] in suits]
    used: Counter[str] = Counter()
    sets: list[tuple[str, ...]] = []
    while len(sets) < 5:
        group = _one_set(rng, pool)
        if all(used[tile] + group.count(tile) <= 4 for tile in group):
            used.update(group)
            sets.append(group)
    pair = next(str(t) for t in rng.permutation(pool) if used[str(t)] <= 2)
    laid = tuple(_lay(rng, group, used) for group in sets[:meld_count])
    rest = [pair, pair, *(tile for group in sets[meld_count:] for tile in group)]
    winning = rest.pop(int(rng.integers(len(rest))))
    drawn = [f"{n}f" for n in rng.permutation(8)[:flower_count] + 1]
    return Hand(in_order(rest), laid, winning, in_order(drawn))


def _one_set(rng: np.random.Generator, pool: list[str]) -> tuple[str, ...]:
    tile = str(rng.choice(pool))
    if tile[1] != "z" and int(tile[0]) <= 7 and rng.random() < 0.65:
        return tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))
    return (tile,) * 3


def _lay(rng: np.random.Generator, group: tuple[str, ...], used: Counter[str]) -> Meld:
    """Make a meld of a set; a kong only where its fourth tile is in no other set."""
    if len(set(group)) > 1:
        return Meld("chow", group)
    kind = TRIPLETS[int(rng.choice(len(TRIPLETS), p=[chance for _, chance in TRIPLETS]))][0]
    if kind == "pung" or used[group[0]] > 3:
        return Meld("pung", group)
    return Meld(kind, group + group[:1])
