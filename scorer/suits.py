"""Cut the tiles of one suit into sets, and remember the answer.

The counts of one suit are `bytes` with a count for each rank (nine for a number suit, seven for honours). Few shapes
of one suit occur again and again in play, so each is worked out once: that is what makes scoring quick.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scorer.sets import CHOWS, PAIRS, TRIPLETS, TileSet
from scorer.tiles import HONORS

Cut = tuple[tuple[TileSet, ...], tuple[TileSet, ...]]
"""One way to cut a suit: its pair, where it has one, and its sets in a fixed order."""

_SHAPES_KEPT: Final = 1 << 16


class SuitShape:
    """Hold the ways to cut the tiles of one suit.

    Attributes:
        over: how many tiles are left over by threes; two over make a pair.
        cuts: every way; none where the tiles can't be cut whole.
    """

    __slots__ = ("cuts", "over")

    def __init__(self, over: int, cuts: tuple[Cut, ...]) -> None:
        self.over = over
        self.cuts = cuts


@lru_cache(maxsize=_SHAPES_KEPT)
def suit_shape(counts: bytes, start: int) -> SuitShape:
    """Find every way to cut one suit into sets, and one pair where two tiles are left over.

    Args:
        start: index of the suit's first tile: 0, 9, 18, or 27 for honours.

    >>> suit_shape(bytes([3, 3, 3, 0, 0, 0, 0, 0, 0]), 0).cuts
    (((), (<111m>, <222m>, <333m>)), ((), (<123m>, <123m>, <123m>)))
    >>> suit_shape(bytes([0, 0, 3, 0, 0, 1, 1]), 27).cuts
    ()
    """
    over = sum(counts) % 3
    cuts: list[Cut] = []
    if over == 0:
        cuts += (((), sets) for sets in _sets(list(counts), 0, start))
    if over == 2:
        for rank, count in enumerate(counts):
            if count >= 2:
                rest = list(counts)
                rest[rank] -= 2
                cuts += (((PAIRS[start + rank],), sets) for sets in _sets(rest, 0, start))
    return SuitShape(over, tuple(cuts))


def _sets(counts: list[int], rank: int, start: int) -> list[tuple[TileSet, ...]]:
    while rank < len(counts) and counts[rank] == 0:
        rank += 1
    if rank == len(counts):
        return [()]
    cuts: list[tuple[TileSet, ...]] = []
    for triplets in range(counts[rank] // 3, -1, -1):
        chows = counts[rank] - 3 * triplets
        if chows and not (start < HONORS and rank <= 6 and min(counts[rank + 1 : rank + 3]) >= chows):
            continue
        rest = counts.copy()
        rest[rank] = 0
        for step in (1, 2) if chows else ():
            rest[rank + step] -= chows
        first = (TRIPLETS[start + rank],) * triplets + ((CHOWS[start + rank],) * chows if chows else ())
        cuts += ((*first, *sets) for sets in _sets(rest, rank + 1, start))
    return cuts


@lru_cache(maxsize=_SHAPES_KEPT)
def suit_waits(counts: bytes, start: int) -> tuple[int, ...]:
    """Find the tiles of one suit that, added, let it be cut whole.

    >>> suit_waits(bytes([0, 1, 1, 1, 1, 0, 0, 0, 0]), 0)
    (1, 4)
    """
    found = []
    more = bytearray(counts)
    for rank in range(len(counts)):
        more[rank] += 1
        if _is_whole(more, start):
            found.append(start + rank)
        more[rank] -= 1
    return tuple(found)


def _is_whole(counts: bytearray, start: int) -> bool:
    """Whether one suit can be cut into sets, and a pair where two tiles are left over, without saying how."""
    if sum(counts) % 3 == 0:
        return _is_sets(counts, start)
    for rank, count in enumerate(counts):
        if count >= 2:
            rest = counts.copy()
            rest[rank] -= 2
            if _is_sets(rest, start):
                return True
    return False


def _is_sets(counts: bytearray, start: int) -> bool:
    """Whether one suit can be cut into sets.

    Three equal chows are three triplets too, so no rank need begin more than two.
    """
    first = second = 0
    for count in counts:
        if count < first:
            return False
        chows = (count - first) % 3
        if chows and start == HONORS:
            return False
        first, second = second + chows, chows
    return first == second == 0


def suit_shapes(counts: bytes) -> tuple[SuitShape, SuitShape, SuitShape, SuitShape]:
    """Cut each suit of the 34 kinds: characters, dots, bamboo, honours."""
    return (
        suit_shape(counts[0:9], 0),
        suit_shape(counts[9:18], 9),
        suit_shape(counts[18:27], 18),
        suit_shape(counts[27:34], 27),
    )
