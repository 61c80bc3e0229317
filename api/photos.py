"""Where stored photos are kept: files under ids that we make, without metadata, whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from scorer.errors import TaiLensError


class PhotoStoreError(TaiLensError):
    """Say why the place for photos can't be used; `code` is `photos_unusable`."""


def is_id(text: str) -> bool:
    """Tell whether the text has the form of an id that we make; anything else names nothing here."""
    return re.fullmatch(r"[0-9a-f]{32}", text, re.ASCII) is not None


class PhotoStore(Protocol):
    """Keep JPEG files by id; a name from outside never becomes part of a path.

    Every call raises `ValueError` for what is none of our ids.
    """

    def put(self, photo_id: str, jpeg: bytes) -> None:
        """Store a photo; a crash leaves either the whole file or none."""

    def read(self, photo_id: str) -> bytes | None:
        """Give a photo, or None where there is none."""

    def file(self, photo_id: str) -> Path | None:
        """Give the photo as a file of this machine, where it is one."""

    def remove(self, photo_id: str) -> None:
        """Forget a photo, if it is there."""

    def ids(self) -> Iterator[str]:
        """Give the ids of all photos, in no order."""


def photo_store(address: str | Path) -> PhotoStore:
    """Open the place for photos: a folder, or any address that fsspec knows (`s3://bucket/photos`).

    Raises:
        PhotoStoreError: it can't be used.
    """
    text = str(address)
    try:
        if "://" not in text:
            return PhotoFolder(Path(text))
        parts = urlsplit(text)
        if parts.scheme == "file":
            return PhotoFolder(Path(unquote(parts.path)))
        return PhotoPlace(text)
    except Exception as error:  # whatever the library behind the address raises
        # Neither the address nor the message may put a secret in it on the terminal.
        where = re.sub(r"//[^/@]*@", "//", text)
        why = str(error).replace(text, where)
        raise PhotoStoreError(
            "photos_unusable", f"photos can't be kept at {where}: {type(error).__name__}: {why}"
        ) from error


def _file_name(photo_id: str) -> str:
    if not is_id(photo_id):
        raise ValueError(f"not a photo id: {photo_id!r}")
    return f"{photo_id}.jpg"


def _id_of(file_name: str) -> str | None:
    stem = file_name.removesuffix(".jpg")
    return stem if stem != file_name and is_id(stem) else None


class PhotoFolder:
    """Photos in a folder of this machine, or of a disk that several machines share."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def put(self, photo_id: str, jpeg: bytes) -> None:
        """Store a photo; a crash leaves either the whole file or none."""
        path = self.folder / _file_name(photo_id)
        partial = path.with_suffix(".part")
        with partial.open("wb") as file:
            file.write(jpeg)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)

    def read(self, photo_id: str) -> bytes | None:
        """Give a photo, or None where there is none."""
        path = self.file(photo_id)
        return path.read_bytes() if path else None

    def file(self, photo_id: str) -> Path | None:
        """Give the photo as a file of this machine."""
        path = self.folder / _file_name(photo_id)
        return path if path.is_file() else None

    def remove(self, photo_id: str) -> None:
        """Forget a photo, if it is there."""
        (self.folder / _file_name(photo_id)).unlink(missing_ok=True)

    def ids(self) -> Iterator[str]:
        """Give the ids of all photos, in no order."""
        yield from filter(None, (_id_of(path.name) for path in self.folder.iterdir()))


class PhotoPlace:
    """Photos at an address of fsspec's, for several application servers on one object store.

    An object store takes an object whole or not at all, which is what `put` relies on.
    """

    def __init__(self, address: str) -> None:
        from fsspec.core import url_to_fs

        # What is listed must be what is there now: other servers write too.
        self._files, root = url_to_fs(address, use_listings_cache=False)
        self._root = root.rstrip("/")
        self._try_out()

    def put(self, photo_id: str, jpeg: bytes) -> None:
        """Store a photo."""
        self._files.pipe_file(self._path(photo_id), jpeg)

    def read(self, photo_id: str) -> bytes | None:
        """Give a photo, or None where there is none."""
        try:
            jpeg: bytes = self._files.cat_file(self._path(photo_id))
        except FileNotFoundError:
            return None
        return jpeg

    def file(self, photo_id: str) -> Path | None:
        """Give None: it is no file of this machine."""
        _file_name(photo_id)
        return None

    def remove(self, photo_id: str) -> None:
        """Forget a photo, if it is there."""
        try:
            self._files.rm_file(self._path(photo_id))
        except FileNotFoundError:
            return

    def ids(self) -> Iterator[str]:
        """Give the ids of all photos, in no order."""
        try:
            names = self._files.ls(self._root, detail=False)
        except FileNotFoundError:
            return
        yield from filter(None, (_id_of(name.rpartition("/")[2]) for name in names))

    def _path(self, photo_id: str) -> str:
        return f"{self._root}/{_file_name(photo_id)}"

    def _try_out(self) -> None:
        """Write, read and remove a small file, so that a wrong address or key is said at the start."""
        probe = f"{self._root}/try-{secrets.token_hex(8)}"
        self._files.pipe_file(probe, b"TaiLens")
        if self._files.cat_file(probe) != b"TaiLens":
            raise OSError("what was written can't be read back")
        self._files.rm_file(probe)
