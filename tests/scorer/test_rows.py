"""Every row of every rule set has a hand that shows it and one that just misses it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorer import RuleSet, ScoreSheet, Win, load_rules, parse_hand, rule_set_ids, score
from scorer.rules import LANGUAGES
from tests.scorer.shared import needs_shared, shared_folder

ROWS = Path(__file__).parent / "rows"


def rules_for_rows(rule_set: str) -> RuleSet:
    """Give a rule set without its minimum: a row shows best on a hand that has little else."""
    has_minimum = "minimum" in load_rules(rule_set).options
    return load_rules(rule_set, {"minimum": 0} if has_minimum else None)


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
    sheet = sheet_of(rules_for_rows(rule_set), examples(rule_set)[row]["shows"])
    assert sheet.status.reasons == ()
    assert row in [each.id for each in sheet.rows]


@pytest.mark.parametrize(("rule_set", "row"), ALL_ROWS)
def test_a_row_does_not_hold_on_the_hand_that_just_misses_it(rule_set: str, row: str) -> None:
    sheet = sheet_of(rules_for_rows(rule_set), examples(rule_set)[row]["misses"])
    assert sheet.status.reasons == ()
    assert row not in [each.id for each in (*sheet.rows, *sheet.not_counted)]


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_no_example_is_for_a_row_that_is_not_there(rule_set: str) -> None:
    assert list(examples(rule_set)) == [row.id for row in load_rules(rule_set).rows]


@pytest.mark.parametrize(("rule_set", "row"), ALL_ROWS)
def test_a_row_has_names_a_value_and_a_source(rule_set: str, row: str) -> None:
    found = load_rules(rule_set).row(row)
    assert all(found.names[language] for language in LANGUAGES)
    assert found.tai or row in (
        "gd_chicken",
        "gd_triple_win",
        "gd_kong_replacement",
        "gd_last_tile_draw",
        "gd_robbing_kong",
    )
    assert found.source


@needs_shared
@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_every_id_of_the_check_list_is_a_row(rule_set: str) -> None:
    folder = shared_folder()
    assert folder is not None
    text = (folder / "rules" / "RULESETS.md").read_text("utf-8")
    listed = next(line for line in text.splitlines() if line.startswith(f"{rule_set}: "))
    assert {row.id for row in load_rules(rule_set).rows} == set(listed.partition(": ")[2].split(", "))
