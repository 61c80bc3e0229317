"""What a form is to the rest: a name, what it can hold, how it is read and how it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from labels.forms.dataset import Label, SetPhoto, corners_of
from labels.forms.source import Source

TURN: Final = "turn"
ROLE: Final = "role"
CONFIDENCE: Final = "confidence"
EMPTY: Final = "photos without tiles"
PLACE: Final = "place"
LOSSES: Final = {
    TURN: "how a tile lies: its four corners, from the printed top left",
    ROLE: "what a tile is to the hand",
    CONFIDENCE: "how sure the reader was",
    PLACE: "where a tile lies in its photo, and what lies round it",
    EMPTY: "photos in which no tile is labelled",
}
"""What some form can't hold."""


class Writer(Protocol):
    """Writes photos of a set one by one, in the order given, into a folder."""

    def add(self, photo: SetPhoto) -> None:
        """Write one photo's labels."""

    def close(self) -> None:
        """Write what comes last."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of labelled set.

    Attributes:
        id: what the command calls it.
        title: its name for people.
        carries: which of LOSSES it can hold all the same.
        folder: where a photo's file lies in the written set, by split; None where the form has no whole photos.
        read: gives the photos of a set, in any order.
        writer: writes into a folder.
    """

    id: str
    title: str
    carries: frozenset[str]
    folder: Callable[[str], str] | None
    read: Callable[[Source], Iterator[SetPhoto]]
    writer: Callable[[Path], Writer]


def in_images(split: str) -> str:
    """Give the folder of a split's photos in most forms."""
    return f"images/{split}" if split else "images"


def losses(photo: SetPhoto, form: Form) -> Counter[str]:
    """Count what of a photo's labels the form can't hold."""
    found = Counter[str]()
    for label in photo.labels:
        found[TURN] += label.turned
        found[ROLE] += bool(label.role)
        found[PLACE] += not fills(label, photo)
        found[CONFIDENCE] += label.confidence is not None
    found[EMPTY] += not photo.labels
    return Counter({what: count for what, count in found.items() if count and what not in form.carries})


def fills(label: Label, photo: SetPhoto) -> bool:
    """Tell whether a label is of its whole photo, so that the photo is a picture of one tile."""
    return label.corners == corners_of((0.0, 0.0, float(photo.width), float(photo.height)))


def fitted(photo: SetPhoto, form: Form) -> SetPhoto:
    """Give the photo with nothing left that the form can't hold."""
    return replace(photo, labels=tuple(_fitted(label, form.carries) for label in photo.labels))


def _fitted(label: Label, carries: Iterable[str]) -> Label:
    return replace(
        label,
        corners=label.corners if TURN in carries else corners_of(label.box),
        role=label.role if ROLE in carries else "",
        confidence=label.confidence if CONFIDENCE in carries else None,
    )
