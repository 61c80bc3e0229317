"""Say what a player who let a win pass (過水, 漏胡) may still win, and what his declared ready is worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from scorer.rules import RuleSet
from scorer.win import Win

Action = Literal["chow", "pung", "kong", "draw", "discard"]
Barred = frozenset[str]
"""The tiles, by kind, that a player may not win on for now."""

_READY: Final = frozenset({"heavenly_ready", "earthly_ready"})


def let_pass(barred: Barred, tile: str, rules: RuleSet) -> Barred:
    """Give what is barred to a player once he let a tile pass that he could have won on.

    >>> from scorer import load_rules
    >>> sorted(let_pass(frozenset(), "5m", load_rules("guangdong")))
    ['5m']
    """
    return barred if rules.table.passed_win == "free" else barred | {tile}


def after_action(barred: Barred, action: Action, rules: RuleSet) -> Barred:
    """Give what is still barred to a player after he acted himself.

    002: 除非玩家A有进行动牌的情况，动牌的意思在于碰、上、杠、模牌的.

    >>> from scorer import load_rules
    >>> after_action(frozenset({"5m"}), "pung", load_rules("guangdong"))
    frozenset()
    """
    freeing = action == "discard" if rules.table.passed_win == "until_discard" else action != "discard"
    return frozenset() if freeing else barred


def may_win(barred: Barred, tile: str) -> bool:
    """Whether a player may win on a tile, from the wall or from another player."""
    return tile not in barred


def without_ready(win: Win, rules: RuleSet, *, covered: bool) -> Win:
    """Give the win of a player who had let one pass after declaring ready: 天聽 or 地聽 may be lost, the win stands.

    000: 如未眼牌, 胡牌後如發現曾過水未胡, 不計天聽, 胡牌仍有效. 004: 須報聽, 蓋牌, 不能吃、碰、槓、換牌、過水.

    Args:
        covered: whether the hand lay covered since (眼牌, 蓋牌).

    >>> from scorer import load_rules
    >>> win = Win("discard", seat="S", events=frozenset({"earthly_ready"}))
    >>> without_ready(win, load_rules("taiwan"), covered=False).events
    frozenset()
    """
    keeps = rules.table.ready_pass == "keeps" or (covered and rules.table.ready_pass == "covered_keeps")
    return win if keeps else replace(win, events=win.events - _READY)
