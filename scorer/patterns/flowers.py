"""Know the rows of flowers (花牌) and of winning by them (花胡)."""

from __future__ import annotations

from typing import Final

from scorer.facts import ALL_FLOWERS, Evidence, Facts
from scorer.patterns.registry import hand_pattern
from scorer.tiles import FLOWERS

COLOURS: Final = (0x0F, 0xF0)
"""Bit masks of 春夏秋冬 and 梅蘭菊竹."""


@hand_pattern("seat_flower", needs="flowers")
def seat_flower(facts: Facts) -> Evidence | None:
    """Hold on each flower of the winner's own seat (花牌合開門序).

    >>> seat_flower(facts_of("1m|126f", seat="S"))
    ((35,), (39,))
    """
    seat, owners = facts.win.seat, facts.flower_owners
    own = [(FLOWERS + flower,) for flower in range(8) if facts.flowers >> flower & 1 and owners[flower] == seat]
    return tuple(own) or None


@hand_pattern("flower_set", needs="flowers")
def flower_set(facts: Facts) -> Evidence | None:
    """Hold on each colour that is whole: 春夏秋冬, 梅蘭菊竹 (同色花槓)."""
    whole = [colour for colour in COLOURS if facts.flowers & colour == colour]
    return tuple(facts.on_flowers(colour)[0] for colour in whole) or None


@hand_pattern("full_flowers", needs="flowers")
def full_flowers(facts: Facts) -> Evidence | None:
    """Hold when all eight flowers lie there and the hand wins on its own tiles (滿花)."""
    if facts.flowers != ALL_FLOWERS or facts.win.won_by == "flowers":
        return None
    return facts.on_flowers(ALL_FLOWERS)


@hand_pattern("eight_flowers", needs="flowers")
def eight_flowers(facts: Facts) -> Evidence | None:
    """Hold when the winner drew all eight flowers and wins by them (八仙過海)."""
    if facts.win.won_by != "flowers" or facts.is_robbing_flower:
        return None
    return facts.on_flowers(ALL_FLOWERS)


@hand_pattern("seven_rob_one", needs="flowers")
def seven_rob_one(facts: Facts) -> Evidence | None:
    """Hold when the winner takes the one flower he lacks from another player (七搶一), either way."""
    return facts.on_flowers(ALL_FLOWERS) if facts.is_robbing_flower else None


@hand_pattern("dealt_flower_win", needs="flowers")
def dealt_flower_win(facts: Facts) -> Evidence | None:
    """Hold on a flower win with flowers that were dealt (配牌花胡)."""
    if facts.win.won_by != "flowers" or "dealt_flower_win" not in facts.events:
        return None
    return facts.on_flowers(ALL_FLOWERS)


@hand_pattern("flower", needs="flowers")
def flower(facts: Facts) -> Evidence | None:
    """Hold on each flower, whosever it is (花, 一張花一台)."""
    return tuple([(FLOWERS + number,) for number in range(8) if facts.flowers >> number & 1]) or None


@hand_pattern("no_flower")
def no_flower(facts: Facts) -> Evidence | None:
    """Hold when there is no flower (無花)."""
    return None if facts.flowers else ((),)


@hand_pattern("some_flower", needs="flowers")
def some_flower(facts: Facts) -> Evidence | None:
    """Hold when there is a flower at all."""
    return facts.on_flowers(facts.flowers) if facts.flowers else None
