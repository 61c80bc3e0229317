"""Know the rows of kongs, and of triplets that belong together (槓, 連碰, 相碰, ...)."""

from __future__ import annotations

from typing import Final

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import hand_pattern, pattern
from scorer.tiles import SUIT_SPANS
from scorer.view import HandView

_OLD_YOUNG: Final = tuple(1 << start | 1 << end - 1 for start, end in SUIT_SPANS[:3])
"""Bit masks of each suit's 1 and 9."""


@hand_pattern("melded_kong")
def melded_kong(facts: Facts) -> Evidence | None:
    """Hold on each open kong, claimed or added (明槓)."""
    return tuple(meld.tiles for meld in facts.melds if meld.is_kong and not meld.is_hidden) or None


@hand_pattern("claimed_kong")
def claimed_kong(facts: Facts) -> Evidence | None:
    """Hold on each kong claimed from a discard (明槓); an added one is none here."""
    return tuple(meld.tiles for meld in facts.melds if meld.lying == "claimed_kong") or None


@hand_pattern("concealed_kong")
def concealed_kong(facts: Facts) -> Evidence | None:
    """Hold on each concealed kong (暗槓)."""
    return tuple(meld.tiles for meld in facts.melds if meld.lying == "concealed_kong") or None


@hand_pattern("four_kongs")
def four_kongs(facts: Facts) -> Evidence | None:
    """Hold on four kongs, open or concealed (四槓)."""
    return _kongs(facts, 4)


@hand_pattern("five_kongs")
def five_kongs(facts: Facts) -> Evidence | None:
    """Hold on five kongs, open or concealed (五槓)."""
    return _kongs(facts, 5)


def _kongs(facts: Facts, count: int) -> Evidence | None:
    if len(facts.melds) < count:
        return None
    kongs = [meld.tiles for meld in facts.melds if meld.is_kong]
    return (tuple(tile for kong in kongs for tile in kong),) if len(kongs) == count else None


@pattern("two_concealed_or_kongs")
def two_concealed_or_kongs(view: HandView) -> Evidence | None:
    """Hold on two concealed triplets, where any kong counts as one (兩暗坎, 槓亦算是暗坎)."""
    return _concealed_or_kongs(view, 2)


@pattern("three_concealed_or_kongs")
def three_concealed_or_kongs(view: HandView) -> Evidence | None:
    """Hold on three concealed triplets, where any kong counts as one."""
    return _concealed_or_kongs(view, 3)


@pattern("four_concealed_or_kongs")
def four_concealed_or_kongs(view: HandView) -> Evidence | None:
    """Hold on four concealed triplets, where any kong counts as one."""
    return _concealed_or_kongs(view, 4)


@pattern("five_concealed_or_kongs")
def five_concealed_or_kongs(view: HandView) -> Evidence | None:
    """Hold on five concealed triplets, where any kong counts as one."""
    return _concealed_or_kongs(view, 5)


def _concealed_or_kongs(view: HandView, count: int) -> Evidence | None:
    open_kongs = [meld for meld in view.facts.melds if meld.is_kong and not meld.is_hidden]
    if len(view.concealed_triplets) + len(open_kongs) != count:
        return None
    return view.evidence((*view.concealed_triplets, *open_kongs))


@pattern("old_young_triplets")
def old_young_triplets(view: HandView) -> Evidence | None:
    """Hold on each suit's triplets of 1 and 9 (老少碰)."""
    held = [kinds for kinds in _OLD_YOUNG if view.triplets & kinds == kinds]
    return tuple([view.evidence(view.triplets_of(kinds))[0] for kinds in held]) or None


@pattern("three_suit_triplets")
def three_suit_triplets(view: HandView) -> Evidence | None:
    """Hold on triplets of one number in all three suits (三相碰)."""
    if view.triplets.bit_count() < 3:
        return None
    for rank in range(9):
        kinds = 0b1000000001000000001 << rank
        if view.triplets & kinds == kinds:
            return view.evidence(view.triplets_of(kinds))
    return None


@pattern("three_consecutive_triplets")
def three_consecutive_triplets(view: HandView) -> Evidence | None:
    """Hold on three triplets in a row of one suit (三連碰)."""
    return _consecutive(view, 3)


@pattern("four_consecutive_triplets")
def four_consecutive_triplets(view: HandView) -> Evidence | None:
    """Hold on four triplets in a row of one suit (四連碰)."""
    return _consecutive(view, 4)


@pattern("five_consecutive_triplets")
def five_consecutive_triplets(view: HandView) -> Evidence | None:
    """Hold on five triplets in a row of one suit (五連碰)."""
    return _consecutive(view, 5)


def _consecutive(view: HandView, count: int) -> Evidence | None:
    if view.triplets.bit_count() < count:
        return None
    for start, end in SUIT_SPANS[:3]:
        for low in range(start, end - count + 1):
            kinds = ((1 << count) - 1) << low
            if view.triplets & kinds == kinds:
                return view.evidence(view.triplets_of(kinds))
    return None
