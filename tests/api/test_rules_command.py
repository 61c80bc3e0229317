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


def club(tmp_path, body, name="Ours"):
    path = tmp_path / "club.toml"
    names = f'names = {{ zh-Hant = "我們", zh-Hans = "我们", en = "{name}" }}'
    path.write_text(f'extends = "taiwan"\nid = "club"\nversion = "1"\n{names}\n{body}', encoding="utf-8")
    return str(path)


def test_diff_names_all_that_a_house_file_changes(capsys, tmp_path):
    path = club(
        tmp_path,
        "[rows.half_flush]\ntai = 5\nexcludes = ['dealer']\nnone_of = ['self_draw']\n[rows.ligu_ligu]\noff = true\n"
        "[options.cap]\ndefault = 40\n[events.last_tile]\noff = true\n[table]\nfalse_win = 5\n"
        "[payments]\ndiscard = 'half_each'\n[hand]\nflowers = false\n",
    )
    changes = json.loads(printed(capsys, "diff", "taiwan", path, "--json")[1])
    assert {(change["id"], change["what"]): (change["left"], change["right"]) for change in changes} == {
        ("half_flush", "tai"): (4, 5),
        ("half_flush", "excludes"): ("", "dealer"),
        ("half_flush", "none_of"): ("", "self_draw"),
        ("ligu_ligu", "tai"): (8, None),
        ("cap", "option"): (0, 40),
        ("last_tile", "event"): ("yes", None),
        ("false_win", "table"): (0, 5),
        ("discard", "payments"): ("discarder", "half_each"),
        ("flowers", "hand"): (True, False),
    }
    assert "false_win table" in printed(capsys, "diff", "taiwan", path)[1]


@pytest.mark.parametrize("name", ["[/red] :smile:", "[bold]", "[link=x]"])
def test_a_name_of_a_club_s_file_is_no_markup(capsys, tmp_path, name):
    path = club(tmp_path, f'[rows.half_flush.names]\nen = "{name}"\n', name)
    for command in (("show", path), ("diff", path, "ccaa")):
        code, out, errors = printed(capsys, *command, "--lang", "en")
        assert (code, errors) == (0, "")
        assert all(part in out for part in name.split())


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        ("[rows.half_flush]\ntai = 5.5\n", 6, "tai must be a whole number"),
        ("[rows.rain]\ntai = 5\n", 5, "there is no pattern rain"),
        ("[rows.concealed_hand]\nexcludes = ['five_concealed_triplets']\n", 6, "rows exclude each other in a ring"),
        ("[rows.half_flush.names]\nen = ''\n", 6, "the name in en is missing"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["rules", "show", "FILE"],
        ["rules", "diff", "taiwan", "FILE"],
        ["score", "--hand", "1m", "--rules", "FILE"],
        ["read", "no.jpg", "--rules", "FILE"],
    ],
)
def test_a_bad_file_prints_file_line_and_reason_and_exits_2(capsys, tmp_path, body, line, why, command):
    path = club(tmp_path, body)
    code = main([path if word == "FILE" else word for word in command])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert captured.err.startswith(f"tailens: club.toml:{line}: {why}")
    assert captured.err.count("\n") == 1


def test_an_unknown_rule_set_is_one_line(capsys):
    code, out, errors = printed(capsys, "show", "nowhere")
    assert (code, out) == (2, "")
    assert errors.count("\n") == 1
