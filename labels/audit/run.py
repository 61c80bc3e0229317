"""Audit a set from its files: look at each photo once, whatever interrupts, and doubt its labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labels.audit.finding import Finding
from labels.audit.findings import findings
from labels.forms.dataset import Dataset, SetPhoto
from labels.forms.errors import FormError
from labels.forms.form import fills
from labels.journal import FILE, Journal

Shown = Callable[[Sequence[SetPhoto]], Iterable[SetPhoto]]
"""Passes photos on one by one, and shows how far the work is."""


Look = Callable[[Path], dict[str, Any]]
"""Gives what is seen of a photo, as `labels.audit.look` does."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit: the doubts, how many photos an earlier run had looked at, and why some were not read."""

    findings: list[Finding]
    known: int
    unread: dict[str, str]


def refuse_foreign(folder: Path) -> None:
    """Refuse to write an audit into a folder that holds anything but an earlier one.

    Raises:
        FormError: `out_exists`.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / FILE).is_file())):
        raise FormError("out_exists", f"{folder} is there already, and is no audit")


def audit(
    dataset: Dataset, folder: Path, look: Look, *, look_at_tile: Look, by: Mapping[str, str], shown: Shown = iter
) -> Audit:
    """Look at a set's photos and doubt its labels.

    What was seen of each photo is kept in the folder: a run that was killed, or comes again once labels are mended,
    looks at no photo twice.

    Args:
        look_at_tile: looks at pictures of a single tile.
        by: what looks at them, such as the models' hashes; a folder can only go on with the same.

    Raises:
        FormError: `journal_foreign`.
    """
    with Journal(folder / FILE, by) as journal:
        known = sum(photo.sha256 in journal for photo in dataset)
        for photo in shown([photo for photo in dataset if photo.sha256 not in journal]):
            journal.add(photo.sha256, (look_at_tile if single(photo) else look)(photo.path))
        errors = {photo.name: journal[photo.sha256].get("error") for photo in dataset}
        unread = {name: error["message"] for name, error in errors.items() if error}
        return Audit(findings(dataset, journal), known, unread)


def single(photo: SetPhoto) -> bool:
    """Tell whether a photo is a picture of one tile, which fills it."""
    return bool(photo.labels) and all(fills(label, photo) for label in photo.labels)
