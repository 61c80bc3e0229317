"""Know the shapes that win, cut a hand into them, and find what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from scorer.decomposition import Decomposition
from scorer.sets import TileSet
from scorer.special_shapes import special_cuts, special_waits
from scorer.suits import SuitShape, suit_shape, suit_shapes, suit_waits
from scorer.tiles import SUIT_SPANS

SETS_AND_PAIR: Final = "sets_and_pair"


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
            found += special_cuts(name, counts, melds, sets=self.sets, four_as_pairs=self.four_as_pairs)
        return found

    def wins(self, counts: bytes, melds: tuple[TileSet, ...]) -> bool:
        """Whether the tiles make a winning shape."""
        if sum(counts) == 3 * (self.sets - len(melds)) + 2 and _has_usual(suit_shapes(counts)):
            return True
        return any(
            special_cuts(name, counts, melds, sets=self.sets, four_as_pairs=self.four_as_pairs) for name in self.special
        )

    def waits(self, counts: bytes, melds: tuple[TileSet, ...]) -> tuple[int, ...]:
        """Find the tiles that would complete a hand one tile short, whether or not any is left.

        Args:
            counts: as in `decompositions`, without the winning tile.
        """
        found = _usual_waits(counts) if sum(counts) == 3 * (self.sets - len(melds)) + 1 else ()
        for name in self.special:
            more = special_waits(name, counts, melds, sets=self.sets, four_as_pairs=self.four_as_pairs)
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
    over = [sum(counts[start:end]) % 3 for start, end in SUIT_SPANS]
    unready = [index for index in range(4) if over[index]]
    if not all(_is_whole(counts, index) for index in range(4) if not over[index]):
        return ()
    if len(unready) == 1 and over[unready[0]] == 1:
        return _suit_waits(counts, unready[0])
    if len(unready) == 2 and over[unready[0]] == over[unready[1]] == 2:
        first, second = unready
        of_first = _suit_waits(counts, first) if _is_whole(counts, second) else ()
        return of_first + _suit_waits(counts, second) if _is_whole(counts, first) else of_first
    return ()


def _is_whole(counts: bytes, index: int) -> bool:
    start, end = SUIT_SPANS[index]
    return bool(suit_shape(counts[start:end], start).cuts)


def _suit_waits(counts: bytes, index: int) -> tuple[int, ...]:
    start, end = SUIT_SPANS[index]
    return suit_waits(counts[start:end], start)
