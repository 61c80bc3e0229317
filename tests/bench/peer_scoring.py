"""Time the PyPI package `mahjong` on its own kind of hand; run in the peers' environment. Prints seconds a hand."""

import json
import sys
import time

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter

HANDS = [
    ("22444m333567p444s", "4s"),
    ("123456789m55p567s", "7s"),
    ("111222333m55p777z", "7z"),
    ("234567m234p23455s", "5s"),
]


def tiles(text):
    suits = {"m": "", "p": "", "s": "", "z": ""}
    digits = ""
    for char in text:
        if char in suits:
            suits[char], digits = digits, ""
        else:
            digits += char
    return TilesConverter.string_to_136_array(man=suits["m"], pin=suits["p"], sou=suits["s"], honors=suits["z"])


def main(rounds):
    calculator = HandCalculator()
    hands = [(tiles(hand), tiles(winning)[0]) for hand, winning in HANDS]
    hands = [(hand, next(t for t in hand if t // 4 == winning // 4)) for hand, winning in hands]
    for hand, winning in hands:
        assert calculator.estimate_hand_value(hand, winning, config=HandConfig(is_tsumo=True)).cost
    start = time.perf_counter()
    for _ in range(rounds):
        for hand, winning in hands:
            calculator.estimate_hand_value(hand, winning, config=HandConfig(is_tsumo=True))
    print(json.dumps((time.perf_counter() - start) / (rounds * len(hands))))


main(int(sys.argv[1]))
