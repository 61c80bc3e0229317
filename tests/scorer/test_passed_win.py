"""What a player who let a win pass may still win."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorer import Win, after_action, let_pass, load_rules, may_win, rule_set_ids, without_ready

NONE: frozenset[str] = frozenset()
GUANGDONG = load_rules("guangdong")
STRICT = replace(GUANGDONG, table=replace(GUANGDONG.table, passed_win="until_discard"))
READY = Win("discard", seat="S", events=frozenset({"heavenly_ready", "last_tile"}))


def test_the_same_tile_of_another_player_can_not_be_won() -> None:
    # 002: 若对家C或上家D打出相同的一张牌时，玩家A是不能胡那一张的.
    barred = let_pass(NONE, "4p", GUANGDONG)
    assert not may_win(barred, "4p")
    assert may_win(barred, "7p")
    assert not may_win(let_pass(barred, "7p", GUANGDONG), "4p")


@pytest.mark.parametrize("action", ["chow", "pung", "kong", "draw"])
def test_acting_lifts_the_bar(action: Any) -> None:
    # 002: 除非玩家A有进行动牌的情况，动牌的意思在于碰、上、杠、模牌的. 当有动牌后，那不能胡那一张的规则便解除.
    barred = let_pass(NONE, "4p", GUANGDONG)
    assert after_action(barred, action, GUANGDONG) == NONE
    assert after_action(barred, "discard", GUANGDONG) == barred
    assert after_action(barred, action, STRICT) == barred
    assert after_action(barred, "discard", STRICT) == NONE


@pytest.mark.parametrize("rule_set", sorted(set(rule_set_ids()) - {"guangdong"}))
def test_nothing_is_barred_where_no_document_says_so(rule_set: str) -> None:
    assert let_pass(NONE, "4p", load_rules(rule_set)) == NONE


@pytest.mark.parametrize(
    ("rule_set", "uncovered", "covered"),
    [
        # 000: 天聽如未眼牌, 胡牌後如發現曾過水未胡, 不計天聽, 胡牌仍有效.
        ("taiwan", False, True),
        ("taiwan_classic", False, True),
        ("taiwan_reprint", False, True),
        # 004: 天聽 須報聽, 蓋牌, 不能吃、碰、槓、換牌、過水.
        ("ccaa", False, False),
        # 001 says nothing of a passed win.
        ("taiwan_online", True, True),
    ],
)
def test_a_declared_ready_is_lost_by_a_passed_win(rule_set: str, uncovered: bool, covered: bool) -> None:
    rules = load_rules(rule_set)
    for lies_covered, stays in ((False, uncovered), (True, covered)):
        events = without_ready(READY, rules, covered=lies_covered).events
        assert ("heavenly_ready" in events) == stays
        assert "last_tile" in events
