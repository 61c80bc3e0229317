"""Photo in, stored reading out: the work behind `POST /api/readings`."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from api.answered import answer_once, answered
from api.database import Database
from api.errors import ApiError
from api.photos import PhotoFolder, is_id
from api.settings import MEGABYTE
from api.tables import ReadingRow
from scorer import RuleSet
from vision import PhotoError, Reader, encode_stored, load_photo


class Eye:
    """The one reader of the process, with a bound on the photos it works on and on those that wait.

    Args:
        reader: made once at start-up; its sessions may be used by several threads.
        at_once: photos read at the same time.
        waiting: photos that may wait for their turn; one more is answered `busy`.
    """

    def __init__(self, reader: Reader, *, at_once: int, waiting: int) -> None:
        self.reader = reader
        self._turn = threading.BoundedSemaphore(at_once)
        self._room = threading.BoundedSemaphore(at_once + waiting)

    @contextmanager
    def turn(self) -> Iterator[Reader]:
        """Give the reader when it is our turn.

        Raises:
            ApiError: `busy` when too many wait already.
        """
        if not self._room.acquire(blocking=False):
            raise ApiError("busy", headers={"retry-after": "3"})
        try:
            with self._turn:
                yield self.reader
        finally:
            self._room.release()


class Readings:
    """Read photos and keep them: the picture upright and without metadata, the document beside it."""

    def __init__(
        self, eye: Eye, photos: PhotoFolder, database: Database, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.eye = eye
        self.photos = photos
        self.database = database
        self.now = now
        self.new_id = new_id

    def read(self, upload: BinaryIO, *, rules: RuleSet, key: str | None) -> ReadingRow:
        """Read and store a photo.

        Args:
            rules: how many tiles make a hand, and which hand is legal.

        Raises:
            ApiError: the photo can't be read, or too many wait; nothing is stored then.
        """
        reading_id = self.new_id()
        fingerprint = fingerprint_of(upload, rules)
        if key is not None:
            with self.database.read() as session:
                before = answered(session, ReadingRow, key=key, call="readings", fingerprint=fingerprint)
            if before is not None:
                return before
        document, stored = self._look(upload, rules, reading_id)
        self.photos.put(reading_id, stored)
        try:
            with self.database.write() as session:
                row = ReadingRow(id=reading_id, created_at=self.now(), document=document)
                made = answer_once(session, row, key=key, call="readings", fingerprint=fingerprint)
        except BaseException:
            self.photos.remove(reading_id)
            raise
        if made is not row:
            self.photos.remove(reading_id)
        return made

    def get(self, reading_id: str) -> ReadingRow:
        """Give a stored reading.

        Raises:
            ApiError: `reading_unknown`.
        """
        if is_id(reading_id):
            with self.database.read() as session:
                row = session.get(ReadingRow, reading_id)
            if row is not None:
                return row
        raise ApiError("reading_unknown")

    def _look(self, upload: BinaryIO, rules: RuleSet, reading_id: str) -> tuple[dict[str, Any], bytes]:
        try:
            with self.eye.turn() as reader:
                # Only now into memory: those that wait stay in their temporary files.
                upload.seek(0)
                photo = load_photo(upload)
                document = reader.read(photo, rules=rules, name=reading_id).to_document()
                return document, encode_stored(photo)
        except PhotoError as error:
            raise ApiError(error.code, error.message, detail=error.detail) from error


def fingerprint_of(file: BinaryIO, rules: RuleSet) -> str:
    """Give the SHA-256 of a photo and the rules it is read by, a piece at a time."""
    digest = hashlib.sha256(f"{rules.id} {rules.version}\n".encode())
    while piece := file.read(MEGABYTE):
        digest.update(piece)
    return digest.hexdigest()
