"""What we write is what an independent reader, supervision, finds: photos, classes, boxes and corners."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from labels.forms.classes import CLASS_NAMES
from labels.forms.dataset import Dataset, class_of
from labels.forms.registry import FORMS
from tests.labels.forms.made import small_set, turned_set
from tests.labels.forms.test_round_trips import write

ROOT = Path(__file__).parents[3]
READERS = ROOT / ".venv-readers"

pytestmark = pytest.mark.skipif(not (READERS / "made").exists(), reason="`make soak` makes .venv-readers")


def theirs(folder: Path, form: str, split: str) -> dict:
    script = Path(__file__).parent / "their_reading.py"
    command = [READERS / "bin" / "python", script, folder, form, split]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_one_piece(dataset: Dataset) -> Dataset:
    return Dataset(tuple(replace(photo, split="") for photo in dataset))


@pytest.mark.parametrize(("form", "split"), [("yolo", "train"), ("yolo-obb", "train"), ("coco", "train"), ("voc", "")])
def test_another_reader_finds_what_we_wrote(tmp_path, form, split):
    dataset = small_set(tmp_path / "in") if form in ("yolo", "voc") else turned_set(tmp_path / "in")
    write(tmp_path / "out", dataset, FORMS[form])
    found = theirs(tmp_path / "out", form, split)
    if form == "voc":
        # VOC has no list of classes: a reader finds those that are used.
        assert set(found["classes"]) == set(dataset.counts())
    else:
        assert found["classes"] == list(CLASS_NAMES)
    photos = [photo for photo in dataset if photo.split == split or not split]
    assert set(found["photos"]) == {photo.name for photo in photos}
    for photo in photos:
        told = found["photos"][photo.name]
        assert told["size"] == [photo.width, photo.height]
        assert [label[0] for label in told["labels"]] == [class_of(label) for label in photo.labels]
        for ours, (_, box, *corners) in zip(photo.labels, told["labels"], strict=True):
            assert box == pytest.approx(ours.box, abs=0.01)
            if form == "yolo-obb":
                assert corners[0] == [pytest.approx(point, abs=0.01) for point in ours.corners]
