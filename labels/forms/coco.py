"""COCO: one JSON a split with photos, categories and annotations; corners as a polygon of four, roles as attributes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from labels.forms.classes import CLASS_INDEX, CLASS_NAMES
from labels.forms.dataset import DIGITS, Label, SetPhoto, class_of, label_at, label_in
from labels.forms.errors import FormError
from labels.forms.form import CONFIDENCE, EMPTY, PLACE, ROLE, TURN, Form, in_images
from labels.forms.json_lines import JsonFile, Where
from labels.forms.safe import number
from labels.forms.source import Source, parent_of, split_of

CATEGORIES: Final = [{"id": at + 1, "name": name, "supercategory": "tile"} for at, name in enumerate(CLASS_NAMES)]
"""Categories count from 1, as COCO's own do."""


class CocoWriter:
    """Writes `annotations/instances_SPLIT.json`, or `instances_all.json`, an object a line.

    Photos must come split by split; annotations wait in a file, so that memory does not grow with the set.
    """

    def __init__(self, out: Path) -> None:
        self._folder = out / "annotations"
        self._folder.mkdir(parents=True)
        self._split: str | None = None
        self._photos: list[str] = []
        self._waiting = self._folder / "waiting"
        self._count = 0

    def add(self, photo: SetPhoto) -> None:
        """Write one photo and its annotations."""
        if photo.split != self._split:
            self._end()
            self._split = photo.split
        number_ = len(self._photos) + 1
        self._photos.append(
            _dumped({"id": number_, "file_name": photo.name, "width": photo.width, "height": photo.height})
        )
        with self._waiting.open("a", encoding="utf-8") as file:
            for label in photo.labels:
                self._count += 1
                file.write(_dumped(_annotation(label, self._count, number_)) + "\n")

    def close(self) -> None:
        """Write the last split's file."""
        if self._split is None:
            self._split = ""
        self._end()

    def _end(self) -> None:
        if self._split is None:
            return
        path = self._folder / f"instances_{self._split or 'all'}.json"
        with path.open("w", encoding="utf-8") as file:
            file.write('{"info": {"description": "Mahjong tiles, labelled with TaiLens"},\n"categories": [\n')
            file.write(",\n".join(map(_dumped, CATEGORIES)) + '\n],\n"images": [\n')
            file.write(",\n".join(self._photos) + '\n],\n"annotations": [\n')
            if self._waiting.exists():
                with self._waiting.open(encoding="utf-8") as lines:
                    for at, line in enumerate(lines):
                        file.write((",\n" if at else "") + line.rstrip("\n"))
                self._waiting.unlink()
            file.write("\n]}\n")
        self._photos, self._count = [], 0


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _annotation(label: Label, number_: int, photo: int) -> dict[str, Any]:
    x0, y0, x1, y1 = label.box
    attributes: dict[str, Any] = {"role": label.role} if label.role else {}
    found: dict[str, Any] = {
        "id": number_,
        "image_id": photo,
        "category_id": CLASS_INDEX[class_of(label)] + 1,
        "bbox": [x0, y0, round(x1 - x0, DIGITS), round(y1 - y0, DIGITS)],
        "area": round(_area(label), DIGITS),
        "segmentation": [[value for point in label.corners for value in point]],
        "iscrowd": 0,
    }
    if label.confidence is not None:
        found["score"] = label.confidence
    return {**found, "attributes": attributes} if attributes else found


def _area(label: Label) -> float:
    points = label.corners
    ahead = (*points[1:], points[0])
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, ahead, strict=True))) / 2


def read(source: Source) -> Iterator[SetPhoto]:
    """Give the photos of every COCO file of a set.

    Raises:
        FormError: with file and line.
    """
    found = False
    for inside in sorted(source.files):
        if inside.lower().endswith(".json"):
            document = JsonFile(source.text(inside), inside)
            if isinstance(document.root, dict) and {"images", "annotations"} <= set(document.root):
                found = True
                yield from _photos(source, document, inside)
    if not found:
        raise FormError("form_unknown", "no JSON with images and annotations: this is no COCO set")


