"""Label photos by machine: read each once, whatever interrupts, and write the set in any form."""

from __future__ import annotations

import csv
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path, PurePosixPath
from typing import Any, Final

from labels.engine import Copying, Engine, Skipped
from labels.forms.card import About, Tally
from labels.forms.dataset import Label, SetPhoto, label_at
from labels.forms.errors import FormError
from labels.forms.files import Copied
from labels.forms.form import Form
from labels.forms.safe import RESERVED
from labels.forms.source import PHOTO_ENDINGS
from labels.forms.written import SetWriter
from labels.journal import FILE, Journal
from labels.places import Place, Remote, fetch, files_below
from labels.sending import refuse_taken, room_for
from vision import PhotoError

SKIPPED: Final = "skipped.csv"

Shown = Callable[[Sequence[Place]], Iterable[Place]]
"""Passes photos on one by one, and shows how far the work is."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """What came of a run: counts of the set, how many photos an earlier run had read, and what was skipped."""

    tally: Tally
    known: int
    skipped: tuple[Skipped, ...]


def photos_below(places: Sequence[Place]) -> dict[Place, str]:
    """Give the photos of files and folders, each with the name that it has in a set, in the order of the names.

    In a folder, however deep, what ends like a photo is one. Names are made of the path below the folder, with
    nothing in them that some system minds, and no two share a stem.

    Raises:
        FormError: `photo_missing` where there is none, `place_unusable` where an address can't be used.
    """
    found: dict[Place, str] = {}
    for place in places:
        for file, inside in files_below(place):
            if file == place or (file.name.lower().endswith(PHOTO_ENDINGS) and not file.name.startswith(".")):
                found.setdefault(file, inside)
    if not found:
        raise FormError("photo_missing", f"no photos in {', '.join(map(str, places))}")
    return _named(found)


def _named(found: Mapping[Place, str]) -> dict[Place, str]:
    taken: set[str] = set()
    names: dict[Place, str] = {}
    for place, inside in sorted(found.items(), key=lambda item: (item[1], str(item[0]))):
        plain = PurePosixPath(plain_name(inside))
        stem, count = plain.stem, 1
        while stem.casefold() in taken:
            count += 1
            stem = f"{plain.stem}-{count}"
        taken.add(stem.casefold())
        names[place] = f"{stem}{plain.suffix.lower()}"
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


def label_photos(
    photos: Mapping[Place, str],
    out: Place,
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

    What was read is kept in `part_of(out)` until the set is there; a run that is killed goes on from it.

    Args:
        photos: files with their names in the set, from `photos_below`.
        by: what reads them, such as the models' hashes; a run can only go on with the same.
        copy: whether the photos go along, upright and without metadata.
        least: confidence from which a tile is labelled.

    Raises:
        FormError: `out_exists`, `place_unusable`, `journal_foreign`, `cannot_carry`, or `photo_unusable` where no
            photo could be read; what the engine raises.
    """
    part = part_of(out)
    refuse_taken(out, going_on=(part / FILE).exists())
    with Journal(part / FILE, by) as journal, room_for(out, beside=part) as room:
        hashes, known, skipped = _read_all(photos, engine, journal, shown)
        with SetWriter(room, form, copy=copy) as writer:
            copies: Iterable[Copied | Skipped | None] = repeat(None, len(hashes))
            if copy and form.folder is not None:
                folder = out / form.folder("") if isinstance(out, Remote) else None
                copies = engine.copy(Copying(at, photos[at], sha256, folder) for at, sha256 in hashes.items())
            for (place, sha256), copied in zip(hashes.items(), copies, strict=True):
                if isinstance(copied, Skipped):
                    skipped.append(copied)
                    continue
                try:
                    # Only a form without whole photos looks at them again, to cut tiles out.
                    path = _at_hand(place, part / "photo", needed=form.folder is None)
                    writer.add(_labelled(path, photos[place], sha256, journal[sha256]["reading"], least), copied)
                except (FormError, PhotoError) as error:
                    if error.code not in ("photo_missing", "photo_unusable"):
                        raise
                    skipped.append(Skipped(place, error.code, getattr(error, "why", str(error))))
            if not writer.tally.photos:
                raise FormError("photo_unusable", f"none of {len(photos)} photos could be read")
            writer.finish(about)
        _write_skipped(room, skipped)
    shutil.rmtree(part)
    return Labelled(writer.tally, known, tuple(skipped))


def part_of(out: Place) -> Path:
    """Give the folder that holds an unfinished run: beside `out`, or where the command runs if that is an address."""
    return Path(f"{out.name}.part") if isinstance(out, Remote) else out.with_name(f"{out.name}.part")


def _read_all(
    photos: Mapping[Place, str], engine: Engine, journal: Journal, shown: Shown
) -> tuple[dict[Place, str], int, list[Skipped]]:
    """Have every photo that the journal lacks read.

    Returns:
        The hash of each photo that was read, in the set's order, how many photos the journal had, and those left out.
    """
    earlier = frozenset(journal)
    hashes: dict[Place, str] = {}
    skipped: list[Skipped] = []
    for done in engine.read(shown(list(photos)), journal):
        if isinstance(done, Skipped):
            skipped.append(done)
            continue
        hashes[done.photo] = done.sha256
        if done.document is not None:
            journal.add(done.sha256, done.document)
    first: dict[str, Place] = {}
    for photo in photos:
        if photo not in hashes:
            continue
        if (one := first.setdefault(hashes[photo], photo)) != photo:
            skipped.append(Skipped(photo, "photo_repeated", f"the same bytes as {one.name}"))
    known = len(earlier & first.keys())
    for sha256, photo in list(first.items()):
        if "error" in (document := journal[sha256]):
            skipped.append(Skipped(photo, document["error"]["code"], document["error"]["message"]))
            del first[sha256]
    return {photo: sha256 for sha256, photo in first.items()}, known, skipped


def _at_hand(place: Place, spare: Path, *, needed: bool) -> Path:
    """Give a photo as a file of this machine: itself, or one at an address as `spare`, fetched where it is needed."""
    if isinstance(place, Path):
        return place
    if needed:
        spare.write_bytes(fetch(place))
    return spare


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
