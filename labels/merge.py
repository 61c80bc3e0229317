"""Put two labelled sets together: each photo once, nobody's labels lost unsaid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from labels.changes import PhotoChange, tile_changes
from labels.forms.dataset import Dataset, SetPhoto, in_set_order
from labels.forms.errors import FormError
from labels.forms.safe import folded


@dataclass(frozen=True, slots=True)
class Merged:
    """Two sets in one.

    Attributes:
        conflicts: photos that both sets have with other labels, as the second has them.
    """

    dataset: Dataset
    added: int
    conflicts: tuple[PhotoChange, ...]


def merged(first: Iterable[SetPhoto], second: Iterable[SetPhoto], *, prefer_second: bool = False) -> Merged:
    """Give both sets' photos; of one that both have, the first's labels, or the second's where they are preferred.

    Photos of a scene that the first set has go to its split, so that none has its like on another side. A name that
    is taken gets a number.
    """
    photos = {photo.sha256: photo for photo in first}
    splits = {photo.scene: photo.split for photo in photos.values() if photo.scene}
    names = {folded(photo.name) for photo in photos.values()}
    conflicts: list[PhotoChange] = []
    added = 0
    for photo in second:
        ours = photos.get(photo.sha256)
        if ours is not None:
            if tiles := tile_changes(ours.labels, photo.labels):
                conflicts.append(PhotoChange(ours, tiles))
                if prefer_second:
                    photos[photo.sha256] = replace(ours, labels=photo.labels)
            continue
        name = free_name(photo.name, names)
        photos[photo.sha256] = replace(photo, name=name, split=splits.get(photo.scene, photo.split))
        added += 1
    return Merged(in_set_order(photos.values()), added, tuple(conflicts))


def refuse_conflicts(both: Merged) -> None:
    """Refuse two sets that label a photo otherwise.

    Raises:
        FormError: `labels_differ`; names the first photos.
    """
    if both.conflicts:
        names = ", ".join(each.photo.name for each in both.conflicts[:5])
        raise FormError("labels_differ", f"{len(both.conflicts)} photos have other labels in either set: {names}")


def free_name(name: str, taken: set[str]) -> str:
    """Give a photo's name, with a number where it is taken, and count it as taken from now on.

    >>> taken = {"a.jpg"}
    >>> free_name("A.jpg", taken), free_name("A.jpg", taken)
    ('A-2.jpg', 'A-3.jpg')
    """
    path, count, found = PurePosixPath(name), 1, name
    while folded(found) in taken:
        count += 1
        found = path.with_stem(f"{path.stem}-{count}").as_posix()
    taken.add(folded(found))
    return found
