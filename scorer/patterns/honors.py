"""Know the rows of winds and dragons (風字坎, 箭字坎, 四喜, 三元)."""

from __future__ import annotations

from typing import Final

from scorer.facts import Evidence
from scorer.patterns.registry import pattern
from scorer.tiles import DRAGONS, HONORS
from scorer.view import HandView

WINDS_MASK: Final = 0b1111 << HONORS
DRAGONS_MASK: Final = 0b111 << DRAGONS


@pattern("seat_wind")
def seat_wind(view: HandView) -> Evidence | None:
    """Hold on a triplet of the winner's seat wind (門風, 合開門序).

    >>> seat_wind(view_of("234m55p222z234s789s11p+1p", seat="S"))
    ((28, 28, 28),)
    """
    kind = 1 << view.facts.seat_tile
    return view.each(view.triplets_of(kind)) if view.triplets & kind else None


@pattern("round_wind")
def round_wind(view: HandView) -> Evidence | None:
    """Hold on a triplet of the round wind (圈風, 合圈序); where dragon rounds are played, of that dragon.

    >>> round_wind(view_of("234m55p222z234s789s11p+1p", round="S"))
    ((28, 28, 28),)
    """
    kind = 1 << view.facts.round_tile if view.facts.round_tile >= 0 else 0
    return view.each(view.triplets_of(kind)) if view.triplets & kind else None


@pattern("dragon_triplet")
def dragon_triplet(view: HandView) -> Evidence | None:
    """Hold on each triplet of a dragon (箭字坎).

    >>> dragon_triplet(view_of("234m55p555z789s666z11p+1p"))
    ((31, 31, 31), (32, 32, 32))
    """
    return view.each(view.triplets_of(DRAGONS_MASK)) if view.triplets & DRAGONS_MASK else None


@pattern("big_four_winds")
def big_four_winds(view: HandView) -> Evidence | None:
    """Hold when all four winds are triplets (大四喜).

    >>> big_four_winds(view_of("111222333444z1m567p+1m")) is not None
    True
    """
    return _all_triplets_of(view, WINDS_MASK)


@pattern("small_four_winds")
def small_four_winds(view: HandView) -> Evidence | None:
    """Hold when three winds are triplets and the fourth is the pair (小四喜).

    >>> small_four_winds(view_of("111222333z123m44z55p+5p")) is not None
    True
    """
    return _triplets_and_pair_of(view, WINDS_MASK)


@pattern("big_three_dragons")
def big_three_dragons(view: HandView) -> Evidence | None:
    """Hold when all three dragons are triplets (大三元).

    >>> big_three_dragons(view_of("555666777z1m234567p+1m")) is not None
    True
    """
    return _all_triplets_of(view, DRAGONS_MASK)


@pattern("small_three_dragons")
def small_three_dragons(view: HandView) -> Evidence | None:
    """Hold when two dragons are triplets and the third is the pair (小三元).

    >>> small_three_dragons(view_of("55566677z234567p11m+1m"))
    ((31, 31, 31, 32, 32, 32, 33, 33),)
    """
    return _triplets_and_pair_of(view, DRAGONS_MASK)


def _all_triplets_of(view: HandView, kinds: int) -> Evidence | None:
    return view.evidence(view.triplets_of(kinds)) if view.triplets & kinds == kinds else None


def _triplets_and_pair_of(view: HandView, kinds: int) -> Evidence | None:
    missing = kinds & ~view.triplets
    if not view.is_usual or view.pair.kinds != missing:
        return None
    return view.evidence((*view.triplets_of(kinds), view.pair))


@pattern("honor_triplet")
def honor_triplet(view: HandView) -> Evidence | None:
    """Hold on each triplet of a wind or dragon, whichever (字)."""
    kinds = WINDS_MASK | DRAGONS_MASK
    return view.each(view.triplets_of(kinds)) if view.triplets & kinds else None


@pattern("big_three_winds")
def big_three_winds(view: HandView) -> Evidence | None:
    """Hold when three winds are triplets (大三風)."""
    return view.evidence(view.triplets_of(WINDS_MASK)) if (view.triplets & WINDS_MASK).bit_count() == 3 else None


@pattern("small_three_winds")
def small_three_winds(view: HandView) -> Evidence | None:
    """Hold when two winds are triplets and a third is the pair (小三風)."""
    if not view.is_usual or (view.triplets & WINDS_MASK).bit_count() != 2 or not view.pair.kinds & WINDS_MASK:
        return None
    return view.evidence((*view.triplets_of(WINDS_MASK), view.pair))
