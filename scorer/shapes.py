"""Know the shapes that win, cut a hand into them, and find what it waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

from scorer.sets import PAIRS, TRIPLETS, TileSet
from scorer.suits import SuitShape, suit_shapes, suit_waits
from scorer.tiles import SUIT_SPANS

SETS_AND_PAIR: Final = "sets_and_pair"
SEVEN_PAIRS_AND_TRIPLET: Final = "seven_pairs_and_triplet"


class Decomposition:
    """Hold one way to cut a hand: its shape, its sets (concealed ones first, then melds) and its pairs.

    Attributes:
        concealed: the first so many of `sets` are of the concealed tiles.
        chows: the chows among the sets.
        triplets: bit mask of the kinds it has a triplet or kong of.
        hidden_triplets: the triplets that are concealed, or concealed kongs.
    """

    __slots__ = ("chows", "concealed", "hidden_triplets", "pairs", "sets", "shape", "triplets")

    def __init__(self, shape: str, sets: tuple[TileSet, ...], pairs: tuple[TileSet, ...], concealed: int) -> None:
        self.shape = shape
        self.sets = sets
        self.pairs = pairs
        self.concealed = concealed
        chows = []
        hidden = []
        triplets = 0
        for each in sets:
            if each.is_chow:
                chows.append(each)
            else:
                triplets |= each.kinds
                if each.is_hidden:
                    hidden.append(each)
        self.chows = tuple(chows)
        self.hidden_triplets = tuple(hidden)
        self.triplets = triplets


@dataclass(frozen=True, slots=True)
class Shapes:
    """Say which shapes win under a rule set.

    Attributes:
        sets: how many sets the usual hand has beside its pair.
        special: names of the other shapes that win.
        four_as_pairs: whether four equal tiles may be two of the seven pairs (嚦咕).
    """

    sets: int
    special: tuple[str, ...] = ()
    four_as_pairs: bool = True

    @property
    def tiles(self) -> int:
        """How many tiles a whole hand has, kongs counted as three."""
        return 3 * self.sets + 2

    def decompositions(self, counts: bytes, melds: tuple[TileSet, ...]) -> list[Decomposition]:
        """Find every way to cut the concealed tiles, in a fixed order; none where the hand does not win.

        Args:
            counts: how many concealed tiles of each of the 34 kinds, the winning tile with them.
        """
        found = _usual(counts, melds) if sum(counts) == 3 * (self.sets - len(melds)) + 2 else []
        for name in self.special:
            found += _SPECIAL[name].cut(self, counts, melds)
        return found

    def wins(self, counts: bytes, melds: tuple[TileSet, ...]) -> bool:
        """Whether the tiles make a winning shape."""
        if sum(counts) == 3 * (self.sets - len(melds)) + 2 and _has_usual(suit_shapes(counts)):
            return True
        return any(_SPECIAL[name].cut(self, counts, melds) for name in self.special)

    def waits(self, counts: bytes, melds: tuple[TileSet, ...]) -> tuple[int, ...]:
        """Find the tiles that would complete a hand one tile short, whether or not any is left.

        Args:
            counts: as in `decompositions`, without the winning tile.
        """
        found = _usual_waits(counts) if sum(counts) == 3 * (self.sets - len(melds)) + 1 else ()
        for name in self.special:
            more = _SPECIAL[name].waits(self, counts, melds)
            if more:
                found = tuple(sorted({*found, *more}))
        return found


def _has_usual(suits: tuple[SuitShape, ...]) -> bool:
    """Whether every suit can be cut whole, and one pair lies in them."""
    characters, dots, bamboo, honors = suits
    if not (characters.cuts and dots.cuts and bamboo.cuts and honors.cuts):
        return False
    return characters.over + dots.over + bamboo.over + honors.over == 2


def _usual(counts: bytes, melds: tuple[TileSet, ...]) -> list[Decomposition]:
    suits = suit_shapes(counts)
    if not _has_usual(suits):
        return []
    found = []
    for a, b, c, d in product(suits[0].cuts, suits[1].cuts, suits[2].cuts, suits[3].cuts):
        sets = a[1] + b[1] + c[1] + d[1]
        found.append(Decomposition(SETS_AND_PAIR, sets + melds, a[0] + b[0] + c[0] + d[0], len(sets)))
    return found


def _usual_waits(counts: bytes) -> tuple[int, ...]:
    """Find the tiles that make one suit whole while the others are, and one pair lies somewhere."""
    suits = suit_shapes(counts)
    unready = [index for index, suit in enumerate(suits) if suit.over]
    if not all(suit.cuts for suit in suits if not suit.over):
        return ()
    if len(unready) == 1 and suits[unready[0]].over == 1:
        return _suit_waits(counts, unready[0])
    if len(unready) == 2 and all(suits[index].over == 2 for index in unready):
        first, second = unready
        of_first = _suit_waits(counts, first) if suits[second].cuts else ()
        return of_first + _suit_waits(counts, second) if suits[first].cuts else of_first
    return ()


def _suit_waits(counts: bytes, index: int) -> tuple[int, ...]:
    start, end = SUIT_SPANS[index]
    return suit_waits(counts[start:end], start)


def _cut_seven_pairs(shapes: Shapes, counts: bytes, melds: tuple[TileSet, ...]) -> list[Decomposition]:
    if melds or sum(counts) != 17 or counts.count(3) != 1 or counts.count(1) or max(counts) > 4:
        return []
    if counts.count(4) and not shapes.four_as_pairs:
        return []
    pairs = tuple(PAIRS[tile] for tile, count in enumerate(counts) if count != 3 for _ in range(count // 2))
    return [Decomposition(SEVEN_PAIRS_AND_TRIPLET, (TRIPLETS[counts.index(3)],), pairs, 1)]


def _wait_seven_pairs(shapes: Shapes, counts: bytes, melds: tuple[TileSet, ...]) -> list[int]:
    if melds or sum(counts) != 16 or counts.count(1) + counts.count(3) > 2:
        return []
    found = []
    for tile in range(34):
        more = bytearray(counts)
        more[tile] += 1
        if counts[tile] and _cut_seven_pairs(shapes, bytes(more), melds):
            found.append(tile)
    return found


@dataclass(frozen=True, slots=True)
class _Special:
    cut: Callable[[Shapes, bytes, tuple[TileSet, ...]], list[Decomposition]]
    waits: Callable[[Shapes, bytes, tuple[TileSet, ...]], list[int]]


_SPECIAL: Final = MappingProxyType({SEVEN_PAIRS_AND_TRIPLET: _Special(_cut_seven_pairs, _wait_seven_pairs)})
SPECIAL_SHAPES: Final = tuple(_SPECIAL)
