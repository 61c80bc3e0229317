"""Know the rows of one suit and of honours (一色)."""

from __future__ import annotations

from scorer.facts import NUMBERS, SUITS, Evidence, Facts
from scorer.patterns.registry import hand_pattern, pattern
from scorer.tiles import SUIT_SPANS
from scorer.view import HandView


@hand_pattern("all_honors")
def all_honors(facts: Facts) -> Evidence | None:
    """Hold when there are honours only (字一色).

    >>> all_honors(facts_of("111222333555z6z[777z]+6z")) is not None
    True
    """
    return None if facts.kinds & NUMBERS else facts.whole()


@pattern("all_honors_adjust")
def all_honors_adjust(view: HandView) -> Evidence | None:
    """Hold when five sets and a pair are honours only, so that 三元 or 四喜 necessarily comes with them (減除4臺)."""
    return view.facts.whole() if view.is_usual and not view.facts.kinds & NUMBERS else None


@hand_pattern("full_flush")
def full_flush(facts: Facts) -> Evidence | None:
    """Hold when all tiles are of one suit, without honours (清一色).

    >>> full_flush(facts_of("11122233344455m66m+6m")) is not None
    True
    """
    return facts.whole() if not facts.kinds & ~NUMBERS and _number_suits(facts) == 1 else None


@hand_pattern("half_flush")
def half_flush(facts: Facts) -> Evidence | None:
    """Hold when all tiles are of one suit, with honours (湊一色).

    >>> half_flush(facts_of("111222333444m6z6z")) is not None
    True
    """
    return facts.whole() if facts.kinds & ~NUMBERS and _number_suits(facts) == 1 else None


def _number_suits(facts: Facts) -> int:
    return sum(1 for suit in SUITS if facts.kinds & suit)


@hand_pattern("nine_gates")
def nine_gates(facts: Facts) -> Evidence | None:
    """Hold when 1112345678999 of one suit, all concealed, waited for any tile of it (九蓮寶燈).

    >>> nine_gates(facts_of("1112345678999p+5p", rules="guangdong")) is not None
    True
    """
    suits = (facts.before[start:end] for start, end in SUIT_SPANS[:3])
    held = not facts.melds and any(tuple(suit) == (3, 1, 1, 1, 1, 1, 1, 1, 3) for suit in suits)
    return facts.whole() if held and not facts.kinds & ~NUMBERS and _number_suits(facts) == 1 else None
