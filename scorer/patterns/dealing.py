"""Know the rows of the dealer (莊). A dealer who pays is the settlement's matter."""

from __future__ import annotations

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import hand_pattern


@hand_pattern("dealer")
def dealer(facts: Facts) -> Evidence | None:
    """Hold when the dealer wins (作莊).

    >>> dealer(facts_of("1m+1m", seat="S", dealer="S"))
    ((),)
    """
    return ((),) if facts.win.is_dealers else None


@hand_pattern("dealer_streak")
def dealer_streak(facts: Facts) -> Evidence | None:
    """Hold when the dealer wins after he has held the deal (連莊)."""
    return ((),) if facts.win.is_dealers and facts.win.streak else None
