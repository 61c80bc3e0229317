"""A labelled photo set in memory, whatever form it came in: photos with size and hash, tiles with corners and names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from labels.forms.errors import FormError

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]

DIGITS: Final = 3
"""Decimals of a pixel that coordinates keep, in memory and through every form."""
OUTSIDE: Final = 1.0
"""Pixels by which a label may reach over the photo's edge, as rounding makes them; it is cut off there."""
ROLES: Final = ("concealed", "meld", "flower", "winning", "other")
SPLITS: Final = ("train", "val", "test")


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled tile. Make it with `label_at` or `label_in`, which check and round.

    Attributes:
        tile: its name in TaiLens notation, or `back`.
        corners: pixels of the upright photo, clockwise from the printed face's top left; of a plain box, which only
            bounds the tile and does not tell how it lies, from the box's.
        part: `face`, or `index` where only a flower's character-and-number strip is labelled.
        role: what it is to the hand, one of ROLES; empty where nobody said.
        confidence: of the reader that named it; None where a person did.
    """

    tile: str
    corners: Corners
    part: str = "face"
    role: str = ""
    confidence: float | None = None

    @property
    def box(self) -> Box:
        """The upright box round the corners: x0, y0, x1, y1."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def turned(self) -> bool:
        """Whether the corners are more than an upright box from its top left."""
        return self.corners != corners_of(self.box)


@dataclass(frozen=True, slots=True)
class SetPhoto:
    """One photo of a set with its labels.

    Attributes:
        name: its path within the set's photos, parted by `/`; no two of a set differ only in case.
        path: where its bytes lie.
        sha256: of those bytes, in hexadecimal.
        width, height: pixels of the upright photo.
        split: `train`, `val`, `test`, or empty where the set is in one piece.
        scene: photos of one scene look alike; empty where not known.
        source: where it is from, for its licence.
    """

    name: str
    path: Path
    sha256: str
    width: int
    height: int
    labels: tuple[Label, ...] = ()
    split: str = ""
    scene: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Dataset:
    """A whole set, photos by split and name.

    >>> Dataset(()).counts()
    Counter()
    """

    photos: tuple[SetPhoto, ...]

    def counts(self) -> Counter[str]:
        """Count the labels of each class name."""
        return Counter(class_of(label) for photo in self.photos for label in photo.labels)

    def splits(self) -> dict[str, tuple[SetPhoto, ...]]:
        """Give the photos of each split, in the fixed order; a set in one piece has the split named by nothing."""
        found = {split: tuple(p for p in self.photos if p.split == split) for split in ("", *SPLITS)}
        return {split: photos for split, photos in found.items() if photos}

    def __iter__(self) -> Iterator[SetPhoto]:
        return iter(self.photos)

    def __len__(self) -> int:
        return len(self.photos)


def in_set_order(photos: Iterable[SetPhoto]) -> Dataset:
    """Make a set of photos in the fixed order, by split and name."""
    order = {split: at for at, split in enumerate(("", *SPLITS))}
    return Dataset(tuple(sorted(photos, key=lambda photo: (order[photo.split], photo.name))))


def class_of(label: Label) -> str:
    """Give a label's class name: the tile's, with `-index` where only its strip is labelled.

    >>> class_of(label_in("1f", (0, 0, 9, 5), (20, 20), part="index"))
    '1f-index'
    """
    return label.tile if label.part == "face" else f"{label.tile}-{label.part}"


def corners_of(box: Box) -> Corners:
    """Give the corners of an upright box from its top left, clockwise."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def label_in(
    tile: str,
    box: Sequence[float],
    size: tuple[int, int],
    *,
    part: str = "face",
    role: str = "",
    confidence: float | None = None,
) -> Label:
    """Give a label of an upright box x0, y0, x1, y1 in a photo of a size; it does not tell how the tile lies.

    Raises:
        FormError: as `label_at` does.
    """
    x0, y0, x1, y1 = box
    if all(map(math.isfinite, box)) and (x1 <= x0 or y1 <= y0):
        raise FormError("box_empty", f"the box {x0:g},{y0:g},{x1:g},{y1:g} of {tile} is empty")
    return label_at(tile, corners_of((x0, y0, x1, y1)), size, part=part, role=role, confidence=confidence)


def label_at(
    tile: str,
    corners: Sequence[Sequence[float]],
    size: tuple[int, int],
    *,
    part: str = "face",
    role: str = "",
    confidence: float | None = None,
) -> Label:
    """Give a label of four corners in a photo of a size, rounded, and cut at the photo's edge within `OUTSIDE` pixels.

    Raises:
        FormError: `not_a_number`, `box_outside`, `box_empty`, `confidence_invalid` or `value_invalid`; says nothing
            of file and line.
    """
    if role and role not in ROLES:
        raise FormError("value_invalid", f"the role {role!r} of {tile} is none of {', '.join(ROLES)}")
    numbers = [float(value) for point in corners for value in point]
    if not all(map(math.isfinite, numbers)):
        raise FormError("not_a_number", f"a coordinate of {tile} is no finite number")
    if confidence is not None and not 0 <= confidence <= 1:
        raise FormError("confidence_invalid", f"the confidence {confidence:g} of {tile} is not between 0 and 1")
    across, down = _inside(tile, numbers[0::2], size[0]), _inside(tile, numbers[1::2], size[1])
    points = tuple(zip(across, down, strict=True))
    if len(points) != 4 or abs(_area(points)) < 1:
        raise FormError("box_empty", f"the corners of {tile} enclose less than a pixel")
    rounded = None if confidence is None else round(confidence, 4)
    return Label(tile, (points[0], points[1], points[2], points[3]), part, role, rounded)


def _inside(tile: str, values: Sequence[float], limit: int) -> list[float]:
    if min(values) < -OUTSIDE or max(values) > limit + OUTSIDE:
        raise FormError(
            "box_outside", f"{tile} reaches from {min(values):g} to {max(values):g}, the photo from 0 to {limit}"
        )
    return [round(min(max(value, 0.0), float(limit)), DIGITS) + 0.0 for value in values]


def _area(points: Sequence[Point]) -> float:
    ahead = (*points[1:], points[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, ahead, strict=True)) / 2
