"""CVAT for images 1.1: one `annotations.xml`; corners as a polygon of four, role and confidence as attributes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from labels.forms.classes import CLASS_NAMES
from labels.forms.dataset import DIGITS, ROLES, Box, Label, SetPhoto, class_of, label_at, label_in
from labels.forms.errors import FormError, blamed
from labels.forms.form import CONFIDENCE, EMPTY, PLACE, ROLE, TURN, Form, in_images
from labels.forms.safe import decimal, number
from labels.forms.source import Source, split_named
from labels.forms.xml_lines import Element, parse_xml

_ATTRIBUTES = (
    ("role", "select", "\n".join(("none", *ROLES))),
    ("confidence", "text", ""),
)


class CvatWriter:
    """Writes `annotations.xml`, a photo at a time."""

    def __init__(self, out: Path) -> None:
        self._file = (out / "annotations.xml").open("x", encoding="utf-8")
        self._file.write(
            '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n<meta><task>\n'
        )
        self._file.write("<name>tailens</name>\n<labels>\n")
        attributes = "".join(
            f"<attribute><name>{name}</name><mutable>False</mutable><input_type>{kind}</input_type>"
            f"<default_value>{values.partition(chr(10))[0]}</default_value><values>{values}</values></attribute>"
            for name, kind, values in _ATTRIBUTES
        )
        for name in CLASS_NAMES:
            self._file.write(f"<label><name>{name}</name><attributes>{attributes}</attributes></label>\n")
        self._file.write("</labels>\n</task></meta>\n")
        self._count = 0

    def add(self, photo: SetPhoto) -> None:
        """Write one photo with its boxes and polygons."""
        subset = f" subset={quoteattr(photo.split)}" if photo.split else ""
        self._file.write(
            f'<image id="{self._count}" name={quoteattr(photo.name)}{subset} width="{photo.width}"'
            f' height="{photo.height}">\n'
        )
        for label in photo.labels:
            self._file.write(_shape(label))
        self._file.write("</image>\n")
        self._count += 1

    def close(self) -> None:
        """Write the end."""
        self._file.write("</annotations>\n")
        self._file.close()


def _shape(label: Label) -> str:
    source = "manual" if label.confidence is None else "auto"
    about = f'label={quoteattr(class_of(label))} source="{source}" occluded="0"'
    values = {
        "role": label.role,
        "confidence": "" if label.confidence is None else decimal(label.confidence, 4),
    }
    inner = "".join(f'<attribute name="{key}">{escape(value)}</attribute>' for key, value in values.items() if value)
    if label.turned:
        points = ";".join(f"{decimal(x, DIGITS)},{decimal(y, DIGITS)}" for x, y in label.corners)
        return f'<polygon {about} points="{points}" z_order="0">{inner}</polygon>\n'
    sides = zip(("xtl", "ytl", "xbr", "ybr"), label.box, strict=True)
    box = " ".join(f'{name}="{decimal(value, DIGITS)}"' for name, value in sides)
    return f'<box {about} {box} z_order="0">{inner}</box>\n'


def read(source: Source) -> Iterator[SetPhoto]:
    """Give the photos of a CVAT set; photos lie in `images`, in `images/SUBSET` or beside the file.

    Raises:
        FormError: with file and line.
    """
    inside = "annotations.xml"
    if inside not in source.files:
        raise FormError("form_unknown", "no annotations.xml: this is no CVAT set")
    root = parse_xml(source.text(inside), inside)
    if root.name != "annotations":
        raise FormError("form_unknown", "no annotations in it: this is no CVAT set", file=inside, line=root.line)
    for element in root.all("track"):
        raise FormError("shape_unknown", "tracks are of videos", file=inside, line=element.line)
    for element in root.all("image"):
        with blamed(inside, element.line):
            photo = _photo(source, element)
        labels = []
        for shape in element.children:
            with blamed(inside, shape.line):
                labels.append(_label(source, shape, photo))
        yield replace(photo, labels=tuple(labels))


def _photo(source: Source, element: Element) -> SetPhoto:
    name = element.attribute("name")
    subset = element.attributes.get("subset", "")
    split = split_named("" if subset.lower() == "default" else subset)
    size = number(element.attribute("width"), "the width"), number(element.attribute("height"), "the height")
    return source.photo(source.find(name, (in_images(split), "images", split, "")), name=name, split=split, size=size)


def _label(source: Source, shape: Element, photo: SetPhoto) -> Label:
    tile, part = source.tile(shape.attribute("label"))
    told = {e.attributes.get("name", ""): e.text.strip() for e in shape.all("attribute")}
    role = "" if told.get("role") == "none" else told.get("role", "")
    confidence = number(told["confidence"], "the confidence") if told.get("confidence") else None
    size = photo.width, photo.height
    if shape.name == "box":
        x0, y0, x1, y1 = (number(shape.attribute(side), side) for side in ("xtl", "ytl", "xbr", "ybr"))
        turn = number(shape.attributes.get("rotation", "0"), "the rotation")
        if turn % 360:
            corners = rotated((x0, y0, x1, y1), turn)
            return label_at(tile, corners, size, part=part, role=role, confidence=confidence)
        return label_in(tile, (x0, y0, x1, y1), size, part=part, role=role, confidence=confidence)
    if shape.name != "polygon":
        raise FormError("shape_unknown", f"a {shape.name} is neither a box nor a polygon")
    points = [point.split(",") for point in shape.attribute("points").split(";")]
    if len(points) != 4 or any(len(point) != 2 for point in points):
        raise FormError("shape_unknown", "the polygon has not four corners")
    corners = [(number(x, "a coordinate"), number(y, "a coordinate")) for x, y in points]
    return label_at(tile, corners, size, part=part, role=role, confidence=confidence)


def rotated(box: Box, degrees: float) -> list[tuple[float, float]]:
    """Give the corners of a box turned clockwise about its middle, from what was its top left.

    >>> [(round(x), round(y)) for x, y in rotated((0, 0, 4, 2), 90)]
    [(3, -1), (3, 3), (1, 3), (1, -1)]
    """
    x0, y0, x1, y1 = box
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [
        (
            middle[0] + (x - middle[0]) * cos - (y - middle[1]) * sin,
            middle[1] + (x - middle[0]) * sin + (y - middle[1]) * cos,
        )
        for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    ]


FORM = Form(
    "cvat", "CVAT for images 1.1", frozenset({EMPTY, PLACE, TURN, ROLE, CONFIDENCE}), in_images, read, CvatWriter
)
