"""Our own form (docs/data.md): a table `NAME.csv`, a row a tile, beside a folder `NAME` of photos; a pair a split."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

from labels.forms.classes import CLASS_INDEX
from labels.forms.dataset import DIGITS, Label, SetPhoto, corners_of, label_at, label_in
from labels.forms.errors import FormError, blamed
from labels.forms.form import CONFIDENCE, EMPTY, PLACE, ROLE, TURN, Form
from labels.forms.safe import decimal, number
from labels.forms.source import MANIFEST, Source, split_of, table_rows
from labels.photoset import COLUMNS

WHOLE: Final = "photos"
"""What the pair of a set in one piece is called."""
MORE: Final = ("corners", "role", "confidence")
"""Columns beyond those that every table has: `x,y x,y x,y x,y` of a turned tile; role; the reader's confidence."""


class TableWriter:
    """Writes `photos.csv`, or `SPLIT.csv` for each split."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._files: dict[str, TextIO] = {}

    def add(self, photo: SetPhoto) -> None:
        """Write one photo's rows: one without a tile where there is none."""
        file = self._files.get(photo.split)
        rows: csv.DictWriter[str]
        if file is None:
            file = (self._out / f"{photo.split or WHOLE}.csv").open("x", newline="", encoding="utf-8")
            self._files[photo.split] = file
            rows = csv.DictWriter(file, (*COLUMNS, *MORE), lineterminator="\n")
            rows.writeheader()
        else:
            rows = csv.DictWriter(file, (*COLUMNS, *MORE), lineterminator="\n")
        about = {"photo": photo.name, "scene": photo.scene, "source": photo.source}
        rows.writerows({**about, **_row(label)} for label in photo.labels)
        if not photo.labels:
            rows.writerow(about)

    def close(self) -> None:
        """Close the tables."""
        for file in self._files.values():
            file.close()


def _row(label: Label) -> dict[str, str]:
    box = zip(("x0", "y0", "x1", "y1"), (decimal(value, DIGITS) for value in label.box), strict=True)
    corners = " ".join(f"{decimal(x, DIGITS)},{decimal(y, DIGITS)}" for x, y in label.corners)
    return {
        "tile": label.tile,
        "part": label.part,
        **dict(box),
        "corners": corners if label.turned else "",
        "role": label.role,
        "confidence": "" if label.confidence is None else decimal(label.confidence, 4),
    }


def read(source: Source) -> Iterator[SetPhoto]:
    """Give the photos of the tables of a folder.

    Raises:
        FormError: with file and line.
    """
    tables = [inside for inside in source.below("", (".csv",)) if "/" not in inside and inside != MANIFEST]
    tables = [inside for inside in tables if any(f.startswith(f"{inside[:-4]}/") for f in source.files)]
    if not tables:
        raise FormError("form_unknown", "no NAME.csv beside a folder NAME: this is no set of ours")
    for inside in tables:
        split = split_of(inside[:-4])
        if split is None and len(tables) > 1:
            raise FormError("split_unknown", "its name is none of train, val, test; convert it alone", file=inside)
        yield from _photos(source, inside, split or "")


def _photos(source: Source, inside: str, split: str) -> Iterator[SetPhoto]:
    photos: dict[str, SetPhoto] = {}
    labels: dict[str, list[Label]] = {}
    for line, row in table_rows(source.text(inside), inside, COLUMNS):
        name = row["photo"]
        with blamed(inside, line):
            if name not in photos:
                photo = source.photo(source.find(name, (inside[:-4],)), name=name, split=split)
                photos[name] = replace(photo, scene=row["scene"], source=row["source"])
                labels[name] = []
            if (row["scene"], row["source"]) != (photos[name].scene, photos[name].source):
                raise FormError("value_invalid", f"{name} had another scene or source above")
            if row["tile"]:
                labels[name].append(_label(source, row, photos[name]))
    for name, photo in photos.items():
        yield replace(photo, labels=tuple(labels[name]))


def _label(source: Source, row: dict[str, str], photo: SetPhoto) -> Label:
    tile, part = source.tile(row["tile"])
    if row["part"] not in ("", "face", "index"):
        raise FormError("value_invalid", f"the part {row['part']!r} is neither face nor index")
    if row["part"] == "index":
        part = "index"
        if f"{tile}-{part}" not in CLASS_INDEX:
            raise FormError("class_unknown", f"{tile} has no strip: only flowers have")
    confidence = number(row["confidence"], "the confidence") if row.get("confidence") else None
    size, role = (photo.width, photo.height), row.get("role", "")
    box = tuple(number(row[side], side) for side in ("x0", "y0", "x1", "y1"))
    label = label_in(tile, box, size, part=part, role=role, confidence=confidence)
    if not row.get("corners"):
        return label
    points = [point.split(",") for point in row["corners"].split()]
    if len(points) != 4 or any(len(point) != 2 for point in points):
        raise FormError("shape_unknown", "corners are not four")
    corners = [(number(x, "a corner"), number(y, "a corner")) for x, y in points]
    turned = label_at(tile, corners, size, part=part, role=role, confidence=confidence)
    if any(abs(a - b) > 1 for a, b in zip(turned.box, label.box, strict=True)):
        raise FormError("value_invalid", f"the corners of {tile} are not in its box")
    return turned if turned.corners != corners_of(label.box) else label


FORM = Form(
    "csv",
    "TaiLens table",
    frozenset({EMPTY, PLACE, TURN, ROLE, CONFIDENCE}),
    lambda split: split or WHOLE,
    read,
    TableWriter,
)
