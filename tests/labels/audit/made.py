"""Rows of tiles made in memory: as they are labelled, and as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from labels.audit import Finding, findings
from labels.forms.dataset import Dataset, Label, SetPhoto, label_in

SIZE = (800, 200)
WIDE, HIGH = 30, 40
Document = dict[str, Any]


def box(at: float, row: int = 0) -> tuple[float, float, float, float]:
    """The place of a row's tile, counted from 0; tiles touch."""
    return 10 + at * WIDE, 10 + row * HIGH, 10 + (at + 1) * WIDE, 10 + (row + 1) * HIGH


def label(tile: str, at: float, row: int = 0, **about: Any) -> Label:
    return label_in(tile, box(at, row), SIZE, **about)


def labelled(name: str, *labels: Label, **about: Any) -> SetPhoto:
    return SetPhoto(name, Path(name), about.pop("sha256", name), *SIZE, labels=labels, **about)


def read(
    tile: str, at: float, row: int = 0, *, sure: float = 0.98, other: str = "", role: str = "concealed"
) -> Document:
    x0, y0, x1, y1 = box(at, row)
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    others = [[other, 1 - sure]] if other else []
    return {"tile": tile, "confidence": sure, "corners": corners, "role": role, "alternatives": others}


def document(*tiles: Document, **more: Any) -> Document:
    return {"width": SIZE[0], "height": SIZE[1], "tiles": list(tiles), **more}


HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s")


def hand(tiles: Sequence[str] = HAND) -> list[Label]:
    return [label(tile, at) for at, tile in enumerate(tiles)]


def hand_read(tiles: Sequence[str] = HAND, **more: Any) -> Document:
    return document(*(read(tile, at) for at, tile in enumerate(tiles)), **more)


def doubts(*photos: tuple[SetPhoto, Document | None], least: float = 0.1) -> list[Finding]:
    """Findings from a score on, of photos with their readings and of ten more in which all is well."""
    fine = [(labelled(f"fine-{n}.jpg", *hand()), hand_read()) for n in range(10)]
    both = [*photos, *fine]
    dataset = Dataset(tuple(photo for photo, _ in both))
    readings = {photo.sha256: reading for photo, reading in both if reading is not None}
    return [finding for finding in findings(dataset, readings) if finding.score >= least]
