"""Ask the PyPI package `mahjong` (2.x) which 14-tile hands win, and compare with ours.

    python -m tests.scorer.naive.peer --hands 200000 [--seed 1]

Half of the hands are built from sets, half are one tile off. Seven pairs, which wins there and not under our 14-tile
rules, and thirteen orphans stay apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from mahjong.agari import Agari

from scorer import TILES, Hand, is_legal, load_rules
from scorer.tiles import INDEX
from tests.scorer.naive.cutting import ORPHANS
from tests.scorer.naive.making import usual_hand


@dataclass
class Tally:
    """What was compared, so that an empty comparison can't pass."""

    winning: int = 0
    losing: int = 0
    apart: int = 0
    differ: list[str] = field(default_factory=list)


def compare(hands: int, seed: int) -> Tally:
    """Compare so many hands; those that win and lose for both are counted, those that differ are named."""
    rules = load_rules("guangdong")
    tally = Tally()
    for hand in hands_and_misses(hands, seed):
        if is_special(hand):
            tally.apart += 1
            continue
        counts = [0] * 34
        for tile in hand.all_tiles:
            counts[INDEX[tile]] += 1
        melds = [[INDEX[tile] for tile in meld.tiles] for meld in hand.melds]
        ours, theirs = is_legal(hand, rules), Agari.is_agari(counts, melds or None)
        if ours != theirs:
            tally.differ.append(f"{hand}: scorer {ours}, mahjong {theirs}")
        elif ours:
            tally.winning += 1
        else:
            tally.losing += 1
    return tally


def hands_and_misses(hands: int, seed: int) -> Iterator[Hand]:
    """Give hands built from sets and hands one tile off, in turn."""
    for number in range(hands):
        random = Random(f"peer {seed} {number}")
        hand = usual_hand(random, 4, ())
        yield hand if number % 2 == 0 else one_tile_off(random, hand)


def one_tile_off(random: Random, hand: Hand) -> Hand:
    """Change one concealed tile for one of another kind, often of one next to it; it may win all the same."""
    while True:
        at = random.randrange(len(hand.concealed))
        old = INDEX[hand.concealed[at]]
        near = [tile for tile in (old - 2, old - 1, old + 1, old + 2) if tile in range(34)]
        new = TILES[random.choice([random.choice(near), random.choice([tile for tile in range(34) if tile != old])])]
        if hand.all_tiles.count(new) < 4:
            return replace(hand, concealed=(*hand.concealed[:at], new, *hand.concealed[at + 1 :]))


def is_special(hand: Hand) -> bool:
    tiles = hand.all_tiles
    seven_pairs = not hand.melds and len(set(tiles)) == 7 and all(tiles.count(tile) == 2 for tile in tiles)
    return seven_pairs or {TILES[tile] for tile in ORPHANS} == set(tiles)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare with the package mahjong which hands win.")
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally = compare(given.hands, given.seed)
    print(*tally.differ[:10], sep="\n")
    print(f"{tally.winning} win and {tally.losing} lose for both, {tally.apart} apart, {len(tally.differ)} differ")
    return 1 if tally.differ else 0


if __name__ == "__main__":
    sys.exit(main())
