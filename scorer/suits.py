"""Cut the tiles of one suit into sets, and remember the answer.

The counts of one suit are `bytes` with a count for each rank (nine for a number suit, seven for honours). Few shapes
of one suit occur again and again in play, so each is worked out once: that is what makes scoring quick.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scorer.sets import CHOWS, PAIRS, TRIPLETS, TileSet
from scorer.tiles import HONORS, SUIT_SPANS

Cut = tuple[TileSet, ...]
"""Sets of one suit in a fixed order, the pair first where there is one."""

_SHAPES_KEPT: Final = 1 << 16


@lru_cache(maxsize=_SHAPES_KEPT)
def suit_cuts(counts: bytes, start: int) -> tuple[Cut, ...]:
    """Find every way to cut one suit into sets, and one pair where the number of tiles leaves two over.

    Args:
        start: index of the suit's first tile: 0, 9, 18, or 27 for honours.

    >>> suit_cuts(bytes([3, 3, 3, 0, 0, 0, 0, 0, 0]), 0)
    ((<111m>, <222m>, <333m>), (<123m>, <123m>, <123m>))
    >>> suit_cuts(bytes([0, 0, 3, 0, 0, 1, 1]), 27)
    ()
    """
    over = sum(counts) % 3
    if over == 0:
        return tuple(_sets(list(counts), 0, start))
    if over == 1:
        return ()
    cuts: list[Cut] = []
    for rank, count in enumerate(counts):
        if count >= 2:
            rest = list(counts)
            rest[rank] -= 2
            cuts += ((PAIRS[start + rank], *sets) for sets in _sets(rest, 0, start))
    return tuple(cuts)


def _sets(counts: list[int], rank: int, start: int) -> list[Cut]:
    while rank < len(counts) and counts[rank] == 0:
        rank += 1
    if rank == len(counts):
        return [()]
    cuts: list[Cut] = []
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
    found: list[int] = []
    for rank in range(len(counts)):
        more = bytearray(counts)
        more[rank] += 1
        if suit_cuts(bytes(more), start):
            found.append(start + rank)
    return tuple(found)


def split_suits(counts: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Part the counts of the 34 kinds into the four suits, honours last."""
    return counts[0:9], counts[9:18], counts[18:27], counts[27:34]


SUIT_STARTS: Final = tuple(start for start, _ in SUIT_SPANS)
