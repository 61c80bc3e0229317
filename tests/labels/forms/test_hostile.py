"""Sets from strangers: what is wrong is refused by file and line, and nothing is written."""

from __future__ import annotations

import json
import stat
import zipfile
from pathlib import Path

import pytest

from labels.forms.convert import convert
from labels.forms.errors import FORM_ERROR_CODES, FormError
from labels.forms.registry import FORMS
from tests.labels.forms.made import SIZE, picture

YAML = "names: ['5m', '7z']\n"
GOOD = "0 0.5 0.5 0.2 0.4\n"


def refused(path: Path, form: str, **options) -> FormError:
    """Convert what must be refused, and give the refusal; nothing may be left behind."""
    out = path.parent / "out"
    with pytest.raises(FormError) as error:
        convert(path, out, source=FORMS[form], target=FORMS["csv"], **options)
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    assert error.value.code in FORM_ERROR_CODES
    return error.value


@pytest.fixture
def yolo(tmp_path: Path) -> Path:
    """A YOLO set of one photo."""
    root = tmp_path / "room" / "set"
    for folder in ("images", "labels"):
        (root / folder).mkdir(parents=True)
    (root / "images" / "a.png").write_bytes(picture(1))
    (root / "labels" / "a.txt").write_text(GOOD, "utf-8")
    (root / "data.yaml").write_text(YAML, "utf-8")
    return root


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("0 nan 0.5 0.2 0.4", "not_a_number"),
        ("0 1e999 0.5 0.2 0.4", "not_a_number"),
        ("0 1_0 0.5 0.2 0.4", "not_a_number"),
        ("0 0.95 0.5 0.2 0.4", "box_outside"),
        ("0 0.5 0.5 0 0.4", "box_empty"),
        ("0 0.5 0.5 -0.2 0.4", "box_empty"),
        ("2 0.5 0.5 0.2 0.4", "class_unknown"),
        ("-1 0.5 0.5 0.2 0.4", "class_unknown"),
        ("٣ 0.5 0.5 0.2 0.4", "class_unknown"),
        ("0 0.5 0.5 0.2", "shape_unknown"),
        ("0 0.4 0.4 0.6 0.4 0.6 0.6 0.4 0.6", "shape_unknown"),
    ],
)
def test_a_line_of_yolo_that_is_wrong_is_refused_with_its_number(yolo, line, code):
    (yolo / "labels" / "a.txt").write_text(f"{GOOD}\n{line}\n", "utf-8")
    error = refused(yolo, "yolo")
    assert (error.code, error.file, error.line) == (code, "labels/a.txt", 3)


def test_labels_without_a_photo_and_photos_that_share_labels_are_refused(yolo):
    (yolo / "labels" / "b.txt").write_text(GOOD, "utf-8")
    assert refused(yolo, "yolo").code == "photo_missing"
    (yolo / "labels" / "b.txt").unlink()
    (yolo / "images" / "a.jpg").write_bytes(picture(2, form="JPEG"))
    assert refused(yolo, "yolo").code == "name_twice"


