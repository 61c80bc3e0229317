"""What a labelling run needs done to each photo, and the engine that does it in this process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from labels.forms.errors import FormError
from labels.forms.files import Copied, copied
from labels.places import Place, Remote, fetch
from vision import PhotoError, Reader
from vision.photo import Source

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Read:
    """A photo that was read.

    Attributes:
        sha256: of its bytes.
        document: what `read_one` gives; None where the hash was known.
    """

    photo: Place
    sha256: str
    document: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A photo that is not in the set, and why."""

    photo: Place
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Copying:
    """A photo to copy.

    Attributes:
        name: its name in the set.
        sha256: of its bytes when it was read.
        folder: the address of the folder that the copy is written to; None where the caller writes it.
    """

    photo: Place
    name: str
    sha256: str
    folder: Remote | None


class Engine(Protocol):
    """Does what is needed of each photo, here or on other machines."""

    def read(self, photos: Iterable[Place], known: Collection[str]) -> Iterator[Read | Skipped]:
        """Read photos whose hashes are not known, and give each, in any order."""

    def copy(self, photos: Iterable[Copying]) -> Iterator[Copied | Skipped]:
        """Copy photos, and give each in the order given."""


class Here:
    """Reads and copies photos one after the other in this process."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(self, photos: Iterable[Place], known: Collection[str]) -> Iterator[Read | Skipped]:
        """Read photos whose hashes are not known, and give each in the order given."""
        for photo in photos:
            yield with_bytes(photo, partial(read_unknown, self._reader, photo, known))

    def copy(self, photos: Iterable[Copying]) -> Iterator[Copied | Skipped]:
        """Copy photos, and give each in the order given."""
        for photo in photos:
            yield with_bytes(photo.photo, partial(copy_one, photo))


def with_bytes(photo: Place, work: Callable[[bytes], Done], data: bytes | None = None) -> Done | Skipped:
    """Do something with a photo's bytes, fetched unless they came along; where they can't be had, say why."""
    try:
        return work(fetch(photo) if data is None else data)
    except PhotoError as error:
        return Skipped(photo, error.code, error.message)


def read_unknown(reader: Reader, photo: Place, known: Collection[str], data: bytes) -> Read:
    """Read a photo, unless the hash of its bytes is known."""
    sha256 = hashlib.sha256(data).hexdigest()
    return Read(photo, sha256, None if sha256 in known else read_one(reader, data))


def read_one(reader: Reader, photo: Source) -> dict[str, Any]:
    """Give what the journal keeps of a photo: its reading, or the error."""
    try:
        reading = reader.read(photo).to_document()
    except PhotoError as error:
        return {"error": {"code": error.code, "message": error.message}}
    return {"reading": {key: reading[key] for key in ("width", "height", "tiles")}}


def copy_one(photo: Copying, data: bytes) -> Copied | Skipped:
    """Give the copy of a photo, written to its folder where there is one at an address."""
    try:
        copy = copied(photo.name, photo.sha256, data)
    except FormError as error:  # read, and yet not whole enough to be copied, or changed meanwhile
        return Skipped(photo.photo, error.code, error.why)
    if photo.folder is None or copy.data is None:
        return copy
    (photo.folder / copy.name).write(copy.data)
    return Copied(copy.name, copy.sha256, None)
