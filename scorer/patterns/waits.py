"""Know the rows of what the hand waited for (聽)."""

from __future__ import annotations

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import hand_pattern


@hand_pattern("single_wait")
def single_wait(facts: Facts) -> Evidence | None:
    """Hold when only one kind of tile completed the hand (獨聽): closed, edge or pair wait.

    >>> single_wait(facts_of("123456789m24567p55s+3p")) is not None
    True
    >>> single_wait(facts_of("123456789m3456755s+2p")) is None
    True
    """
    return facts.on_winning() if facts.winning >= 0 and len(facts.waits) == 1 else None
