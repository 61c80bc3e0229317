"""Label Studio: `tasks.json` to import, one prediction a photo, coordinates in per cent; and the labelling set-up.

Boxes that are given in pixels, or that are spread over several predictions, are not shown there
(HumanSignal/label-studio#5794, #8012). The order of classes is that of the set-up (#6416), so that is written too.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from xml.sax.saxutils import quoteattr

from labels.forms.classes import CLASS_NAMES
from labels.forms.dataset import Label, SetPhoto, class_of, label_at, label_in
from labels.forms.errors import FormError
from labels.forms.form import CONFIDENCE, EMPTY, PLACE, ROLE, TURN, Form, in_images
from labels.forms.json_lines import JsonFile, Where
from labels.forms.safe import number
from labels.forms.source import Source, split_named

PERCENT_DIGITS = 7
LOCAL = "/data/local-files/?d="
"""How Label Studio names a file of its local storage; what follows is the path below its document root."""
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")
_BOX, _CORNERS = "box", "corners"


class LabelStudioWriter:
    """Writes `tasks.json`, a task a line, and `label-config.xml`."""

    def __init__(self, out: Path) -> None:
        self._file = (out / "tasks.json").open("x", encoding="utf-8")
        self._file.write("[")
        self._first = True
        (out / "label-config.xml").write_text(label_config(), encoding="utf-8")

    def add(self, photo: SetPhoto) -> None:
        """Write one photo's task."""
        self._file.write("\n" if self._first else ",\n")
        self._file.write(json.dumps(_task(photo), ensure_ascii=False))
        self._first = False

    def close(self) -> None:
        """Write the end."""
        self._file.write("\n]\n")
        self._file.close()


def label_config() -> str:
    """Give the labelling set-up for a project: boxes, and polygons of four corners, by our classes."""
    labels = "\n".join(f"    <Label value={quoteattr(name)}/>" for name in CLASS_NAMES)
    return (
        '<View>\n  <Image name="image" value="$image"/>\n'
        f'  <RectangleLabels name="{_BOX}" toName="image" canRotate="true">\n{labels}\n  </RectangleLabels>\n'
        f'  <PolygonLabels name="{_CORNERS}" toName="image">\n{labels}\n  </PolygonLabels>\n</View>\n'
    )


def _task(photo: SetPhoto) -> dict[str, Any]:
    inside = f"{in_images(photo.split)}/{photo.name}"
    data = {"image": LOCAL + quote(inside), "photo": photo.name, "sha256": photo.sha256}
    if photo.split:
        data["split"] = photo.split
    results = [_result(label, at, photo) for at, label in enumerate(photo.labels)]
    prediction: dict[str, Any] = {"model_version": "tailens", "result": results}
    sure = [label.confidence for label in photo.labels if label.confidence is not None]
    if sure:
        prediction["score"] = round(sum(sure) / len(sure), 4)
    return {"data": data, "predictions": [prediction]}


def _result(label: Label, at: int, photo: SetPhoto) -> dict[str, Any]:
    x0, y0, x1, y1 = label.box
    across, down = 100 / photo.width, 100 / photo.height
    value: dict[str, Any]
    if label.turned:
        kind, tool = "polygonlabels", _CORNERS
        value = {"points": [[_percent(x * across), _percent(y * down)] for x, y in label.corners], "closed": True}
    else:
        kind, tool = "rectanglelabels", _BOX
        value = {"x": _percent(x0 * across), "y": _percent(y0 * down), "rotation": 0}
        value |= {"width": _percent((x1 - x0) * across), "height": _percent((y1 - y0) * down)}
    result: dict[str, Any] = {
        "id": f"t{at}",
        "type": kind,
        "from_name": tool,
        "to_name": "image",
        "original_width": photo.width,
        "original_height": photo.height,
        "image_rotation": 0,
        "value": {**value, kind: [class_of(label)]},
    }
    if label.confidence is not None:
        result["score"] = label.confidence
    if label.role:
        result["meta"] = {"text": [f"role {label.role}"]}
    return result


def _percent(value: float) -> float:
    return round(value, PERCENT_DIGITS) + 0.0


def read(source: Source) -> Iterator[SetPhoto]:
    """Give the photos of Label Studio's tasks: of `tasks.json`, or of the one JSON that it exported.

    What a person submitted counts before what was predicted.

    Raises:
        FormError: with file and line.
    """
    found = [inside for inside in source.below("", (".json",)) if "/" not in inside]
    if not found:
        raise FormError("form_unknown", "no JSON of tasks: this is no Label Studio set")
    inside = "tasks.json" if "tasks.json" in found else found[0]
    document = JsonFile(source.text(inside), inside)
    if not isinstance(document.root, list):
        raise FormError("form_unknown", "no list of tasks: this is no Label Studio export", file=inside, line=1)
    for at, task in enumerate(document.root):
        yield _photo(source, document, (at,), task)