def _photos(source: Source, document: JsonFile, inside: str) -> Iterator[SetPhoto]:
    root = document.root
    stem = inside.rpartition("/")[2].removesuffix(".json")
    folder = parent_of(inside)
    split = split_of(stem) or split_of(folder.rpartition("/")[2]) or ""
    classes = _categories(source, document)
    photos: dict[int | str, SetPhoto] = {}
    places = (in_images(split), folder, "images", f"{folder}/images" if folder else "images", split, "")
    for at, value in enumerate(document.member((), root, "images", list)):
        where = ("images", at)
        name = document.member(where, value, "file_name", str)
        size = tuple(document.member(where, value, side, (int, float)) for side in ("width", "height"))
        key = document.member(where, value, "id", (int, str))
        with document.blaming(where):
            photo = source.photo(source.find(name, places), name=name, split=split, size=(size[0], size[1]))
        if key in photos:
            raise document.fault(where, "name_twice", f"the id {key} is there twice")
        photos[key] = photo
    labels: dict[int | str, list[Label]] = {key: [] for key in photos}
    for at, value in enumerate(document.member((), root, "annotations", list)):
        where = ("annotations", at)
        key = document.member(where, value, "image_id", (int, str))
        if key not in photos:
            raise document.fault(where, "photo_missing", f"there is no image {key}")
        with document.blaming(where):
            labels[key].append(_label(document, where, value, classes, photos[key]))
    for key, photo in photos.items():
        yield replace(photo, labels=tuple(labels[key]))


def _categories(source: Source, document: JsonFile) -> dict[int | str, tuple[str, str] | FormError]:
    """Give the tile of each category; of one that is no tile, what is wrong with it, should a label name it."""
    found: dict[int | str, tuple[str, str] | FormError] = {}
    for at, value in enumerate(document.member((), document.root, "categories", list)):
        where = ("categories", at)
        key = document.member(where, value, "id", (int, str))
        try:
            found[key] = source.tile(document.member(where, value, "name", str))
        except FormError as error:
            if error.code != "class_unknown":
                raise
            found[key] = error
    return found


def _label(
    document: JsonFile,
    where: Where,
    value: Any,
    classes: Mapping[int | str, tuple[str, str] | FormError],
    photo: SetPhoto,
) -> Label:
    key = document.member(where, value, "category_id", (int, str))
    found = classes.get(key)
    if found is None:
        raise FormError("class_unknown", f"there is no category {key}")
    if isinstance(found, FormError):
        raise FormError(found.code, found.why)
    tile, part = found
    size = photo.width, photo.height
    attributes = value.get("attributes", {})
    role = attributes.get("role", "") if isinstance(attributes, dict) else ""
    score = value.get("score")
    sure = None if score is None else number(score, "the score")
    if value.get("iscrowd"):
        raise FormError("shape_unknown", "a crowd is no tile")
    polygon = value.get("segmentation")
    if polygon:
        return label_at(tile, _corners(polygon), size, part=part, role=str(role), confidence=sure)
    box = [number(side, "a side of bbox") for side in document.member(where, value, "bbox", list)]
    if len(box) != 4:
        raise FormError("shape_unknown", f"a bbox of {len(box)} numbers")
    x, y, width, height = box
    return label_in(tile, (x, y, x + width, y + height), size, part=part, role=str(role), confidence=sure)


def _corners(polygon: Any) -> list[list[float]]:
    if not isinstance(polygon, list) or len(polygon) != 1 or not isinstance(polygon[0], list) or len(polygon[0]) != 8:
        raise FormError("shape_unknown", "a segmentation that is not one polygon of four corners")
    numbers = [number(value, "a coordinate") for value in polygon[0]]
    return [[x, y] for x, y in zip(numbers[0::2], numbers[1::2], strict=True)]


FORM = Form("coco", "COCO", frozenset({EMPTY, PLACE, TURN, ROLE, CONFIDENCE}), in_images, read, CocoWriter)
