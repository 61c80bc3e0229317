"""Photo in, stored reading out: the work behind `POST /api/readings`."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeVar

from api.access import Caller, require_in
from api.answered import answer_once, answered
from api.database import Database
from api.errors import ApiError
from api.keyed import KeyedLock
from api.photos import PhotoStore, is_id
from api.set_photos import forgotten
from api.set_tables import SetPhotoRow
from api.settings import MEGABYTE
from api.tables import ClubRow, ReadingRow
from scorer import RuleSet
from vision import PhotoError, Reader, encode_stored, load_photo

Result = TypeVar("Result")


class Eye:
    """The one reader of the process, with a bound on the photos it works on and on those that wait.

    It reads on threads of its own: what large photos leave allocated to a thread is then left to few.

    Args:
        reader: made once at start-up; its sessions may be used by several threads.
        at_once: photos read at the same time.
        waiting: photos that may wait for their turn; one more is answered `busy`.
        reader_of: gives the reader of a club by its id, where clubs may have their own.
    """

    def __init__(
        self, reader: Reader, *, at_once: int, waiting: int, reader_of: Callable[[str], Reader] | None = None
    ) -> None:
        self.reader_of = reader_of or (lambda _club_id: reader)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="reading")
        self._room = threading.BoundedSemaphore(at_once + waiting)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take a place among those that are read or wait.

        Raises:
            ApiError: `busy` when too many wait already.
        """
        if not self._room.acquire(blocking=False):
            raise _busy()
        try:
            yield
        finally:
            self._room.release()

    def look(self, work: Callable[[Reader], Result], *, club_id: str = "") -> Result:
        """Do the work with a club's reader, as it is when it is our turn, and give what came of it.

        Raises:
            ApiError: `busy` when the service stops before that.
        """
        try:
            return self._threads.submit(lambda: work(self.reader_of(club_id))).result()
        except CancelledError:
            raise _busy() from None

    def close(self) -> None:
        """Finish the photos that are being read, and send those that wait away."""
        self._threads.shutdown(cancel_futures=True)


def _busy() -> ApiError:
    return ApiError("busy", headers={"retry-after": "3"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a photo was taken: in which club, and at which of its sessions, if any."""

    club_id: str
    session_id: str = ""

    @property
    def call(self) -> str:
        """Give the name under which a call's answer is kept for this club."""
        return f"readings:{self.club_id}"


class Readings:
    """Read photos and keep them: the picture upright and without metadata, the document beside it."""

    def __init__(
        self, eye: Eye, photos: PhotoStore, database: Database, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.eye = eye
        self.photos = photos
        self.database = database
        self.now = now
        self.new_id = new_id
        self._asked = KeyedLock()

    def read(self, upload: BinaryIO, *, place: Place, rules: RuleSet, key: str | None) -> ReadingRow:
        """Read and store a photo.

        Args:
            place: whose photo it is.
            rules: how many tiles make a hand, and which hand is legal.

        Raises:
            ApiError: the photo can't be read, or too many wait; nothing is stored then.
        """
        fingerprint = fingerprint_of(upload, rules)
        before = self._answered(place, key, fingerprint)
        if before is not None:
            return before
        asked = None if key is None else f"{place.club_id} {key}"
        # A caller who asks again before the answer is there waits for it, instead of having the photo read twice.
        with self.eye.place(), self._asked.held(asked):
            return self._answered(place, key, fingerprint) or self._read_and_keep(
                upload, place=place, rules=rules, key=key, fingerprint=fingerprint
            )

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

    def delete_photo(self, caller: Caller, row: ReadingRow) -> None:
        """Delete a reading's photo for good, from every labelled set too; the reading stays for the hands it is of.

        Raises:
            ApiError: `role_too_low`.
        """
        with self.database.write() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
            session.get_one(ReadingRow, row.id).photo_deleted = True
            files = forgotten(session, SetPhotoRow.reading_id == row.id)
        for file in (row.id, *files):
            self.photos.remove(file)

    def _answered(self, place: Place, key: str | None, fingerprint: str) -> ReadingRow | None:
        if key is None:
            return None
        with self.database.read() as session:
            return answered(session, ReadingRow, key=key, call=place.call, fingerprint=fingerprint)

    def _read_and_keep(
        self, upload: BinaryIO, *, place: Place, rules: RuleSet, key: str | None, fingerprint: str
    ) -> ReadingRow:
        reading_id = self.new_id()

        def work(reader: Reader) -> tuple[dict[str, Any], bytes]:
            # Only now into memory: those that wait stay in their temporary files.
            upload.seek(0)
            photo = load_photo(upload)
            return reader.read(photo, rules=rules, name=reading_id).to_document(), encode_stored(photo)

        try:
            document, stored = self.eye.look(work, club_id=place.club_id)
        except PhotoError as error:
            raise ApiError(error.code, error.message, detail=error.detail) from error
        self.photos.put(reading_id, stored)
        try:
            with self.database.write() as session:
                if session.get(ClubRow, place.club_id) is None:  # deleted while the photo was read
                    raise ApiError("club_unknown")
                row = ReadingRow(
                    id=reading_id,
                    created_at=self.now(),
                    document=document,
                    club_id=place.club_id,
                    session_id=place.session_id,
                )
                made = answer_once(session, row, key=key, call=place.call, fingerprint=fingerprint)
        except BaseException:
            self.photos.remove(reading_id)
            raise
        if made is not row:  # another process was asked too
            self.photos.remove(reading_id)
        return made


def fingerprint_of(file: BinaryIO, rules: RuleSet) -> str:
    """Give the SHA-256 of a photo and the rules it is read by, a piece at a time."""
    digest = hashlib.sha256(f"{rules.id} {rules.version}\n".encode())
    while piece := file.read(MEGABYTE):
        digest.update(piece)
    return digest.hexdigest()
