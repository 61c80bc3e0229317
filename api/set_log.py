"""What the edits of a set come to: pure, from rows to the labels of each photo at any number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from labels.forms.dataset import Label, label_at

LabelDocument = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """One line of a set's log; `kind` and `payload` as in `SetEditRow`."""

    number: int
    photo: str
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a photo stands after its edits.

    Attributes:
        labels: its labels.
        removed: whether it was taken out of the set.
        last: the edit that an undo takes back: the newest that counts; None where only its coming in does.
        settled: the edit that settled each finding.
    """

    labels: Sequence[LabelDocument]
    removed: bool
    last: int | None
    settled: Mapping[int, int] = field(default_factory=dict)


def standing(edits: Iterable[Edit]) -> Standing:
    """Give how one photo stands after its edits, the first of which is its coming in.

    >>> coming = Edit(1, "p", "added", {"labels": [{"tile": "1m"}]})
    >>> named = Edit(2, "p", "labels", {"labels": [{"tile": "2m"}], "findings": [7]})
    >>> standing([coming, named]).labels, standing([coming, named, Edit(3, "p", "undo", {"edit": 2})]).labels
    ([{'tile': '2m'}], [{'tile': '1m'}])
    """
    lines = list(edits)
    undone = {line.payload["edit"] for line in lines if line.kind == "undo"}
    counting = [line for line in lines if line.kind != "undo" and line.number not in undone]
    labels = next(line.payload["labels"] for line in reversed(counting) if "labels" in line.payload)
    done = [line for line in counting if line.kind != "added"]
    settled = {finding: line.number for line in done for finding in line.payload.get("findings", ())}
    removed = any(line.kind == "remove" for line in done)
    return Standing(labels, removed, done[-1].number if done else None, settled)


def standings(edits: Iterable[Edit]) -> dict[str, Standing]:
    """Give how each photo stands, by its id, in the order of their coming in."""
    by_photo: dict[str, list[Edit]] = {}
    for edit in edits:
        by_photo.setdefault(edit.photo, []).append(edit)
    return {photo: standing(lines) for photo, lines in by_photo.items()}


def label_document(label: Label) -> LabelDocument:
    """Give a label as the log keeps it."""
    return {
        "tile": label.tile,
        "corners": [list(point) for point in label.corners],
        "part": label.part,
        "role": label.role,
        "confidence": label.confidence,
    }


def label_of(document: LabelDocument, size: tuple[int, int]) -> Label:
    """Take a label from the log, or from a person: rounded, and cut at the photo's edge.

    Raises:
        FormError: as `label_at` does.
    """
    return label_at(
        document["tile"],
        document["corners"],
        size,
        part=document["part"],
        role=document["role"],
        confidence=document["confidence"],
    )
