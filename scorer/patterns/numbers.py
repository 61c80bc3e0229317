"""Know the rows of which numbers, suits and kinds of honours a hand holds (缺五, 五門齊, 三數, 全帶, ...)."""

from __future__ import annotations

from typing import Final

from scorer.facts import NUMBERS, SUITS, Evidence, Facts
from scorer.patterns.honors import DRAGONS_MASK, WINDS_MASK
from scorer.patterns.registry import hand_pattern, pattern
from scorer.tiles import HONORS
from scorer.view import HandView

RANKS: Final = tuple(0b1000000001000000001 << rank for rank in range(9))
"""Bit masks of the three tiles of each number."""
TERMINALS: Final = RANKS[0] | RANKS[8]
HONORS_MASK: Final = WINDS_MASK | DRAGONS_MASK


@hand_pattern("no_honor")
def no_honor(facts: Facts) -> Evidence | None:
    """Hold when there is no wind and no dragon (無字)."""
    return facts.whole() if not facts.kinds & HONORS_MASK else None


@hand_pattern("no_five")
def no_five(facts: Facts) -> Evidence | None:
    """Hold when there is no 5; honours may be (缺五)."""
    return facts.whole() if not facts.kinds & RANKS[4] else None


@hand_pattern("three_fives")
def three_fives(facts: Facts) -> Evidence | None:
    """Hold when there is a 5 in each suit (三五).

    >>> three_fives(facts_of("123456789m23456p55s+7p")) is not None
    True
    """
    return ((4, 13, 22),) if facts.kinds & RANKS[4] == RANKS[4] else None


@hand_pattern("no_terminals")
def no_terminals(facts: Facts) -> Evidence | None:
    """Hold when there is no 1, no 9 and no honour (斷么)."""
    return facts.whole() if not facts.kinds & (TERMINALS | HONORS_MASK) else None


@hand_pattern("missing_suit")
def missing_suit(facts: Facts) -> Evidence | None:
    """Hold when one suit is missing, and there are no honours (缺門)."""
    if facts.kinds & HONORS_MASK or sum(1 for suit in SUITS if facts.kinds & suit) != 2:
        return None
    return facts.whole()


@hand_pattern("five_types")
def five_types(facts: Facts) -> Evidence | None:
    """Hold when there are all three suits, a wind and a dragon (五門齊)."""
    held = all(facts.kinds & mask for mask in (*SUITS, WINDS_MASK, DRAGONS_MASK))
    return facts.whole() if held else None


@hand_pattern("two_numbers")
def two_numbers(facts: Facts) -> Evidence | None:
    """Hold when there are two numbers in all; winds are one, dragons are one (兩數).

    >>> two_numbers(facts_of("111222m111222p11s1s")) is not None
    True
    """
    return facts.whole() if _count_numbers(facts.kinds) == 2 else None


@hand_pattern("three_numbers")
def three_numbers(facts: Facts) -> Evidence | None:
    """Hold when there are three numbers in all; winds are one, dragons are one (三數)."""
    return facts.whole() if _count_numbers(facts.kinds) == 3 else None


def _count_numbers(kinds: int) -> int:
    return _numbers(kinds).bit_count() + bool(kinds & WINDS_MASK) + bool(kinds & DRAGONS_MASK)


def _numbers(kinds: int) -> int:
    """Give the numbers among the kinds, whichever suit they are of, as a bit mask of nine."""
    return (kinds | kinds >> 9 | kinds >> 18) & SUITS[0]


@pattern("all_with_number")
def all_with_number(view: HandView) -> Evidence | None:
    """Hold when one number is in every set and in the pair (全帶).

    >>> all_with_number(view_of("123345m123333p3s345s+3s")) is not None
    True
    """
    if not view.is_usual:
        return None
    parts = (*view.sets, view.pair)
    numbers = SUITS[0]
    for part in parts:
        numbers &= _numbers(part.kinds)
    return view.evidence(parts) if numbers else None


@pattern("pair_258")
def pair_258(view: HandView) -> Evidence | None:
    """Hold when the pair is of 2, 5 or 8 (將)."""
    tile = view.pair.tile
    return view.evidence((view.pair,)) if view.is_usual and tile < HONORS and tile % 9 in (1, 4, 7) else None


@pattern("mixed_terminals")
def mixed_terminals(view: HandView) -> Evidence | None:
    """Hold when a 1, a 9 or an honour is in every set and the pair, with honours (混么)."""
    if not view.facts.kinds & HONORS_MASK:
        return None
    return _terminals_in_all(view, TERMINALS | HONORS_MASK)


@pattern("pure_terminals")
def pure_terminals(view: HandView) -> Evidence | None:
    """Hold when a 1 or a 9 is in every set and the pair, without honours (清么)."""
    return _terminals_in_all(view, TERMINALS)


def _terminals_in_all(view: HandView, kinds: int) -> Evidence | None:
    parts = (*view.sets, *view.pairs)
    return view.evidence(parts) if view.is_usual and all(part.kinds & kinds for part in parts) else None


@pattern("mixed_terminal_triplets")
def mixed_terminal_triplets(view: HandView) -> Evidence | None:
    """Hold when all sets are triplets, and all tiles 1, 9 or honours, with honours (混么碰)."""
    kinds = view.facts.kinds
    if not view.is_usual or view.chows or kinds & NUMBERS & ~TERMINALS or not kinds & HONORS_MASK:
        return None
    return view.facts.whole()


@pattern("pure_terminal_triplets")
def pure_terminal_triplets(view: HandView) -> Evidence | None:
    """Hold when all sets are triplets, and all tiles 1 or 9 (清么九)."""
    if not view.is_usual or view.chows or view.facts.kinds & ~TERMINALS:
        return None
    return view.facts.whole()
