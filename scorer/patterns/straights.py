"""Know the rows of chows that belong together: 老少, 一條龍, 三相逢 and what goes beyond them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from scorer.facts import SUITS, Evidence
from scorer.patterns.registry import pattern
from scorer.patterns.same_chows import count_chows
from scorer.sets import TileSet
from scorer.tiles import SUIT_SPANS
from scorer.view import HandView

_STARTS: Final = sum(1 << start for start, _ in SUIT_SPANS[:3])
"""Bit mask of each suit's 1."""


@pattern("old_young")
def old_young(view: HandView) -> Evidence | None:
    """Hold on 123 and 789 of one suit (老少)."""
    for start in _old_young(view):
        return view.evidence(_firsts(view, (start, start + 6)))
    return None


@pattern("double_old_young")
def double_old_young(view: HandView) -> Evidence | None:
    """Hold on 123 and 789 of one suit and one of them again (雙老少)."""
    for start in _old_young(view):
        chows = _all_of(view, (start, start + 6))
        if len(chows) > 2:
            return view.evidence(chows)
    return None


@pattern("two_old_young")
def two_old_young(view: HandView) -> Evidence | None:
    """Hold on two times 123 and 789, each of one suit (雙飄)."""
    starts = _old_young(view)
    counts = count_chows(view) if starts else {}
    if sum(min(counts[start], counts[start + 6]) for start in starts) < 2:
        return None
    return view.evidence(_all_of(view, [tile for start in starts for tile in (start, start + 6)]))


@pattern("pure_straight")
def pure_straight(view: HandView) -> Evidence | None:
    """Hold on 123, 456 and 789 of one suit (一條龍)."""
    for start in _straights(view):
        return view.evidence(_firsts(view, (start, start + 3, start + 6)))
    return None


@pattern("double_dragon_straight")
def double_dragon_straight(view: HandView) -> Evidence | None:
    """Hold on 123, 456 and 789 of one suit and one of them again (雙龍)."""
    for start in _straights(view):
        legs = _all_of(view, (start, start + 3, start + 6))
        return view.evidence(legs) if len(legs) > 3 else None
    return None


def _old_young(view: HandView) -> list[int]:
    """Give where each suit begins that has both 123 and 789."""
    return _suits(view.chow_starts & view.chow_starts >> 6)


def _straights(view: HandView) -> list[int]:
    """Give where each suit begins that has 123, 456 and 789."""
    return _suits(view.chow_starts & view.chow_starts >> 3 & view.chow_starts >> 6)


def _suits(held: int) -> list[int]:
    return [start for start, _ in SUIT_SPANS[:3] if held >> start & 1] if held & _STARTS else []


@pattern("three_suit_chows")
def three_suit_chows(view: HandView) -> Evidence | None:
    """Hold on the same chow in all three suits (三相逢, 三姐妹)."""
    low = _three_suits(view)
    return None if low is None else view.evidence(_firsts(view, (low, low + 9, low + 18)))


@pattern("double_phoenix")
def double_phoenix(view: HandView) -> Evidence | None:
    """Hold on the same chow in all three suits and one of them again (雙鳳)."""
    low = _three_suits(view)
    if low is None:
        return None
    chows = _all_of(view, (low, low + 9, low + 18))
    return view.evidence(chows) if len(chows) > 3 else None


def _three_suits(view: HandView) -> int | None:
    lows = view.chow_starts & view.chow_starts >> 9 & view.chow_starts >> 18 & SUITS[0]
    return lows.bit_length() - 1 if lows else None


def _all_of(view: HandView, lows: Collection[int]) -> list[TileSet]:
    return [each for each in view.chows if each.tile in lows]


def _firsts(view: HandView, lows: tuple[int, ...]) -> list[TileSet]:
    return [next(each for each in view.chows if each.tile == low) for low in lows]
