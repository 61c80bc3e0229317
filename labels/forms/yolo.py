"""YOLO: a text file a photo, a line a tile; `data.yaml` names the classes. Boxes, or four corners (oriented boxes).

A line is `class x y width height`, or `class x1 y1 x2 y2 x3 y3 x4 y4`, as shares of the photo's width and height.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Final

from labels.forms.classes import CLASS_INDEX, CLASS_NAMES
from labels.forms.dataset import SPLITS, Label, SetPhoto, class_of, label_at, label_in
from labels.forms.errors import FormError, blamed
from labels.forms.form import EMPTY, PLACE, TURN, Form, in_images
from labels.forms.names_list import names_in_yaml
from labels.forms.safe import decimal, number
from labels.forms.source import PHOTO_ENDINGS, Source, split_of

SHARE_DIGITS: Final = 9
"""Decimals of a share: enough that no photo's pixels lose a thousandth."""


class YoloWriter:
    """Writes `labels/[SPLIT/]NAME.txt` and `data.yaml`."""

    def __init__(self, out: Path, *, corners: bool) -> None:
        self._out = out
        self._corners = corners
        self._splits: set[str] = set()
        self._stems: dict[str, str] = {}

    def add(self, photo: SetPhoto) -> None:
        """Write one photo's file of labels.

        Raises:
            FormError: `cannot_carry` where another photo would have the same file.
        """
        self._splits.add(photo.split)
        inside = labels_of(photo.name, photo.split)
        if (other := self._stems.setdefault(inside.casefold(), photo.name)) != photo.name:
            raise FormError("cannot_carry", f"yolo can't hold both {other} and {photo.name}: they share {inside}")
        path = self._out / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (_line(label, photo, self._corners) for label in photo.labels)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def close(self) -> None:
        """Write the names of the classes and where each split lies."""
        whole = "" in self._splits or not self._splits
        lines = [f"{s}: {in_images('' if whole else s)}" for s in SPLITS[:2]]
        if "test" in self._splits:
            lines.append(f"test: {in_images('test')}")
        # Trainers want both parts: one that is missing stands for the other.
        if not whole:
            there = [s for s in SPLITS if s in self._splits]
            lines = [f"{s}: {in_images(s if s in there else there[0])}" for s in SPLITS if s in there or s != "test"]
        names = [f"  {at}: {json.dumps(name)}" for at, name in enumerate(CLASS_NAMES)]
        text = "\n".join(["path: .", *lines, f"nc: {len(CLASS_NAMES)}", "names:", *names])
        (self._out / "data.yaml").write_text(text + "\n", encoding="utf-8")


def labels_of(name: str, split: str) -> str:
    """Give where a photo's labels lie.

    >>> labels_of("a/b.jpg", "val")
    'labels/val/a/b.txt'
    """
    return f"labels/{split}/{_stem(name)}.txt" if split else f"labels/{_stem(name)}.txt"


def _stem(name: str) -> str:
    return PurePosixPath(name).with_suffix("").as_posix()


