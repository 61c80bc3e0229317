"""Label photos by machine: read each once, whatever interrupts, and write the set in any form."""

from __future__ import annotations

import csv
import hashlib
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from labels.forms.card import About, Tally
from labels.forms.dataset import Label, SetPhoto, label_at
from labels.forms.errors import FormError
from labels.forms.form import Form
from labels.forms.safe import RESERVED
from labels.forms.source import PHOTO_ENDINGS
from labels.forms.written import SetWriter, refuse_existing, whole_or_nothing
from labels.journal import Journal
from vision import PhotoError, Reader
from vision.photo import Source, read_file

SKIPPED: Final = "skipped.csv"
JOURNAL: Final = "journal.jsonl"

Job = tuple[str, Path]
"""A photo to read: the SHA-256 of its bytes, and its file."""
Engine = Callable[[Iterable[Job]], Iterator[tuple[str, dict[str, Any]]]]
"""Reads photos, and gives what `read_one` gives of each, with its hash, in any order."""
Shown = Callable[[Sequence[Path]], Iterable[Path]]
"""Passes photos on one by one, and shows how far the work is."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A photo that is not in the set, and why."""

    photo: Path
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """What came of a run: counts of the set, how many photos an earlier run had read, and what was skipped."""

    tally: Tally
    known: int
    skipped: tuple[Skipped, ...]


def photos_below(paths: Sequence[Path]) -> dict[Path, str]:
    """Give the photos of files and folders, each with the name that it has in a set, in the order of the names.

    In a folder, however deep, what ends like a photo is one. Names are made of the path below the folder, with
    nothing in them that some system minds, and no two share a stem.

    Raises:
        FormError: `photo_missing` where there is none.
    """
    found: dict[Path, str] = {}
    for path in paths:
        if path.is_dir():
            for folder, folders, files in os.walk(path):
                folders.sort()
                for name in files:
                    if name.lower().endswith(PHOTO_ENDINGS) and not name.startswith("."):
                        file = Path(folder, name)
                        found.setdefault(file, file.relative_to(path).as_posix())
        elif path.exists():
            found.setdefault(path, path.name)
        else:
            raise FormError("photo_missing", "there is no such file or folder", file=str(path))
    if not found:
        raise FormError("photo_missing", f"no photos in {', '.join(map(str, paths))}")
    return _named(found)


def _named(found: Mapping[Path, str]) -> dict[Path, str]:
    taken: set[str] = set()
    names: dict[Path, str] = {}
    for path, inside in sorted(found.items(), key=lambda item: (item[1], str(item[0]))):
        plain = PurePosixPath(plain_name(inside))
        stem, count = plain.stem, 1
        while stem.casefold() in taken:
            count += 1
            stem = f"{plain.stem}-{count}"
        taken.add(stem.casefold())
        names[path] = f"{stem}{plain.suffix.lower()}"
    return dict(sorted(names.items(), key=lambda item: item[1]))


def plain_name(inside: str) -> str:
    """Give a path as one file name that every system takes.

    >>> plain_name("evening 1/麻將: 手牌?.JPG"), plain_name("-.jpg")
    ('evening 1_麻將_ 手牌_.JPG', 'photo-.jpg')
    """
    # A name that is no UTF-8 comes with lone surrogates; none of them may go on.
    text = unicodedata.normalize("NFC", os.fsencode(inside).decode("utf-8", "replace"))
    text = re.sub(r"[^\w.\- ]", "_", text).strip(". ")
    stem, dot, ending = text.rpartition(".")
    stem = (stem if dot else text).encode()[:180].decode("utf-8", "ignore").rstrip(". ")
    if not stem[:1].isalnum() or stem.split(".")[0].lower() in RESERVED:
        stem = f"photo-{stem.lstrip('-')}"
    return f"{stem}.{ending if dot else 'jpg'}"


def read_here(reader: Reader) -> Engine:
    """Give the engine that reads photos one after the other in this process."""

    def engine(jobs: Iterable[Job]) -> Iterator[tuple[str, dict[str, Any]]]:
        for sha256, path in jobs:
            yield sha256, read_one(reader, path)

    return engine


def read_one(reader: Reader, photo: Source) -> dict[str, Any]:
    """Give what the journal keeps of a photo: its reading, or the error."""
    try:
        reading = reader.read(photo).to_document()
    except PhotoError as error:
        return {"error": {"code": error.code, "message": error.message}}
    return {"reading": {key: reading[key] for key in ("width", "height", "tiles")}}


