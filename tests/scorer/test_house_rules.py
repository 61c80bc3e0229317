"""A club's own file says `extends` and changes values, removes rows, and adds rows made of existing conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer import RuleSet, RuleSetError, Win, load_rules, parse_hand, rule_set_ids, score

NAMES = 'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }'
HEAD = f'extends = "taiwan"\nid = "club"\nversion = "3"\n{NAMES}\n'
FLUSH = "11122233345666m55z+5z"


def club(folder: Path, text: str, options: dict[str, object] | None = None) -> RuleSet:
    path = folder / "club.toml"
    path.write_text(HEAD + text, "utf-8")
    return load_rules(path, options)


def rows(hand: str, rules: RuleSet, win: Win | None = None) -> dict[str, int]:
    return {row.id: row.tai for row in score(parse_hand(hand), win or Win("self_draw", seat="S"), rules).rows}


def test_an_empty_file_of_one_s_own_scores_as_the_one_it_extends(tmp_path: Path) -> None:
    rules = club(tmp_path, "")
    assert (rules.id, rules.version) == ("club", "3")
    assert rules.rows == load_rules("taiwan").rows
    assert rows(FLUSH, rules) == rows(FLUSH, load_rules("taiwan"))


def test_a_changed_value_leaves_the_rest_of_the_row(tmp_path: Path) -> None:
    rules = club(tmp_path, "[rows.half_flush]\ntai = 7\n")
    assert rows(FLUSH, rules)["half_flush"] == 7
    assert rules.row("half_flush").source == load_rules("taiwan").row("half_flush").source


def test_a_removed_row_no_longer_counts_nor_excludes(tmp_path: Path) -> None:
    rules = club(tmp_path, "[rows.five_concealed_triplets]\noff = true\n")
    found = rows("111222m333p444555s6z+6z", rules)
    assert {"all_triplets", "concealed_hand"} <= set(found)


def test_other_exclusions_take_the_place_of_the_old(tmp_path: Path) -> None:
    rules = club(tmp_path, "[rows.small_three_dragons]\nexcludes = []\n")
    assert rows("55566677z123m23456p+7p", rules)["dragon_triplet"] == 1


def test_an_added_row_is_made_of_existing_conditions(tmp_path: Path) -> None:
    text = f'[rows.clean_flush]\nall_of = ["half_flush", "self_draw"]\nnone_of = ["single_wait"]\ntai = 3\n{NAMES}\n'
    rules = club(tmp_path, text + 'source = "house"\n')
    assert rows(FLUSH, rules)["clean_flush"] == 3
    assert "clean_flush" not in rows(FLUSH, rules, Win("discard", seat="S"))
    assert "clean_flush" not in rows("111222333444m6z[777m]+6z", rules)
    assert [row.id for row in rules.rows][-1] == "clean_flush"


def test_an_option_may_have_another_default(tmp_path: Path) -> None:
    assert club(tmp_path, "[options.cap]\ndefault = 40\n").options["cap"] == 40
    assert club(tmp_path, "[options.cap]\ndefault = 40\n", {"cap": 50}).options["cap"] == 50


def test_a_value_of_one_s_own_stands_over_the_cases_of_the_row_it_changes(tmp_path: Path) -> None:
    text = HEAD.replace('"taiwan"', '"taiwan_online"') + "[rows.dealer_streak]\ntai = 3\n"
    path = tmp_path / "club.toml"
    path.write_text(text, "utf-8")
    assert load_rules(path, {"streak": "single"}).row("dealer_streak").tai == 3


@pytest.mark.parametrize(
    ("text", "file", "line", "why"),
    [
        ("[rows.half_flush]\ntai = 1.5\n", "club.toml", 6, "tai must be a whole number"),
        ("[rows.half_flush]\nexcludes = ['rain']\n", "club.toml", 6, "excludes names rain"),
        ("[rows.half_flush.names]\nen = ''\n", "club.toml", 6, "the name in en is missing"),
        ("[rows.rain]\ntai = 1\n", "club.toml", 5, "there is no pattern rain"),
        (f"[rows.rain]\nall_of = ['self_draw']\ntai = 1\n{NAMES}\n", "club.toml", 5, "source is missing"),
        ("[rows.concealed_hand]\nexcludes = ['five_concealed_triplets']\n", "club.toml", 6, "rows exclude each other"),
        ("[options.cap]\ndefault = 'many'\n", "club.toml", 6, "default must be a whole number"),
    ],
)
def test_a_fault_of_the_club_s_file_is_named_there(tmp_path: Path, text: str, file: str, line: int, why: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        club(tmp_path, text)
    assert (caught.value.file, caught.value.line) == (file, line)
    assert caught.value.why.startswith(why)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (HEAD.replace('"taiwan"', '"mars"'), "there is no rule set mars to extend"),
        (HEAD.replace('"taiwan"', '"../taiwan"'), "there is no rule set ../taiwan to extend"),
        (HEAD.replace('id = "club"\n', ""), "id is missing"),
        (HEAD.replace('id = "club"', 'id = "taiwan"'), "taiwan is the id of a rule set that comes with TaiLens"),
        (HEAD.replace('version = "3"\n', ""), "version is missing"),
    ],
)
def test_what_a_file_extends_and_is_called_is_checked(tmp_path: Path, head: str, why: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(head, "utf-8")
    with pytest.raises(RuleSetError) as caught:
        load_rules(path)
    assert caught.value.why.startswith(why)


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_every_rule_set_can_be_extended(tmp_path: Path, rule_set: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(HEAD.replace('"taiwan"', f'"{rule_set}"'), "utf-8")
    assert load_rules(path).rows == load_rules(rule_set).rows
