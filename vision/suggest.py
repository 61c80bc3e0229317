"""Let the rules help the eye: the likeliest legal hand close to the one that was read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from scorer import BACK, Hand, RuleSet, is_legal
from vision.assemble import Assembly, hand_of
from vision.reading import Change, Suggestion

LEAST_CHANCE = 0.002
SINGLE, PAIRED = 60, 14


def suggest(
    names: Sequence[str], chances: Sequence[Sequence[tuple[str, float]]], assembly: Assembly, rules: RuleSet
) -> Suggestion | None:
    """Give the likeliest legal hand that renames one tile, or two where no single one will do.

    Args:
        names: names as read.
        chances: for each tile its likeliest names with probabilities, the read one among them.

    Nothing is suggested where the hand is legal as read, or where no such change is likely enough.
    """
    if assembly.hand is None or is_legal(assembly.hand, rules):
        return None
    options = []
    for i in assembly.members:
        if names[i] == BACK:
            continue
        read = next((p for n, p in chances[i] if n == names[i]), 1e-6)
        options += [
            (math.log(max(read, 1e-6)) - math.log(p), Change(i, names[i], n))
            for n, p in chances[i]
            if n not in (names[i], BACK) and p >= LEAST_CHANCE
        ]
    options.sort(key=lambda option: option[0])
    for cost, change in options[:SINGLE]:
        hand = _changed(names, assembly, (change,))
        if hand is not None and is_legal(hand, rules):
            return _suggestion(hand, (change,), cost)
    pairs = [(a[0] + b[0], (a[1], b[1])) for a, b in combinations(options[:PAIRED], 2) if a[1].tile != b[1].tile]
    for cost, two in sorted(pairs, key=lambda pair: pair[0]):
        hand = _changed(names, assembly, two)
        if hand is not None and is_legal(hand, rules):
            return _suggestion(hand, two, cost)
    return None


def _changed(names: Sequence[str], assembly: Assembly, changes: tuple[Change, ...]) -> Hand | None:
    """Give the hand with some tiles renamed; None where a meld would fall apart."""
    assert assembly.hand is not None
    renamed = list(names)
    for change in changes:
        renamed[change.tile] = change.after
    hand = hand_of(renamed, assembly.roles, assembly.members, assembly.melds)
    return hand if len(hand.melds) >= len(assembly.hand.melds) else None


def _suggestion(hand: Hand, changes: tuple[Change, ...], cost: float) -> Suggestion:
    return Suggestion(str(hand), changes, 1 / (1 + math.exp(min(cost, 50.0))))
