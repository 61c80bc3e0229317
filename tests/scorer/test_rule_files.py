"""A rule-set file that does not hold together is refused, with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import RuleSetError, Win, load_rules, parse_hand, rule_set_ids, score

NAMES = 'names = { zh-Hant = "甲", zh-Hans = "甲", en = "A" }'
HEAD = f"""id = "club"
version = "1"
{NAMES}
[hand]
sets = 5
flowers = true
"""
ROW = f"""[rows.all_honors]
tai = 16
{NAMES}
source = "ours"
"""
SECOND = ROW.replace("all_honors", "all_triplets")


def refused(folder: Path, text: str) -> tuple[str, int, str]:
    path = folder / "club.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(RuleSetError) as caught:
        load_rules(path)
    return caught.value.file, caught.value.line, caught.value.why


def test_a_file_of_one_s_own_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(HEAD + ROW.replace("tai = 16", "tai = 3"), "utf-8")
    rules = load_rules(str(path))
    sheet = score(parse_hand("1112223335556z[777z]+6z"), Win("discard"), rules)
    assert (rules.id, sheet.total) == ("club", 3)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (HEAD + ROW.replace("tai = 16", 'tai = "16"'), 8, "tai must be a whole number"),
        (HEAD + ROW.replace("tai = 16", "tai = 1.5"), 8, "tai must be a whole number"),
        (HEAD + ROW.replace("tai = 16", "tai = true"), 8, "tai must be a whole number"),
        (HEAD + ROW.replace("tai = 16\n", ""), 7, "tai is missing"),
        (HEAD + ROW.replace('source = "ours"\n', ""), 7, "source is missing"),
        (HEAD + ROW.replace("all_honors", "all_hats"), 7, "there is no pattern all_hats"),
        (HEAD + ROW + 'all_of = ["all_hats"]\n', 11, "there is no pattern all_hats"),
        (HEAD + ROW.replace(', en = "A"', ""), 9, "the name in en is missing"),
        (HEAD + ROW.replace('"甲", zh-Hans', '"", zh-Hans'), 9, "the name in zh-Hant is missing"),
        (HEAD + ROW + 'excludes = ["dealer"]\n', 11, "excludes names dealer, which is no other row"),
        (HEAD + ROW + 'excludes = ["all_honors"]\n', 11, "excludes names all_honors, which is no other row"),
        (HEAD + ROW + 'excludes = "dealer"\n', 11, "excludes must be a list of texts"),
        (HEAD + ROW + "value = 1\n", 11, "value is no key here"),
        (HEAD + ROW + 'per_streak = "yes"\n', 11, "per_streak must be true or false"),
        (HEAD + ROW + "[rows.all_honors.when.cap.yes]\ntai = 1\n", 11, "there is no option cap with a choice yes"),
        (
            HEAD + ROW + 'excludes = ["all_triplets"]\n' + SECOND + 'excludes = ["all_honors"]\n',
            16,
            "rows exclude each other in a ring: all_honors -> all_triplets -> all_honors",
        ),
        (HEAD.replace('id = "club"\n', "") + ROW, 1, "id is missing"),
        (HEAD.replace("sets = 5", "sets = 9"), 5, "a hand has one to five sets"),
        (HEAD.replace("sets = 5\n", ""), 4, "sets is missing"),
        (HEAD.replace("flowers = true", "flowers = 8"), 6, "flowers must be true or false"),
        (HEAD + "[shapes]\neight_pairs = 'x'\n", 8, "there is no shape eight_pairs"),
        (HEAD + "[limits]\n", 7, "limits is no key here"),
        (HEAD + "[options.a]\n" + NAMES, 7, "an option needs at least two choices"),
        (HEAD + '[options.a]\nchoices = ["on", "off"]\n' + NAMES + '\nsource = "s"', 7, "default must be one of on"),
        (HEAD + '[options.a]\nkind = "shape"\n', 8, "kind must be one of choice, number, flower_seats"),
        (HEAD + "[events.rain]\ncommon = 1\n", 8, "common must be true or false"),
        (HEAD + "rows = 3\n", 7, "rows is no key here"),
        (HEAD + "[rows]\nall_honors = 3\n", 8, "all_honors is no table"),
        ("id = \n", 1, "is no TOML: Invalid value"),
        (HEAD + "[hand]\n", 7, "is no TOML: Cannot declare ('hand',) twice"),
        ("x", 1, "is no TOML"),
        (HEAD + "[rows.x]\ntai = [1,\n\n", 8, "is no TOML"),
    ],
)
def test_a_fault_is_named_with_its_line_and_reason(tmp_path: Path, text: str, line: int, why: str) -> None:
    file, at, reason = refused(tmp_path, text)
    assert (file, at) == ("club.toml", line)
    assert reason.startswith(why)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match="can't be read"):
        load_rules(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RuleSetError, match="no UTF-8"):
        load_rules(tmp_path / "bytes.toml")
    (tmp_path / "large.toml").write_text("#" * (1 << 20) + "\n", "utf-8")
    with pytest.raises(RuleSetError, match="too large"):
        load_rules(tmp_path / "large.toml")


def test_a_rule_set_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleSetError, match="there are taiwan"):
        load_rules("mars")


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=5) | st.integers() | st.lists(st.text()), max_size=3))
def test_options_of_any_kind_are_taken_or_refused(options: dict[str, object]) -> None:
    if not options:
        return
    with pytest.raises(RuleSetError):
        load_rules("taiwan", options)


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("rain", "yes", "there is no option rain"),
        ("cap", -1, "must be a whole number from 0"),
        ("cap", True, "must be a whole number from 0"),
        ("cap", "many", "must be a whole number from 0"),
        ("waits", "all", "must be one of drawable, formal"),
        ("waits", ["formal"], "must be one of drawable, formal"),
        ("flower_seats", "ESWN", "must name a seat for each"),
        ("flower_seats", "EEEESSSS", "must name a seat for each"),
    ],
)
def test_an_option_that_is_not_offered_is_refused(option: str, value: object, why: str) -> None:
    with pytest.raises(RuleSetError, match=why):
        load_rules("taiwan", {option: value})


def test_options_may_come_as_text_or_as_json() -> None:
    assert load_rules("taiwan", {"cap": "81"}).options["cap"] == 81
    assert load_rules("taiwan", {"dragon_rounds": True}).options["dragon_rounds"] == "yes"


def test_the_options_in_force_are_all_there_and_cannot_be_changed() -> None:
    rules = load_rules("taiwan", {"waits": "formal"})
    assert set(rules.options) == {spec.id for spec in rules.option_specs}
    assert rules.options["cap"] == 0
    with pytest.raises(TypeError):
        rules.options["cap"] = 1  # type: ignore[index]


def test_the_default_rule_set_comes_first() -> None:
    assert rule_set_ids()[0] == "taiwan"
    assert all(load_rules(rule_set).id == rule_set for rule_set in rule_set_ids())


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (HEAD + '[payments]\ndiscard = "nobody"\n', 8, "discard must be one of discarder, half_each"),
        (HEAD + "[payments]\nbase = 3\n", 8, "base must be true or false"),
        (HEAD + "[payments]\nliability = 3\n", 8, "liability is no key here"),
        (HEAD + ROW + 'part = "odd"\n', 11, "part must be one of plain, special, fills"),
    ],
)
def test_a_fault_in_who_pays_and_in_parts_is_named(tmp_path: Path, text: str, line: int, why: str) -> None:
    file, at, reason = refused(tmp_path, text)
    assert (file, at) == ("club.toml", line)
    assert reason.startswith(why)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('drawn_hand = "stays"', "drawn_hand must be one of holds, passes"),
        ("four_west = 1", "four_west must be true or false"),
        ("fine = -1", "fine can't be below 0"),
        ("chips = true", "chips must be a whole number"),
        ("pot = 3", "pot is no key here; known are "),
    ],
)
def test_a_table_that_can_not_be_is_refused(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'extends = "taiwan"\nid = "club"\nversion = "1"\n{NAMES}\n[table]\n{line}\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as refused:
        load_rules(path)
    assert (refused.value.line, refused.value.why[: len(why)]) == (6, why)


def test_a_table_of_one_s_own_keeps_what_it_does_not_change(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        f'extends = "ccaa"\nid = "club"\nversion = "1"\n{NAMES}\n[table]\nfalse_win = 5\n', encoding="utf-8"
    )
    table = load_rules(path).table
    assert (table.false_win, table.fine, table.winners, table.chips) == (5, 1, "all", 200)
