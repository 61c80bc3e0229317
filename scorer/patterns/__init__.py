"""Hold the patterns: small pure functions, each under the id that rule sets name it by."""

from scorer.patterns import (
    calls,
    chows,
    colours,
    dealing,
    flowers,
    honors,
    kongs,
    numbers,
    ready,
    same_chows,
    straights,
    triplets,
    waits,
)
from scorer.patterns.registry import HAND_PATTERNS, VIEW_PATTERNS

__all__ = [
    "HAND_PATTERNS",
    "VIEW_PATTERNS",
    "calls",
    "chows",
    "colours",
    "dealing",
    "flowers",
    "honors",
    "kongs",
    "numbers",
    "ready",
    "same_chows",
    "straights",
    "triplets",
    "waits",
]
