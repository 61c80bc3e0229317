"""Know the rows of equal chows, and of four equal tiles over several sets (般高, 四歸, ...)."""

from __future__ import annotations

from itertools import combinations

from scorer.facts import Evidence
from scorer.patterns.registry import pattern
from scorer.view import HandView


@pattern("identical_chows")
def identical_chows(view: HandView) -> Evidence | None:
    """Hold on two equal chows (般高).

    >>> identical_chows(view_of("112233m456p789s4445z+5z")) is not None
    True
    """
    return _equal(view, 2)


@pattern("three_identical_chows")
def three_identical_chows(view: HandView) -> Evidence | None:
    """Hold on three equal chows (三般高)."""
    return _equal(view, 3)


@pattern("four_identical_chows")
def four_identical_chows(view: HandView) -> Evidence | None:
    """Hold on four equal chows (四般高)."""
    return _equal(view, 4)


@pattern("two_pairs_identical")
def two_pairs_identical(view: HandView) -> Evidence | None:
    """Hold on two times two equal chows (雙龍抱); three equal ones are not two times two."""
    if len(view.chows) < 4:
        return None
    counts = count_chows(view)
    if sum(count // 2 for count in counts.values()) < 2:
        return None
    return view.evidence(each for each in view.chows if counts[each.tile] >= 2)


@pattern("four_to_two")
def four_to_two(view: HandView) -> Evidence | None:
    """Hold when the tile of the pair is in two chows too (四歸二)."""
    if not view.is_usual or len(view.chows) < 2:
        return None
    chows = [each for each in view.chows if each.kinds & view.pair.kinds]
    return view.evidence((view.pair, *chows)) if len(chows) == 2 else None


@pattern("four_to_four")
def four_to_four(view: HandView) -> Evidence | None:
    """Hold when one tile is in four chows (四歸四)."""
    for chows in combinations(view.chows, 4):
        if chows[0].kinds & chows[1].kinds & chows[2].kinds & chows[3].kinds:
            return view.evidence(chows)
    return None


@pattern("four_to_one")
def four_to_one(view: HandView) -> Evidence | None:
    """Hold on each chow that one triplet shares a tile with (四歸一); a kong does not.

    >>> len(four_to_one(view_of("234333s345333m4445z+5z")))
    2
    """
    return _shared_with_triplets(view, 1)


@pattern("double_four_to_one")
def double_four_to_one(view: HandView) -> Evidence | None:
    """Hold on a chow and the triplets of two of its tiles (雙四歸一)."""
    return _shared_with_triplets(view, 2)


@pattern("three_four_to_one")
def three_four_to_one(view: HandView) -> Evidence | None:
    """Hold on a chow and the triplets of all its tiles (三個四歸一)."""
    return _shared_with_triplets(view, 3)


@pattern("three_separate_four_to_one")
def three_separate_four_to_one(view: HandView) -> Evidence | None:
    """Hold on chows and triplets that share a tile three times, whichever chows (三個四歸一, taken apart).

    >>> three_separate_four_to_one(view_of("234333s345333m4445z+5z")) is None
    True
    """
    chows = [chow for chow in view.chows if chow.kinds & view.triplets]
    if sum((chow.kinds & view.triplets).bit_count() for chow in chows) < 3:
        return None
    shared = 0
    for chow in chows:
        shared |= chow.kinds & view.triplets
    return view.evidence((*chows, *view.triplets_of(shared)))


def _shared_with_triplets(view: HandView, count: int) -> Evidence | None:
    if not view.chows or not view.triplets:
        return None
    found: list[tuple[int, ...]] = []
    for chow in view.chows:
        shared = chow.kinds & view.triplets
        if shared and shared.bit_count() == count:
            triplets = view.triplets_of(shared)
            found.append(view.evidence((chow, *triplets))[0])
    return tuple(found) or None


def count_chows(view: HandView) -> dict[int, int]:
    """Count equal chows, by their lowest tile."""
    counts: dict[int, int] = {}
    for each in view.chows:
        counts[each.tile] = counts.get(each.tile, 0) + 1
    return counts


def _equal(view: HandView, count: int) -> Evidence | None:
    if len(view.chows) < count:
        return None
    for tile, held in count_chows(view).items():
        if held >= count:
            return view.evidence([each for each in view.chows if each.tile == tile][:count])
    return None
