"""Every option that a rule set offers changes some sheet; those of the table are in test_table.py."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import ScoreSheet, Win, load_rules, parse_hand, score
from tests.scorer.test_table import TABLE_OPTIONS

PLAIN = "123456789m23456p55s+7p"
# For each option: the other choice, a hand and win that it changes, and total and status before and after.
CASES: dict[str, tuple[Any, str, dict[str, Any], Any, Any]] = {
    "cap": (2, PLAIN, {}, 3, 2),
    "dragon_rounds": ("yes", "555z234m456p789s1134p+2p", {"round": "P"}, 2, 3),
    "melded_concealed_kong": ("yes", "1z[123m][456m][111p](2222p)[123s]+1z", {}, 1, 3),
    "waits": ("formal", "23m789p55s[1111m][777z][999m]+4m", {}, 2, 1),
    "flower_seats": ("ESWNESNW", f"{PLAIN}|7f", {"seat": "W"}, 2, 1),
    "four_as_two_pairs": ("no", "1111m2255p3366s77z11z+1z", {}, 9, None),
    "dealer_share": ("wins_or_discards", PLAIN, {"won_by": "self_draw"}, [4, 3, 3], [3, 3, 3]),
    "robbing_kong_pays": ("self_draw", PLAIN, {"events": frozenset({"robbing_kong"}), "from_seat": "N"}, 4, 4),
    "flower_win_flowers": ("added", f"{PLAIN}|12345678f", {"won_by": "flowers"}, 12, 16),
    "ligu_ligu": ("off", "1144m2255p3366s77z11z+1z", {}, 9, None),
}


def sheet_of(text: str, options: dict[str, Any], facts: dict[str, Any]) -> ScoreSheet:
    win = Win(**{"won_by": "discard", "seat": "S", "dealer": "E", **facts})
    return score(parse_hand(text), win, load_rules("taiwan", options))


def test_every_option_has_a_case() -> None:
    assert set(CASES) == {spec.id for spec in load_rules("taiwan").option_specs} - TABLE_OPTIONS


@pytest.mark.parametrize("option", CASES)
def test_the_other_choice_changes_the_sheet(option: str) -> None:
    choice, text, facts, before, after = CASES[option]
    plain, changed = sheet_of(text, {}, facts), sheet_of(text, {option: choice}, facts)
    if isinstance(before, list):
        assert [share.tai for share in plain.shares] == before
        assert [share.tai for share in changed.shares] == after
    else:
        assert (plain.total, changed.total) == (before, after)
    assert (plain.rows, plain.shares, plain.status) != (changed.rows, changed.shares, changed.status) or before != after
