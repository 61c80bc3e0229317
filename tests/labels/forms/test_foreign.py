"""Sets as other tools lay them out and name their classes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from labels.forms.classes import OWN
from labels.forms.convert import opened
from labels.forms.dataset import Dataset
from labels.forms.registry import FORMS
from tests.labels.forms.made import SIZE, picture


def read(root: Path, form: str, names: str = OWN) -> Dataset:
    with opened(root, FORMS[form], names=names) as dataset:
        return dataset


def put(root: Path, **files: str | bytes) -> None:
    for name, data in files.items():
        path = root / name.replace("__", "/").replace("_png", ".png").replace("_txt", ".txt")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())


def test_a_yolo_set_by_splits_with_strips_and_whole_faces_of_its_own_names(tmp_path):
    put(
        tmp_path,
        train__images__a_png=picture(1),
        train__labels__a_txt="0 0.5 0.5 0.25 0.25\n1 0.25 0.5 0.5 1",
        valid__images__b_png=picture(2),
        test__images__c_png=picture(3),
        test__labels__c_txt="",
    )
    (tmp_path / "data.yaml").write_text("train: ../train/images\nnc: 2\nnames: ['f2',\n 'f2-s']  # theirs\n", "utf-8")
    a, b, c = read(tmp_path, "yolo", "rethink-bonus-label")
    assert [(label.tile, label.part, label.box) for label in a.labels] == [
        ("6f", "index", (36, 24, 60, 40)),
        ("6f", "face", (0, 0, 48, 64)),
    ]
    assert [(p.name, p.split, p.labels) for p in (b, c)] == [("b.png", "val", ()), ("c.png", "test", ())]


def test_a_coco_set_that_names_a_class_which_no_label_has(tmp_path):
    document = {
        "images": [{"id": 0, "file_name": "a.png", "width": SIZE[0], "height": SIZE[1]}],
        "categories": [{"id": 0, "name": "mahjong"}, {"id": 1, "name": "hdr"}],
        "annotations": [{"image_id": 0, "category_id": 1, "bbox": [8, 8, 16, 24], "segmentation": []}],
    }
    put(tmp_path, valid__a_png=picture(1))
    (tmp_path / "valid" / "_annotations.coco.json").write_text(json.dumps(document), "utf-8")
    [photo] = read(tmp_path, "coco", "riichimahjongdetection")
    assert (photo.split, photo.labels[0].tile, photo.labels[0].box) == ("val", "7z", (8, 8, 24, 32))


def test_pictures_of_single_tiles_listed_in_a_table(tmp_path):
    put(tmp_path, images__a_png=picture(1), images__b_png=picture(2))
    (tmp_path / "data.csv").write_text("image-name,label,label-name\na.png,38,bonus-winter\nb.png,1,dots-1\n", "utf-8")
    a, b = read(tmp_path, "crops", "Camerash")
    assert (a.labels[0].tile, b.labels[0].tile) == ("4f", "1p")
    assert a.labels[0].box == (0, 0, *SIZE) and not a.labels[0].turned


def test_a_box_that_was_turned_in_label_studio_is_read_as_its_corners_and_a_person_counts_before_a_prediction(tmp_path):
    put(tmp_path, images__a_png=picture(1))
    value = {"x": 50, "y": 25, "width": 25, "height": 12.5, "rotation": 90, "rectanglelabels": ["3s"]}
    region = {"type": "rectanglelabels", "value": value, "original_width": SIZE[0], "original_height": SIZE[1]}
    task = {
        "data": {"image": "/data/upload/3/0a1b2c3d-a.png"},
        "annotations": [{"result": [], "was_cancelled": True}, {"result": [region]}],
        "predictions": [{"result": [{**region, "value": {**value, "rectanglelabels": ["9p"]}}]}],
    }
    (tmp_path / "project-3.json").write_text(json.dumps([task]), "utf-8")
    [photo] = read(tmp_path, "label-studio")
    assert (photo.name, photo.labels[0].tile) == ("a.png", "3s")
    # Turned clockwise about its top left at (48, 16): what was 24 wide and 8 high is now 8 wide and 24 high.
    assert photo.labels[0].corners == ((48, 16), (48, 40), (40, 40), (40, 16))


def test_a_box_that_was_turned_in_cvat_is_read_as_its_corners(tmp_path):
    put(tmp_path, a_png=picture(1))
    (tmp_path / "annotations.xml").write_text(
        '<annotations><image id="7" name="a.png" subset="default" width="96" height="64">'
        '<box label="3s" xtl="40" ytl="20" xbr="56" ybr="44" rotation="180"/></image></annotations>',
        "utf-8",
    )
    [photo] = read(tmp_path, "cvat")
    assert photo.labels[0].corners == ((56, 44), (40, 44), (40, 20), (56, 20)) and photo.split == ""


@pytest.mark.parametrize(
    "names", ["names:\n  0: 5m\n  1: '7z'\n", 'names:\n- 5m\n- "7z"\nnc: 2\n', "nc: 2\nnames: [5m, 7z]"]
)
def test_the_ways_in_which_yolo_sets_list_their_classes(tmp_path, names):
    put(tmp_path, images__a_png=picture(1), labels__a_txt="1 0.5 0.5 0.5 0.5")
    (tmp_path / "data.yaml").write_text(names, "utf-8")
    [photo] = read(tmp_path, "yolo")
    assert photo.labels[0].tile == "7z"
