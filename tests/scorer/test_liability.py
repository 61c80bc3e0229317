"""Who pays another's self-draw alone (包), from the sentences of document 002."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import (
    Call,
    Meld,
    TableError,
    Win,
    liable,
    load_rules,
    parse_hand,
    rule_set_ids,
    score,
    settle,
    with_liability,
)

GUANGDONG = load_rules("guangdong")
TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]


def pung(player: Any, feeder: Any, tile: str) -> Call:
    return Call(player, feeder, Meld("pung", (tile,) * 3))


def chow(player: Any, feeder: Any, low: int, suit: str) -> Call:
    return Call(player, feeder, Meld("chow", tuple(f"{low + step}{suit}" for step in range(3))))


TWELVE_DOWN = [pung("S", "W", "1p"), chow("S", "E", 1, "m"), pung("S", "N", "8s"), pung("S", "W", "9p")]


def test_who_feeds_the_twelfth_tile_is_liable() -> None:
    # 002 例一: 若玩家A打出一张牌让其中一名玩家做成十二张落地 … A必须承担包自模的责任.
    assert liable(TWELVE_DOWN[:3], GUANGDONG) == {}
    assert liable(TWELVE_DOWN, GUANGDONG) == {"S": "W"}
    win = with_liability(Win("self_draw", seat="S", dealer="E"), TWELVE_DOWN, GUANGDONG)
    gains = settle(score(parse_hand("5m[111p][123m][888s][999p]+5m"), win, GUANGDONG), per_tai=1)
    assert gains == {"E": 0, "S": 6, "W": -6, "N": 0}


def test_who_is_liable_to_one_is_not_to_a_later_one() -> None:
    # 002 例二: 玩家A放一张让玩家B12张落地达成，及后 … C或D12张落地达成，此时玩家A只需要承担包玩家B自模的责任.
    later = [pung("N", "E", "2s"), pung("N", "E", "3p"), pung("N", "E", "4p"), pung("N", "W", "6m")]
    assert liable([*TWELVE_DOWN, *later], GUANGDONG) == {"S": "W"}
    assert liable([*TWELVE_DOWN, *later[:3], pung("N", "S", "6m")], GUANGDONG) == {"S": "W", "N": "S"}


def test_who_feeds_the_third_dragon_is_liable() -> None:
    # 002: 大三元：玩家已碰出红中、白板、发财，任意2款．若有人打出余下一款者，那人则需承担包自模的责任.
    dragons = [pung("S", "E", "5z"), pung("S", "W", "7z")]
    assert liable(dragons, GUANGDONG) == {}
    assert liable([*dragons, pung("S", "N", "2m")], GUANGDONG) == {}
    assert liable([*dragons, Call("S", "N", Meld("kong_claimed", ("6z",) * 4))], GUANGDONG) == {"S": "N"}


def test_who_feeds_the_fourth_wind_is_liable_though_he_is_to_another() -> None:
    # 002: 大四喜：玩家已碰出东、南、西、北，任意3款．若有人打出余下一款者，那人则需承担包自模的责任.
    winds = [pung("N", "E", f"{wind}z") for wind in (1, 4, 2)]
    assert liable(winds, GUANGDONG) == {}
    assert liable([*TWELVE_DOWN, *winds, pung("N", "W", "3z")], GUANGDONG) == {"S": "W", "N": "W"}


def test_the_first_of_two_is_liable() -> None:
    calls = [pung("S", "E", "5z"), pung("S", "E", "6z"), pung("S", "W", "7z"), pung("S", "N", "2m")]
    assert liable(calls, GUANGDONG) == {"S": "W"}
    # N fed the twelfth tile but is not liable for it, so he is for the next.
    others = [pung("E", "W", "2s"), pung("E", "W", "3s"), pung("E", "W", "4s"), pung("E", "N", "6s")]
    assert liable([*calls, *others], GUANGDONG) == {"S": "W", "E": "N"}


@pytest.mark.parametrize("rule_set", sorted(set(rule_set_ids()) - {"guangdong"}))
def test_nobody_is_liable_where_no_document_says_so(rule_set: str) -> None:
    rules = load_rules(rule_set)
    win = Win("self_draw", seat="S")
    assert liable([*TWELVE_DOWN, pung("S", "N", "4s")], rules) == {}
    assert with_liability(win, TWELVE_DOWN, rules) == win


def test_a_win_on_a_discard_or_paid_by_a_feeder_stays_as_it_is() -> None:
    for win in (
        Win("discard", seat="S", from_seat="E"),
        Win("self_draw", seat="S", from_seat="E", events=frozenset({"claimed_kong"})),
        Win("self_draw", seat="N"),
    ):
        assert with_liability(win, TWELVE_DOWN, GUANGDONG) == win


def test_a_call_that_nobody_fed_is_refused() -> None:
    with pytest.raises(TableError) as refused:
        Call("S", "E", Meld("kong_concealed", ("1p",) * 4))
    assert refused.value.code == "not_claimed"
    with pytest.raises(TableError) as refused:
        pung("S", "S", "1p")
    assert refused.value.code == "unknown_player"


@given(st.lists(st.tuples(st.permutations("ESWN"), st.sampled_from(TILES)), max_size=16))
def test_nobody_is_liable_to_himself_or_without_having_fed(calls: list[Any]) -> None:
    made = [pung(seats[0], seats[1], tile) for seats, tile in calls]
    found = liable(made, GUANGDONG)
    assert {(player, feeder) for player, feeder in found.items()} <= {(call.player, call.feeder) for call in made}
    for count in range(len(made)):
        earlier = liable(made[:count], GUANGDONG)
        assert earlier.items() <= found.items()
