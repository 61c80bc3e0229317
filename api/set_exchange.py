"""Sets in and out: an archive in any form, the club's other sets, and what differs between versions."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.access import Caller, require_in
from api.database import Database
from api.errors import ApiError
from api.photos import PhotoStore
from api.set_documents import Prefer
from api.set_edits import SetEdits
from api.set_photos import ENDINGS, MOST_PHOTOS, Incoming, SetPhotos, set_photo
from api.set_tables import SetPhotoRow, SetRow
from api.sets import Sets, require_consent
from labels.changes import Changes, changes, tile_changes
from labels.forms.card import About
from labels.forms.convert import form_named, opened, refuse_losses
from labels.forms.dataset import Dataset, SetPhoto
from labels.forms.errors import FormError
from labels.forms.files import clean_copy
from labels.forms.written import SetWriter

MOST_UNPACKED = 4 * 2**30
MOST_NAMED = 50
PIECE = 2**20


class SetExchange:
    """Bring sets into a club, and take them along."""

    def __init__(
        self,
        database: Database,
        photos: PhotoStore,
        sets: Sets,
        set_photos: SetPhotos,
        edits: SetEdits,
        *,
        new_id: Callable[[], str],
    ) -> None:
        self.database = database
        self.photos = photos
        self.sets = sets
        self.set_photos = set_photos
        self.edits = edits
        self.new_id = new_id

    def bring(self, caller: Caller, row: SetRow, archive: BinaryIO, *, form: str, names: str) -> tuple[int, int]:
        """Put the photos of an archive into a set; give how many are new, and how many it had.

        Raises:
            ApiError: `set_refused`, with what is wrong by file and line; `role_too_low` or `sets_full`.
        """
        with self.database.read() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
        try:
            return self.set_photos.bring(caller, row, self._unpacked(archive, form, names))
        except FormError as error:
            raise refused(error) from error

    def _unpacked(self, archive: BinaryIO, form: str, names: str) -> Iterator[Incoming]:
        with _unpacked(archive, form, names) as dataset:
            if len(dataset) > MOST_PHOTOS:
                raise ApiError("sets_full", detail={"limit": MOST_PHOTOS})
            for photo in dataset:
                yield self._kept(photo)

    def _kept(self, photo: SetPhoto) -> Incoming:
        """Keep an imported photo's file, upright and without metadata."""
        data, ending = clean_copy(photo.path.read_bytes())
        file = self.new_id()
        self.photos.put(file, data)
        return Incoming(
            file=file,
            media="image/png" if data.startswith(b"\x89PNG") else "image/jpeg",
            sha256=hashlib.sha256(data).hexdigest(),
            width=photo.width,
            height=photo.height,
            labels=photo.labels,
            name=PurePosixPath(photo.name).with_suffix(ending).as_posix() if ending else photo.name,
            scene=photo.scene[:200],
            source=photo.source[:200],
            split=photo.split,
        )

    def changed(self, row: SetRow, before: int, after: int | None) -> Changes:
        """Give what differs between a version and a later one, or how the set stands now.

        Raises:
            ApiError: `set_version_unknown`.
        """
        old, new = (self.set_photos.dataset(row.id, edit=self._edit(row, number)) for number in (before, after))
        return changes(old, new)

    def merge(self, caller: Caller, row: SetRow, other: SetRow, *, prefer: Prefer | None) -> tuple[int, int, int]:
        """Put another set of the club into this one; give new photos, known ones, and those with other labels.

        Raises:
            ApiError: `set_unknown`, `sets_differ` where nobody says whose labels count; `role_too_low`, `sets_full`.
        """
        if other.club_id != row.club_id or other.id == row.id:
            raise ApiError("set_unknown")
        with self.database.read() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
            ours = set(session.scalars(select(SetPhotoRow.sha256).where(SetPhotoRow.set_id == row.id)))
            theirs = _rows(session, other.id)
        differ: list[tuple[SetPhotoRow, SetPhotoRow]] = []

        def settle(session: Session) -> None:
            differ.extend((mine, each) for mine, each in _both(session, row.id, theirs) if _differ(mine, each))
            if differ and prefer is None:
                names = [mine.name for mine, _ in differ]
                raise ApiError("sets_differ", detail={"photos": names[:MOST_NAMED], "count": len(names)})
            for mine, each in differ if prefer == "theirs" else ():
                self.edits.put(session, caller, mine, each.labels)

        copies = (self._copied(each) for each in theirs if each.sha256 not in ours)
        added, _ = self.set_photos.bring(caller, row, copies, first=settle)
        return added, len(theirs) - added, len(differ)

    def _copied(self, each: SetPhotoRow) -> Incoming:
        """Give a photo of another set with a file of its own, unless that is a confirmed hand's."""
        file = each.file
        if file != each.reading_id:
            file = self.new_id()
            self.photos.put(file, self.set_photos.bytes_of(each))
        photo = set_photo(each, each.labels, Path())
        return Incoming(
            file=file,
            media=each.media,
            sha256=each.sha256,
            width=each.width,
            height=each.height,
            labels=photo.labels,
            name=each.name,
            scene=each.scene,
            tile_set=each.tile_set,
            source=each.source,
            reading_id=each.reading_id,
            player_id=each.player_id,
        )

    def exported(
        self, caller: Caller, row: SetRow, *, version: int | None, form: str, lossy: bool
    ) -> tuple[IO[bytes], int]:
        """Give a set as an archive, an open file that is gone when it is closed, and its size.

        Raises:
            ApiError: `consent_missing`, `role_too_low`, `set_version_unknown`, `set_empty`; `set_refused` where the
                form can't hold what the set has.
        """
        with self.database.read() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
            require_consent(session, row.club_id)
        with tempfile.TemporaryDirectory(prefix="tailens-") as folder:
            room, out = Path(folder), Path(folder) / "set"
            out.mkdir()
            dataset = self.set_photos.dataset(row.id, room, edit=self._edit(row, version))
            if not len(dataset):
                raise ApiError("set_empty")
            try:
                target = form_named(form)
                if not lossy:
                    refuse_losses(dataset, target)
                with SetWriter(out, target) as writer:
                    for photo in dataset:
                        writer.add(photo)
                    writer.finish(About(made="Labelled by people with TaiLens."))
            except FormError as error:
                raise refused(error) from error
            return _zipped(out)

    def _edit(self, row: SetRow, version: int | None) -> int | None:
        return None if version is None else self.sets.version(row.id, version).edit