def test_a_link_is_refused(yolo, tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_bytes(picture(3))
    (yolo / "images" / "b.png").symlink_to(secret)
    error = refused(yolo, "yolo")
    assert (error.code, error.file) == ("link", "images/b.png")
    (yolo / "images" / "b.png").unlink()
    (yolo / "images" / "more").symlink_to(tmp_path)
    assert refused(yolo, "yolo").file == "images/more"


def test_two_files_that_differ_only_in_case_are_refused(yolo):
    (yolo / "images" / "A.png").write_bytes(picture(3))
    assert refused(yolo, "yolo").code == "name_twice"


@pytest.mark.parametrize("names", ["names: {5m, 7z}", "names:\n  1: 5m", "names: [5m, 'x", "nc: 2"])
def test_class_names_that_are_not_understood_are_refused(yolo, names):
    (yolo / "data.yaml").write_text(names + "\n", "utf-8")
    assert refused(yolo, "yolo").code in ("value_invalid", "key_missing")


def test_a_class_of_another_set_is_refused_with_that_sets_name(yolo):
    (yolo / "data.yaml").write_text("names: [sc5, hdr]\n", "utf-8")
    error = refused(yolo, "yolo")
    assert error.code == "class_unknown" and "riichimahjongdetection" in error.why and error.line == 1


def test_a_damaged_photo_is_refused_by_name(yolo):
    (yolo / "images" / "a.png").write_bytes(picture(1)[:20])
    error = refused(yolo, "yolo")
    assert (error.code, error.file) == ("photo_unusable", "images/a.png")


def test_a_photo_that_is_not_the_manifests_is_refused(yolo, tmp_path):
    convert(yolo, tmp_path / "first" / "set", source=FORMS["yolo"], target=FORMS["yolo"])
    (tmp_path / "first" / "set" / "images" / "a.png").write_bytes(picture(4))
    assert refused(tmp_path / "first" / "set", "yolo").code == "photo_changed"


def packed(folder: Path, members: dict[str, bytes], **attributes) -> Path:
    path = folder / "set.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo("x")
            member.filename = name
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = attributes.get(name, 0o644 << 16)
            archive.writestr(member, data)
    return path


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


MEMBERS = {"images/a.png": picture(1), "labels/a.txt": GOOD.encode(), "data.yaml": YAML.encode()}


def test_an_archive_is_read_as_its_folder_would_be(room):
    path = packed(room, MEMBERS)
    tally = convert(path, room / "out", source=FORMS["yolo"], target=FORMS["csv"])
    assert tally.classes == {"5m": 1}


@pytest.mark.parametrize(
    "name",
    ["../a.txt", "/a.txt", "images/../../a.txt", "C:/a.txt", "a\\..\\b.txt", "nul.txt", "a/./b", "a//b", "b\n.txt"],
)
def test_a_member_that_leads_out_of_its_archive_is_refused_by_name(room, name):
    error = refused(packed(room, {**MEMBERS, name: b"x"}), "yolo")
    assert error.code == "name_unsafe" and error.file.startswith("set.zip/")


def test_a_link_in_an_archive_is_refused(room):
    link = {"images/b.png": (stat.S_IFLNK | 0o777) << 16}
    error = refused(packed(room, {**MEMBERS, "images/b.png": b"/etc/passwd"}, **link), "yolo")
    assert (error.code, error.file) == ("link", "set.zip/images/b.png")


def test_a_bomb_is_refused_before_it_is_unpacked(room):
    error = refused(packed(room, {**MEMBERS, "images/b.png": b"\0" * 30_000_000}), "yolo")
    assert (error.code, error.file) == ("bomb", "set.zip/images/b.png")


def test_two_members_of_one_name_are_refused(room):
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(room / "set.zip", "w") as archive:
        for name in (*MEMBERS, "data.yaml"):
            archive.writestr(name, MEMBERS[name])
    assert refused(room / "set.zip", "yolo").code == "name_twice"
    assert refused(packed(room, {**MEMBERS, "IMAGES/A.PNG": b"x"}), "yolo").code == "name_twice"
    assert refused(packed(room, {**MEMBERS, "images": b"x"}), "yolo").code == "name_twice"


def test_an_archive_that_is_damaged_or_none_is_refused(room):
    path = packed(room, MEMBERS)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert refused(path, "yolo").code == "archive_invalid"
    at = data.index(b"names: ") if b"names: " in data else 60
    path.write_bytes(data[:at] + bytes([data[at] ^ 255, data[at + 1] ^ 255]) + data[at + 2 :])
    assert refused(path, "yolo").code == "archive_invalid"


def coco(room: Path, **changes) -> Path:
    """A COCO set of one photo, something in it changed."""
    root = room / "set"
    root.mkdir()
    (root / "a.png").write_bytes(picture(1))
    document = {
        "images": [{"id": 1, "file_name": "a.png", "width": SIZE[0], "height": SIZE[1]}],
        "categories": [{"id": 7, "name": "5m"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 7, "bbox": [1, 2, 30, 40]}],
    }
    for key, value in changes.items():
        kind, _, name = key.partition("__")
        document[kind][0][name] = value
    (root / "all.json").write_text(json.dumps(document, indent=1), "utf-8")
    return root


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        ({"images__file_name": "../a.png"}, "name_unsafe", 3),
        ({"images__file_name": "/etc/passwd"}, "name_unsafe", 3),
        ({"images__file_name": "b.png"}, "photo_missing", 3),
        ({"images__file_name": 3}, "value_invalid", 3),
        ({"images__width": 90}, "size_differs", 3),
        ({"categories__name": "6x"}, "class_unknown", 17),
        ({"annotations__category_id": 8}, "class_unknown", 17),
        ({"annotations__image_id": 8}, "photo_missing", 17),
        ({"annotations__bbox": [1, 2, 300, 40]}, "box_outside", 17),
        ({"annotations__bbox": [1, 2, 3]}, "shape_unknown", 17),
        ({"annotations__bbox": "1 2 3 4"}, "value_invalid", 17),
        ({"annotations__bbox": [1, 2, float("nan"), 40]}, "not_a_number", 24),
        ({"annotations__bbox": [1, 2, 10**400, 40]}, "not_a_number", 17),
        ({"annotations__segmentation": [[1, 1, 9, 1, 9, 9]]}, "shape_unknown", 17),
        ({"annotations__score": 1.5}, "confidence_invalid", 17),
        ({"annotations__attributes": {"role": "king"}}, "value_invalid", 17),
        ({"annotations__iscrowd": 1}, "shape_unknown", 17),
    ],
)
def test_what_is_wrong_in_coco_is_refused_with_its_line(room, changes, code, line):
    error = refused(coco(room, **changes), "coco")
    assert (error.code, error.file, error.line) == (code, "all.json", line)


