"""Register each pattern under its stable id.

A pattern answers on which tiles it holds, or None; what it is worth, and beside what it counts, only rule sets know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from scorer.facts import Evidence, Facts
from scorer.view import HandView

ViewPattern = Callable[[HandView], Evidence | None]
HandPattern = Callable[[Facts], Evidence | None]

Need = Literal["nothing", "flowers", "events"]
"""A flower, or an event of the win; a win by flowers has both."""

VIEW_PATTERNS: dict[str, ViewPattern] = {}
"""Patterns that look at the sets, so they may hold in one decomposition and not in another."""
HAND_PATTERNS: dict[str, HandPattern] = {}
"""Patterns that hold, or don't, however the hand is cut."""
NEEDS: dict[str, Need] = {}
"""What a hand pattern can't hold without, so that it need not be asked."""


def pattern(pattern_id: str) -> Callable[[ViewPattern], ViewPattern]:
    """Register a pattern that looks at the sets."""

    def register(function: ViewPattern) -> ViewPattern:
        _claim(pattern_id)
        VIEW_PATTERNS[pattern_id] = function
        return function

    return register


def hand_pattern(pattern_id: str, *, needs: Need = "nothing") -> Callable[[HandPattern], HandPattern]:
    """Register a pattern that looks at the tiles, calls, flowers and facts of the win only."""

    def register(function: HandPattern) -> HandPattern:
        _claim(pattern_id)
        HAND_PATTERNS[pattern_id] = function
        NEEDS[pattern_id] = needs
        return function

    return register


def _claim(pattern_id: str) -> None:
    if pattern_id in VIEW_PATTERNS or pattern_id in HAND_PATTERNS:
        raise ValueError(f"two patterns are called {pattern_id}")
