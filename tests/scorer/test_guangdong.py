"""Guangdong, 13 tiles: forty hands worked by hand from the document, their fan, and who pays."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import ScoreSheet, Win, best_total, load_rules, parse_hand, score, settle

GUANGDONG = load_rules("guangdong")
PLAIN = "123456m23456p55s+7p"
"""All chows: one fan."""
MIXED = "123m456p78s11222z+9s"
"""Nothing in particular: a chicken."""


def sheet_of(text: str, won_by: Any = "discard", options: dict[str, Any] | None = None, **facts: Any) -> ScoreSheet:
    facts["events"] = frozenset(facts.get("events", ()))
    win = Win(won_by, **{"seat": "S", "dealer": "E", "round": "N", **facts})
    return score(parse_hand(text), win, load_rules("guangdong", options))


def drawn(text: str, **facts: Any) -> ScoreSheet:
    return sheet_of(text, "self_draw", **facts)


# Each hand with its fan: 雞胡 0, 平胡 1, 碰碰胡 2, 混一色 2; additions of 1 below 爆胡 (3); special hands 4 to 6.
WORKED: list[tuple[str, dict[str, Any], int]] = [
    ("123m456p78s11333z+9s", {}, 0),
    (MIXED, {}, 1),
    (MIXED, {"round": "S"}, 2),
    (MIXED, {"seat": "W"}, 0),
    (MIXED, {"won_by": "self_draw"}, 2),
    (MIXED, {"won_by": "self_draw", "round": "S"}, 3),
    (PLAIN, {}, 1),
    (PLAIN, {"won_by": "self_draw"}, 2),
    ("123456m23456p11z+7p", {}, 1),
    ("123m45p55z111s[666z]+6p", {}, 1),
    ("45p22s[555z][666z][111s]+6p", {}, 2),
    ("45p22s[555z][666z][111s]+6p", {"won_by": "self_draw"}, 3),
    ("111m222p33s44z[888s]+3s", {}, 2),
    ("111m222p33s44z[888s]+3s", {"won_by": "self_draw"}, 3),
    ("111m222p33s44z[555z]+3s", {}, 3),
    ("111m222p33s44z[555z]+3s", {"won_by": "self_draw"}, 3),
    ("111m33s44z[555z][222z]+3s", {}, 3),
    ("123456m7744z[777m]+4z", {"round": "E"}, 2),
    ("123456m77z44z[777m]+4z", {"won_by": "self_draw"}, 3),
    ("123456m77z44z[777m]+4z", {"seat": "N", "round": "N"}, 3),
    ("12345678m11z[789m]+9m", {}, 3),
    ("1234567999m[222m]+8m", {}, 4),
    ("1234567999m[222m]+8m", {"won_by": "self_draw"}, 4),
    ("12345678m11m[789m]+9m", {}, 4),
    ("111222m33m44z[666z]+3m", {}, 4),
    ("111222m33m44z[666z]+3m", {"won_by": "self_draw", "seat": "N", "round": "N"}, 4),
    ("1112223344m[999m]+3m", {}, 5),
    ("111999m11p44z[666z]+1p", {}, 5),
    ("55566677z123m45p+6p", {}, 5),
    ("55566677z111m45m+6m", {}, 5),
    ("111222333z44z12p+3p", {}, 5),
    ("111222333z44z12p+3p", {"seat": "E", "round": "E"}, 5),
    ("111222333z55z44z+5z", {}, 6),
    ("111999m11199p11s+9p", {}, 6),
    ("555666777z1m234p+1m", {}, 6),
    ("111222333444z1m+1m", {}, 6),
    ("1112345678999p+5p", {}, 6),
    ("1112345678999p+1p", {"won_by": "self_draw"}, 6),
    ("19m19p19s1234567z+7z", {}, 6),
    ("19m19p19s1234566z+7z", {"won_by": "self_draw"}, 6),
    (PLAIN, {"won_by": "self_draw", "seat": "E", "events": {"heavenly_hand"}}, 6),
    (PLAIN, {"from_seat": "E", "events": {"human_hand"}}, 6),
    (PLAIN, {"won_by": "self_draw", "events": {"earthly_hand"}}, 6),
    (MIXED, {"events": {"triple_win"}}, 3),
    (MIXED, {"won_by": "self_draw", "events": {"replacement_tile"}}, 3),
    (MIXED, {"won_by": "self_draw", "events": {"last_tile"}}, 3),
    (PLAIN, {"events": {"robbing_kong"}, "from_seat": "W"}, 3),
    ("1234567999m[222m]+8m", {"won_by": "self_draw", "events": {"last_tile"}}, 4),
]


@pytest.mark.parametrize(("text", "facts", "fan"), WORKED)
def test_a_hand_worked_by_hand_has_its_fan(text: str, facts: dict[str, Any], fan: int) -> None:
    sheet = sheet_of(text, **{"won_by": "discard", **facts})
    assert sheet.status.reasons == ()
    assert sheet.total == fan
    assert best_total(sheet.hand, sheet.win, GUANGDONG) == fan


def test_at_least_forty_are_worked() -> None:
    assert len({(text, str(facts)) for text, facts, _ in WORKED}) >= 40


@pytest.mark.parametrize(("fan", "points"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 64)])
def test_a_fan_doubles_the_points(fan: int, points: int) -> None:
    text, facts, _ = next(each for each in WORKED if each[2] == fan and "events" not in each[1])
    sheet = sheet_of(text, **{"won_by": "discard", "from_seat": "W" if facts.get("seat") != "W" else "N", **facts})
    assert {share.units for share in sheet.shares} == {points}


def test_a_special_hand_takes_no_additions_and_does_not_stack() -> None:
    sheet = drawn("1112223344m[999m]+3m")
    assert [row.id for row in sheet.rows] == ["gd_full_flush_triplets"]
    assert {row.because for row in sheet.not_counted} == {"gd_full_flush_triplets"}
    assert {"gd_full_flush", "gd_all_triplets", "gd_self_draw"} <= {row.id for row in sheet.not_counted}


def test_a_row_that_fills_is_worth_what_the_hand_lacks() -> None:
    sheet = drawn(MIXED, events={"last_tile"})
    assert [(row.id, row.tai) for row in sheet.rows] == [
        ("gd_chicken", 0),
        ("gd_self_draw", 1),
        ("gd_seat_wind", 1),
        ("gd_last_tile_draw", 1),
    ]
    full = drawn(MIXED, round="S", events={"last_tile", "replacement_tile"})
    assert [row.id for row in full.rows] == ["gd_chicken", "gd_self_draw", "gd_seat_wind", "gd_round_wind"]
    assert {row.id for row in full.not_counted} == {"gd_last_tile_draw", "gd_kong_replacement"}


def test_rows_never_lift_a_hand_past_the_full_one() -> None:
    sheet = drawn("111m33s44z[555z][222z]+3s", from_seat=None)
    assert (sheet.total, sheet.uncapped) == (3, 5)
    assert {share.units for share in sheet.shares} == {8}


def test_the_discarder_pays_the_points_once_and_there_is_no_base() -> None:
    assert settle(sheet_of(PLAIN, from_seat="W"), base=100, per_tai=10) == {"E": 0, "S": 20, "W": -20, "N": 0}


def test_a_self_draw_is_paid_by_three_without_a_dealer_s_share() -> None:
    assert settle(drawn(PLAIN), per_tai=10) == {"E": -40, "S": 120, "W": -40, "N": -40}


def test_at_a_half_responsibility_table_the_others_pay_half_beside_the_discarder() -> None:
    sheet = sheet_of(PLAIN, from_seat="W", options={"discard_pays": "half_each"})
    assert settle(sheet, per_tai=10) == {"E": -10, "S": 40, "W": -20, "N": -10}


def test_a_robbed_kong_is_a_self_draw_that_its_player_pays_for_three() -> None:
    sheet = sheet_of(PLAIN, from_seat="W", events={"robbing_kong"})
    assert "gd_self_draw" in [row.id for row in sheet.rows]
    assert settle(sheet, per_tai=1) == {"E": 0, "S": 24, "W": -24, "N": 0}


def test_the_feeder_of_a_claimed_kong_pays_for_three() -> None:
    events = {"claimed_kong", "replacement_tile"}
    sheet = drawn("123456m56p55s[8888p]+7p", from_seat="N", events=events)
    assert settle(sheet, per_tai=1) == {"E": 0, "S": 24, "W": 0, "N": -24}


def test_a_liable_player_pays_the_self_draw_for_three() -> None:
    sheet = drawn("5s[555z][666z][777z][123m]+5s", from_seat="E", events={"liability"})
    assert settle(sheet, per_tai=1) == {"E": -192, "S": 192, "W": 0, "N": 0}


def test_flowers_are_not_played() -> None:
    assert sheet_of(f"{PLAIN}|1f").status.reasons == ("flowers_not_played",)


def test_a_seventeen_tile_hand_has_too_many_tiles() -> None:
    assert sheet_of("123456789m23456p55s+7p").status.reasons == ("too_many_tiles",)


@pytest.mark.parametrize(
    ("option", "choice", "text", "facts", "fan", "other"),
    [
        ("all_chows_pair", "no_honor", "123456m23456p11z+7p", {}, 1, 0),
        ("two_rows", "highest", "12345678m11z[789m]+9m", {}, 3, 2),
        ("nine_gates", "self_draw", "1112345678999p+5p", {}, 6, 4),
    ],
)
def test_an_option_changes_the_fan(option: str, choice: str, text: str, facts: Any, fan: int, other: int) -> None:
    assert (sheet_of(text, **facts).total, sheet_of(text, options={option: choice}, **facts).total) == (fan, other)
