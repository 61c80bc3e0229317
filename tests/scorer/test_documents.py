"""The JSON documents say what the sheet says, in three languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from scorer import Hand, Win, load_rules, parse_hand, rule_set_ids, rules_document, score, sheet_document
from scorer.rules import LANGUAGES
from tests.scorer.hands import winning_hands, wins

TAIWAN = load_rules("taiwan")
WIN = Win("discard", seat="S", from_seat="W")


def document(text: str, win: Win = WIN, **how: Any) -> dict[str, Any]:
    return sheet_document(score(parse_hand(text), win, TAIWAN), **how)


def test_the_design_s_example_has_its_keys_and_values() -> None:
    found = document("23m456p55566677z[123p]+4m", base=100, per_tai=20)
    assert list(found) == [
        "hand",
        "rules",
        "status",
        "total",
        "rows",
        "not_counted",
        "waits",
        "assumed",
        "settlement",
    ]
    assert found["rules"] == {"id": "taiwan", "version": TAIWAN.version, "options": dict(TAIWAN.options)}
    assert found["rows"][0]["id"] == "small_three_dragons"
    assert found["rows"][0]["name"] == "小三元"
    assert found["rows"][0]["tai"] == 4
    assert found["rows"][0]["tiles"] == "55566677z"
    assert found["rows"][0]["source"].startswith("000: 小三元 4臺")
    assert [(row["id"], row["because"]) for row in found["not_counted"]] == [
        ("dragon_triplet", "small_three_dragons"),
        ("dragon_triplet", "small_three_dragons"),
    ]
    assert found["not_counted"][0]["source"].startswith("000: 箭字坎")
    assert found["waits"] == ["1m", "4m"]
    assert found["settlement"] == {"E": 0, "S": 180, "W": -180, "N": 0}


def test_names_come_in_the_language_asked_for() -> None:
    names = [document("123456789m23456p55s+7p", lang=lang)["rows"][0]["name"] for lang in LANGUAGES]
    assert names == ["平胡", "平胡", "All chows"]
    assert document("123456789m23456p55s+7p", lang="xx")["rows"][0]["name"] == "All chows"


def test_a_hand_that_does_not_win_has_its_status_and_with_explain_the_way_to_win() -> None:
    found = document("123456789m23456p55s+9p", explain=True)
    assert (found["total"], found["settlement"]) == (None, None)
    assert found["status"] == ["not_winning"]
    assert found["nearest"] == {"count": 1, "changes": [{"from": "9p", "to": "1p"}]}
    assert found["decomposition"] is None


def test_explain_adds_decomposition_options_and_shares() -> None:
    events = frozenset({"replacement_tile"})
    found = document("123456789m23456p55s+7p", Win("self_draw", seat="S", streak=1, events=events), explain=True)
    assert found["decomposition"] == {
        "shape": "sets_and_pair",
        "sets": ["123m", "456m", "789m", "234p", "567p"],
        "pairs": ["55s"],
        "winning_in": "567p",
    }
    assert [option["id"] for option in found["options"]] == [spec.id for spec in TAIWAN.option_specs]
    assert found["shares"][0] == {
        "payer": "E",
        "tai": 4 + 1 + 2,
        "units": 4 + 1 + 2,
        "rows": [
            {"id": "concealed_hand", "tai": 1},
            {"id": "no_claim_self_draw", "tai": 2},
            {"id": "kong_replacement", "tai": 1},
            {"id": "dealer", "tai": 1},
            {"id": "dealer_streak", "tai": 2},
        ],
    }
    assert found["events_without_effect"] == []


def test_the_document_is_scored_and_told_by_the_same_options() -> None:
    rules = load_rules("taiwan", {"cap": 2, "waits": "formal"})
    found = sheet_document(score(parse_hand("123456789m23456p55s+7p"), WIN, rules), explain=True, base=0, per_tai=1)
    told = {option["id"]: option["value"] for option in found["options"]}
    assert told == found["rules"]["options"] == dict(rules.options)
    assert (told["cap"], told["waits"], found["total"], found["uncapped"]) == (2, "formal", 2, 3)
    assert found["settlement"] == {"E": 0, "S": 2, "W": -2, "N": 0}


def test_a_hand_below_the_minimum_is_told_what_it_lacks_and_no_tile_to_change() -> None:
    sheet = score(parse_hand("67m234p11z[123m][345p][567s]+8m|12f"), WIN, load_rules("ccaa"))
    found = sheet_document(sheet, explain=True)
    assert (found["total"], found["lacks"], found["nearest"]) == (None, 2, None)


def test_an_assumed_winning_tile_is_said() -> None:
    assert set(document("123456789m234567p55s")["assumed"]) == {"winning"}


def test_without_a_discarder_there_is_a_sheet_and_no_settlement() -> None:
    found = document("123456789m23456p55s+7p", Win("discard", seat="S"))
    assert (found["total"], found["settlement"]) == (3, None)


@given(winning_hands(), wins(tuple(event.id for event in TAIWAN.events)))
def test_every_document_is_json_that_says_what_the_sheet_says(hand: Hand, win: Win) -> None:
    sheet = score(hand, win, TAIWAN)
    found = sheet_document(sheet, explain=True)
    assert json.loads(json.dumps(found)) == found
    assert parse_hand(found["hand"]) == hand
    assert sum(row["tai"] for row in found["rows"]) == found["total"] == sheet.total


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_a_rule_set_is_offered_with_names_in_all_languages(rule_set: str) -> None:
    found = rules_document(load_rules(rule_set))
    assert json.loads(json.dumps(found)) == found
    facts = ["id", "version", "names", "unit", "minimum", "tiles", "flowers"]
    assert list(found) == [*facts, "events", "options"]
    choices = [choice for option in found["options"] for choice in option["choices"] or ()]
    for named in (found, *found["events"], *found["options"], *choices):
        assert all(named["names"][language] for language in LANGUAGES)
