"""Who deals next, in which round, and what breaks a hand off: under each rule set, from its document's sentence."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import (
    Aborted,
    Drawn,
    RuleSet,
    TableError,
    TableState,
    Win,
    Won,
    after,
    dealt_orphans,
    first_discards,
    is_over,
    kongs_of_all,
    load_rules,
    parse_hand,
    parse_tiles,
    rule_set_ids,
    score,
    seat_winds,
)

ABORTS = ("four_west", "four_winds", "nine_orphans", "many_kongs")
TABLE_OPTIONS = {"drawn_hand", "several_winners", "start_chips", *ABORTS}
"""Options that change no sheet but what happens at the table."""
ALL_ABORTS = load_rules("taiwan_online", dict.fromkeys(ABORTS, "on"))
RULE_SETS = st.sampled_from(rule_set_ids()).map(load_rules)


def played(rules: RuleSet, *events: Any, state: TableState | None = None) -> TableState:
    return reduce(lambda before, event: after(before, event, rules), events, state or TableState())


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_every_choice_of_the_table_changes_its_rules(rule_set: str) -> None:
    plain = load_rules(rule_set)
    found = [spec for spec in plain.option_specs if spec.id in TABLE_OPTIONS]
    assert {"drawn_hand", "several_winners"} <= {spec.id for spec in found}
    for spec in found:
        for choice in spec.choices or (300,):
            changed = load_rules(rule_set, {spec.id: choice}).table != plain.table
            assert changed == (choice != spec.default), (spec.id, choice)


# 000: 莊家胡牌應連莊. 001: 莊家如果胡牌, 則下一把可繼續連莊, 否則即由莊家的下家做莊.
# 002: 如果庄家胡牌 … 则下盘依然由该庄家做庄; 如果非庄家胡牌则下一盘由庄家的下家玩家做庄. 004: 莊家胡牌即可連莊.
@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_the_dealer_holds_on_his_own_win_and_passes_on_another_s(rule_set: str) -> None:
    rules = load_rules(rule_set)
    held = played(rules, Won((0,)), Won((0,)))
    assert (held.dealer, held.streak) == (0, 2)
    passed = after(held, Won((2,)), rules)
    assert (passed.dealer, passed.streak, passed.hands) == (1, 0, 3)


# 001: 否則即由莊家的下家做莊. 002 (Guangdong): 和牌(流局)则下盘依然由该庄家做庄. 004: 若未胡牌, 即使連莊須下莊.
@pytest.mark.parametrize(
    ("rule_set", "dealer", "streak"),
    [
        ("taiwan", 0, 3),
        ("taiwan_classic", 0, 3),
        ("taiwan_reprint", 0, 3),
        ("taiwan_online", 1, 0),
        ("ccaa", 1, 0),
        ("guangdong", 0, 3),
    ],
)
def test_a_drawn_hand_holds_or_passes_the_deal(rule_set: str, dealer: int, streak: int) -> None:
    found = after(TableState(streak=2, hands=2), Drawn(), load_rules(rule_set))
    assert (found.dealer, found.streak) == (dealer, streak)
    other = load_rules(rule_set, {"drawn_hand": "holds" if dealer else "passes"})
    switched = after(TableState(streak=2, hands=2), Drawn(), other)
    assert (switched.dealer, switched.streak) == ((0, 3) if dealer else (1, 0))


def test_a_dealer_who_held_three_times_is_worth_seven() -> None:
    # 004: 莊/連/拉的台數= 莊連次數 x 2 + 1; 例: 連三拉三 : 七台. 000: 作莊 1臺, 連N拉N 2N臺.
    for rule_set in ("taiwan", "ccaa"):
        rules = load_rules(rule_set)
        state = played(rules, Won((0,)), Won((0,)), Won((0,)))
        seat = seat_winds(state, rules)[state.dealer]
        win = Win("self_draw", seat=seat, dealer=seat, round=state.round, streak=state.streak)
        sheet = score(parse_hand("123456789m23456p55s+7p"), win, rules)
        assert sum(row.tai for row in sheet.rows if row.id in ("dealer", "dealer_streak")) == 7


def test_an_abortive_draw_is_dealt_again_by_the_same_dealer() -> None:
    # 001: 即可算和局, 由莊家重新發牌.
    before = TableState(passed=2, streak=1, hands=4)
    assert after(before, Aborted("four_west"), load_rules("taiwan_online")) == TableState(2, 1, 5)


@pytest.mark.parametrize("rule_set", rule_set_ids())
@pytest.mark.parametrize("why", ABORTS)
def test_an_abortive_draw_counts_only_where_it_is_played(rule_set: str, why: Any) -> None:
    if (rule_set, why) == ("taiwan_online", "four_west"):
        return
    with pytest.raises(TableError) as refused:
        after(TableState(), Aborted(why), load_rules(rule_set))
    assert refused.value.code == "not_played"


def test_the_dealer_among_several_winners_holds() -> None:
    # 002: 如果一炮多响包括庄家在内胡牌, 下一轮庄家继续当庄.
    guangdong = load_rules("guangdong")
    assert after(TableState(passed=1), Won((3, 1)), guangdong) == TableState(1, 1, 1)
    assert after(TableState(passed=1), Won((3, 2)), guangdong) == TableState(2, 0, 1)


@pytest.mark.parametrize(
    ("rule_set", "winners", "code"),
    [
        ("taiwan", (), "no_winner"),
        ("taiwan", (0, 1), "one_winner"),
        ("ccaa", (0, 1, 2, 3), "one_winner"),
        ("ccaa", (1, 1), "unknown_player"),
        ("taiwan", (4,), "unknown_player"),
    ],
)
def test_winners_that_no_table_can_have_are_refused(rule_set: str, winners: tuple[int, ...], code: str) -> None:
    with pytest.raises(TableError) as refused:
        after(TableState(), Won(winners), load_rules(rule_set))
    assert refused.value.code == code


@given(RULE_SETS, st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_four_holds_and_passes_are_one_round(rules: RuleSet, holds: list[int]) -> None:
    # 000: 首盤起四人每輪流作莊下莊一回為一圈. 002: 当最后一位玩家做庄之牌局完结而没有连庄情况出现，… 称为“一圈”.
    state = TableState()
    for dealer, often in enumerate(holds):
        assert (state.dealer, state.round, state.streak) == (dealer, "E", 0)
        state = played(rules, *[Won((dealer,))] * often, state=state)
        assert state.streak == often
        state = after(state, Won(((dealer + 1) % 4,)), rules)
    assert (state.dealer, state.rounds, state.round, state.hands) == (0, 1, "S", 4 + sum(holds))


@given(RULE_SETS, st.lists(st.sampled_from([Won((0,)), Won((1,)), Won((2,)), Won((3,)), Drawn()]), max_size=60))
def test_the_deal_goes_round_in_turn_and_a_passed_deal_starts_no_streak(rules: RuleSet, events: list[Any]) -> None:
    state = TableState()
    for event in events:
        if is_over(state, rules):
            break
        following = after(state, event, rules)
        assert following.hands == state.hands + 1
        assert following.passed - state.passed in (0, 1)
        if following.passed > state.passed:
            assert (following.dealer, following.streak) == ((state.dealer + 1) % 4, 0)
        else:
            assert (following.dealer, following.streak) == (state.dealer, state.streak + 1)
        state = following


def test_four_rounds_are_a_game_which_ends_where_the_document_says_so() -> None:
    # 000: 每四圈稱為一將. 001: 牌局通常在四位玩家輪流做過四次莊後結束.
    end = TableState(passed=16, hands=20)
    assert (end.games, end.round, TableState(passed=15).round) == (1, "E", "N")
    online = load_rules("taiwan_online")
    assert not is_over(TableState(passed=15), online)
    assert is_over(end, online)
    assert not is_over(end, load_rules("taiwan"))
    with pytest.raises(TableError) as refused:
        after(end, Drawn(), online)
    assert refused.value.code == "game_over"


def test_seats_are_counted_from_the_dealer_or_from_the_opened_wall() -> None:
    # 001: 以莊家為東風，莊家的右手邊圍南風，對門為西風， 左手邊為北風. 000: 開門序.
    state = TableState(passed=2)
    assert seat_winds(state, load_rules("taiwan_online"), opened=1) == ("W", "N", "E", "S")
    assert seat_winds(state, load_rules("taiwan"), opened=1) == ("N", "E", "S", "W")
    assert seat_winds(state, load_rules("taiwan")) == ("W", "N", "E", "S")
    with pytest.raises(TableError):
        seat_winds(state, load_rules("taiwan"), opened=4)


def test_four_equal_winds_end_the_hand_at_the_fourth_discard() -> None:
    # 001: 由莊家打出的第一張牌開始，連續四家打出「西風」 / 相同的風牌（東、南、西、北）.
    online = load_rules("taiwan_online")
    assert first_discards(["3z"] * 4, online) == "four_west"
    assert first_discards(["1z"] * 4, online) is None
    assert first_discards(["1z"] * 4, ALL_ABORTS) == "four_winds"
    assert (
        first_discards(["3z"] * 4, load_rules("taiwan_online", {"four_west": "off", "four_winds": "on"}))
        == "four_winds"
    )
    for discards in (["3z"] * 3, ["3z"] * 3 + ["1z"], ["5z"] * 4, ["1m"] + ["3z"] * 4):
        assert first_discards(discards, ALL_ABORTS) is None
    assert first_discards(["3z"] * 4, load_rules("taiwan")) is None


def test_nine_different_terminals_and_honours_end_the_hand() -> None:
    # 001: 任一家手中有九張以上的單張麼九牌或字牌.
    nine, eight_and_a_pair = parse_tiles("19m19p19s125z2345678m"), parse_tiles("19m19p19s1122z234567m")
    assert dealt_orphans(nine, ALL_ABORTS) == "nine_orphans"
    assert dealt_orphans(eight_and_a_pair, ALL_ABORTS) is None
    assert dealt_orphans(nine, load_rules("taiwan_online")) is None


def test_more_than_four_kongs_of_all_players_end_the_hand() -> None:
    # 001: 一局中各家槓牌總數超過四組.
    assert [kongs_of_all(kongs, ALL_ABORTS) for kongs in (0, 4, 5, 6)] == [None, None, "many_kongs", "many_kongs"]
    assert kongs_of_all(5, load_rules("taiwan_online")) is None
