"""Say whether a hand can be, and whether it wins: every reason why not, at once."""

from __future__ import annotations

from enum import Flag, auto
from typing import Final

from scorer.facts import Facts
from scorer.hand import Hand
from scorer.payments import robs_flower
from scorer.rules import RuleSet
from scorer.sets import set_of
from scorer.tiles import FLOWERS, TILES, count_kinds
from scorer.win import Win

_FLOWERS: Final = frozenset(TILES[FLOWERS:])


class HandStatus(Flag):
    """Hold the reasons why a hand can't win; `VALID` where there are none."""

    VALID = 0
    TOO_FEW_TILES = auto()
    TOO_MANY_TILES = auto()
    FIVE_OF_A_KIND = auto()
    """Five equal tiles in concealed tiles, melds and winning tile together."""
    FLOWER_TWICE = auto()
    FLOWER_IN_HAND = auto()
    """A flower among the tiles of the hand, where it should have been replaced."""
    NOT_A_FLOWER = auto()
    """A tile that is no flower among the flowers."""
    FLOWERS_NOT_PLAYED = auto()
    """Flowers under rules that have none."""
    NOT_EIGHT_FLOWERS = auto()
    """A flower win without all eight; where one is robbed, without at least seven."""
    NOT_WINNING = auto()
    """The tiles make no winning shape."""
    BELOW_MINIMUM = auto()
    """The hand wins, but is worth less than the table asks for."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The flags by name, in lower case.

        >>> (HandStatus.TOO_FEW_TILES | HandStatus.FLOWER_TWICE).reasons
        ('too_few_tiles', 'flower_twice')
        """
        return tuple((flag.name or "").lower() for flag in self)


def check(hand: Hand, rules: RuleSet, win: Win | None = None, *, facts: Facts | None = None) -> HandStatus:
    """Find every reason why a hand can't win.

    Args:
        win: how it is said to be won. Without it, a hand without winning shape still passes with all eight flowers.
        facts: what is known of the hand, where somebody has found that out already.

    >>> from scorer import load_rules, parse_hand
    >>> check(parse_hand("11111m234p567s11z+1z|11f"), load_rules("taiwan")).reasons
    ('too_few_tiles', 'five_of_a_kind', 'flower_twice')
    """
    if hand.size == rules.shapes.tiles and (win is None or win.won_by != "flowers"):
        known = facts or Facts(hand, win or Win("discard"), rules)
        if _plainly_wins(hand, known, rules):
            return HandStatus.VALID
    status = _tile_faults(hand, rules) | _flower_faults(hand, rules)
    flower_win = win.won_by == "flowers" if win is not None else False
    if flower_win:
        lacking = 1 if win is not None and robs_flower(win) else 0
        if len(set(hand.flowers)) + lacking < 8:
            status |= HandStatus.NOT_EIGHT_FLOWERS
    elif win is None and len(set(hand.flowers)) == 8 and not completes(hand, rules):
        flower_win = True
    if flower_win:
        # The hand is not opened at a flower win (手牌未胡毋須翻開), so any part of it may be unknown.
        return status & ~HandStatus.TOO_FEW_TILES
    if hand.size == rules.shapes.tiles and not completes(hand, rules):
        status |= HandStatus.NOT_WINNING
    return status


def is_legal(hand: Hand, rules: RuleSet, win: Win | None = None) -> bool:
    """Whether nothing speaks against the hand winning.

    >>> from scorer import load_rules, parse_hand
    >>> is_legal(parse_hand("123456789m23456p55s+7p"), load_rules("taiwan"))
    True
    """
    return check(hand, rules, win) is HandStatus.VALID


def completes(hand: Hand, rules: RuleSet) -> bool:
    """Whether the tiles make a winning shape, how many there are of one kind aside."""
    if hand.size != rules.shapes.tiles:
        return False
    counts = count_kinds((*hand.concealed, *((hand.winning,) if hand.winning is not None else ())))
    if any(counts[FLOWERS:]):
        return False
    return rules.shapes.wins(bytes(counts[:FLOWERS]), tuple(map(set_of, hand.melds)))


def _plainly_wins(hand: Hand, facts: Facts, rules: RuleSet) -> bool:
    """Whether nothing at all is wrong with the hand, which is nearly always so, without asking for each fault."""
    if hand.flowers and not (
        rules.flowers and len(set(hand.flowers)) == len(hand.flowers) and _FLOWERS.issuperset(hand.flowers)
    ):
        return False
    if facts.kinds >> FLOWERS:
        return False
    held = bytearray(facts.counts)
    for meld in facts.melds:
        for tile in meld.tiles:
            held[tile] += 1
    return max(held) <= 4 and bool(facts.cuts)


def _tile_faults(hand: Hand, rules: RuleSet) -> HandStatus:
    status = HandStatus.VALID
    if hand.size < rules.shapes.tiles:
        status |= HandStatus.TOO_FEW_TILES
    if hand.size > rules.shapes.tiles:
        status |= HandStatus.TOO_MANY_TILES
    counts = count_kinds(hand.all_tiles)
    if max(counts[:FLOWERS]) > 4:
        status |= HandStatus.FIVE_OF_A_KIND
    if any(counts[FLOWERS:]):
        status |= HandStatus.FLOWER_IN_HAND
    return status


def _flower_faults(hand: Hand, rules: RuleSet) -> HandStatus:
    status = HandStatus.VALID
    if len(set(hand.flowers)) < len(hand.flowers):
        status |= HandStatus.FLOWER_TWICE
    if any(tile[1] != "f" for tile in hand.flowers):
        status |= HandStatus.NOT_A_FLOWER
    if hand.flowers and not rules.flowers:
        status |= HandStatus.FLOWERS_NOT_PLAYED
    return status
