"""The sheet is the best reading of the hand, says why, and is the same for the same tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import Hand, RuleSet, ScoreSheet, Win, WinError, best_total, load_rules, parse_hand, score
from scorer.facts import Facts
from scorer.scoring import events_without_effect
from scorer.view import views
from tests.scorer.hands import winning_hands, wins

TAIWAN = load_rules("taiwan")
EVENTS = tuple(event.id for event in TAIWAN.events if "flower" not in event.id and "seven" not in event.id)


def sheet_of(text: str, won_by: Any = "discard", rules: RuleSet = TAIWAN, **facts: Any) -> ScoreSheet:
    return score(parse_hand(text), Win(won_by, **{"seat": "S", "dealer": "E", **facts}), rules)


def rows(sheet: ScoreSheet) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in sheet.rows:
        found[row.id] = found.get(row.id, 0) + row.tai
    return found


def not_counted(sheet: ScoreSheet) -> dict[str, str]:
    return {row.id: row.because for row in sheet.not_counted}


@given(winning_hands(), wins(EVENTS), st.randoms(use_true_random=False))
def test_the_order_of_tiles_never_changes_a_sheet(hand: Hand, win: Win, random: Any) -> None:
    shuffled = [list(hand.concealed), list(hand.melds), list(hand.flowers)]
    for part in shuffled:
        random.shuffle(part)
    melds = tuple(replace(meld, tiles=tuple(reversed(meld.tiles))) for meld in shuffled[1])
    other = Hand(tuple(shuffled[0]), melds, hand.winning, tuple(shuffled[2]))
    assert replace(score(other, win, TAIWAN), hand=hand) == score(hand, win, TAIWAN)


@given(winning_hands(), wins(EVENTS))
def test_no_reading_of_the_hand_is_worth_more_than_the_sheet(hand: Hand, win: Win) -> None:
    sheet = score(hand, win, TAIWAN)
    facts = Facts(hand, win, TAIWAN)
    of_hand = TAIWAN.plan.hand_rows(facts)
    totals = [TAIWAN.plan.total({**of_hand, **TAIWAN.plan.view_rows(view)}, win.streak) for view in views(facts)]
    assert sheet.total == max(totals)
    assert best_total(hand, win, TAIWAN) == sheet.total


@given(winning_hands(), wins(EVENTS))
def test_a_row_that_held_but_did_not_count_names_one_that_excluded_it(hand: Hand, win: Win) -> None:
    sheet = score(hand, win, TAIWAN)
    counted = {row.id for row in sheet.rows}
    for row in sheet.not_counted:
        rule = TAIWAN.row(row.because)
        assert row.id in (*rule.excludes, *rule.replaces)
        assert row.because in counted | {other.id for other in sheet.not_counted}
    for row in sheet.rows:
        assert counted.isdisjoint(TAIWAN.row(row.id).excludes)


@given(winning_hands(), wins())
def test_an_unnamed_winning_tile_is_the_one_that_gives_the_least(hand: Hand, win: Win) -> None:
    assert hand.winning is not None
    unnamed = replace(hand, concealed=(*hand.concealed, hand.winning), winning=None)
    sheet = score(unnamed, win, TAIWAN)
    named = [score(unnamed.named_winning(tile), win, TAIWAN).total for tile in set(unnamed.concealed)]
    assert sheet.total == min(total for total in named if total is not None)
    assert score(unnamed.named_winning(sheet.assumed["winning"]), win, TAIWAN).total == sheet.total
    assert best_total(unnamed, win, TAIWAN) == sheet.total


def test_a_named_winning_tile_assumes_nothing() -> None:
    assert sheet_of("123456789m23456p55s+7p").assumed == {}


def test_triplets_are_taken_over_chows_where_they_count_higher() -> None:
    sheet = sheet_of("111222333m456p789s5z+5z", "self_draw")
    assert rows(sheet)["three_concealed_triplets"] == 2
    assert sheet.cut is not None
    assert "111m" in sheet.cut.sets


def test_chows_are_taken_over_triplets_where_they_count_higher() -> None:
    # On the discarded 1m two triplets at most stay concealed, which is worth nothing; five chows are worth 平胡.
    sheet = sheet_of("11222333m234p678s55p+1m")
    assert rows(sheet) == {"all_sequences": 2, "concealed_hand": 1}
    assert sheet.cut is not None
    assert sheet.cut.sets[:3] == ("123m", "123m", "123m")


def test_a_triplet_finished_by_a_discard_is_not_concealed() -> None:
    text = "111m222p33s456m55z[666z]+3s"
    assert "three_concealed_triplets" not in rows(sheet_of(text))
    assert "three_concealed_triplets" in rows(sheet_of(text, "self_draw"))


def test_a_discard_is_placed_in_the_chow_where_that_keeps_a_triplet_concealed() -> None:
    sheet = sheet_of("11123m222p333s44455z+1m")
    assert rows(sheet)["four_concealed_triplets"] == 6
    assert sheet.cut is not None
    assert sheet.cut.placed == "123m"


def test_the_sheet_names_the_tiles_of_the_decomposition_it_scored() -> None:
    sheet = sheet_of("111222333m456p789s5z+5z", "self_draw")
    triplets = next(row for row in sheet.rows if row.id == "three_concealed_triplets")
    assert triplets.tiles == ("1m",) * 3 + ("2m",) * 3 + ("3m",) * 3


def test_seat_and_round_wind_in_one_triplet_count_twice() -> None:
    found = rows(sheet_of("222z234m456p789s1134p+2p", round="S"))
    assert (found["seat_wind"], found["round_wind"]) == (1, 1)


def test_two_wind_triplets_count_one_each() -> None:
    found = rows(sheet_of("111222z234m456p1134p+2p", round="E"))
    assert (found["seat_wind"], found["round_wind"]) == (1, 1)


def test_small_three_dragons_drops_its_dragons_and_keeps_the_round_wind() -> None:
    sheet = sheet_of("555666z77z111z23m456p+1m")
    assert {"small_three_dragons", "round_wind"} <= set(rows(sheet))
    assert not_counted(sheet)["dragon_triplet"] == "small_three_dragons"
    assert [row.id for row in sheet.not_counted].count("dragon_triplet") == 2


def test_small_four_winds_keeps_the_wind_rows_and_big_four_winds_drops_them() -> None:
    small = sheet_of("111222333z44z123m56p+7p")
    assert {"small_four_winds", "seat_wind", "round_wind"} <= set(rows(small))
    big = sheet_of("111222333444z1m567p+1m")
    assert {"seat_wind", "round_wind"} == {row for row, why in not_counted(big).items() if why == "big_four_winds"}


def test_four_equal_tiles_are_a_kong_only_if_declared() -> None:
    undeclared = sheet_of("11123m222p333s44455z+1m")
    assert undeclared.cut is not None
    assert "1111m" not in [text.strip("()") for text in undeclared.cut.sets]
    declared = sheet_of("34m222p333s44455z(1111m)+2m")
    assert declared.cut is not None
    assert "(1111m)" in declared.cut.sets


@pytest.mark.parametrize(
    ("text", "facts", "tai"),
    [
        ("1112223334445556z+6z", {"seat": "E"}, {"big_four_winds": 16, "all_honors": 16, "all_honors_adjust": -4}),
        ("1112223334z[555z][666z]+4z", {"seat": "W"}, {"small_four_winds": 8, "seat_wind": 1, "round_wind": 1}),
    ],
)
def test_all_honours_add_the_wind_or_dragon_row_less_four(text: str, facts: Any, tai: dict[str, int]) -> None:
    found = rows(sheet_of(text, **facts))
    assert tai.items() <= found.items()
    assert "all_triplets" not in found


def test_a_seven_pairs_hand_of_honours_takes_nothing_off() -> None:
    found = rows(sheet_of("111222233445566z7z+7z"))
    assert (found["all_honors"], found["ligu_ligu"]) == (16, 8)
    assert "all_honors_adjust" not in found


def test_all_melded_adds_the_single_wait_and_self_drawn_the_self_draw() -> None:
    text = "1z[123m][456m][111p][2222p][123s]+1z"
    assert rows(sheet_of(text)) == {"all_melded": 2, "single_wait": 1}
    assert rows(sheet_of(text, "self_draw")) == {"half_melded": 1, "single_wait": 1, "self_draw": 1}


def test_a_concealed_self_draw_is_three_in_all() -> None:
    sheet = sheet_of("123456789m23456p55s+7p", "self_draw")
    assert rows(sheet) == {"concealed_hand": 1, "no_claim_self_draw": 2}
    assert not_counted(sheet) == {"self_draw": "no_claim_self_draw"}


def test_five_concealed_triplets_drop_concealed_hand_and_all_triplets_but_not_the_self_draw() -> None:
    sheet = sheet_of("111m222p333s444m5z(6666z)+5z", "self_draw")
    assert rows(sheet)["five_concealed_triplets"] == 16
    assert rows(sheet)["no_claim_self_draw"] == 2
    assert {"concealed_hand", "all_triplets"} <= set(not_counted(sheet))


def test_a_heavenly_hand_drops_every_row_of_concealment_and_drawing() -> None:
    sheet = sheet_of("123456789m23456p55s+7p", "self_draw", seat="E", events=frozenset({"heavenly_hand"}))
    assert rows(sheet) == {"heavenly_hand": 16, "dealer": 1}


def test_a_heavenly_hand_adds_the_replacement_only_after_a_concealed_kong() -> None:
    events = frozenset({"heavenly_hand", "replacement_tile"})
    plain = sheet_of("123456789m23456p55s+7p", "self_draw", seat="E", events=events)
    kong = sheet_of("123456m23456p55s(9999m)+7p", "self_draw", seat="E", events=events)
    assert "kong_replacement" not in rows(plain)
    assert rows(kong)["kong_replacement"] == 1


@pytest.mark.parametrize(("event", "tai"), [("heavenly_ready", 8), ("earthly_ready", 4), ("earthly_ready_ippatsu", 8)])
def test_declared_ready_drops_concealed_hand_and_adds_two_on_a_self_draw(event: str, tai: int) -> None:
    text = "123456789m23455p55s+5p"
    assert rows(sheet_of(text, events=frozenset({event}))) == {event: tai}
    assert rows(sheet_of(text, "self_draw", events=frozenset({event}))) == {event: tai, "no_claim_self_draw": 2}


def test_a_second_wait_that_is_held_four_times_leaves_a_single_wait() -> None:
    text = "23m789p55s[1111m][777z][999m]+4m"
    assert "single_wait" in rows(sheet_of(text))
    assert "single_wait" not in rows(sheet_of(text, rules=load_rules("taiwan", {"waits": "formal"})))


def test_an_edge_shape_with_a_second_wait_is_no_single_wait() -> None:
    assert "single_wait" not in rows(sheet_of("123456789m12345p55s+3p"))


def test_a_robbed_kong_is_no_self_draw() -> None:
    sheet = sheet_of("123456789m23456p55s+7p", from_seat="W", events=frozenset({"robbing_kong"}))
    assert rows(sheet) == {"all_sequences": 2, "concealed_hand": 1, "robbing_kong": 1}


def test_the_dealer_counts_one_and_two_for_each_hold() -> None:
    assert sheet_of("123456789m23456p55s+7p", seat="E", streak=3).total == 3 + 1 + 6


def test_another_s_discard_to_a_non_dealer_carries_no_dealer_row() -> None:
    assert sheet_of("123456789m23456p55s+7p", from_seat="E", streak=3).total == 3


def test_an_event_that_the_rule_set_does_not_know_is_refused() -> None:
    with pytest.raises(WinError) as caught:
        sheet_of("123456789m23456p55s+7p", events=frozenset({"rain"}))
    assert caught.value.code == "unknown_event"


def test_an_event_that_changes_nothing_is_named() -> None:
    sheet = sheet_of("123456789m23456p55s+7p", events=frozenset({"last_tile", "robbing_kong"}))
    assert events_without_effect(sheet) == ("last_tile",)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"seat": "X"}, "unknown_seat"),
        ({"dealer": "e"}, "unknown_seat"),
        ({"from_seat": "Q"}, "unknown_seat"),
        ({"round": "Z"}, "unknown_round"),
        ({"seat": "E", "from_seat": "E"}, "own_discard"),
        ({"streak": -1}, "negative_streak"),
    ],
)
def test_facts_that_no_table_can_have_are_refused(facts: dict[str, Any], code: str) -> None:
    with pytest.raises(WinError) as caught:
        Win("discard", **facts)
    assert caught.value.code == code


def test_a_way_to_win_that_there_is_not_is_refused() -> None:
    with pytest.raises(WinError) as caught:
        Win("luck")  # type: ignore[arg-type]
    assert caught.value.code == "unknown_won_by"


def test_a_hand_that_does_not_win_has_no_total_and_says_why() -> None:
    sheet = sheet_of("123456789m23456p55s+9p")
    assert (sheet.total, sheet.rows, sheet.shares) == (None, (), ())
    assert sheet.status.reasons == ("not_winning",)
    assert sheet.waits == ("1p", "4p", "7p")
    assert best_total(parse_hand("123456789m23456p55s+9p"), Win("discard"), TAIWAN) is None