def _line(label: Label, photo: SetPhoto, corners: bool) -> str:
    x0, y0, x1, y1 = label.box
    width, height = photo.width, photo.height
    if corners:
        shares = [value for x, y in label.corners for value in (x / width, y / height)]
    else:
        shares = [(x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height]
    return " ".join([str(CLASS_INDEX[class_of(label)]), *(decimal(share, SHARE_DIGITS) for share in shares)])


def read(source: Source, *, corners: bool) -> Iterator[SetPhoto]:
    """Give the photos of a YOLO set, laid out as `images/[SPLIT/]` and `labels/[SPLIT/]` or `SPLIT/images`, `labels`.

    Raises:
        FormError: with file and line.
    """
    classes = names_in_yaml(source)
    pairs = list(_layout(source))
    if not pairs:
        raise FormError("form_unknown", "no folders images and labels: this is no YOLO set")
    for images, labels, split in pairs:
        texts = source.below(labels, (".txt",))
        of = {_stem(name): inside for name, inside in texts.items()}
        stems: dict[str, str] = {}
        for name, inside in source.below(images, PHOTO_ENDINGS).items():
            if (other := stems.setdefault(_stem(name), name)) != name:
                raise FormError("name_twice", f"{other} and {name} would share their labels", file=inside)
            photo = source.photo(inside, name=name, split=split)
            text = of.pop(_stem(name), None)
            found = _labels(source, text, classes, photo, corners) if text else ()
            yield replace(photo, labels=found)
        if of:
            stray = sorted(of.values())[0]
            raise FormError("photo_missing", "there is no photo of these labels", file=stray)


def _layout(source: Source) -> Iterator[tuple[str, str, str]]:
    """Give folders of images and of labels with their split."""
    folders = {inside.rpartition("/")[0] for inside in source.files}
    folders |= {"/".join(folder.split("/")[:depth]) for folder in folders for depth in range(1, folder.count("/") + 1)}
    for folder in sorted(folders):
        parts = folder.split("/")
        if parts[-1] == "images" and parts.count("images") == 1 and len(parts) <= 2:
            labels = "/".join([*parts[:-1], "labels"])
            if len(parts) == 2 and split_of(parts[0]) is None:
                raise FormError("split_unknown", f"{parts[0]!r} is none of {', '.join(SPLITS)}", file=folder)
            inner = [f for f in folders if f.rpartition("/")[0] == folder and split_of(f.rpartition("/")[2])]
            if len(parts) == 2 or not inner:
                yield folder, labels, (split_of(parts[0]) or "") if len(parts) == 2 else ""
            for name in sorted(f.rpartition("/")[2] for f in inner) if len(parts) == 1 else ():
                yield f"{folder}/{name}", f"{labels}/{name}", split_of(name) or ""


def _labels(
    source: Source, inside: str, classes: tuple[str, list[str]], photo: SetPhoto, corners: bool
) -> tuple[Label, ...]:
    found = []
    for at, line in enumerate(source.text(inside).splitlines(), 1):
        if line.strip():
            with blamed(inside, at):
                found.append(_label(source, line.split(), classes, photo, corners))
    return tuple(found)


def _label(source: Source, values: list[str], classes: tuple[str, list[str]], photo: SetPhoto, corners: bool) -> Label:
    count = 9 if corners else 5
    if len(values) != count:
        kind = {5: "a box", 9: "four corners (yolo-obb)"}.get(len(values), f"{len(values)} values")
        raise FormError("shape_unknown", f"the line holds {kind}; a line of this form has {count} values")
    where, names = classes
    if not values[0].isascii() or not values[0].isdigit() or int(values[0][:9]) >= len(names):
        raise FormError("class_unknown", f"there is no class {values[0]!r} among the {len(names)} of {where}")
    tile, part = source.tile(names[int(values[0])])
    numbers = [number(value, "a coordinate") for value in values[1:]]
    size = photo.width, photo.height
    if corners:
        points = [(x * size[0], y * size[1]) for x, y in zip(numbers[0::2], numbers[1::2], strict=True)]
        return label_at(tile, points, size, part=part)
    x, y, width, height = (share * size[at % 2] for at, share in enumerate(numbers))
    return label_in(tile, (x - width / 2, y - height / 2, x + width / 2, y + height / 2), size, part=part)


BOXES = Form(
    "yolo",
    "YOLO boxes",
    frozenset({EMPTY, PLACE}),
    in_images,
    partial(read, corners=False),
    partial(YoloWriter, corners=False),
)
ORIENTED = Form(
    "yolo-obb",
    "YOLO oriented boxes",
    frozenset({EMPTY, PLACE, TURN}),
    in_images,
    partial(read, corners=True),
    partial(YoloWriter, corners=True),
)
