"""Time our scorer and the PyPI package `mahjong` side by side; run in the peers' environment, our root on its path.

Ours are winning hands of 17 tiles, the package's of 14 (riichi), made at random by one maker, with melds, kongs and,
for ours, flowers and now and then events. A round scores some hands each way, so that a busy machine slows all of
them. No hand is scored twice: nothing is remembered that real use would not remember. The first rounds are left out:
a service that has run for a while has met most of what one suit can hold.

Prints, as JSON, hands a second by what was done: the median of the rounds, by the processor's time.
"""

import json
import sys
import time
from dataclasses import replace
from random import Random
from statistics import median

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld

from scorer import best_total, load_rules, score, sheet_document
from scorer.tiles import HONORS, INDEX
from tests.scorer.random_hands import random_hand, random_win

PEER = "mahjong"
LEFT_OUT = 5
KINDS = {"chow": Meld.CHI, "pung": Meld.PON, "kong_added": Meld.SHOUMINKAN}


def our_hands(random, rules):
    """Give hands that win, and how they are won, without end."""
    while True:
        hand, win = random_hand(random), random_win(random, rules)
        # Most wins have no event; so many as the tests' wins have would be time spent on what seldom is.
        yield hand, win if random.random() < 0.2 else replace(win, events=frozenset()), rules


def peer_hands(random):
    """Give what the package wants: tiles by their number among 136, and a win with a yaku, so that none is refused."""
    while True:
        hand = random_hand(random, 4, flowers=False)
        left = {name: 4 * INDEX[name] for name in hand.all_tiles}

        def take(names, left=left):
            tiles = []
            for name in names:
                tiles.append(left[name])
                left[name] += 1
            return tiles

        melds = [
            Meld(KINDS.get(meld.kind, Meld.KAN), take(meld.tiles), opened=meld.kind != "kong_concealed")
            for meld in hand.melds
        ]
        called, drawn = any(meld.opened for meld in melds), random.random() < 0.5
        concealed = take((*hand.concealed, hand.winning))
        config = HandConfig(
            is_tsumo=drawn,
            is_riichi=not called,
            is_haitei=called and drawn,
            is_houtei=called and not drawn,
            player_wind=HONORS + random.randrange(4),
            round_wind=HONORS + random.randrange(4),
        )
        yield [*concealed, *(tile for meld in melds for tile in meld.tiles)], concealed[-1], melds, None, config


def sheet(hand, win, rules):
    return sheet_document(score(hand, win, rules), explain=True)


def main(rounds, hands):
    random = Random("bench")
    lanes = {PEER: (HandCalculator.estimate_hand_value, peer_hands(random))}
    for name in ("taiwan", "ccaa"):
        lanes[f"{name}, best total"] = best_total, our_hands(random, load_rules(name))
        lanes[f"{name}, explained sheet"] = sheet, our_hands(random, load_rules(name))
    rates = {name: [] for name in lanes}
    for _ in range(rounds + LEFT_OUT):
        for name, (job, maker) in lanes.items():
            made = [next(maker) for _ in range(hands)]
            start = time.process_time()
            for each in made:
                job(*each)
            rates[name].append(hands / (time.process_time() - start))
    print(json.dumps({name: median(found[LEFT_OUT:]) for name, found in rates.items()}))


main(*map(int, sys.argv[1:]))
