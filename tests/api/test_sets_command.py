"""`tailens sets diff` and `tailens sets merge`."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from api.cli import main
from labels.forms.card import About
from labels.forms.convert import form_named, opened
from labels.forms.dataset import in_set_order
from labels.forms.registry import FORMS
from labels.forms.written import SetWriter
from tests.labels.forms.made import boxed, set_photo, small_set


def written(folder, photos):
    folder.mkdir()
    with SetWriter(folder, FORMS["coco"]) as writer:
        for photo in in_set_order(photos):
            writer.add(photo)
        writer.finish(About())
    return str(folder)


@pytest.fixture
def before(tmp_path):
    return written(tmp_path / "before", small_set(tmp_path / "photos"))


@pytest.fixture
def after(tmp_path):
    """The same set with a photo more, one less, a tile renamed and another moved."""
    _, first, last = small_set(tmp_path / "photos")
    more = set_photo(tmp_path / "photos", "d.png", [boxed("3p", 1, 1, 30, 40)], split="val", scene="s3")
    moved = boxed("5m", 3, 2, 22.5, 30.125)
    changed = [replace(first, labels=(moved, *first.labels[1:])), replace(last, labels=(boxed("6z", 30, 30, 50, 60),))]
    return written(tmp_path / "after", [*changed, more])


def tiles(path):
    with opened(path, form_named("coco")) as dataset:
        return {photo.name: [label.tile for label in photo.labels] for photo in dataset}


def test_what_differs_is_told_photo_by_photo_and_tile_by_tile(before, after, capsys):
    assert main(["sets", "diff", before, after, "--form", "coco"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "+ d.png",
        "- b.png",
        "~ 麻將 1.png",
        "    moved 5m at 3,2",
        "~ c.png",
        "    renamed 7z -> 6z at 30,30",
        "1 photos added, 1 removed, 2 changed",
    ]
    assert main(["sets", "diff", before, before, "--form", "coco"]) == 0
    assert capsys.readouterr().out == "no difference\n"


def test_programs_get_all_that_differs(before, after, capsys):
    assert main(["sets", "diff", before, after, "--form", "coco", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["photo"] for each in told["added"]] == ["d.png"]
    (tile,) = told["changed"][1]["tiles"]
    assert (tile["kind"], tile["before"]["label"], tile["after"]["label"]) == ("renamed", "7z", "6z")


def test_two_sets_are_merged_only_where_somebody_says_whose_labels_count(before, after, tmp_path, capsys):
    out = tmp_path / "both"
    call = ["sets", "merge", before, after, "--form", "coco", "--out", str(out)]
    assert main(call) == 1
    error = capsys.readouterr().err
    assert "(labels_differ)" in error and "c.png" in error and not out.exists()
    assert main([*call, "--prefer", "second"]) == 0
    assert "4 photos, 1 of them new" in capsys.readouterr().out
    assert tiles(out) == {"b.png": [], "c.png": ["6z"], "d.png": ["3p"], "麻將 1.png": ["5m", "1f", "back"]}


def test_a_name_that_is_taken_gets_a_number_and_a_known_scene_keeps_its_split(tmp_path):
    one = written(tmp_path / "one", [set_photo(tmp_path / "a", "x.png", split="val", scene="friday")])
    photo = replace(set_photo(tmp_path / "b", "y.png", split="train", scene="friday"), name="x.png")
    other = written(tmp_path / "other", [photo])
    assert main(["sets", "merge", one, other, "--form", "coco", "--out", str(tmp_path / "both")]) == 0
    with opened(tmp_path / "both", form_named("coco")) as dataset:
        assert [(each.name, each.split) for each in dataset] == [("x-2.png", "val"), ("x.png", "val")]