@pytest.mark.parametrize("text", ['{"images": [', "[" * 100_000, '{"images": [], "annotations": ' + "9" * 5000 + "}"])
def test_json_that_is_broken_or_bites_is_refused(room, text):
    root = coco(room)
    (root / "all.json").write_text(text, "utf-8")
    assert refused(root, "coco").code == "not_json"


def test_a_photo_listed_twice_is_refused(room):
    root = coco(room)
    document = json.loads((root / "all.json").read_text("utf-8"))
    document["images"].append({**document["images"][0], "id": 2})
    (root / "all.json").write_text(json.dumps(document), "utf-8")
    assert refused(root, "coco").code == "name_twice"


VOC = """<annotation>
  <filename>{name}</filename>
  <size><width>96</width><height>64</height></size>
  <object><name>5m</name><bndbox><xmin>2</xmin><ymin>3</ymin><xmax>{xmax}</xmax><ymax>40</ymax></bndbox></object>
</annotation>
"""


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (VOC.format(name="../../a.png", xmax=30), "name_unsafe", 1),
        (VOC.format(name="a.png", xmax="inf"), "not_a_number", 4),
        (VOC.format(name="a.png", xmax=200), "box_outside", 4),
        (VOC.format(name="a.png", xmax=30).replace("5m", "joker"), "class_unknown", 4),
        (VOC.format(name="a.png", xmax=30).replace("<xmin>2</xmin>", ""), "key_missing", 4),
        (VOC.format(name="a.png", xmax=30).replace("</object>", ""), "not_xml", 5),
        ('<!DOCTYPE a [<!ENTITY b "bb">]>\n' + VOC.format(name="a.png", xmax=30), "not_xml", 1),
        ("<annotation>" + "<a>" * 5000, "not_xml", 1),
    ],
)
def test_what_is_wrong_in_voc_is_refused_with_its_line(room, text, code, line):
    root = room / "set"
    root.mkdir()
    (root / "a.png").write_bytes(picture(1))
    (root / "a.xml").write_text(text, "utf-8")
    error = refused(root, "voc")
    assert (error.code, error.file, error.line) == (code, "a.xml", line)


