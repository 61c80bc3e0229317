"""Know the winning shapes that are not sets and a pair: seven pairs and a triplet, thirteen orphans."""

from __future__ import annotations

from typing import Final

from scorer.decomposition import Decomposition
from scorer.sets import PAIRS, SINGLES, TRIPLETS, TileSet
from scorer.suits import suit_shapes

SEVEN_PAIRS_AND_TRIPLET: Final = "seven_pairs_and_triplet"
THIRTEEN_ORPHANS: Final = "thirteen_orphans"
SPECIAL_SHAPES: Final = (SEVEN_PAIRS_AND_TRIPLET, THIRTEEN_ORPHANS)

ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
"""The thirteen: every 1, 9 and honour."""


def special_cuts(
    name: str, counts: bytes, melds: tuple[TileSet, ...], *, sets: int, four_as_pairs: bool
) -> list[Decomposition]:
    """Find every way to cut a whole hand into a special shape.

    Args:
        counts: how many concealed tiles of each of the 34 kinds.
        sets: how many sets the usual hand of the rule set has.
        four_as_pairs: whether four equal tiles may be two of the seven pairs.
    """
    if name == SEVEN_PAIRS_AND_TRIPLET:
        return [] if melds else _seven_pairs(counts, four_as_pairs)
    return _thirteen_orphans(counts, melds, sets)


def special_waits(name: str, counts: bytes, melds: tuple[TileSet, ...], *, sets: int, four_as_pairs: bool) -> list[int]:
    """Find the tiles that would complete a special shape."""
    if name == SEVEN_PAIRS_AND_TRIPLET:
        if melds or counts.count(1) + counts.count(3) > 2:
            return []
    elif sum(1 for tile in ORPHANS if counts[tile]) < 12:
        return []
    found = []
    for tile in range(34):
        more = bytearray(counts)
        more[tile] += 1
        if special_cuts(name, bytes(more), melds, sets=sets, four_as_pairs=four_as_pairs):
            found.append(tile)
    return found


def _seven_pairs(counts: bytes, four_as_pairs: bool) -> list[Decomposition]:
    if sum(counts) != 17 or counts.count(3) != 1 or counts.count(1) or max(counts) > 4:
        return []
    if counts.count(4) and not four_as_pairs:
        return []
    pairs = tuple(PAIRS[tile] for tile, count in enumerate(counts) if count != 3 for _ in range(count // 2))
    return [Decomposition(SEVEN_PAIRS_AND_TRIPLET, (TRIPLETS[counts.index(3)],), pairs, 1)]


def _thirteen_orphans(counts: bytes, melds: tuple[TileSet, ...], sets: int) -> list[Decomposition]:
    """Cut off the thirteen and a second of one; what is left must be the sets beyond a fourteen-tile hand's four.

    That further set may not have been chowed (此三張不能吃, 但可胡).
    """
    if not all(counts[tile] for tile in ORPHANS) or any(meld.is_chow for meld in melds):
        return []
    further = sets - 4 - len(melds)
    if further < 0 or sum(counts) != 14 + 3 * further:
        return []
    found = []
    for mate in ORPHANS:
        if counts[mate] < 2:
            continue
        rest = bytearray(counts)
        for tile in (*ORPHANS, mate):
            rest[tile] -= 1
        suits = suit_shapes(bytes(rest))
        if any(suit.over or not suit.cuts for suit in suits):
            continue
        singles = tuple(SINGLES[tile] for tile in ORPHANS if tile != mate)
        for cut in [tiles for suit in suits for _, tiles in suit.cuts if tiles] or [()]:
            found.append(Decomposition(THIRTEEN_ORPHANS, cut + melds, (PAIRS[mate],), len(cut), singles))
    return found
