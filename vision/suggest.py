"""Let the rules help the eye: the likeliest legal hand close to the one that was read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from scorer import BACK, Hand, HandStatus, RuleSet, check
from vision.assemble import Assembly, hand_of
from vision.reading import Change, Suggestion

LEAST_CHANCE, LEAST_WHERE_IMPOSSIBLE = 0.002, 1e-6
"""Chance from which a name is worth a thought; where no set holds what was read, at least one name is wrong."""
IMPOSSIBLE = HandStatus.FIVE_OF_A_KIND | HandStatus.FLOWER_TWICE
MOST_CHANGES, TRIES = 2, 400


def suggest(
    names: Sequence[str], chances: Sequence[Sequence[tuple[str, float]]], assembly: Assembly, rules: RuleSet
) -> Suggestion | None:
    """Give the likeliest legal hand that renames one tile or two.

    Args:
        names: names as read.
        chances: for each tile its likeliest names with probabilities, the read one among them.

    Nothing is suggested where the hand is legal as read, or where no such hand is likely enough.
    """
    if assembly.hand is None:
        return None
    status = check(assembly.hand, rules)
    if status is HandStatus.VALID:
        return None
    least = LEAST_WHERE_IMPOSSIBLE if status & IMPOSSIBLE else LEAST_CHANCE
    options = sorted(_options(names, chances, assembly, least), key=lambda option: option[0])
    for cost, changes in _likeliest_first(options):
        hand = _changed(names, assembly, changes)
        if hand is not None and check(hand, rules) is HandStatus.VALID:
            return Suggestion(str(hand), changes, 1 / (1 + math.exp(min(cost, 50.0))))
    return None


Option = tuple[float, Change]
"""One change, with how much likelier the name is that was read, as a logarithm."""


def _options(
    names: Sequence[str], chances: Sequence[Sequence[tuple[str, float]]], assembly: Assembly, least: float
) -> Iterator[Option]:
    for i in assembly.members:
        if names[i] != BACK:
            read = next((p for n, p in chances[i] if n == names[i]), least)
            for name, chance in chances[i]:
                if name not in (names[i], BACK) and chance >= least:
                    yield math.log(max(read, least) / chance), Change(i, names[i], name)


def _likeliest_first(options: Sequence[Option]) -> Iterator[tuple[float, tuple[Change, ...]]]:
    """Give changes of different tiles, one or two together, the likeliest first; only so many as are worth a try."""
    # Each step takes the best set of options so far; what follows on it moves its last one on, or adds the next.
    waiting: list[tuple[float, tuple[int, ...]]] = [(cost, (0,)) for cost, _ in options[:1]]
    for _ in range(TRIES):
        if not waiting:
            return
        cost, chosen = heappop(waiting)
        changes = tuple(options[at][1] for at in chosen)
        if len({change.tile for change in changes}) == len(changes):
            yield cost, changes
        last = chosen[-1]
        if last + 1 < len(options):
            onward = options[last + 1][0]
            heappush(waiting, (cost - options[last][0] + onward, (*chosen[:-1], last + 1)))
            if len(chosen) < MOST_CHANGES:
                heappush(waiting, (cost + onward, (*chosen, last + 1)))


def _changed(names: Sequence[str], assembly: Assembly, changes: tuple[Change, ...]) -> Hand | None:
    """Give the hand with some tiles renamed; None where a meld would fall apart."""
    assert assembly.hand is not None
    renamed = list(names)
    for change in changes:
        renamed[change.tile] = change.after
    hand = hand_of(renamed, assembly.roles, assembly.members, assembly.melds)
    return hand if len(hand.melds) >= len(assembly.hand.melds) else None
