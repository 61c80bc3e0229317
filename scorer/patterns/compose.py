"""Make a row's condition out of patterns: all of some, none of others."""

from __future__ import annotations

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import HAND_PATTERNS, NEEDS, VIEW_PATTERNS, HandPattern, Need, ViewPattern
from scorer.view import HandView


def hand_condition(all_of: tuple[str, ...], none_of: tuple[str, ...]) -> HandPattern | None:
    """Give the condition as one pattern of the hand; None where it looks at the sets.

    It holds on the tiles of the first pattern.
    """
    if not all(name in HAND_PATTERNS for name in (*all_of, *none_of)):
        return None
    first, *others = (HAND_PATTERNS[name] for name in all_of)
    against = [HAND_PATTERNS[name] for name in none_of]
    if not others and not against:
        return first

    def holds(facts: Facts) -> Evidence | None:
        evidence = first(facts)
        if evidence is not None:
            for other in others:
                if other(facts) is None:
                    return None
            for other in against:
                if other(facts) is not None:
                    return None
        return evidence

    return holds


def view_condition(all_of: tuple[str, ...], none_of: tuple[str, ...]) -> ViewPattern:
    """Give the condition as one pattern of a decomposition."""
    first, *others = (_on_view(name) for name in all_of)
    against = [_on_view(name) for name in none_of]
    if not others and not against:
        return first

    def holds(view: HandView) -> Evidence | None:
        evidence = first(view)
        if evidence is not None:
            for other in others:
                if other(view) is None:
                    return None
            for other in against:
                if other(view) is not None:
                    return None
        return evidence

    return holds


def need_of(all_of: tuple[str, ...]) -> Need:
    """Give what a condition can't hold without: what its first needing pattern does."""
    return next((NEEDS[name] for name in all_of if NEEDS.get(name, "nothing") != "nothing"), "nothing")


def _on_view(name: str) -> ViewPattern:
    if name in VIEW_PATTERNS:
        return VIEW_PATTERNS[name]
    of_hand = HAND_PATTERNS[name]
    return lambda view: of_hand(view.facts)
