"""`make demo ONCE=1`: the whole job, as a new user sees it first."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from PIL import Image

from scorer import Win, load_rules, parse_hand, score
from tests.api.conftest import SAMPLES

ROOT = Path(__file__).parents[2]


def demo(folder, *arguments):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TAILENS_")}
    call = [sys.executable, "-m", "api.demo", "--once", *map(str, arguments)]
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, timeout=180, check=False)


def laid_out(hand):
    """The hand, whatever the order in which its tiles and melds are named."""
    return sorted(hand.concealed), sorted(map(str, hand.melds)), hand.winning, sorted(hand.flowers)


def test_the_demo_reads_scores_settles_draws_and_invites(tmp_path, sample):
    done = demo(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    truth = parse_hand(json.loads(sample.with_suffix(".json").read_text(encoding="utf-8"))["hand"])
    read = parse_hand(re.search(r"^  hand +(\S+)", done.stdout, re.MULTILINE).group(1))
    assert laid_out(read) == laid_out(truth)
    sheet = score(truth, Win("discard", seat="S", from_seat="W"), load_rules("taiwan"))
    assert "synthetic" in done.stdout
    for row in sheet.rows:
        assert row.names["zh-Hant"] in done.stdout
    assert f"+{100 + 20 * sheet.total}" in done.stdout
    assert re.search(r"http://\S+:\d+/join/\S+", done.stdout)
    assert "█" in done.stdout
    with Image.open(tmp_path / "demo-out" / f"{sample.stem}.reading.jpg") as drawn:
        assert drawn.format == "JPEG"
    assert "Traceback" not in done.stderr


def test_the_demo_takes_a_photo_of_ones_own(tmp_path):
    other = max(SAMPLES.glob("*.jpg"))
    done = demo(tmp_path, "--photo", other)
    assert done.returncode == 0, done.stdout + done.stderr
    assert other.name in done.stdout
    assert "synthetic" not in done.stdout


def test_the_demo_says_in_a_line_what_is_wrong_with_a_photo(tmp_path):
    wrong = tmp_path / "text.jpg"
    wrong.write_text("no picture", encoding="utf-8")
    for photo, reason in ((wrong, "photo_unreadable"), (tmp_path / "none.jpg", "none.jpg")):
        done = demo(tmp_path, "--photo", photo)
        assert done.returncode != 0
        assert reason in done.stdout.replace("\n", "")  # a long path is wrapped
        assert "Traceback" not in done.stderr