def _rows(session: Session, set_id: str) -> list[SetPhotoRow]:
    query = select(SetPhotoRow).where(SetPhotoRow.set_id == set_id, ~SetPhotoRow.removed)
    return list(session.scalars(query.order_by(SetPhotoRow.name)))


def _both(session: Session, set_id: str, theirs: list[SetPhotoRow]) -> list[tuple[SetPhotoRow, SetPhotoRow]]:
    """Pair the photos of a set with those of another that are the same."""
    ours = {photo.sha256: photo for photo in _rows(session, set_id)}
    return [(ours[each.sha256], each) for each in theirs if each.sha256 in ours]


def _differ(mine: SetPhotoRow, other: SetPhotoRow) -> bool:
    one, two = (set_photo(each, each.labels, Path()).labels for each in (mine, other))
    return bool(tile_changes(one, two))


def refused(error: FormError) -> ApiError:
    """Give what is wrong with a set as the service answers it."""
    detail = {"code": error.code, "file": error.file, "line": error.line, "reason": error.why}
    return ApiError("set_refused", error.message, detail=detail)


@contextmanager
def _unpacked(archive: BinaryIO, form: str, names: str) -> Iterator[Dataset]:
    """Give the set of an archive that came from outside, while its files are there."""
    with tempfile.NamedTemporaryFile(prefix="tailens-", suffix=".zip") as file:
        path = Path(file.name)
        shutil.copyfileobj(archive, file, PIECE)
        file.flush()
        try:
            with zipfile.ZipFile(path) as packed:
                size = sum(member.file_size for member in packed.infolist())
        except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError) as error:
            raise FormError("archive_invalid", f"no ZIP archive that can be unpacked: {error}") from None
        if size > MOST_UNPACKED:
            raise FormError("too_large", f"it unpacks to more than {MOST_UNPACKED} bytes")
        with opened(path, form_named(form), names=names) as dataset:
            yield dataset


def _zipped(folder: Path) -> tuple[IO[bytes], int]:
    found = tempfile.TemporaryFile(prefix="tailens-")  # noqa: SIM115  # whoever sends it closes it
    with zipfile.ZipFile(found, "w") as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), date_time=(1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            squeeze = file.suffix not in ENDINGS.values()
            entry.compress_type = zipfile.ZIP_DEFLATED if squeeze else zipfile.ZIP_STORED
            with file.open("rb") as source, archive.open(entry, "w", force_zip64=True) as member:
                shutil.copyfileobj(source, member, PIECE)
    size = found.tell()
    found.seek(0)
    return found, size
