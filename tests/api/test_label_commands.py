"""`tailens label` and `tailens convert`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from api.cli import main
from api.label_commands import FormName
from labels.forms.registry import FORMS
from labels.measure import box_of

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
SAMPLE = "concealed-hand"


def test_the_command_knows_every_form():
    assert [name.value for name in FormName] == list(FORMS)


@pytest.fixture(scope="module")
def labelled(tmp_path_factory):
    """A sample photo and a file that is none, labelled for Label Studio by the real reader."""
    folder = tmp_path_factory.mktemp("label")
    photos = folder / "photos"
    photos.mkdir()
    (photos / f"{SAMPLE}.jpg").write_bytes((SAMPLES / f"{SAMPLE}.jpg").read_bytes())
    (photos / "broken.jpg").write_bytes(b"no photo")
    out = folder / "set"
    assert main(["label", str(photos), "--out", str(out), "--form", "label-studio", "--license", "cc0-1.0"]) == 0
    return out


def test_a_folder_is_labelled_for_people_to_put_right(labelled):
    [task] = json.loads((labelled / "tasks.json").read_text("utf-8"))
    truth = json.loads((SAMPLES / f"{SAMPLE}.json").read_text("utf-8"))
    [prediction] = task["predictions"]
    width, height = prediction["result"][0]["original_width"], prediction["result"][0]["original_height"]
    seen = []
    for region in prediction["result"]:
        value = region["value"]
        points = value.get("points")
        if points is None:
            x, y = value["x"], value["y"]
            points = [[x, y], [x + value["width"], y + value["height"]]]
        assert all(0 <= number <= 100 for point in points for number in point)
        box = box_of([[x * width / 100, y * height / 100] for x, y in points])
        seen.append((value[region["type"]][0], box))
    for tile in truth["tiles"]:
        if tile["role"] == "other" or tile["tile"] == "back":
            continue
        box = box_of(tile["corners"])
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        [name] = [n for n, b in seen if b[0] < middle[0] < b[2] and b[1] < middle[1] < b[3]]
        assert name == tile["tile"]
    assert task["data"]["image"] == f"/data/local-files/?d=images/{SAMPLE}.jpg"
    assert (labelled / "images" / f"{SAMPLE}.jpg").is_file()
    card = (labelled / "README.md").read_text("utf-8")
    assert card.startswith("---\nlicense: cc0-1.0\n") and "machine-generated" in card
    assert "broken.jpg,photo_unreadable," in (labelled / "skipped.csv").read_text("utf-8")
    assert (labelled / "classes.txt").read_text("utf-8").splitlines()[41:43] == ["8f", "back"]


def test_a_set_is_converted_and_what_is_lost_is_said(labelled, tmp_path, capsys):
    call = ["convert", str(labelled), str(tmp_path / "yolo"), "--from", "label-studio", "--to", "yolo"]
    assert main(call) == 1
    error = capsys.readouterr().err
    assert "yolo can't hold confidence (" in error and "turn (" in error and error.endswith("(cannot_carry)\n")
    assert not (tmp_path / "yolo").exists()
    assert main([*call, "--lossy"]) == 0
    printed = capsys.readouterr()
    assert "1 photos, " in printed.out and "left out" in printed.err
    assert (tmp_path / "yolo" / "labels" / f"{SAMPLE}.txt").is_file()
    assert main([*call, "--lossy"]) == 1
    assert "(out_exists)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["label", "absent", "--out", "o", "--form", "yolo"], 1, "(photo_missing)"),
        (["label", "absent", "--out", "o", "--form", "zip"], 2, "zip"),
        (["convert", "absent", "o", "--from", "yolo", "--to", "coco"], 1, "(form_unknown)"),
        (["convert", "absent", "o", "--from", "yolo", "--to", "coco", "--names", "nobody"], 1, "(names_unknown)"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(tmp_path, monkeypatch, capsys, arguments, code, why):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1 and not list(tmp_path.iterdir())


def test_ray_that_is_not_installed_is_said_in_one_line_and_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    out = tmp_path / "set"
    call = ["label", str(SAMPLES / f"{SAMPLE}.jpg"), "--out", str(out), "--form", "yolo", "--engine", "ray"]
    assert main(call) == 1
    assert capsys.readouterr().err.endswith("Ray is not installed: pip install 'tailens[ray]' (engine_missing)\n")
    assert not list(tmp_path.iterdir())
