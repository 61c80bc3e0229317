"""The pages under docs/ say what the rule sets and the code say."""

from __future__ import annotations

import re
from dataclasses import fields

from scorer import HandStatus, TableRules
from scripts.rule_pages import main
from tests.scorer.shared import ROOT, collected_examples, needs_shared
from tests.scorer.test_notation import test_a_fault_is_named_at_its_character as notation_faults


def test_every_page_is_what_its_rule_set_says() -> None:
    assert main(["--check"]) == 0


def codes_in(heading: str) -> list[str]:
    section = (ROOT / "docs" / "rules.md").read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([a-z_]+)` \|", section, flags=re.MULTILINE)


def test_every_key_of_the_table_has_its_line() -> None:
    section = (ROOT / "docs" / "rules.md").read_text("utf-8").split("## The table\n")[1].split("\nPure functions")[0]
    keys = [
        key for cell in re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE) for key in re.findall(r"\w+", cell)
    ]
    assert keys == [each.name for each in fields(TableRules)]


def test_every_status_has_its_line() -> None:
    assert codes_in("Statuses") == [(status.name or "").lower() for status in HandStatus]


def test_every_notation_code_has_its_line_and_its_test() -> None:
    faults = {mark.args[1][index][1] for mark in notation_faults.pytestmark for index in range(len(mark.args[1]))}
    assert set(codes_in("Notation")) == faults


@needs_shared
def test_the_page_counts_the_examples_right() -> None:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    counts = [sum(example["kind"] == kind for example in collected_examples()) for kind in ("hand", "waits")]
    assert f"{counts[0]} hands, and {counts[1]} sets of waits" in re.sub(r"\s+", " ", text)