def _photo(source: Source, document: JsonFile, where: Where, task: Any) -> SetPhoto:
    data = document.member(where, task, "data", dict)
    address = document.member((*where, "data"), data, "image", str)
    results = _results(document, where, task)
    split = data.get("split", "")
    with document.blaming(where):
        split = split_named(split if isinstance(split, str) else "?")
        name, inside = _named(source, address, data.get("photo"), split)
        photo = source.photo(inside, name=name, split=split)
    labels = []
    for path, result in results:
        if document.member(path, result, "type", str) in ("rectanglelabels", "polygonlabels"):
            with document.blaming(path):
                labels.append(_label(source, document, path, result, photo))
        elif result["type"] not in ("rectangle", "polygon"):
            raise document.fault(path, "shape_unknown", f"a {result['type']} is neither a box nor a polygon")
    return replace(photo, labels=tuple(labels))


def _named(source: Source, address: str, told: Any, split: str) -> tuple[str, str]:
    """Give the photo's name, and its path in the set. Label Studio puts eight digits before what is uploaded to it."""
    if isinstance(told, str) and told:
        return told, source.find(told, (in_images(split), "images", ""))
    name = unquote(address.rpartition("?d=")[2].rpartition("/")[2])
    for known in (name, _UPLOADED.sub("", name)):
        try:
            return known, source.find(known, (in_images(split), "images", "", split))
        except FormError as error:
            if error.code != "photo_missing" or known != name:
                raise
    raise AssertionError("a loop of two")


def _results(document: JsonFile, where: Where, task: Any) -> list[tuple[Where, Any]]:
    """Give the regions of the one annotation that counts, else those of the one prediction."""
    for kind in ("annotations", "predictions"):
        every = task.get(kind) or []
        if not isinstance(every, list):
            raise document.fault((*where, kind), "value_invalid", "no list")
        kept = [(at, each) for at, each in enumerate(every) if isinstance(each, dict) and not each.get("was_cancelled")]
        truth = [pair for pair in kept if pair[1].get("ground_truth")]
        kept = truth if len(truth) == 1 else kept
        if len(kept) > 1:
            raise document.fault((*where, kind), "several_annotations", f"{len(kept)} {kind}, none the ground truth")
        if kept:
            at, each = kept[0]
            regions = document.member((*where, kind, at), each, "result", list)
            return [((*where, kind, at, "result", number_), region) for number_, region in enumerate(regions)]
    return []


def _label(source: Source, document: JsonFile, where: Where, result: Any, photo: SetPhoto) -> Label:
    kind = result["type"]
    value = document.member(where, result, "value", dict)
    names = document.member((*where, "value"), value, kind, list)
    if len(names) != 1 or not isinstance(names[0], str):
        raise FormError("class_unknown", f"a region with {len(names)} labels")
    for key, true in (("original_width", photo.width), ("original_height", photo.height)):
        if result.get(key, true) != true:
            raise FormError("size_differs", f"{key} is {result[key]}, but the photo's is {true}")
    if result.get("image_rotation"):
        raise FormError("shape_unknown", "the photo was turned while it was labelled")
    tile, part = source.tile(names[0])
    score = result.get("score")
    confidence = None if score is None else number(score, "the score")
    role = _role(result.get("meta"))
    size = photo.width, photo.height
    if kind == "polygonlabels":
        points = document.member((*where, "value"), value, "points", list)
        if len(points) != 4 or any(not isinstance(point, list) or len(point) != 2 for point in points):
            raise FormError("shape_unknown", "the polygon has not four corners")
        corners = [(_pixels(x, size[0]), _pixels(y, size[1])) for x, y in points]
        return label_at(tile, corners, size, part=part, role=role, confidence=confidence)
    x, width = (_pixels(value.get(key), size[0]) for key in ("x", "width"))
    y, height = (_pixels(value.get(key), size[1]) for key in ("y", "height"))
    turn = number(value.get("rotation", 0), "the rotation")
    if turn % 360:
        corners = _turned((x, y, width, height), turn)
        return label_at(tile, corners, size, part=part, role=role, confidence=confidence)
    return label_in(tile, (x, y, x + width, y + height), size, part=part, role=role, confidence=confidence)


def _pixels(percent: Any, side: int) -> float:
    return number(percent, "a coordinate") * side / 100


def _role(meta: Any) -> str:
    for text in (meta.get("text") or []) if isinstance(meta, dict) else []:
        if isinstance(text, str) and text.startswith("role "):
            return text.removeprefix("role ").strip()
    return ""


def _turned(box: Sequence[float], degrees: float) -> list[tuple[float, float]]:
    """Give the corners of a box turned clockwise about its top left, as Label Studio turns them."""
    x, y, width, height = box
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    offsets = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return [(x + dx * cos - dy * sin, y + dx * sin + dy * cos) for dx, dy in offsets]


FORM = Form(
    "label-studio",
    "Label Studio",
    frozenset({EMPTY, PLACE, TURN, ROLE, CONFIDENCE}),
    in_images,
    read,
    LabelStudioWriter,
)
