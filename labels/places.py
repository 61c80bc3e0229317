"""Where photos come from and sets go: a path of this machine, or any address that fsspec knows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

from labels.forms.errors import FormError
from vision import PhotoError
from vision.photo import read_file


@dataclass(frozen=True, slots=True, order=True)
class Remote:
    """A file or folder at an address of fsspec's, such as `s3://club/evenings`; as text it shows no password.

    >>> str(Remote("ftp://me:secret@photos/evening") / "a.jpg"), (Remote("zip://in::s3://club/a.zip") / "b.jpg").address
    ('ftp://photos/evening/a.jpg', 'zip://in/b.jpg::s3://club/a.zip')
    """

    address: str

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.address.partition("::")[0].rstrip("/").rpartition("/")[2]

    def __str__(self) -> str:
        return re.sub(r"//[^/@]*@", "//", self.address)

    def __truediv__(self, inside: str) -> Remote:
        head, chained, rest = self.address.partition("::")
        start = head if head.endswith("://") else f"{head.rstrip('/')}/"
        return Remote(f"{start}{inside}{chained}{rest}")

    @contextmanager
    def open(self, mode: str) -> Iterator[IO[bytes]]:
        """Open the file; what is wrong comes up as any error of the library behind the address."""
        # An archive's file system closes the archive when it is let go.
        files, path = self.files()
        with files.open(path, mode) as file:
            yield file

    def write(self, data: bytes) -> None:
        """Write a file, whole or not at all where the place is an object store."""
        files, path = self.files()
        files.makedirs(path.rpartition("/")[0], exist_ok=True)
        files.pipe_file(path, data)

    def files(self) -> tuple[Any, str]:
        """Give the file system, and the path in it."""
        from fsspec.core import url_to_fs

        # What is listed must be what is there now.
        files, path = url_to_fs(self.address, use_listings_cache=False)
        return files, path.rstrip("/")


Place: TypeAlias = Path | Remote


def place_at(text: str) -> Place:
    """Give what a person names: an address where it has a scheme, else a path.

    >>> place_at("evening/a.jpg"), place_at("memory://evening")
    (PosixPath('evening/a.jpg'), Remote(address='memory://evening'))
    """
    return Remote(text) if re.match(r"[A-Za-z][\w+.-]*:(//|:)", text) else Path(text)


def fetch(photo: Place) -> bytes:
    """Give the bytes of a photo.

    Raises:
        PhotoError: `photo_missing` where it can't be had, or `photo_too_large`.
    """
    try:
        return read_file(photo)
    except PhotoError:
        raise
    except OSError as error:
        raise PhotoError("photo_missing", f"can't open it: {error.strerror or why_of(error)}") from None
    except Exception as error:
        if isinstance(photo, Path):
            raise
        raise PhotoError("photo_missing", f"can't fetch it: {why_of(error)}") from None


def files_below(place: Place) -> Iterator[tuple[Place, str]]:
    """Give the files of a folder, however deep, with their path below it; a file itself with its name.

    Raises:
        FormError: `photo_missing` where there is nothing, `place_unusable` where an address can't be used.
    """
    if isinstance(place, Remote):
        yield from files_at(place)
    elif place.is_dir():
        for folder, folders, files in os.walk(place):
            folders.sort()
            for name in files:
                file = Path(folder, name)
                yield file, file.relative_to(place).as_posix()
    elif place.exists():
        yield place, place.name
    else:
        raise FormError("photo_missing", "there is no such file or folder", file=str(place))


def files_at(place: Remote) -> Iterator[tuple[Remote, str]]:
    """Give the files at an address, as `files_below` does."""
    with usable(place):
        files, root = place.files()
        found = sorted(files.find(root))
    for path in found:
        if path == root:
            yield place, place.name
        else:
            inside = path[len(root) :].lstrip("/")
            yield place / inside, inside
    if not found:
        raise FormError("photo_missing", "there is no such file or folder", file=str(place))


@contextmanager
def usable(place: Remote) -> Iterator[None]:
    """Turn whatever the library behind an address raises into one refusal.

    Raises:
        FormError: `place_unusable`.
    """
    try:
        yield
    except FormError:
        raise
    except Exception as error:
        why = why_of(error).replace(place.address, str(place))
        raise FormError("place_unusable", f"can't be used: {why}", file=str(place)) from error


def why_of(error: Exception) -> str:
    """Give what a library says was wrong, with the kind of its error."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
