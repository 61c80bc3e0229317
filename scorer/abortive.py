"""Find what breaks a hand off, to be dealt again by the same dealer (和局)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from scorer.rules import RuleSet

Abortive = Literal["four_west", "four_winds", "nine_orphans", "many_kongs"]

_WINDS: Final = ("1z", "2z", "3z", "4z")
_WEST: Final = "3z"
_ORPHANS: Final = frozenset([f"{rank}{suit}" for suit in "mps" for rank in "19"] + [f"{rank}z" for rank in range(1, 8)])


def first_discards(discards: Sequence[str], rules: RuleSet) -> Abortive | None:
    """Say whether the hand's first four discards, one of each player in turn, end it.

    001: 由莊家打出的第一張牌開始，連續四家打出「西風」 (一路歸西) or 相同的風牌 (四風連打).

    Args:
        discards: every discard of the hand so far, the dealer's first one first.

    >>> from scorer import load_rules
    >>> first_discards(["3z"] * 4, load_rules("taiwan_online"))
    'four_west'
    """
    if len(discards) != 4 or len(set(discards)) > 1 or discards[0] not in _WINDS:
        return None
    if rules.table.four_west and discards[0] == _WEST:
        return "four_west"
    return "four_winds" if rules.table.four_winds else None


def dealt_orphans(tiles: Sequence[str], rules: RuleSet) -> Abortive | None:
    """Say whether a player may end the hand for nine kinds of terminals and honours, before anyone has drawn (九么九).

    001: 發牌後，未摸牌之前，任一家手中有九張以上的單張麼九牌或字牌; a kind counts once.

    >>> from scorer import load_rules, parse_tiles
    >>> dealt_orphans(parse_tiles("19m19p19s123z2345678m"), load_rules("taiwan_online", {"nine_orphans": "on"}))
    'nine_orphans'
    """
    return "nine_orphans" if rules.table.nine_orphans and len(_ORPHANS.intersection(tiles)) >= 9 else None


def kongs_of_all(kongs: int, rules: RuleSet) -> Abortive | None:
    """Say whether the kongs of all players together end the hand: 001, 各家槓牌總數超過四組 (四槓).

    >>> from scorer import load_rules
    >>> rules = load_rules("taiwan_online", {"many_kongs": "on"})
    >>> kongs_of_all(4, rules), kongs_of_all(5, rules)
    (None, 'many_kongs')
    """
    return "many_kongs" if rules.table.many_kongs and kongs > 4 else None
