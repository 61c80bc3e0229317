"""Several claims to one tile: who wins, who pays, and that nothing is lost on the way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import (
    Hand,
    ScoreSheet,
    SettlementError,
    TableError,
    Win,
    gains_of,
    load_rules,
    parse_hand,
    payments_of,
    score,
    settle,
    winning,
)
from tests.scorer.hands import winning_hands

PLAIN = "123456789m23456p55s+7p"
GUANGDONG_PLAIN = "123456m23456p55s+7p"


def claim(seat: Any, **facts: Any) -> Win:
    return Win("discard", **{"seat": seat, "from_seat": "E", "dealer": "E", **facts})


def sheets_of(rule_set: str, text: str, claims: list[Win], options: Any = None) -> list[ScoreSheet]:
    rules = load_rules(rule_set, options)
    return [score(parse_hand(text), win, rules) for win in winning(claims, rules)]


# 004: 一砲可多響. 002: 允许一炮多响. 000 to 003: one winner, the nearest in turn.
@pytest.mark.parametrize(
    ("rule_set", "seats"),
    [
        ("taiwan", "S"),
        ("taiwan_classic", "S"),
        ("taiwan_reprint", "S"),
        ("taiwan_online", "S"),
        ("ccaa", "SN"),
        ("guangdong", "SN"),
    ],
)
def test_one_or_all_win_the_tile(rule_set: str, seats: str) -> None:
    rules = load_rules(rule_set)
    assert "".join(win.seat for win in winning([claim("N"), claim("S")], rules)) == seats
    other = load_rules(rule_set, {"several_winners": "all" if seats == "S" else "nearest"})
    assert "".join(win.seat for win in winning([claim("N"), claim("S")], other)) == ("SN" if seats == "S" else "S")


def test_the_nearest_is_counted_from_the_discarder_in_turn() -> None:
    taiwan = load_rules("taiwan")
    claims = [claim("E", from_seat="W"), claim("S", from_seat="W"), claim("N", from_seat="W")]
    assert [win.seat for win in winning(claims, taiwan)] == ["N"]
    assert [win.seat for win in winning(claims[:2], taiwan)] == ["E"]


def test_the_discarder_pays_every_winner() -> None:
    sheets = sheets_of("ccaa", PLAIN, [claim("N"), claim("S")], {"minimum": 0})
    gains = gains_of(payments_of(sheets, base=0, per_tai=1))
    alone = settle(sheets[0], base=0, per_tai=1)["S"]
    assert alone > 0
    assert gains == {"E": -2 * alone, "S": alone, "W": 0, "N": alone}


@pytest.mark.parametrize("discard_pays", ["discarder", "half_each"])
def test_three_winners_are_paid_a_full_hand_each_by_the_discarder_alone(discard_pays: str) -> None:
    # 002: 一炮三响 ： 同一张牌点三个炮，点炮者包三家。胡牌者不满3番牌型，按照3番满计算.
    claims = [claim("S"), claim("W"), claim("N")]
    sheets = sheets_of("guangdong", GUANGDONG_PLAIN, claims, {"discard_pays": discard_pays})
    gains = gains_of(payments_of(sheets, per_tai=1))
    each = 8 if discard_pays == "discarder" else 16
    assert gains == {"E": -3 * each, "S": each, "W": each, "N": each}
    two = sheets_of("guangdong", GUANGDONG_PLAIN, claims[:2])
    assert gains_of(payments_of(two, per_tai=1)) == {"E": -4, "S": 2, "W": 2, "N": 0}


def test_a_hand_below_the_minimum_wins_nothing() -> None:
    # 004: 四番或五番起胡.
    sheets = sheets_of("ccaa", "67m234p11z[123m][345p][567s]+8m|12f", [claim("S")])
    assert sheets[0].lacks > 0
    with pytest.raises(SettlementError) as refused:
        payments_of(sheets)
    assert refused.value.code == "not_a_win"


def test_claims_to_different_tiles_are_refused() -> None:
    rules = load_rules("ccaa")
    for claims in (
        [claim("S"), claim("N", from_seat="W")],
        [claim("S"), claim("S")],
        [claim("S"), claim("N", streak=1)],
        [Win("self_draw", seat="S"), Win("self_draw", seat="N")],
    ):
        with pytest.raises(TableError) as refused:
            winning(claims, rules)
        assert refused.value.code == "winners_differ"
    with pytest.raises(TableError):
        winning([], rules)
    with pytest.raises(SettlementError):
        winning([claim("S", from_seat=None), claim("N", from_seat=None)], rules)


def test_two_sheets_are_not_settled_where_the_nearest_wins() -> None:
    rules = load_rules("taiwan")
    sheets = [score(parse_hand(PLAIN), claim(seat), rules) for seat in "SN"]
    with pytest.raises(TableError) as refused:
        payments_of(sheets)
    assert refused.value.code == "one_winner"
    strange = [sheets[0], score(parse_hand(PLAIN), claim("N"), load_rules("taiwan", {"cap": 3}))]
    with pytest.raises(TableError) as refused:
        payments_of(strange)
    assert refused.value.code == "winners_differ"


@given(
    st.lists(winning_hands(), min_size=3, max_size=3),
    st.sampled_from("ESWN"),
    st.sampled_from("ESWN"),
    st.integers(1, 3),
    st.sampled_from(["taiwan", "taiwan_online", "ccaa"]),
    st.sampled_from(["robbed", "self_draw"]),
    st.booleans(),
    st.integers(0, 99),
)
def test_any_settlement_of_several_winners_sums_to_zero(
    hands: list[Hand], player: Any, dealer: Any, winners: int, rule_set: str, pays: str, robs: bool, base: int
) -> None:
    options: dict[str, Any] = {"several_winners": "all", "robbing_kong_pays": pays}
    rules = load_rules(rule_set, {**options, **({"minimum": 0} if rule_set == "ccaa" else {})})
    events = frozenset({"robbing_kong"} if robs else ())
    seats = [seat for seat in "ESWN" if seat != player][:winners]
    claims = winning([claim(seat, from_seat=player, dealer=dealer, events=events) for seat in seats], rules)
    by_seat = dict(zip(seats, hands, strict=False))
    sheets = [score(by_seat[win.seat], win, rules) for win in claims]
    gains = gains_of(payments_of(sheets, base=base))
    assert sum(gains.values()) == 0
    singly = [settle(sheet, base=base) for sheet in sheets]
    assert gains == {seat: sum(each[seat] for each in singly) for seat in gains}
