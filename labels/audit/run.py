"""Audit a set from its files: look at each photo once, whatever interrupts, and doubt its labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from labels.audit.finding import Finding
from labels.audit.findings import doubted, findings
from labels.forms.dataset import Dataset, SetPhoto
from labels.forms.errors import FormError
from labels.forms.form import fills
from labels.journal import Journal
from labels.prelabel import Engine, Job

JOURNAL: Final = "journal.jsonl"
MIRRORED: Final = "mirrored.jsonl"

Shown = Callable[[list[Job]], Iterable[Job]]
"""Passes photos on one by one, and shows how far the work is."""


@dataclass(frozen=True, slots=True)
class Engines:
    """What looks at photos: at whole ones, at their mirror images, and at pictures of a single tile."""

    photos: Engine
    mirrored: Engine
    tiles: Engine


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit: the doubts, how many photos an earlier run had looked at, and the photos not read."""

    findings: list[Finding]
    known: int
    unread: dict[str, str]


class Looks(Mapping[str, Mapping[str, Any]]):
    """What was seen of each photo that could be read, by its SHA-256, taken from journals when asked for."""

    def __init__(self, sha256s: Iterable[str], journal: Journal, mirrored: Journal) -> None:
        self._journal = journal
        self._mirrored = mirrored
        self._read = [sha256 for sha256 in dict.fromkeys(sha256s) if "reading" in journal[sha256]]
        self._known = frozenset(self._read)

    def __getitem__(self, sha256: str) -> Mapping[str, Any]:
        if sha256 not in self._known:
            raise KeyError(sha256)
        found: dict[str, Any] = self._journal[sha256]["reading"]
        if sha256 in self._mirrored and "reading" in (other := self._mirrored[sha256]):
            found["mirrored"] = other["reading"]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def refuse_foreign(folder: Path) -> None:
    """Refuse to write an audit into a folder that holds anything but an earlier one.

    Raises:
        FormError: `out_exists`.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / JOURNAL).is_file())):
        raise FormError("out_exists", f"{folder} is there already, and is no audit")


def audit(dataset: Dataset, folder: Path, engines: Engines, *, by: Mapping[str, str], shown: Shown = iter) -> Audit:
    """Look at a set's photos and doubt its labels.

    What was seen of each photo is kept in the folder: a run that was killed, or comes again once labels are mended,
    looks at no photo twice.

    Args:
        by: what looks at them, such as the models' hashes; a folder can only go on with the same.

    Raises:
        FormError: `journal_foreign`.
    """
    with Journal(folder / JOURNAL, by) as journal, Journal(folder / MIRRORED, by) as mirrored:
        known = sum(photo.sha256 in journal for photo in dataset)
        alone = [photo for photo in dataset if single(photo)]
        _look(alone, engines.tiles, journal, shown)
        _look([photo for photo in dataset if not single(photo)], engines.photos, journal, shown)
        looks = Looks((photo.sha256 for photo in dataset), journal, mirrored)
        again = set(doubted(dataset, looks)) - {photo.sha256 for photo in alone}
        _look([photo for photo in dataset if photo.sha256 in again], engines.mirrored, mirrored, shown)
        unread = {p.name: journal[p.sha256]["error"]["message"] for p in dataset if p.sha256 not in looks}
        return Audit(findings(dataset, looks), known, unread)


def single(photo: SetPhoto) -> bool:
    """Tell whether a photo is a picture of one tile, which fills it."""
    return bool(photo.labels) and all(fills(label, photo) for label in photo.labels)


def _look(photos: Iterable[SetPhoto], engine: Engine, journal: Journal, shown: Shown) -> None:
    jobs = {photo.sha256: photo.path for photo in photos if photo.sha256 not in journal}
    for sha256, document in engine(iter(shown(list(jobs.items())))):
        journal.add(sha256, document)
