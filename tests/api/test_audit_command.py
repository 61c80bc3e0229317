"""`tailens audit`, with the real reader, on sample photos with mistakes planted in their labels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from api.cli import main
from labels.forms.card import About
from labels.forms.dataset import Dataset, SetPhoto, label_in
from labels.forms.registry import FORMS
from labels.forms.source import measured
from labels.forms.written import SetWriter
from labels.measure import box_of

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
NAME = "concealed-hand"


def sample(name: str) -> SetPhoto:
    """A sample photo with the labels of its truth, as upright boxes."""
    path = SAMPLES / f"{name}.jpg"
    sha256, width, height = measured(path, path.name)
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))
    tiles = [tile for tile in truth["tiles"] if tile["role"] != "other" and tile["tile"] != "back"]
    labels = tuple(label_in(tile["tile"], box_of(tile["corners"]), (width, height)) for tile in tiles)
    return SetPhoto(path.name, path, sha256, width, height, labels)


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory):
    """A YOLO set of one photo: its first tile has another name, its third no label; and the same bytes once more."""
    folder = tmp_path_factory.mktemp("audit") / "set"
    folder.mkdir()
    photo = sample(NAME)
    first, second, _, *rest = photo.labels
    other = "1z" if first.tile != "1z" else "2z"
    spoiled = replace(photo, labels=(replace(first, tile=other), second, *rest), split="train")
    with SetWriter(folder, FORMS["yolo"]) as writer:
        for each in Dataset((spoiled, replace(photo, name="again.jpg", split="val"))):
            writer.add(each)
        writer.finish(About())
    return folder, photo, other


def test_planted_mistakes_are_listed_first_and_pictured(doubtful, tmp_path, capsys):
    folder, photo, other = doubtful
    out = tmp_path / "out"
    assert main(["audit", str(folder), "--form", "yolo", "--out", str(out), "--json"]) == 0
    printed = capsys.readouterr()
    found = [json.loads(line) for line in printed.out.splitlines()]
    assert printed.err == "" and (out / "findings.jsonl").read_text("utf-8") == printed.out
    mine = {
        finding["kind"]: finding for finding in found if finding["photo"] == photo.name or finding["kind"] == "leak"
    }
    assert (mine["name"]["label"], mine["name"]["suggestion"]) == (other, photo.labels[0].tile)
    assert mine["missed"]["suggestion"] == photo.labels[2].tile
    assert {mine["leak"]["photo"], mine["leak"]["suggestion"]} == {photo.name, "again.jpg"}
    assert (out / "index.html").read_text("utf-8").count("<li>") == len(found)

    assert main(["audit", str(folder), "--form", "yolo", "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert "2 photos: " in printed.out and "1 name" in printed.out and str(out / "index.html") in printed.out


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["absent", "--form", "yolo"], 1, "(form_unknown)"),
        (["absent", "--form", "zip"], 2, "zip"),
        (["absent", "--form", "yolo", "--out", "."], 1, "(out_exists)"),
        (["absent", "--form", "yolo", "--least", "2"], 2, "least"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(tmp_path, monkeypatch, capsys, arguments, code, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").touch()
    assert main(["audit", *arguments]) == code
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1 and [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
