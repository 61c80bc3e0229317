"""What differs between two labelled sets, or two versions of one: photo by photo, tile by tile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from labels.forms.dataset import Corners, Label, SetPhoto, class_of
from labels.measure import LEAST_OVERLAP

NEAR: Final = 0.05
"""Pixels within which corners are the same: forms round them."""


@dataclass(frozen=True, slots=True)
class TileChange:
    """A label that is not what it was.

    Attributes:
        before, after: the label on either side; None where it was added or taken away.
    """

    before: Label | None
    after: Label | None

    @property
    def kind(self) -> str:
        """`added`, `removed`, `renamed`, `moved` or `role`."""
        if self.before is None or self.after is None:
            return "added" if self.before is None else "removed"
        if class_of(self.before) != class_of(self.after):
            return "renamed"
        return "role" if _near(self.before.corners, self.after.corners) else "moved"


@dataclass(frozen=True, slots=True)
class PhotoChange:
    """A photo that is on both sides, and what of its labels differs.

    Attributes:
        split: its split before and after, where that has changed.
    """

    photo: SetPhoto
    tiles: tuple[TileChange, ...]
    split: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What has become of a set; photos are the same where their bytes are."""

    added: tuple[SetPhoto, ...]
    removed: tuple[SetPhoto, ...]
    changed: tuple[PhotoChange, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def to_document(self) -> dict[str, Any]:
        """Give the changes as plain JSON values."""
        return {
            "added": [_photo(photo) for photo in self.added],
            "removed": [_photo(photo) for photo in self.removed],
            "changed": [
                {**_photo(each.photo), "split": each.split, "tiles": [_tile(tile) for tile in each.tiles]}
                for each in self.changed
            ],
        }


def changes(before: Iterable[SetPhoto], after: Iterable[SetPhoto]) -> Changes:
    """Give what differs, in the order of the sets."""
    old = {photo.sha256: photo for photo in before}
    new = {photo.sha256: photo for photo in after}
    both = [_changed(old[key], photo) for key, photo in new.items() if key in old]
    return Changes(
        tuple(photo for key, photo in new.items() if key not in old),
        tuple(photo for key, photo in old.items() if key not in new),
        tuple(each for each in both if each.tiles or each.split),
    )


def tile_changes(before: Iterable[Label], after: Iterable[Label]) -> tuple[TileChange, ...]:
    """Pair labels one to one, those of the same place and name first, and give the pairs that differ.

    How sure a reader was is no difference.

    >>> from labels.forms.dataset import label_in
    >>> one, other = (label_in(tile, (0, 0, 9, 9), (20, 20)) for tile in ("1m", "2m"))
    >>> [change.kind for change in tile_changes([one], [other])]
    ['renamed']
    """
    old, new = list(before), list(after)
    fits = sorted(
        ((_alike(a, b), at, of) for at, a in enumerate(old) for of, b in enumerate(new)), key=lambda f: (-f[0], f[1:])
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for fit, at, of in fits:
        if fit >= LEAST_OVERLAP and at not in pairs and of not in taken:
            pairs[at] = of
            taken.add(of)
    found = [TileChange(label, new[pairs[at]] if at in pairs else None) for at, label in enumerate(old)]
    found += [TileChange(None, label) for of, label in enumerate(new) if of not in taken]
    return tuple(change for change in found if not _same(change))


def _changed(before: SetPhoto, after: SetPhoto) -> PhotoChange:
    split = (before.split, after.split) if before.split != after.split else None
    return PhotoChange(after, tile_changes(before.labels, after.labels), split)


def _alike(a: Label, b: Label) -> float:
    """Give how much two labels are of one place, and 1 more where they say the same of it."""
    wide = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    high = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a.box, b.box))
    overlap = wide * high / (areas - wide * high)
    return overlap + (class_of(a) == class_of(b) and overlap >= LEAST_OVERLAP)


def _same(change: TileChange) -> bool:
    a, b = change.before, change.after
    if a is None or b is None:
        return False
    return class_of(a) == class_of(b) and a.role == b.role and _near(a.corners, b.corners)


def _near(a: Corners, b: Corners) -> bool:
    return all(abs(x - y) <= NEAR for p, q in zip(a, b, strict=True) for x, y in zip(p, q, strict=True))


def _photo(photo: SetPhoto) -> dict[str, Any]:
    return {"photo": photo.name, "sha256": photo.sha256}


def _tile(change: TileChange) -> dict[str, Any]:
    return {"kind": change.kind, "before": _label(change.before), "after": _label(change.after)}


def _label(label: Label | None) -> dict[str, Any] | None:
    if label is None:
        return None
    return {"label": class_of(label), "corners": [list(point) for point in label.corners], "role": label.role}
