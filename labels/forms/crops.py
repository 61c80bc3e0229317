"""Crops by class: a folder a class of upright single tiles, as picture classifiers learn from; `crops.csv` says whence.

Read are also a table `crops.csv` or `data.csv` of pictures beside a folder `images`, as sets of shop pictures have it.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

import cv2
import numpy as np

from labels.forms.classes import CLASS_INDEX
from labels.forms.dataset import DIGITS, Label, SetPhoto, class_of, label_in
from labels.forms.errors import FormError, blamed
from labels.forms.files import clean_copy
from labels.forms.form import TURN, Form, fills
from labels.forms.safe import decimal
from labels.forms.source import PHOTO_ENDINGS, Source, split_of, table_rows
from vision.errors import PhotoError
from vision.photo import Pixels, load_whole
from vision.rectify import side_lengths

COLUMNS: Final = ("image", "tile", "part", "source", "scene", "photo", "corners")
LEAST_SIDE: Final = 32
"""Pixels of a crop's shorter side; smaller tiles are enlarged, since nothing reads smaller pictures."""


class CropsWriter:
    """Writes `[SPLIT/]CLASS/NAME-NN.png`, upright, and `crops.csv`; pictures of one whole tile are kept as they are."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._file = (out / "crops.csv").open("x", newline="", encoding="utf-8")
        self._rows = csv.DictWriter(self._file, COLUMNS, lineterminator="\n")
        self._rows.writeheader()
        self._names = Counter[str]()

    def add(self, photo: SetPhoto) -> None:
        """Write one photo's tiles."""
        if not photo.labels:
            return
        data = photo.path.read_bytes()
        stem = PurePosixPath(photo.name).with_suffix("").as_posix()
        if all(fills(label, photo) for label in photo.labels[:2]):
            clean, ending = clean_copy(data)
            name = stem.removeprefix(f"{class_of(photo.labels[0])}/").replace("/", "_")
            self._write(photo, photo.labels[0], f"{name}{ending or PurePosixPath(photo.name).suffix.lower()}", clean)
            return
        try:
            image = load_whole(data).image
        except PhotoError as error:
            raise FormError("photo_unusable", f"{error.message} ({error.code})") from None
        for at, label in enumerate(photo.labels):
            done, encoded = cv2.imencode(".png", cut(image, label)[:, :, ::-1])
            if not done:
                raise FormError("photo_unusable", f"{photo.name} can't be cut")
            self._write(photo, label, f"{stem.replace('/', '_')}-{at:02d}.png", encoded.tobytes())

    def _write(self, photo: SetPhoto, label: Label, name: str, data: bytes) -> None:
        inside = "/".join(part for part in (photo.split, class_of(label), name) if part)
        self._names[inside.casefold()] += 1
        if self._names[inside.casefold()] > 1:
            raise FormError("cannot_carry", f"two crops would be {inside}")
        path = self._out / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        corners = " ".join(f"{decimal(x, DIGITS)},{decimal(y, DIGITS)}" for x, y in label.corners)
        self._rows.writerow(
            {
                "image": inside,
                "tile": label.tile,
                "part": label.part,
                "source": photo.source,
                "scene": photo.scene,
                "photo": photo.name,
                "corners": corners,
            }
        )

    def close(self) -> None:
        """Close the table."""
        self._file.close()


def cut(image: Pixels, label: Label) -> Pixels:
    """Give a tile upright, in its photo's own resolution.

    Args:
        image: the upright photo at full size.
    """
    # Pixels are squares here and points to the warp: half a pixel lies between.
    corners = np.array(label.corners, np.float32)
    sides = side_lengths(corners)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    larger = max(1.0, LEAST_SIDE / max(1.0, min(width, height)))
    wide, high = (max(LEAST_SIDE, round(float(side) * larger)) for side in (width, height))
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners - 0.5, target - 0.5)
    warped = cv2.warpPerspective(image, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def read(source: Source) -> Iterator[SetPhoto]:
    """Give each picture as a photo with one tile that fills it.

    Raises:
        FormError: with the file, and the line of a table.
    """
    for inside, columns in (("crops.csv", ("image", "tile")), ("data.csv", ("image-name", "label-name"))):
        if inside in source.files and any(name.startswith("images/") for name in source.files):
            yield from _listed(source, inside, *columns)
            return
    told = {}
    if "crops.csv" in source.files:
        told = {row["image"]: row for _, row in table_rows(source.text("crops.csv"), "crops.csv", COLUMNS)}
    found = False
    for name, inside in source.below("", PHOTO_ENDINGS).items():
        folders = name.split("/")[:-1]
        split = split_of(folders[0]) if len(folders) == 2 else None
        if len(folders) != (2 if split else 1):
            raise FormError("form_unknown", "a picture that is in no folder of a class", file=inside)
        found = True
        with blamed(inside):
            about = told.get(name, {})
            photo = source.photo(inside, name="/".join(name.split("/")[bool(split) :]), split=split or "")
            photo = replace(photo, scene=about.get("scene", ""), source=about.get("source", ""))
            yield _whole(source, photo, folders[-1], about.get("part", "face"))
    if not found:
        raise FormError("form_unknown", "no folders of pictures: these are no crops by class")


def _listed(source: Source, inside: str, picture: str, tile: str) -> Iterator[SetPhoto]:
    for line, row in table_rows(source.text(inside), inside, (picture, tile)):
        with blamed(inside, line):
            photo = source.photo(source.find(row[picture], ("images", "")), name=row[picture])
            photo = replace(photo, source=row.get("source", ""))
            yield _whole(source, photo, row[tile], row.get("part", "face"))


def _whole(source: Source, photo: SetPhoto, name: str, told: str) -> SetPhoto:
    tile, part = source.tile(name)
    part = told if told == "index" and f"{tile}-index" in CLASS_INDEX else part
    return replace(
        photo, labels=(label_in(tile, (0, 0, photo.width, photo.height), (photo.width, photo.height), part=part),)
    )


FORM = Form("crops", "crops by class", frozenset({TURN}), None, read, CropsWriter)