def label_photos(
    photos: Mapping[Path, str],
    out: Path,
    form: Form,
    engine: Engine,
    *,
    by: Mapping[str, str],
    about: About,
    copy: bool = True,
    least: float = 0.0,
    shown: Shown = iter,
) -> Labelled:
    """Read photos and write them as a set into the folder `out`.

    What was read is kept beside it in `OUT.part` until the set is there; a run that is killed goes on from it.

    Args:
        photos: files with their names in the set, from `photos_below`.
        by: what reads them, such as the models' hashes; a run can only go on with the same.
        copy: whether the photos go along, upright and without metadata.
        least: confidence from which a tile is labelled.

    Raises:
        FormError: `out_exists`, `journal_foreign`, `cannot_carry`, or `photo_unusable` where no photo could be read.
    """
    part = out.with_name(f"{out.name}.part")
    refuse_existing(out)
    with Journal(part / JOURNAL, by) as journal, whole_or_nothing(out, beside=part) as room:
        hashes, known, skipped = _read_all(photos, engine, journal, shown)
        with SetWriter(room, form, copy=copy) as writer:
            for path, sha256 in hashes.items():
                document = journal[sha256]
                if "error" in document:
                    skipped.append(Skipped(path, document["error"]["code"], document["error"]["message"]))
                    continue
                try:
                    writer.add(_labelled(path, photos[path], sha256, document["reading"], least))
                except FormError as error:
                    # Read, and yet not whole enough to be copied, or changed meanwhile.
                    if error.code not in ("photo_unusable", "photo_changed"):
                        raise
                    skipped.append(Skipped(path, error.code, error.why))
            if not writer.tally.photos:
                raise FormError("photo_unusable", f"none of {len(photos)} photos could be read")
            writer.finish(about)
        _write_skipped(room, skipped)
    shutil.rmtree(part)
    return Labelled(writer.tally, known, tuple(skipped))


def _read_all(
    photos: Mapping[Path, str], engine: Engine, journal: Journal, shown: Shown
) -> tuple[dict[Path, str], int, list[Skipped]]:
    """Have every photo that the journal lacks read.

    Returns:
        The hash of each photo that counts, how many of them the journal had, and the photos left out.
    """
    hashes: dict[Path, str] = {}
    known = 0
    first: dict[str, Path] = {}
    skipped: list[Skipped] = []

    def jobs() -> Iterator[Job]:
        nonlocal known
        for path in shown(list(photos)):
            try:
                sha256 = _hash(path)
            except PhotoError as error:
                skipped.append(Skipped(path, error.code, error.message))
                continue
            if sha256 in first:
                skipped.append(Skipped(path, "photo_repeated", f"the same bytes as {first[sha256].name}"))
                continue
            first[sha256] = path
            hashes[path] = sha256
            if sha256 in journal:
                known += 1
            else:
                yield sha256, path

    for sha256, document in engine(jobs()):
        journal.add(sha256, document)
    return hashes, known, skipped


def _hash(path: Path) -> str:
    try:
        return hashlib.sha256(read_file(path)).hexdigest()
    except OSError as error:
        raise PhotoError("photo_missing", f"can't open it: {error.strerror}") from None


def _labelled(path: Path, name: str, sha256: str, reading: Mapping[str, Any], least: float) -> SetPhoto:
    size = reading["width"], reading["height"]
    found = (_label(tile, size) for tile in reading["tiles"] if tile["confidence"] >= least)
    return SetPhoto(name, path, sha256, *size, labels=tuple(label for label in found if label is not None))


def _label(tile: Mapping[str, Any], size: tuple[int, int]) -> Label | None:
    """Give a read tile as a label, cut off at the photo's edge; none where nothing of it is inside."""
    corners = [
        [min(max(value, 0.0), float(side)) for value, side in zip(p, size, strict=True)] for p in tile["corners"]
    ]
    try:
        return label_at(tile["tile"], corners, size, role=tile["role"], confidence=min(tile["confidence"], 1.0))
    except FormError as error:
        if error.code == "box_empty":
            return None
        raise


def _write_skipped(room: Path, skipped: Sequence[Skipped]) -> None:
    if skipped:
        with (room / SKIPPED).open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(("photo", "code", "message"))
            shown = sorted((os.fsencode(s.photo.name).decode("utf-8", "replace"), s.code, s.message) for s in skipped)
            rows.writerows(shown)
