"""Know the rows of chows that belong together: 老少, 一條龍, 三相逢 and what goes beyond them."""

from __future__ import annotations

from collections.abc import Collection

from scorer.facts import Evidence
from scorer.patterns.registry import pattern
from scorer.patterns.same_chows import count_chows
from scorer.sets import TileSet
from scorer.tiles import SUIT_SPANS
from scorer.view import HandView


@pattern("old_young")
def old_young(view: HandView) -> Evidence | None:
    """Hold on 123 and 789 of one suit (老少)."""
    counts = count_chows(view)
    low = next((start for start, _ in SUIT_SPANS[:3] if start in counts and start + 6 in counts), None)
    return None if low is None else view.evidence(_firsts(view, (low, low + 6)))


@pattern("double_old_young")
def double_old_young(view: HandView) -> Evidence | None:
    """Hold on 123 and 789 of one suit and one of them again (雙老少)."""
    counts = count_chows(view)
    for start, _ in SUIT_SPANS[:3]:
        low, high = counts.get(start, 0), counts.get(start + 6, 0)
        if low and high and low + high >= 3:
            return view.evidence(_all_of(view, (start, start + 6)))
    return None


@pattern("two_old_young")
def two_old_young(view: HandView) -> Evidence | None:
    """Hold on two times 123 and 789, each of one suit (雙飄)."""
    counts = count_chows(view)
    pairs = [(start, min(counts.get(start, 0), counts.get(start + 6, 0))) for start, _ in SUIT_SPANS[:3]]
    if sum(count for _, count in pairs) < 2:
        return None
    return view.evidence(_all_of(view, [tile for start, count in pairs if count for tile in (start, start + 6)]))


@pattern("pure_straight")
def pure_straight(view: HandView) -> Evidence | None:
    """Hold on 123, 456 and 789 of one suit (一條龍)."""
    start = _straight(view)
    return None if start is None else view.evidence(_firsts(view, (start, start + 3, start + 6)))


@pattern("double_dragon_straight")
def double_dragon_straight(view: HandView) -> Evidence | None:
    """Hold on 123, 456 and 789 of one suit and one of them again (雙龍)."""
    start = _straight(view)
    if start is None:
        return None
    legs = _all_of(view, (start, start + 3, start + 6))
    return view.evidence(legs) if len(legs) > 3 else None


def _straight(view: HandView) -> int | None:
    counts = count_chows(view)
    starts = (start for start, _ in SUIT_SPANS[:3])
    return next((start for start in starts if all(start + leg in counts for leg in (0, 3, 6))), None)


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
    counts = count_chows(view)
    return next((low for low in range(7) if all(low + suit in counts for suit in (0, 9, 18))), None)


def _all_of(view: HandView, lows: Collection[int]) -> list[TileSet]:
    return [each for each in view.chows if each.tile in lows]


def _firsts(view: HandView, lows: tuple[int, ...]) -> list[TileSet]:
    return [next(each for each in view.chows if each.tile == low) for low in lows]
