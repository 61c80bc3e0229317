"""Know the rows of triplets and pairs (坎, 對)."""

from __future__ import annotations

from scorer.facts import Evidence
from scorer.patterns.registry import pattern
from scorer.special_shapes import SEVEN_PAIRS_AND_TRIPLET, THIRTEEN_ORPHANS
from scorer.view import HandView


@pattern("all_triplets")
def all_triplets(view: HandView) -> Evidence | None:
    """Hold when every set is a triplet or kong (對對胡).

    >>> all_triplets(view_of("111m222p333s444s5z[666z]+5z")) is not None
    True
    """
    return None if view.chows or not view.is_usual else view.evidence(view.sets)


@pattern("three_concealed_triplets")
def three_concealed_triplets(view: HandView) -> Evidence | None:
    """Hold when three triplets were dealt or drawn, concealed kongs with them (三暗坎).

    >>> three_concealed_triplets(view_of("111m222p33s345678s55z+3s")) is None
    True
    """
    return _concealed(view, 3)


@pattern("four_concealed_triplets")
def four_concealed_triplets(view: HandView) -> Evidence | None:
    """Hold when four triplets were dealt or drawn (四暗坎)."""
    return _concealed(view, 4)


@pattern("five_concealed_triplets")
def five_concealed_triplets(view: HandView) -> Evidence | None:
    """Hold when five triplets were dealt or drawn (五暗坎)."""
    return _concealed(view, 5)


@pattern("ligu_ligu")
def ligu_ligu(view: HandView) -> Evidence | None:
    """Hold on seven pairs and a triplet, all concealed (嚦咕嚦咕, 八對半).

    >>> ligu_ligu(view_of("1144m2255p3366s77z11z+1z")) is not None
    True
    """
    return view.facts.whole() if view.shape == SEVEN_PAIRS_AND_TRIPLET else None


def _concealed(view: HandView, count: int) -> Evidence | None:
    return view.evidence(view.concealed_triplets) if len(view.concealed_triplets) == count else None


@pattern("thirteen_orphans")
def thirteen_orphans(view: HandView) -> Evidence | None:
    """Hold on every 1, 9 and honour, one of them twice, and a set more where the hand has room for it (十三么)."""
    return view.facts.whole() if view.shape == THIRTEEN_ORPHANS else None
