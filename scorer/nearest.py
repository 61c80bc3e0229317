"""Find how far a hand is from winning: the fewest tiles to change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import TypeVar

from scorer.hand import Hand
from scorer.rules import RuleSet
from scorer.special_shapes import ORPHANS, SEVEN_PAIRS_AND_TRIPLET, THIRTEEN_ORPHANS
from scorer.tiles import FLOWERS, HONORS, SUIT_SPANS, TILES, count_kinds

Target = tuple[int, ...]
"""How many of each kind a winning hand would hold."""
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one tile to change: None as `old` for one to add, as `new` for one to take away."""

    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Nearest:
    """Hold the fewest tiles to change, and one way to do it."""

    count: int
    changes: tuple[Change, ...]


def nearest(hand: Hand, rules: RuleSet) -> Nearest | None:
    """Give the fewest changes to concealed and winning tiles after which the hand wins; no meld is touched.

    Of several ways the first is given, in the tiles' fixed order. None where the melds alone make it impossible.

    >>> from scorer import load_rules, parse_hand
    >>> nearest(parse_hand("123456789m12367p55s+9p"), load_rules("taiwan"))
    Nearest(count=1, changes=(Change(old='9p', new='5p'),))
    """
    have = count_kinds((*hand.concealed, *((hand.winning,) if hand.winning is not None else ())))
    melded = count_kinds(tile for meld in hand.melds for tile in meld.tiles)
    sets = rules.shapes.sets - len(hand.melds)
    if sets < 0 or max(melded) > 4:
        return None
    limits = tuple(4 - melded[tile] for tile in range(FLOWERS))
    held = tuple(have[:FLOWERS])
    targets = [target for target in (_usual(held, limits, sets),) if target is not None]
    if SEVEN_PAIRS_AND_TRIPLET in rules.shapes.special and not hand.melds:
        targets.append(_seven_pairs(held, rules.shapes.four_as_pairs))
    if THIRTEEN_ORPHANS in rules.shapes.special and not any(meld.kind == "chow" for meld in hand.melds):
        targets += _thirteen_orphans(limits, sets - 4)
    ways = [_changes(have, target) for target in targets]
    best = min(ways, key=len, default=None)
    return None if best is None else Nearest(len(best), best)


def _changes(have: list[int], target: Target) -> tuple[Change, ...]:
    whole = (*target, *([0] * (len(TILES) - FLOWERS)))
    away = [TILES[tile] for tile in range(len(TILES)) for _ in range(have[tile] - whole[tile])]
    more = [TILES[tile] for tile in range(len(TILES)) for _ in range(whole[tile] - have[tile])]
    return tuple(Change(old, new) for old, new in zip_longest(away, more))


def _usual(held: Target, limits: Target, sets: int) -> Target | None:
    """Give the tiles of so many sets and a pair that keep the most of those held."""
    best: dict[tuple[int, int], tuple[int, Target]] = {(0, 0): (0, ())}
    for start, end in SUIT_SPANS:
        of_suit = _suit_targets(held[start:end], limits[start:end], start < HONORS)
        joined: dict[tuple[int, int], tuple[int, Target]] = {}
        for (sets_before, pairs_before), (kept_before, before) in best.items():
            for (more_sets, more_pairs), (kept, target) in of_suit:
                key = sets_before + more_sets, pairs_before + more_pairs
                if key[0] <= sets and key[1] <= 1:
                    _keep_better(joined, key, kept_before + kept, (*before, *target))
        best = joined
    found = best.get((sets, 1))
    return None if found is None else found[1]


def _keep_better(best: dict[Key, tuple[int, Target]], key: Key, kept: int, target: Target) -> None:
    if key not in best or best[key][0] < kept:
        best[key] = kept, target


@lru_cache(maxsize=4096)
def _suit_targets(
    held: Target, limits: Target, has_chows: bool
) -> tuple[tuple[tuple[int, int], tuple[int, Target]], ...]:
    """Give, for each number of sets and pairs of one suit, the tiles that keep the most of those held.

    Walks the ranks; a state is how many chows began one and two ranks before, and the sets and pairs so far.
    """
    states: dict[tuple[int, int, int, int], tuple[int, Target]] = {(0, 0, 0, 0): (0, ())}
    for rank, (count, limit) in enumerate(zip(held, limits, strict=True)):
        following: dict[tuple[int, int, int, int], tuple[int, Target]] = {}
        may_begin = has_chows and rank <= 6
        for (one, two, sets, pairs), (kept, target) in states.items():
            for chows, triplets, more_pairs in _choices(limit - one - two, may_begin):
                key = chows, one, sets + chows + triplets, pairs + more_pairs
                if key[2] <= 5 and key[3] <= 1:
                    used = one + two + chows + 3 * triplets + 2 * more_pairs
                    _keep_better(following, key, kept + min(used, count), (*target, used))
        states = following
    return tuple(sorted(((sets, pairs), best) for (one, two, sets, pairs), best in states.items() if one == two == 0))


def _choices(room: int, may_begin: bool) -> Iterator[tuple[int, int, int]]:
    for chows in range(room + 1 if may_begin else min(1, room + 1)):
        for triplets in (0, 1):
            for pairs in (0, 1):
                if chows + 3 * triplets + 2 * pairs <= room:
                    yield chows, triplets, pairs


def _seven_pairs(held: Target, four_as_pairs: bool) -> Target:
    """Give the seven pairs and triplet that keep the most of the tiles held."""
    best: tuple[int, Target] | None = None
    for triplet in range(FLOWERS):
        pairs = [
            (-min(2, max(0, held[tile] - 2 * which)), which, tile)
            for tile in range(FLOWERS)
            if tile != triplet
            for which in range(2 if four_as_pairs else 1)
        ]
        target = [0] * FLOWERS
        target[triplet] = 3
        for _, _, tile in sorted(pairs)[:7]:
            target[tile] += 2
        kept = sum(map(min, target, held))
        if best is None or kept > best[0]:
            best = kept, tuple(target)
    assert best is not None
    return best[1]


def _thirteen_orphans(limits: Target, further: int) -> Iterator[Target]:
    """Give every thirteen orphans with a mate and, where the hand has room, one set more."""
    if further < 0:
        return
    more: list[tuple[int, ...]] = [()]
    if further:
        chows = [(low, low + 1, low + 2) for low in range(HONORS) if low % 9 <= 6]
        more = [*((tile,) * 3 for tile in range(FLOWERS)), *chows]
    for mate in ORPHANS:
        for extra in more:
            target = [0] * FLOWERS
            for tile in (*ORPHANS, mate, *extra):
                target[tile] += 1
            if all(map(int.__le__, target, limits)):
                yield tuple(target)
