"""Cut a hand into sets and a pair in every way, by trying everything.

Part of the naive second scorer, which shares only tiles, notation and the hand's data classes with `scorer`. A tile is
its index in `TILES`: 0-8 characters, 9-17 dots, 18-26 bamboo, 27-30 winds, 31-33 dragons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorer.hand import Hand
from scorer.tiles import INDEX
from scorer.win import Win

Tiles = tuple[int, ...]
Rows = dict[str, int]
"""What a sheet says: the tai of each row that counts, summed where a row counts several times."""

WINDS = {"E": 27, "S": 28, "W": 29, "N": 30}


@dataclass(frozen=True, order=True)
class Group:
    kind: str  # chow, triplet, pair or single
    tile: int  # its lowest
    meld: str = ""  # the kind of the meld; empty in the concealed part

    @property
    def tiles(self) -> Tiles:
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        size = 4 if self.meld.startswith("kong") else {"triplet": 3, "pair": 2, "single": 1}[self.kind]
        return (self.tile,) * size


@dataclass(frozen=True)
class Reading:
    """One way to cut the hand, with one place for the winning tile."""

    shape: str  # usual, eight_pairs or orphans
    groups: tuple[Group, ...]
    placed: Group
    hand: Hand
    win: Win
    waits: Tiles

    @property
    def tiles(self) -> Tiles:
        return tuple(tile for group in self.groups for tile in group.tiles)

    @property
    def pair(self) -> int:
        return next(group.tile for group in self.groups if group.kind == "pair")

    @property
    def chows(self) -> list[int]:
        return sorted(group.tile for group in self.groups if group.kind == "chow")

    @property
    def triplets(self) -> list[int]:
        return sorted(group.tile for group in self.groups if group.kind == "triplet")

    @property
    def drawn(self) -> bool:
        """The winner drew the tile, or at a flower win the replacement that completed his hand."""
        return self.win.won_by != "discard"

    @property
    def flower_win(self) -> str:
        """八仙過海 or 七搶一, where it is one."""
        if self.win.won_by != "flowers":
            return ""
        return "seven_rob_one" if "seven_rob_one" in self.win.events else "eight_flowers"

    @property
    def on_replacement(self) -> bool:
        """A drawn replacement for a kong or flower; a flower win as dealt waits for an ordinary draw."""
        if self.flower_win:
            return "dealt_flower_win" not in self.win.events
        return self.drawn and "replacement_tile" in self.win.events

    @property
    def hidden(self) -> bool:
        """Nothing was called; a concealed kong is no call."""
        return all(meld.kind == "kong_concealed" for meld in self.hand.melds)

    @property
    def all_called(self) -> bool:
        """Every set was called from others, so that one tile was left."""
        return len(self.hand.concealed) == 1 and not any(meld.kind == "kong_concealed" for meld in self.hand.melds)

    @property
    def concealed_triplets(self) -> int:
        """Triplets dealt or drawn: the one that a discard finished is not."""
        own = sum(group.kind == "triplet" and group.meld in ("", "kong_concealed") for group in self.groups)
        return own - (self.placed.kind == "triplet" and not self.drawn)

    @property
    def suits(self) -> set[int]:
        return {tile // 9 for tile in self.tiles if tile < 27}

    @property
    def has_honors(self) -> bool:
        return any(tile >= 27 for tile in self.tiles)


Shape = Callable[[Tiles, int], Iterator[tuple[str, tuple[Group, ...]]]]
"""Cuts of the concealed tiles, given how many melds lie beside them."""


def cuts(tiles: Tiles, pair_taken: bool = False) -> Iterator[tuple[Group, ...]]:
    """Cut sorted tiles into sets and one pair; the same cut may come twice."""
    if not tiles:
        if pair_taken:
            yield ()
        return
    first, count = tiles[0], tiles.count(tiles[0])
    if count >= 3:
        for rest in cuts(tiles[3:], pair_taken):
            yield (Group("triplet", first), *rest)
    if count >= 2 and not pair_taken:
        for rest in cuts(tiles[2:], True):
            yield (Group("pair", first), *rest)
    if first < 27 and first % 9 <= 6 and first + 1 in tiles and first + 2 in tiles:
        left = list(tiles)
        for tile in (first, first + 1, first + 2):
            left.remove(tile)
        for rest in cuts(tuple(left), pair_taken):
            yield (Group("chow", first), *rest)


def usual(tiles: Tiles, melds: int) -> Iterator[tuple[str, tuple[Group, ...]]]:
    for groups in cuts(tiles):
        yield "usual", groups


def eight_pairs(tiles: Tiles, melds: int) -> Iterator[tuple[str, tuple[Group, ...]]]:
    """Seven pairs and a triplet, nothing melded; four equal tiles may be two pairs."""
    odd = [tile for tile in sorted(set(tiles)) if tiles.count(tile) % 2]
    if melds or len(tiles) != 17 or len(odd) != 1 or tiles.count(odd[0]) != 3:
        return
    pairs = [Group("pair", tile) for tile in sorted(set(tiles) - set(odd)) for _ in range(tiles.count(tile) // 2)]
    yield "eight_pairs", (*pairs, Group("triplet", odd[0]))


ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)


def orphans(tiles: Tiles, melds: int) -> Iterator[tuple[str, tuple[Group, ...]]]:
    """The thirteen orphans, one of them twice, and of 17 tiles a set of three beside them."""
    left = list(tiles)
    if melds or not set(ORPHANS) <= set(tiles):
        return
    for tile in ORPHANS:
        left.remove(tile)
    for twin in sorted(set(left) & set(ORPHANS)):
        rest = sorted(left)
        rest.remove(twin)
        groups = [Group("pair" if tile == twin else "single", tile) for tile in ORPHANS]
        if not rest:
            yield "orphans", tuple(groups)
        elif len(rest) == 3 and rest[0] == rest[2]:
            yield "orphans", (*groups, Group("triplet", rest[0]))
        elif len(rest) == 3 and rest[0] < 27 and rest[0] % 9 <= 6 and rest == [rest[0] + step for step in range(3)]:
            yield "orphans", (*groups, Group("chow", rest[0]))


def waits_of(hand: Hand, shapes: tuple[Shape, ...]) -> Tiles:
    """Try each of the 34 kinds; one that the hand holds four times already can't come."""
    before = [INDEX[tile] for tile in hand.concealed]
    melded = [INDEX[tile] for meld in hand.melds for tile in meld.tiles]
    found = []
    for tile in range(34):
        if (before + melded).count(tile) < 4:
            tiles = tuple(sorted([*before, tile]))
            if any(True for shape in shapes for _ in shape(tiles, len(hand.melds))):
                found.append(tile)
    return tuple(found)


def readings(hand: Hand, win: Win, shapes: tuple[Shape, ...]) -> Iterator[Reading]:
    """Every cut with every place for the winning tile."""
    assert hand.winning is not None
    winning = INDEX[hand.winning]
    tiles = tuple(sorted(INDEX[tile] for tile in (*hand.concealed, hand.winning)))
    melds = tuple(
        Group("chow" if meld.kind == "chow" else "triplet", min(INDEX[tile] for tile in meld.tiles), meld.kind)
        for meld in hand.melds
    )
    waits = waits_of(hand, shapes)
    seen = set()
    for shape in shapes:
        for name, groups in shape(tiles, len(melds)):
            key = (name, tuple(sorted(groups)))
            if key in seen:
                continue
            seen.add(key)
            for placed in sorted(set(groups)):
                if winning in placed.tiles:
                    yield Reading(name, (*groups, *melds), placed, hand, win, waits)
