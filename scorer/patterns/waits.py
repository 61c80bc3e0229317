"""Know the rows of what the hand waited for (聽)."""

from __future__ import annotations

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import hand_pattern, pattern
from scorer.view import HandView


@hand_pattern("single_wait")
def single_wait(facts: Facts) -> Evidence | None:
    """Hold when only one kind of tile completed the hand (獨聽): closed, edge or pair wait.

    >>> single_wait(facts_of("123456789m24567p55s+3p")) is not None
    True
    >>> single_wait(facts_of("123456789m3456755s+2p")) is None
    True
    """
    return facts.on_winning() if facts.winning >= 0 and len(facts.waits) == 1 else None


@pattern("one_single")
def one_single(view: HandView) -> Evidence | None:
    """Hold when the tile can be read as finishing a single wait, though others complete the hand too (一獨).

    >>> one_single(view_of("12345p123456789m11z+3p")) is not None
    True
    """
    facts = view.facts
    if len(facts.waits) < 2 or not _finishes_single(view):
        return None
    return facts.on_winning()


def _finishes_single(view: HandView) -> bool:
    placed, winning = view.placed, view.facts.winning
    if placed.is_pair:
        return view.is_usual
    if not placed.is_chow:
        return False
    low, rank = placed.tile % 9, winning - placed.tile
    return rank == 1 or (low == 0 and rank == 2) or (low == 6 and rank == 0)


@pattern("double_pair_wait")
def double_pair_wait(view: HandView) -> Evidence | None:
    """Hold when the hand waited to make a triplet of one of two pairs (對碰)."""
    facts = view.facts
    if not view.is_usual or not view.placed.is_triplet or view.pair.tile not in facts.waits:
        return None
    return view.evidence((view.placed, view.pair))


@pattern("closed_five")
def closed_five(view: HandView) -> Evidence | None:
    """Hold when 4 and 6 of a suit waited for the 5 between them (卡五), whatever else the hand waited for."""
    placed = view.placed
    if not placed.is_chow or placed.tile % 9 != 3 or view.facts.winning != placed.tile + 1:
        return None
    return view.evidence((placed,))


@pattern("single_last_tile")
def single_last_tile(view: HandView) -> Evidence | None:
    """Hold when the last copy of the only tile waited for came (單絕張); only the table knows."""
    facts = view.facts
    return facts.on_winning() if "single_last_tile" in facts.events and len(facts.waits) == 1 else None


@pattern("double_last_tile")
def double_last_tile(view: HandView) -> Evidence | None:
    """Hold when the last copy of the eight tiles of a two-sided wait came (雙絕張); only the table knows."""
    facts = view.facts
    if "double_last_tile" not in facts.events or not view.placed.is_chow or _finishes_single(view):
        return None
    return facts.on_winning()
