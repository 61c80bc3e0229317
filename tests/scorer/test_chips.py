"""The Washington club's chips (document 004): start, fines, false wins, the pot, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import Chips, Payment, TableError, after_false_win, after_win, fined, load_rules, rule_set_ids, start_chips

CCAA = load_rules("ccaa")
SEATS: Any = ("E", "S", "W", "N")


def test_each_starts_with_two_hundred_or_three_hundred() -> None:
    # 004: 每家發兩百子或三百子.
    assert start_chips(CCAA).held == (200,) * 4
    assert start_chips(load_rules("ccaa", {"start_chips": 300})).held == (300,) * 4


def test_a_fine_goes_into_the_pot_and_the_next_winner_takes_it() -> None:
    # 004: 叫碰、槓得碰、槓, 否則罰一個子, 置台面中央, 由胡家收取.
    chips = fined(fined(start_chips(CCAA), 3, CCAA), 3, CCAA)
    assert chips == Chips((200, 200, 200, 198), pot=2)
    won = after_win(chips, [Payment("E", "S", 7)], SEATS)
    assert won == Chips((193, 209, 200, 198), pot=0)


def test_the_seats_say_whose_chips_move() -> None:
    moved = after_win(start_chips(CCAA), [Payment("E", "N", 5), Payment("S", "N", 4)], ("N", "E", "S", "W"))
    assert moved.held == (209, 195, 196, 200)


def test_the_first_of_several_winners_takes_the_pot() -> None:
    found = after_win(Chips((200,) * 4, pot=3), [Payment("E", "W", 5), Payment("E", "N", 6)], SEATS)
    assert found.held == (189, 200, 208, 206)


def test_a_false_win_pays_ten_to_each() -> None:
    # 004: 詐胡者, 罰給每家十個子.
    assert after_false_win(start_chips(CCAA), 0, CCAA).held == (170, 210, 210, 210)


def test_a_false_win_costs_nothing_where_no_document_says_so() -> None:
    for rule_set in set(rule_set_ids()) - {"ccaa"}:
        chips = Chips((50,) * 4)
        assert after_false_win(chips, 0, load_rules(rule_set)) == chips


def test_nobody_pays_more_than_he_holds() -> None:
    assert after_false_win(Chips((15, 0, 0, 0)), 0, CCAA).held == (0, 10, 5, 0)
    assert fined(Chips((0, 1, 1, 1)), 0, CCAA).pot == 0
    assert after_win(Chips((3, 1, 1, 1)), [Payment("E", "S", 9)], SEATS).held == (0, 4, 1, 1)


def test_the_game_ends_when_three_have_none_left() -> None:
    # 004: 若同桌其他人(三家或三家以上)皆逛花園(輸光), 牌局結束.
    assert Chips((800, 0, 0, 0)).all_out
    assert Chips((0, 0, 0, 0), pot=800).all_out
    assert not Chips((799, 1, 0, 0)).all_out


def test_chips_that_no_table_has_are_refused() -> None:
    for held, pot in (((1, 1, 1), 0), ((1, 1, 1, -1), 0), ((1, 1, 1, 1), -1)):
        with pytest.raises(TableError):
            Chips(held, pot)
    with pytest.raises(TableError):
        fined(start_chips(CCAA), 4, CCAA)
    with pytest.raises(TableError):
        after_false_win(start_chips(CCAA), -1, CCAA)
    with pytest.raises(TableError):
        after_win(start_chips(CCAA), [], SEATS)


STEPS = st.one_of(
    st.tuples(st.just("fine"), st.integers(0, 3)),
    st.tuples(st.just("false_win"), st.integers(0, 3)),
    st.tuples(st.just("win"), st.permutations(SEATS), st.integers(0, 150)),
)


@given(st.lists(STEPS, max_size=20))
def test_no_chip_is_ever_lost(steps: list[Any]) -> None:
    chips = start_chips(CCAA)
    for step in steps:
        if step[0] == "fine":
            chips = fined(chips, step[1], CCAA)
        elif step[0] == "false_win":
            chips = after_false_win(chips, step[1], CCAA)
        else:
            chips = after_win(chips, [Payment(payer, step[1][0], step[2]) for payer in step[1][1:]], SEATS)
            assert chips.pot == 0
        assert sum(chips.held) + chips.pot == 800