CVAT = """<annotations><version>1.1</version>
<image id="0" name="a.png" width="96" height="64">
<box label="5m" xtl="1" ytl="2" xbr="30" ybr="40"/>
{shape}
</image></annotations>
"""


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        ('<polygon label="5m" points="1,1;20,1;20,20"/>', "shape_unknown"),
        ('<polygon label="5m" points="1,1;20,1;20,20;1,nan"/>', "not_a_number"),
        ('<ellipse label="5m" cx="4" cy="4" rx="2" ry="2"/>', "shape_unknown"),
        ('<box label="5m" xtl="1" ytl="2" xbr="300" ybr="40"/>', "box_outside"),
        ('<box xtl="1" ytl="2" xbr="30" ybr="40"/>', "key_missing"),
        ('<box label="hand" xtl="1" ytl="2" xbr="30" ybr="40"/>', "class_unknown"),
    ],
)
def test_what_is_wrong_in_cvat_is_refused_with_its_line(room, shape, code):
    root = room / "set"
    (root / "images").mkdir(parents=True)
    (root / "images" / "a.png").write_bytes(picture(1))
    (root / "annotations.xml").write_text(CVAT.format(shape=shape), "utf-8")
    error = refused(root, "cvat")
    assert (error.code, error.file, error.line) == (code, "annotations.xml", 4)


def test_a_photo_that_two_people_labelled_is_refused_in_label_studio(room):
    root = room / "set"
    (root / "images").mkdir(parents=True)
    (root / "images" / "a.png").write_bytes(picture(1))
    task = {"data": {"image": "/data/upload/1/0a1b2c3d-a.png"}, "annotations": [{"result": []}, {"result": []}]}
    (root / "export.json").write_text(json.dumps([task]), "utf-8")
    error = refused(root, "label-studio")
    assert (error.code, error.line) == ("several_annotations", 1)
    task["data"]["image"] = "/data/upload/1/..%2F..%2Fpasswd"
    del task["annotations"]
    (root / "export.json").write_text(json.dumps([task]), "utf-8")
    assert refused(root, "label-studio").code == "name_unsafe"


HEAD = "photo,tile,part,x0,y0,x1,y1,scene,source,corners\n"


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("../a.png,5m,face,1,2,30,40,s,o,", "name_unsafe"),
        ("a.png,5m,face,1,2,30,40,s,o", "not_csv"),
        ("a.png,5m,face,1,2,inf,40,s,o,", "not_a_number"),
        ("a.png,5m,index,1,2,30,40,s,o,", "class_unknown"),
        ("a.png,5m,side,1,2,30,40,s,o,", "value_invalid"),
        ("a.png,5m,face,1,2,30,40,other,o,", "value_invalid"),
        ('a.png,5m,face,1,2,30,40,s,o,"1,2 3,4"', "shape_unknown"),
        ('a.png,5m,face,1,2,30,40,s,o,"50,2 60,2 60,40 50,40"', "value_invalid"),
    ],
)
def test_what_is_wrong_in_a_table_is_refused_with_its_line(room, row, code):
    root = room / "set"
    (root / "photos").mkdir(parents=True)
    (root / "photos" / "a.png").write_bytes(picture(1))
    (root / "photos.csv").write_text(f"{HEAD}a.png,5m,face,1,2,30,40,s,o,\n{row}\n", "utf-8")
    error = refused(root, "csv")
    assert (error.code, error.file, error.line) == (code, "photos.csv", 3)


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_folder_is_of_no_form(room, form):
    (room / "set").mkdir()
    assert refused(room / "set", form).code == "form_unknown"
