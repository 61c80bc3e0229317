"""The Washington club's rules: minimum, one becomes five, what a row stands for, and each of its options."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import ScoreSheet, Win, best_total, load_rules, nearest, parse_hand, score, settle, sheet_document, waits

CLUB = load_rules("ccaa")
POOR = "67m234p11z[123m][345p][567s]+8m|1f"
"""Worth one tai: its flower."""
PLAIN = "123456789m23456p55s+7p"


def sheet_of(text: str, won_by: Any = "discard", options: dict[str, Any] | None = None, **facts: Any) -> ScoreSheet:
    win = Win(won_by, **{"seat": "S", "dealer": "E", **facts})
    return score(parse_hand(text), win, load_rules("ccaa", options))


def rows(sheet: ScoreSheet) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in sheet.rows:
        found[row.id] = found.get(row.id, 0) + row.tai
    return found


def test_a_hand_below_the_minimum_wins_nothing_and_is_told_what_it_lacks() -> None:
    sheet = sheet_of(POOR.replace("|1f", "|12f"), from_seat="W")
    assert sheet.status.reasons == ("below_minimum",)
    assert (sheet.total, sheet.uncapped, sheet.lacks) == (None, 2, 2)
    assert rows(sheet) == {"flower": 2}
    assert best_total(sheet.hand, sheet.win, CLUB) is None
    document = sheet_document(sheet, explain=True)
    assert (document["settlement"], document["lacks"]) == (None, 2)


def test_the_minimum_is_the_table_s_own() -> None:
    assert sheet_of(POOR.replace("|1f", "|12f"), options={"minimum": 2}).total == 2
    assert sheet_of(POOR.replace("|1f", "|1234f"), options={"minimum": 5}).lacks == 1


def test_the_dealer_s_tai_do_not_lift_a_hand_to_the_minimum() -> None:
    text = POOR.replace("|1f", "|12f")
    assert sheet_of(text, seat="E", streak=2).lacks == 2
    assert sheet_of(text, seat="E", streak=2, options={"minimum_counts": "with_dealer"}).total == 7


def test_one_tai_becomes_five_and_the_dealer_s_are_added_after() -> None:
    sheet = sheet_of(POOR)
    assert (rows(sheet), sheet.total) == ({"one_becomes_five": 5}, 5)
    assert [(row.id, row.because) for row in sheet.not_counted] == [("flower", "one_becomes_five")]
    assert sheet_of(POOR, seat="E", streak=1).total == 5 + 3
    assert best_total(parse_hand(POOR), Win("discard", seat="E", streak=1), CLUB) == 8


def test_the_dealer_s_tai_may_stay_off_one_becomes_five() -> None:
    sheet = sheet_of(POOR, seat="E", streak=1, from_seat="S", options={"one_becomes_five_dealer": "not_added"})
    assert (sheet.total, sheet.shares[0].tai) == (5, 5)
    other = sheet_of(POOR, from_seat="E", options={"one_becomes_five_dealer": "not_added"})
    assert other.shares[0].tai == 5


def test_a_win_on_the_replacement_for_a_claimed_kong_is_paid_by_its_feeder_as_a_discard() -> None:
    events = frozenset({"claimed_kong", "replacement_tile"})
    sheet = sheet_of("123456m23456p55s[9999m]+7p", "self_draw", from_seat="W", events=events)
    assert "self_draw" not in rows(sheet)
    assert rows(sheet)["kong_replacement"] == 1
    assert {seat for seat, gain in settle(sheet).items() if gain} == {"S", "W"}


def test_three_equal_chows_are_not_two_times_two() -> None:
    assert "two_pairs_identical" not in rows(sheet_of("123m45p789s55z[123m][123m]+6p"))


def test_a_kong_does_not_stop_other_four_tile_rows_and_is_none_itself() -> None:
    # The kong of 9m lies beside the triplet 333m that shares a tile with 345m.
    sheet = sheet_of("333345m456p78s55z(9999m)+9s")
    assert (rows(sheet)["four_to_one"], rows(sheet)["concealed_kong"]) == (1, 2)
    assert "four_to_one" not in rows(sheet_of("456m456p78s55z(3333m)[567p]+9s"))


def test_four_equal_tiles_over_an_open_meld_are_one_set_and_a_chow() -> None:
    assert rows(sheet_of("345m456p78s55666z[333m]+9s"))["four_to_one"] == 1


@pytest.mark.parametrize(
    ("text", "counted", "dropped"),
    [
        ("112233456789m5566z+6z", "double_dragon_straight", {"pure_straight", "identical_chows", "old_young"}),
        ("112233m123p12s55666z+3s", "double_phoenix", {"three_suit_chows", "identical_chows"}),
        ("5s[1111m](2222p)[333+3s](4444z)(9999m)+5s", "five_kongs", {"melded_kong", "concealed_kong", "all_triplets"}),
        ("111999m111p9s[111z][222z]+9s", "mixed_terminal_triplets", {"mixed_terminals", "all_triplets", "no_five"}),
        ("1112223335556z[777z]+6z", "all_honors", {"all_triplets", "two_numbers", "mixed_terminals", "no_five"}),
        ("12349m19p19s1234567z+7z", "thirteen_orphans", {"five_types"}),
    ],
)
def test_a_row_stands_for_what_it_names(text: str, counted: str, dropped: set[str]) -> None:
    sheet = sheet_of(text)
    assert counted in rows(sheet)
    assert dropped <= {row.id for row in sheet.not_counted if row.because == counted}


def test_thirteen_orphans_wait_for_their_last_kind_or_to_finish_the_set() -> None:
    assert waits(parse_hand("2349m19p19s12345677z"), CLUB) == ("1m",)
    assert waits(parse_hand("19m19p19s12345677z23p"), CLUB) == ("1p", "4p")


def test_a_chowed_set_spoils_thirteen_orphans_and_a_pung_does_not() -> None:
    assert sheet_of("19m19p19s1234567z[234m]+7z").status.reasons == ("not_winning",)
    assert "thirteen_orphans" in rows(sheet_of("19m19p19s1234567z[222m]+7z"))


def test_thirteen_orphans_are_near_too() -> None:
    found = nearest(parse_hand("12349m19p19s1234566z+8s"), CLUB)
    assert found is not None
    assert found.count == 1


@pytest.mark.parametrize(
    ("option", "choice", "text", "facts", "before", "after"),
    [
        ("concealed_with_kong", "concealed_only", "123456789m234p5s[7777z]+5s", {}, ("concealed_hand", 1), None),
        ("added_kong", "no", "123456789m234p5s[777+7z]+5s", {}, ("melded_kong", 1), None),
        ("all_chows_parts", "added", PLAIN, {}, None, ("no_flower_no_honor", 3)),
        (
            "half_melded_parts",
            "added",
            "1z[123m][456m][111p][2222p][123s]+1z",
            {"won_by": "self_draw"},
            None,
            ("real_single_wait", 2),
        ),
        ("honor_ladders", "stand_for_triplets", "55566677z123m23456p+7p", {}, ("honor_triplet", 2), None),
        (
            "earthly_hand",
            "first_draw",
            PLAIN,
            {"from_seat": "E", "events": {"earthly_hand"}},
            ("earthly_hand", 40),
            None,
        ),
        (
            "earthly_hand",
            "any_first_discard",
            PLAIN,
            {"from_seat": "W", "events": {"earthly_hand"}},
            None,
            ("earthly_hand", 40),
        ),
        ("clean_without_flowers", "three", "123456789m2344m[777m]+4m", {}, ("no_flower", 1), ("no_flower_no_honor", 3)),
        ("exclusions_pass_on", "no", "112233456789m5566z+6z", {}, None, ("double_old_young", 3)),
        ("three_four_to_one", "separate", "233334444s33345m66z+3m", {}, ("four_to_one", 1), ("three_four_to_one", 40)),
        ("flower_win_hand", "alone", f"{PLAIN}|12345678f", {"won_by": "flowers"}, ("pure_straight", 5), None),
        ("flower_win_hand", "added_with_flowers", "|12345678f", {"won_by": "flowers"}, None, ("flower", 8)),
    ],
)
def test_an_option_changes_its_row(option: str, choice: str, text: str, facts: Any, before: Any, after: Any) -> None:
    facts = {**facts, "events": frozenset(facts.get("events", ()))}
    plain, changed = rows(sheet_of(text, **facts)), rows(sheet_of(text, options={option: choice}, **facts))
    if before is not None:
        assert before in plain.items()
    if after is not None:
        assert after in changed.items()
        assert after[0] not in plain
    if before is not None and after is None:
        assert before[0] not in changed


@pytest.mark.parametrize(
    ("text", "facts", "row", "implied"),
    [
        ("222567m234567p2355s+4s|1f", {}, "no_terminals", "no_honor"),
        ("111567m123567p2399p+4p|1f", {}, "missing_suit", "no_honor"),
        ("112233m445566p5578s+9s|1f", {}, "two_pairs_identical", "identical_chows"),
        # Four chows with one tile: there are three such chows, so two are equal.
        ("122233334445m56p99s+7p|1f", {}, "four_to_four", "identical_chows"),
        ("222233334444m56s99p+7s|1f", {}, "three_four_to_one", "three_consecutive_triplets"),
        (
            "123456m23456p55s[789m]+7p",
            {"won_by": "self_draw", "events": {"last_tile"}},
            "last_tile_draw",
            "self_draw",
        ),
        (
            PLAIN,
            {"won_by": "self_draw", "seat": "E", "events": {"heavenly_hand"}},
            "heavenly_hand",
            "concealed_self_draw",
        ),
        (PLAIN, {"from_seat": "E", "events": {"earthly_hand"}}, "earthly_hand", "concealed_hand"),
        ("1144m2255p3366s77z11z+1z", {}, "nun_eight_pairs", "concealed_hand"),
    ],
)
def test_a_row_that_another_always_brings_along_may_be_dropped(text: str, facts: Any, row: str, implied: str) -> None:
    facts = {**facts, "events": frozenset(facts.get("events", ()))}
    assert {row, implied} <= set(rows(sheet_of(text, **facts)))
    dropped = sheet_of(text, options={"implied_rows": "dropped"}, **facts)
    assert row in rows(dropped)
    assert [each.because for each in dropped.not_counted if each.id == implied] == [row]


def test_a_closed_five_may_be_one_wait_of_several() -> None:
    # 4666p waits for the 5 between 4 and 6, and for a second 4 beside the triplet.
    text = "123456789m456s4666p+5p"
    assert len(sheet_of(text).waits) == 2
    assert "closed_five" not in rows(sheet_of(text))
    assert rows(sheet_of(text, options={"closed_five": "with_others"}))["closed_five"] == 1
