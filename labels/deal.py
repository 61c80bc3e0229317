"""Deal random legal Taiwanese hands: five sets and a pair, flowers, in the project's notation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

FACES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    *(f"{n}f" for n in range(1, 9)),
)
"""The 42 faces in the fixed class order of the project."""
BACK = "back"
PLAIN: tuple[str, ...] = FACES[:34]


@dataclass(frozen=True, slots=True)
class DealtMeld:
    """A set on the table: kind is chow, pung, kong_claimed, kong_added or kong_concealed."""

    kind: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A winning hand as it is laid on the table."""

    concealed: tuple[str, ...]
    melds: tuple[DealtMeld, ...]
    winning: str
    flowers: tuple[str, ...]

    def __str__(self) -> str:
        brackets = {"kong_concealed": "({})"}
        melds = "".join(
            f"[{meld.tiles[0][0] * 3}+{meld.tiles[0]}]"
            if meld.kind == "kong_added"
            else brackets.get(meld.kind, "[{}]").format(compact(meld.tiles))
            for meld in self.melds
        )
        flowers = f"|{compact(self.flowers)}" if self.flowers else ""
        return f"{compact(self.concealed)}{melds}+{self.winning}{flowers}"


def compact(tiles: tuple[str, ...]) -> str:
    """Write tiles with the suit once a run.

    >>> compact(("1m", "2m", "3m", "7z"))
    '123m7z'
    """
    text = ""
    for index, tile in enumerate(tiles):
        last = index + 1 == len(tiles) or tiles[index + 1][1] != tile[1]
        text += tile if last else tile[0]
    return text


def order(tile: str) -> tuple[int, int]:
    """Give the key that sorts tiles as players do: by suit, then number."""
    return "mpszf".index(tile[1]), int(tile[0])


def deal_hand(rng: np.random.Generator, *, melds: int | None = None, flowers: int | None = None) -> DealtHand:
    """Deal a winning hand with so many melds and flowers, or a random number of each."""
    meld_count = int(rng.choice(6, p=[0.3, 0.22, 0.2, 0.15, 0.1, 0.03])) if melds is None else melds
    flower_count = int(rng.choice(9, p=[0.2, 0.25, 0.22, 0.15, 0.08, 0.04, 0.03, 0.02, 0.01])) if flowers is None else flowers
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
    laid = tuple(_lay(rng, group) if len(set(group)) == 1 else DealtMeld("chow", group) for group in sets[:meld_count])
    kongs: list[DealtMeld] = []
    for meld in laid:
        if meld.kind.startswith("kong") and used[meld.tiles[0]] + (meld.tiles[0] == pair) * 2 > 3:
            meld = DealtMeld("pung", meld.tiles[:3])
        kongs.append(meld)
    rest = [pair, pair, *(tile for group in sets[meld_count:] for tile in group)]
    winning = rest.pop(int(rng.integers(len(rest))))
    drawn = tuple(sorted((f"{n}f" for n in rng.permutation(8)[:flower_count] + 1), key=order))
    return DealtHand(tuple(sorted(rest, key=order)), tuple(kongs), winning, drawn)


def _one_set(rng: np.random.Generator, pool: list[str]) -> tuple[str, ...]:
    tile = str(rng.choice(pool))
    if tile[1] != "z" and int(tile[0]) <= 7 and rng.random() < 0.65:
        return tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))
    return (tile,) * 3


def _lay(rng: np.random.Generator, group: tuple[str, ...]) -> DealtMeld:
    kind = str(rng.choice(["pung", "kong_claimed", "kong_added", "kong_concealed"], p=[0.5, 0.12, 0.13, 0.25]))
    return DealtMeld(kind, group if kind == "pung" else group + group[:1])
