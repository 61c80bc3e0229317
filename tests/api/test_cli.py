"""The `tailens` command, as a person or a script calls it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import tailens
from api.cli import main
from scorer import load_rules, parse_hand, score, sheet_document
from scorer.win import Win
from tests.api.conftest import HAND

ROOT = Path(__file__).parents[2]


def run(capsys, *arguments):
    """Run the command in this process; give its exit code, output and errors."""
    code = main([str(a) for a in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def one_line(errors):
    assert errors.count("\n") == 1
    assert errors.startswith("tailens: ")
    return errors


def test_score_prints_the_document_of_the_scorer(capsys):
    code, out, err = run(capsys, "score", "--hand", HAND, "--seat", "S", "--from", "W", "--lang", "en", "--json")
    sheet = score(parse_hand(HAND), Win("discard", seat="S", from_seat="W"), load_rules("taiwan"))
    assert (code, err) == (0, "")
    assert json.loads(out) == sheet_document(sheet, lang="en", explain=False, base=100, per_tai=20)


def test_every_fact_of_the_win_reaches_the_scorer(capsys):
    facts = "--won-by self_draw --seat W --round S --dealer W --streak 2 --event last_tile --base 5 --per-tai 3"
    code, out, _ = run(capsys, "score", "--hand", HAND, *facts.split(), "--explain", "--json")
    win = Win("self_draw", seat="W", round="S", dealer="W", streak=2, events=frozenset({"last_tile"}))
    sheet = score(parse_hand(HAND), win, load_rules("taiwan"))
    assert code == 0
    assert json.loads(out) == sheet_document(sheet, lang="zh-Hant", explain=True, base=5, per_tai=3)


def test_the_table_names_rows_total_and_who_pays(capsys):
    code, out, _ = run(capsys, "score", "--hand", HAND, "--seat", "S", "--from", "W")
    document = json.loads(run(capsys, "score", "--hand", HAND, "--seat", "S", "--from", "W", "--json")[1])
    assert code == 0
    for row in document["rows"]:
        assert row["name"] in out
    due = document["settlement"]["S"]
    assert f"+{due}" in out and f"-{due}" in out
    assert "\x1b[" not in out  # no colours into a pipe


def test_a_hand_below_the_minimum_is_told_its_rows_and_what_it_lacks(capsys):
    poor = ("--hand", "67m234p11z[123m][345p][567s]+8m|12f", "--rules", "ccaa", "--lang", "en", "--explain")
    code, out, _ = run(capsys, "score", *poor)
    assert code == 1
    assert "can't be scored: below_minimum" in out and "tai it lacks: 1" in out
    assert out.count("004: 花 一張花一台") == 2
    assert "nearest winning hand" not in out


def test_a_row_that_does_not_count_is_named_with_its_tiles_and_what_stands_for_it(capsys):
    out = run(capsys, "score", "--hand", "55566677z123m23456p+7p", "--lang", "en")[1]
    assert "not counted: Dragon triplet 555z (Small three dragons)" in out


def test_a_winning_tile_that_the_text_does_not_name_can_be_named(capsys):
    plain = HAND.replace("56s[777z]+7s", "567s[777z]")
    given = run(capsys, "score", "--hand", plain, "--winning", "7s", "--json")[1]
    assert json.loads(given)["hand"] == json.loads(run(capsys, "score", "--hand", HAND, "--json")[1])["hand"]
    assumed = json.loads(run(capsys, "score", "--hand", plain, "--json")[1])
    assert assumed["total"] <= json.loads(given)["total"]
    assert "assumed" in assumed


def test_a_hand_that_does_not_win_prints_its_status_and_exits_1(capsys):
    code, out, err = run(capsys, "score", "--hand", "123m", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["total"] is None
    assert json.loads(out)["status"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["shout"],
        ["score"],
        ["score", "--hand", "hello"],
        ["score", "photo.jpg", "--hand", HAND],
        ["score", "--hand", HAND, "--winning", "9p"],
        ["score", "--hand", HAND, "--winning", "tile"],
        ["score", "--hand", HAND, "--seat", "X"],
        ["score", "--hand", HAND, "--seat", "S", "--from", "S"],
        ["score", "--hand", HAND, "--streak", "-1"],
        ["score", "--hand", HAND, "--streak", "many"],
        ["score", "--hand", HAND, "--base", "nan"],
        ["score", "--hand", HAND, "--per-tai", "9" * 40],
        ["score", "--hand", HAND, "--event", "no_such_event"],
        ["score", "--hand", HAND, "--option", "no_value"],
        ["score", "--hand", HAND, "--option", "no_such_option=1"],
        ["score", "--hand", HAND, "--rules", "no_such_rules"],
        ["score", "--hand", HAND, "--rules", "/no/such/file.toml"],
        ["score", "--hand", HAND, "--lang", "fr"],
        ["score", "--hand", HAND, "--loud"],
        ["read"],
        ["read", "photo.jpg", "--rules", "no_such_rules"],
        ["serve", "--port", "70000"],
    ],
)
def test_a_wrong_call_is_one_line_on_stderr_and_exit_2(capsys, arguments):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    if arguments:
        assert out == ""
        one_line(err)


def test_a_rule_set_file_at_fault_is_named_with_its_line(capsys, tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('extends = "taiwan"\nid = "club"\nnonsense = = 1\n', encoding="utf-8")
    code, _, err = run(capsys, "score", "--hand", HAND, "--rules", club)
    assert code == 2
    assert "club.toml" in one_line(err) and "3" in err


def test_read_prints_one_document_a_photo_in_order(capsys, tmp_path, sample):
    damaged = tmp_path / "cut.jpg"
    damaged.write_bytes(sample.read_bytes()[:2000])
    named = tmp_path / "麻將 手牌🀄.jpg"
    shutil.copy(sample, named)
    code, out, err = run(capsys, "read", sample, damaged, tmp_path / "none.jpg", named, "--json")
    documents = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (1, "")
    assert [d["photo"] for d in documents] == [sample.name, "cut.jpg", "none.jpg", named.name]
    assert [d.get("error", {}).get("code") for d in documents] == [None, "photo_damaged", "photo_missing", None]
    assert documents[0] == tailens.read(sample).to_document()
    assert documents[3]["tiles"] == documents[0]["tiles"]


def test_read_shows_tiles_and_hand(capsys, sample):
    code, out, err = run(capsys, "read", sample)
    document = tailens.read(sample).to_document()
    assert (code, err) == (0, "")
    assert document["hands"][0]["hand"] in out
    for tile in document["tiles"]:
        assert tile["tile"] in out


def test_a_photo_that_can_not_be_read_is_one_line_on_stderr(capsys, tmp_path):
    code, out, err = run(capsys, "read", tmp_path / "none.jpg")
    assert (code, out) == (1, "")
    assert "photo_missing" in one_line(err)


def test_drawn_photos_are_written_and_never_over_one_another(capsys, tmp_path, sample):
    twin = tmp_path / "elsewhere" / sample.name
    twin.parent.mkdir()
    shutil.copy(sample, twin)
    code, _, _ = run(capsys, "read", sample, twin, "--draw", tmp_path / "out")
    assert code == 0
    drawn = sorted((tmp_path / "out").iterdir())
    assert [path.name for path in drawn] == [f"{sample.stem}.reading-2.jpg", f"{sample.stem}.reading.jpg"]
    with Image.open(drawn[0]) as picture, Image.open(sample) as original:
        assert picture.size[0] * original.size[1] == pytest.approx(picture.size[1] * original.size[0], rel=0.01)
        plain = np.asarray(original.convert("RGB").resize(picture.size)).astype(int)
        changed = (abs(np.asarray(picture.convert("RGB")).astype(int) - plain).max(axis=2) > 60).sum()
        assert changed > 1000  # something is drawn on it


def test_a_photo_is_scored_like_its_hand(capsys, sample):
    hand = tailens.read(sample).to_document()["hands"][0]["hand"]
    by_photo = run(capsys, "score", sample, "--json")
    by_text = run(capsys, "score", "--hand", hand, "--json")
    assert by_photo == by_text
    assert by_photo[0] == 0


def test_a_photo_without_a_hand_can_not_be_scored(capsys, tmp_path, picture):
    blank = tmp_path / "blank.jpg"
    blank.write_bytes(picture())
    code, out, err = run(capsys, "score", blank)
    assert (code, out) == (1, "")
    assert "blank.jpg" in one_line(err)


def test_the_installed_command_runs_and_colours_only_a_terminal():
    command = Path(sys.executable).with_name("tailens")
    environment = {**os.environ, "FORCE_COLOR": "1"}
    done = subprocess.run(
        [command, "score", "--hand", HAND], capture_output=True, env=environment, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b"\x1b[" in done.stdout
    done = subprocess.run([command, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert re.fullmatch(r"tailens \d+\.\d+\.\d+\n", done.stdout)


def test_a_terminal_without_chinese_gets_the_sheet_all_the_same():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", "score", "--hand", HAND, "--json"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert not json.loads(done.stdout)["rows"][0]["name"].isascii()


def test_progress_goes_to_the_terminal_and_documents_to_the_pipe(tmp_path, sample):
    pty = pytest.importorskip("pty")
    terminal, theirs = pty.openpty()
    call = [sys.executable, "-m", "api.cli", "read", sample, sample, "--json"]
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs) as work:
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(terminal, 65536):
                shown += piece
        except OSError:  # Linux says so at a terminal's end
            pass
        documents = [json.loads(line) for line in work.stdout]
    os.close(terminal)
    assert [document["photo"] for document in documents] == [sample.name] * 2
    assert b"Reading" in shown
    assert b"{" not in shown


def test_a_folder_that_can_not_be_written_is_one_line_on_stderr(capsys, tmp_path, sample):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    code, _, err = run(capsys, "read", sample, "--draw", tmp_path / "file" / "out")
    assert code == 1
    assert "file" in one_line(err)


@pytest.mark.parametrize(
    "url",
    ["nonsense", "oracle://nobody@127.0.0.1/x", "postgresql+psycopg://a@127.0.0.1:1/x", "sqlite:////no/such/folder/x"],
)
def test_a_database_that_can_not_be_used_is_one_line_on_stderr_and_exit_3(capsys, tmp_path, monkeypatch, url):
    monkeypatch.setenv("TAILENS_DATABASE_URL", url)
    code, _, err = run(capsys, "serve", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path)
    assert code == 3
    one_line(err)


def test_a_reader_that_goes_away_is_no_traceback():
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", "score", "--hand", HAND],
        cwd=ROOT,
        stdout=write_end,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(write_end)
    assert b"Traceback" not in done.stderr


def test_serve_prints_a_join_link_that_opens_the_page(tmp_path):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TAILENS_")}
    service = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        printed = ""
        while "/join/" not in printed:
            line = service.stdout.readline()
            assert line, service.stderr.read()
            printed += line
        assert "█" in printed  # the QR code
        link = re.search(r"http://127\.0\.0\.1:\d+/join/\S+", printed).group()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        page = opener.open(link, timeout=30)
        assert page.headers["content-type"].startswith("text/html")
        api = link.partition("/join/")[0] + "/api/rules"
        assert json.load(opener.open(api, timeout=30))["rules"]
    finally:
        service.send_signal(signal.SIGINT)
        try:
            _, errors = service.communicate(timeout=60)
        finally:
            service.kill()
    assert service.returncode in (0, 130), errors
    assert "Traceback" not in errors
    assert (tmp_path / "join-token").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("loaded", ["typer", "fastapi", "onnxruntime"])
def test_an_interrupt_while_the_service_still_loads_ends_it_without_a_traceback(tmp_path, loaded):
    command = [sys.executable, "-X", "importtime", "-m", "api.start", "serve", "--port", "0", "--data", tmp_path]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background, interrupts are ignored, and a child would take that over.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as service:
        # Python says on stderr when a module is loaded.
        for line in service.stderr:
            if line.rpartition("|")[2].strip() == loaded:
                break
        service.send_signal(signal.SIGINT)
        try:
            _, errors = service.communicate(timeout=60)
        finally:
            service.kill()
    assert service.returncode in (-signal.SIGINT, 0, 130)
    assert "Traceback" not in errors and "KeyboardInterrupt" not in errors


def test_a_taken_port_is_one_line_on_stderr_and_exit_3(capsys, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = run(capsys, "serve", "--host", "127.0.0.1", "--port", port, "--data", tmp_path)
    assert (code, out) == (3, "")
    assert str(port) in one_line(err)


def test_read_takes_five_kinds_of_source(sample):
    by_path = tailens.read(sample).to_document()
    raw = sample.read_bytes()
    with Image.open(sample) as picture, sample.open("rb") as file:
        readings = [tailens.read(raw), tailens.read(file), tailens.read(io.BytesIO(raw)), tailens.read(str(sample))]
        picture.load()
        whole = [tailens.read(picture), tailens.read(np.asarray(picture.convert("RGB")))]
    for reading in readings:
        assert reading.to_document()["tiles"] == by_path["tiles"]
    # A picture already decoded can't be decoded reduced; the tiles are the same, their corners nearly so.
    for reading in whole:
        assert [t["tile"] for t in reading.to_document()["tiles"]] == [t["tile"] for t in by_path["tiles"]]
