"""Know the rows of chows (順子)."""

from __future__ import annotations

from scorer.facts import NUMBERS, Evidence
from scorer.patterns.registry import pattern
from scorer.view import HandView


@pattern("all_chows")
def all_chows(view: HandView) -> Evidence | None:
    """Hold on chows and a pair, whatever else (牌面由順子以及一組對子所組成).

    >>> all_chows(view_of("123456789m123456p5z+5z|1f")) is not None
    True
    """
    if len(view.chows) < len(view.sets) or not view.is_usual:
        return None
    return view.evidence((*view.sets, view.pair))


@pattern("all_sequences")
def all_sequences(view: HandView) -> Evidence | None:
    """Hold on five chows and a pair without flower or honour, neither self-drawn nor a single wait (平胡).

    >>> all_sequences(view_of("123456789m23456p55s+7p")) is not None
    True
    >>> all_sequences(view_of("123456789m23456p55s+7p|1f")) is None
    True
    """
    facts = view.facts
    if len(view.chows) < len(view.sets) or not view.is_usual or facts.flowers or facts.is_drawn:
        return None
    if facts.kinds & ~NUMBERS or len(facts.waits) == 1:
        return None
    return view.evidence((*view.sets, view.pair))
