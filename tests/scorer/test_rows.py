"""Every row of every rule set has a hand that shows it and one that just misses it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorer import RuleSet, ScoreSheet, Win, load_rules, parse_hand, rule_set_ids, score
from scorer.rules import LANGUAGES

ROWS = Path(__file__).parent / "rows"


def sheet_of(rules: RuleSet, example: dict[str, Any]) -> ScoreSheet:
    facts = {"won_by": "discard", "seat": "S", "round": "E", "dealer": "E", **example}
    facts["events"] = frozenset(example.get("events", ()))
    return score(parse_hand(facts.pop("hand")), Win(**facts), rules)


@cache
def examples(rule_set: str) -> dict[str, dict[str, dict[str, Any]]]:
    return tomllib.loads((ROWS / f"{rule_set}.toml").read_text("utf-8"))


ALL_ROWS = [(rule_set, row.id) for rule_set in rule_set_ids() for row in load_rules(rule_set).rows]


@pytest.mark.parametrize(("rule_set", "row"), ALL_ROWS)
def test_a_row_is_counted_on_the_hand_that_shows_it(rule_set: str, row: str) -> None:
    sheet = sheet_of(load_rules(rule_set), examples(rule_set)[row]["shows"])
    assert sheet.status.reasons == ()
    assert row in [each.id for each in sheet.rows]


@pytest.mark.parametrize(("rule_set", "row"), ALL_ROWS)
def test_a_row_does_not_hold_on_the_hand_that_just_misses_it(rule_set: str, row: str) -> None:
    sheet = sheet_of(load_rules(rule_set), examples(rule_set)[row]["misses"])
    assert sheet.status.reasons == ()
    assert row not in [each.id for each in (*sheet.rows, *sheet.not_counted)]


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_no_example_is_for_a_row_that_is_not_there(rule_set: str) -> None:
    assert list(examples(rule_set)) == [row.id for row in load_rules(rule_set).rows]


@pytest.mark.parametrize(("rule_set", "row"), ALL_ROWS)
def test_a_row_has_names_a_value_and_a_source(rule_set: str, row: str) -> None:
    found = load_rules(rule_set).row(row)
    assert all(found.names[language] for language in LANGUAGES)
    assert found.tai != 0
    assert found.source
