"""Know the shapes that win, cut a hand into them, and find what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

from scorer.sets import PAIRS, TRIPLETS, TileSet
from scorer.suits import SUIT_STARTS, split_suits, suit_cuts, suit_waits

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
        found = list(_usual(counts, melds, self.sets))
        for name in self.special:
            found += _SPECIAL[name].cut(self, counts, melds)
        return found

    def wins(self, counts: bytes, melds: tuple[TileSet, ...]) -> bool:
        """Whether the tiles make a winning shape."""
        if sum(counts) == 3 * (self.sets - len(melds)) + 2 and all(map(suit_cuts, split_suits(counts), SUIT_STARTS)):
            return sum(sum(suit) % 3 == 2 for suit in split_suits(counts)) == 1
        return any(_SPECIAL[name].cut(self, counts, melds) for name in self.special)

    def waits(self, counts: bytes, melds: tuple[TileSet, ...]) -> tuple[int, ...]:
        """Find the tiles that would complete a hand one tile short, whether or not any is left.

        Args:
            counts: as in `decompositions`, without the winning tile.
        """
        found = set(_usual_waits(counts)) if sum(counts) == 3 * (self.sets - len(melds)) + 1 else set()
        for name in self.special:
            found.update(_SPECIAL[name].waits(self, counts, melds))
        return tuple(sorted(found))


def _usual(counts: bytes, melds: tuple[TileSet, ...], sets: int) -> Iterator[Decomposition]:
    if sum(counts) != 3 * (sets - len(melds)) + 2:
        return
    cuts = [suit_cuts(suit, start) for suit, start in zip(split_suits(counts), SUIT_STARTS, strict=True)]
    if not all(cuts):
        return
    for parts in product(*cuts):
        whole = [tiles for part in parts for tiles in part]
        pairs = tuple(tiles for tiles in whole if tiles.is_pair)
        if len(pairs) != 1:
            return  # the same for every cut: the number of tiles in each suit decides which has a pair
        concealed = [tiles for tiles in whole if not tiles.is_pair]
        yield Decomposition(SETS_AND_PAIR, (*concealed, *melds), pairs, len(concealed))


def _usual_waits(counts: bytes) -> Iterator[int]:
    suits = list(zip(split_suits(counts), SUIT_STARTS, strict=True))
    over = [sum(suit) % 3 for suit, _ in suits]
    for index, (suit, start) in enumerate(suits):
        rest = [over[other] for other in range(4) if other != index]
        # One tile more completes this suit; the others must be whole, and one pair must lie somewhere.
        if (over[index], sorted(rest)) in ((1, [0, 0, 0]), (2, [0, 0, 2])) and all(
            suit_cuts(*suits[other]) for other in range(4) if other != index
        ):
            yield from suit_waits(suit, start)


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
