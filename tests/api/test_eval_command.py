"""`tailens eval`: readings measured against labels."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from api.cli import main
from labels.photoset import COLUMNS

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
SAMPLE = "concealed-hand"


def truth(name: str) -> list[dict[str, str]]:
    """Give a sample's tiles as rows of the documented form."""
    document = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    rows = []
    for tile in document["tiles"]:
        if tile["tile"] != "back" and tile["role"] != "other":
            corners = np.array(tile["corners"])
            low, high = corners.min(axis=0), corners.max(axis=0)
            box = dict(zip(("x0", "y0", "x1", "y1"), map(str, (*low, *high)), strict=True))
            rows.append(
                {"photo": f"{name}.jpg", "tile": tile["tile"], "part": "face", "scene": "s", "source": "o", **box}
            )
    return rows


def write(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows(rows)
    return path


@pytest.fixture
def labelled(tmp_path: Path) -> tuple[Path, list[dict[str, str]]]:
    """A sample with its true labels, the first of them named wrong, and a file that is no photo."""
    photos = tmp_path / "set"
    photos.mkdir()
    (photos / f"{SAMPLE}.jpg").write_bytes((SAMPLES / f"{SAMPLE}.jpg").read_bytes())
    (photos / "broken.jpg").write_bytes(b"no photo")
    rows = truth(SAMPLE)
    rows[0] = {**rows[0], "tile": "7z" if rows[0]["tile"] != "7z" else "6z"}
    return write(tmp_path / "set.csv", [*rows, {**rows[1], "photo": "broken.jpg"}]), rows


def test_the_figures_are_those_of_the_labels(capsys, tmp_path, labelled):
    path, rows = labelled
    out = tmp_path / "out"
    assert main(["eval", str(path), "--out", str(out), "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    right = len(rows) - 1
    assert (document["photos"], document["labelled"]) == (2, len(rows) + 1)
    assert document["recall"] == pytest.approx(right / (len(rows) + 1))
    assert document["precision"] == pytest.approx(right / len(rows))
    assert document["confused"][0][0] in (rows[0]["tile"], rows[1]["tile"])
    assert "broken.jpg" in printed.err and "photo_unreadable" in printed.err

    with (out / "photos.csv").open(encoding="utf-8") as file:
        table = {row["photo"]: row for row in csv.DictReader(file)}
    assert table[f"{SAMPLE}.jpg"]["named"] == str(right)
    assert table[f"{SAMPLE}.jpg"]["corrections"] == "1"
    assert int(table[f"{SAMPLE}.jpg"]["ms"]) >= int(table[f"{SAMPLE}.jpg"]["locate_ms"]) > 0
    assert table["broken.jpg"]["error"] == "photo_unreadable"
    assert len((out / "readings.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_the_pictures_show_the_mistake(tmp_path, labelled, capsys):
    path, _ = labelled
    out = tmp_path / "out"
    assert main(["eval", str(path), "--out", str(out)]) == 0
    assert "recall" in capsys.readouterr().out
    [worst] = (out / "worst").iterdir()
    with Image.open(worst) as drawn, Image.open(SAMPLES / f"{SAMPLE}.jpg") as plain:
        changed = np.abs(np.asarray(drawn, int) - np.asarray(plain.resize(drawn.size), int)).max(axis=2) > 80
    assert 0 < changed.mean() < 0.05
    with Image.open(out / "confusion.jpg") as matrix:
        assert min(matrix.size) > 200


HEAD = ",".join(COLUMNS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\xff\xfe\x00bad", "no table in UTF-8"),
        (f"{HEAD}\na.jpg,1m".encode(), "set.csv:2: the row ends before part"),
        (f"{HEAD}\na.jpg,9z,face,0,0,5,5,s,o".encode(), "set.csv:2: 9z is no tile"),
        (f"{HEAD}\na.jpg,1m,face,0,0,x,5,s,o".encode(), "set.csv:2: could not convert"),
    ],
)
def test_a_table_that_is_none_is_refused_in_one_line_with_its_place(tmp_path, capsys, text, why):
    path = tmp_path / "set.csv"
    path.write_bytes(text)
    assert main(["eval", str(path)]) == 1
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1 and error.endswith("(labels_invalid)\n")


def test_labels_that_are_none_are_refused_in_one_line(tmp_path, capsys):
    path = tmp_path / "set.csv"
    path.write_text("photo,tile\na.jpg,1m\n", encoding="utf-8")
    assert main(["eval", str(path)]) == 1
    assert "no column" in capsys.readouterr().err
    assert main(["eval", str(tmp_path / "absent.csv")]) == 1
    assert "absent.csv" in capsys.readouterr().err
