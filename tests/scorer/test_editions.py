"""The other Taiwanese rule sets: what their documents say otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import ScoreSheet, Win, WinError, load_rules, parse_hand, score

PLAIN = "123456789m23456p55s+7p"
FIVE = "111m222p333s4445z(6666z)+5z"


def sheet_of(rule_set: str, text: str, won_by: Any = "discard", options: Any = None, **facts: Any) -> ScoreSheet:
    facts["events"] = frozenset(facts.get("events", ()))
    win = Win(won_by, **{"seat": "S", "dealer": "E", **facts})
    return score(parse_hand(text), win, load_rules(rule_set, options))


def rows(sheet: ScoreSheet) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in sheet.rows:
        found[row.id] = found.get(row.id, 0) + row.tai
    return found


@pytest.mark.parametrize(
    ("rule_set", "three", "four", "five", "ready"),
    [("taiwan", 2, 6, 16, 4), ("taiwan_classic", 4, 5, 13, 4), ("taiwan_reprint", 2, 5, 12, 6)],
)
def test_the_editions_differ_in_these_values(rule_set: str, three: int, four: int, five: int, ready: int) -> None:
    rules = load_rules(rule_set)
    found = [
        rules.row(row).tai
        for row in (
            "three_concealed_triplets",
            "four_concealed_triplets",
            "five_concealed_triplets",
            "earthly_ready",
        )
    ]
    assert found == [three, four, five, ready]


@pytest.mark.parametrize("rule_set", ["taiwan_classic", "taiwan_reprint"])
def test_in_the_other_editions_an_earthly_hand_may_win_on_a_first_discard(rule_set: str) -> None:
    assert rows(sheet_of(rule_set, PLAIN, events=["earthly_hand"]))["earthly_hand"] == 16
    assert "earthly_hand" not in rows(sheet_of("taiwan", PLAIN, events=["earthly_hand"]))
    with pytest.raises(WinError, match="human_hand"):
        sheet_of(rule_set, PLAIN, events=["human_hand"])


@pytest.mark.parametrize("rule_set", ["taiwan_classic", "taiwan_reprint"])
def test_in_the_other_editions_a_flower_win_as_dealt_is_worth_the_eight(rule_set: str) -> None:
    sheet = sheet_of(rule_set, "|12345678f", "flowers", events=["dealt_flower_win"])
    assert rows(sheet) == {"eight_flowers": 8}


@pytest.mark.parametrize("rule_set", ["taiwan_classic", "taiwan_reprint", "taiwan_online"])
def test_every_source_names_its_own_document(rule_set: str) -> None:
    number = {"taiwan_classic": "002", "taiwan_reprint": "003", "taiwan_online": "001"}[rule_set]
    assert all(row.source.startswith(f"{number}: ") for row in load_rules(rule_set).rows)


def test_online_five_concealed_triplets_add_all_triplets() -> None:
    found = rows(sheet_of("taiwan_online", FIVE, "self_draw"))
    assert (found["five_concealed_triplets"], found["all_triplets"]) == (8, 4)


def test_online_a_concealed_kong_breaks_the_concealed_hand_unless_the_table_allows_it() -> None:
    text = "123456789m234p5s(7777z)+5s"
    assert rows(sheet_of("taiwan_online", text, "self_draw")) == {"dragon_triplet": 1, "self_draw": 1}
    allowed = sheet_of("taiwan_online", text, "self_draw", {"concealed_kong": "allowed"})
    assert rows(allowed) == {"dragon_triplet": 1, "concealed_self_draw": 3}


def test_online_flower_sets_add_to_seat_flowers() -> None:
    found = rows(sheet_of("taiwan_online", f"{PLAIN}|12345678f"))
    assert (found["flower_set"], found["seat_flower"]) == (2, 2)


def test_online_eight_flowers_keep_the_self_draw_and_the_replacement_of_a_completed_hand() -> None:
    found = rows(sheet_of("taiwan_online", f"{PLAIN}|12345678f", "flowers"))
    assert found == {"eight_flowers": 8, "all_sequences": 2, "kong_replacement": 1, "self_draw": 1}


def test_online_a_streak_counts_once_or_twice_a_hold() -> None:
    assert sheet_of("taiwan_online", PLAIN, seat="E", streak=3).total == 3 + 1 + 6
    assert sheet_of("taiwan_online", PLAIN, seat="E", streak=3, options={"streak": "single"}).total == 3 + 1 + 3


def test_online_all_chows_may_be_taken_strictly() -> None:
    text = "123456789m123456p9s+9s"
    assert "all_sequences" in rows(sheet_of("taiwan_online", text))
    assert "all_sequences" not in rows(sheet_of("taiwan_online", text, options={"all_sequences": "strict"}))


def test_online_exclusions_are_the_table_s_own() -> None:
    small = "111222333z44z123m56p+7p"
    assert {"seat_wind", "round_wind"} <= set(rows(sheet_of("taiwan_online", small)))
    whole = rows(sheet_of("taiwan_online", small, options={"exclusions": "usual_and_small_four_winds"}))
    assert not {"seat_wind", "round_wind"} & set(whole)
    literal = rows(sheet_of("taiwan_online", "555666777z1m234567p+1m", options={"exclusions": "none"}))
    assert (literal["big_three_dragons"], literal["dragon_triplet"]) == (8, 3)


def test_online_showing_the_hand_declares_it_ready() -> None:
    found = rows(sheet_of("taiwan_online", PLAIN, events=["open_ready"]))
    assert found["open_ready"] == 2
    assert "declared_ready" not in found


def test_online_a_robbed_kong_may_be_a_self_draw() -> None:
    sheet = sheet_of(
        "taiwan_online", PLAIN, options={"robbing_kong_pays": "self_draw"}, events=["robbing_kong"], from_seat="W"
    )
    assert rows(sheet)["concealed_self_draw"] == 3
    assert [share.payer for share in sheet.shares] == ["E", "W", "N"]
