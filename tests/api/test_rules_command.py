"""`tailens rules`, as a club's rule keeper calls it."""

from __future__ import annotations

import json

import pytest

from api.cli import main
from scorer import load_rules, rule_set_ids


def printed(capsys, *arguments):
    code = main(["rules", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_list_names_every_rule_set(capsys):
    code, out, _ = printed(capsys, "list", "--json")
    assert code == 0
    assert {document["id"] for document in json.loads(out)} == set(rule_set_ids())
    assert all(name in printed(capsys, "list")[1] for name in rule_set_ids())


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_show_gives_every_row_with_value_and_source(capsys, rule_set):
    document = json.loads(printed(capsys, "show", rule_set, "--json", "--lang", "en")[1])
    rows = {row["id"]: row for row in document["rows"]}
    for row in load_rules(rule_set).rows:
        assert (rows[row.id]["tai"], rows[row.id]["source"]) == (row.tai, row.source)
        assert rows[row.id]["name"] == row.names["en"]
    assert printed(capsys, "show", rule_set)[0] == 0


def test_a_rule_set_does_not_differ_from_itself(capsys):
    assert json.loads(printed(capsys, "diff", "taiwan", "taiwan", "--json")[1]) == []
    assert "do not differ" in printed(capsys, "diff", "taiwan", "taiwan")[1]


def test_diff_names_values_rows_and_options_that_differ(capsys):
    changes = json.loads(printed(capsys, "diff", "taiwan", "taiwan_classic", "--json")[1])
    values = {change["id"]: (change["left"], change["right"]) for change in changes if change["what"] == "tai"}
    assert values["three_concealed_triplets"] == (2, 4)
    assert values["dealt_flower_win"] == (12, None)
    assert "three_concealed_triplets" in printed(capsys, "diff", "taiwan", "taiwan_classic")[1]


def test_a_clubs_own_file_can_be_shown_and_compared(capsys, tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(
        'id = "club"\nversion = "1"\nextends = "taiwan"\n'
        'names = { zh-Hant = "俱樂部", zh-Hans = "俱乐部", en = "Club" }\n'
        "[rows.full_flush]\ntai = 10\n",
        encoding="utf-8",
    )
    code, out, errors = printed(capsys, "diff", "taiwan", str(path), "--json")
    assert (code, errors) == (0, "")
    assert [(c["id"], c["left"], c["right"]) for c in json.loads(out)] == [("full_flush", 12, 10)]


def test_an_unknown_rule_set_is_one_line(capsys):
    code, out, errors = printed(capsys, "show", "nowhere")
    assert (code, out) == (2, "")
    assert errors.count("\n") == 1
