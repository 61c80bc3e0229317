"""Every fault of a rule set has a code; docs/rules.md lists them, and each can come about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorer import RuleFile, RuleSetError, load_rules, own_rules
from scorer.errors import RULE_SET_CODES
from scorer.rulefile import LARGEST_FILE
from tests.scorer.shared import ROOT

NAMES = 'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }\n'
HEAD = f'extends = "taiwan"\nid = "club"\nversion = "3"\n{NAMES}'
ROW = f"[rows.mine]\nall_of = ['self_draw']\ntai = 1\nsource = 'us'\n{NAMES}"
OPTION = f"[options.mine]\nsource = 'us'\n{NAMES}"

FILES = {
    "too_large": "#" * (LARGEST_FILE + 1),
    "not_utf8": b"\xff",
    "not_toml": "id",
    "too_deep": "x = " + "[" * 5000,
    "too_many": HEAD + ROW + f"excludes = {['full_flush'] * 101}\n",
    "extends_unknown": HEAD.replace("taiwan", "mars"),
    "extends_itself": HEAD.replace("taiwan", "club"),
    "id_built_in": HEAD.replace('"club"', '"ccaa"'),
    "id_invalid": HEAD.replace('"club"', '"Our Club"'),
    "version_invalid": HEAD.replace('"3"', '"v 3"'),
    "key_missing": HEAD + ROW.replace("tai = 1\n", ""),
    "key_unknown": HEAD + ROW + "value = 1\n",
    "name_missing": HEAD + ROW.replace('zh-Hans = "我们", ', ""),
    "text_invalid": HEAD + ROW.replace("'us'", '"\\u001b[31m"'),
    "not_a_table": HEAD + "[rows]\nmine = 1\n",
    "not_a_text": HEAD + ROW.replace("'us'", "7"),
    "not_a_list": HEAD + ROW + "excludes = 'full_flush'\n",
    "not_a_whole_number": HEAD + ROW.replace("tai = 1", "tai = 1.5"),
    "not_true_or_false": HEAD + ROW + "off = 1\n",
    "out_of_range": HEAD + ROW.replace("tai = 1", "tai = 1001"),
    "not_a_choice": HEAD + ROW + "part = 'odd'\n",
    "default_unfit": HEAD + OPTION + "choices = ['on', 'off']\ndefault = 'maybe'\n",
    "pattern_unknown": HEAD + ROW.replace("self_draw", "rain"),
    "row_unknown": HEAD + ROW + "replaces = ['rain']\n",
    "shape_unknown": HEAD + "[shapes]\neight_pairs = 'mine'\n",
    "choice_unknown": HEAD + ROW + "when.waits.never.tai = 2\n",
    "exclusion_cycle": HEAD + ROW + "excludes = ['half_flush']\n[rows.half_flush]\nexcludes = ['mine']\n",
}


@pytest.mark.parametrize("code", FILES)
def test_each_fault_of_a_file_has_its_code(code: str) -> None:
    text = FILES[code]
    with pytest.raises(RuleSetError) as caught:
        own_rules(RuleFile("club.toml", text if isinstance(text, bytes) else text.encode()))
    assert caught.value.code == code


def test_what_is_wrong_with_how_a_rule_set_is_named_or_used_has_its_code(tmp_path: Path) -> None:
    for code, name, options in (
        ("rules_unknown", "mars", {}),
        ("unreadable", str(tmp_path / "none.toml"), {}),
        ("unreadable", str(tmp_path / "no\x00ne.toml"), {}),
        ("option_unknown", "taiwan", {"rain": "on"}),
        ("option_unfit", "taiwan", {"waits": "never"}),
    ):
        with pytest.raises(RuleSetError) as caught:
            load_rules(name, options)
        assert caught.value.code == code


def test_every_code_can_come_about_and_is_listed_in_the_docs() -> None:
    named = {"rules_unknown", "unreadable", "option_unknown", "option_unfit"}
    assert {*FILES, *named} == set(RULE_SET_CODES)
    text = (ROOT / "docs" / "rules.md").read_text("utf-8").partition("#### What may be wrong with a file")[2]
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", text, flags=re.MULTILINE)) == RULE_SET_CODES


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (HEAD + ROW + "[rows.mine.when.waits.formal]\ntai = 'many'\n", 10, "not_a_whole_number"),
        (HEAD + ROW + "[rows.mine.when.waits.formal]\nvalue = 1\n", 10, "key_unknown"),
        (HEAD + "[table.when.waits.formal]\nfine = -1\n", 5, "out_of_range"),
        (HEAD + "[payments.when.waits.formal]\ndiscard = 'nobody'\n", 5, "not_a_choice"),
        (HEAD + "[rows.rain]\noff = true\n", 5, "pattern_unknown"),
        (HEAD + "[options.cap]\nkind = 'choice'\nchoices = ['on', 'off']\ndefault = 'on'\n", 6, "not_a_choice"),
        (HEAD + OPTION + "choices = ['a', 'b']\ndefault = 'a'\n", 5, "name_missing"),
        (HEAD + OPTION + "choices = ['on', 'on', 'off']\ndefault = 'on'\n", 8, "not_a_choice"),
        (HEAD + OPTION + "kind = 'number'\nchoices = [[[1]]]\ndefault = 1\n", 9, "key_unknown"),
        (HEAD + "[rows.when]\ntai = 1\n", 5, "id_invalid"),
        (HEAD + "[rows.'<b>']\ntai = 1\n", 5, "id_invalid"),
        (HEAD + "[shapes]\nthirteen_orphans = ['mine']\n", 6, "not_a_text"),
        (HEAD + '[rows.half_flush.names]\nen = "a\\u2028b"\n', 6, "text_invalid"),
        (HEAD + '# \u2028 no end of a line\n[rows.half_flush]\ntai = "a"\n', 7, "not_a_whole_number"),
        (HEAD + "[rows.half_flush]\ntai = 1979-05-27\n", 6, "not_a_whole_number"),
        (HEAD + "[rows.half_flush]\ntai = inf\n", 6, "not_a_whole_number"),
    ],
)
def test_odd_files_are_refused_at_their_line(text: str, line: int, code: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        own_rules(RuleFile("club.toml", text.encode()))
    assert (caught.value.line, caught.value.code) == (line, code)


def test_a_file_that_begins_with_a_byte_order_mark_or_ends_its_lines_as_windows_does_is_taken() -> None:
    file = own_rules(RuleFile("club.toml", ("\ufeff" + HEAD + ROW).replace("\n", "\r\n").encode()))
    assert (file.id, file.version, file.lineage) == ("club", "3", ("taiwan",))


def test_a_file_that_ends_too_early_is_blamed_at_its_last_line() -> None:
    with pytest.raises(RuleSetError) as caught:
        RuleFile("club.toml", (HEAD + "[rows.half_flush]\nexcludes = [\n\n").encode())
    assert (caught.value.line, caught.value.code) == (6, "not_toml")
