"""The photos of labelled sets: added, looked at, deleted for good, and laid out as a set for whoever reads sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from api.access import Caller, require_in
from api.database import Database
from api.errors import ApiError
from api.photos import PhotoStore, is_id
from api.set_log import Edit, Standing, label_document, label_of, standings
from api.set_tables import SetEditRow, SetPhotoRow, SetRow
from api.sets import own_files, set_in
from labels.forms.dataset import Dataset, Label, SetPhoto, in_set_order
from labels.forms.safe import folded
from labels.merge import free_name
from labels.splits import Splits

MOST_PHOTOS = 20_000
ENDINGS = {"image/jpeg": ".jpg", "image/png": ".png"}


@dataclass(frozen=True, slots=True)
class Incoming:
    """A photo for a set, whose file is kept already.

    Attributes:
        name: empty where its hash shall name it.
        split: empty where its group shall say.
    """

    file: str
    media: str
    sha256: str
    width: int
    height: int
    labels: tuple[Label, ...]
    name: str = ""
    scene: str = ""
    tile_set: str = ""
    source: str = ""
    split: str = ""
    reading_id: str | None = None
    player_id: str | None = None


class SetPhotos:
    """The photos of every labelled set in one database."""

    def __init__(
        self, database: Database, photos: PhotoStore, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.database = database
        self.photos = photos
        self.now = now
        self.new_id = new_id

    def bring(
        self, caller: Caller, row: SetRow, photos: Iterable[Incoming], *, first: Callable[[Session], None] | None = None
    ) -> tuple[int, int]:
        """Put photos into a set as they come; give how many are new, and how many it had, once removed or not.

        Files of their own are removed again of photos that the set has already, and of all where anything fails.

        Args:
            first: done in the same writing session, before the photos are put in.

        Raises:
            ApiError: `sets_full`; and whatever `photos` and `first` raise.
        """
        incoming: list[Incoming] = []
        try:
            for each in photos:
                incoming.append(each)
            with self.database.write() as session:
                if first is not None:
                    first(session)
                there = self._add(session, caller, row, incoming)
        except BaseException:
            self._drop(incoming)
            raise
        self._drop(there)
        return len(incoming) - len(there), len(there)

    def _drop(self, incoming: Sequence[Incoming]) -> None:
        for each in incoming:
            if each.file != each.reading_id:
                self.photos.remove(each.file)

    def _add(self, session: Session, caller: Caller, row: SetRow, incoming: Sequence[Incoming]) -> list[Incoming]:
        """Put photos into a set, within a writing session, and give those that it has already."""
        query = select(SetPhotoRow.sha256, SetPhotoRow.name, SetPhotoRow.scene, SetPhotoRow.tile_set, SetPhotoRow.split)
        there = list(session.execute(query.where(SetPhotoRow.set_id == row.id)))
        hashes = {photo.sha256 for photo in there}
        names = {folded(photo.name) for photo in there}
        by = _group(row)
        new: list[Incoming] = []
        known: list[Incoming] = []
        for each in incoming:
            (known if each.sha256 in hashes else new).append(each)
            hashes.add(each.sha256)
        if len(there) + len(new) > MOST_PHOTOS:
            raise ApiError("sets_full", detail={"limit": MOST_PHOTOS})
        told = [(by(each), each.split) for each in new if each.split]
        splits = Splits([*((by(photo), photo.split) for photo in there), *told])
        split_of = splits.add(Counter(by(each) for each in new if not each.split))
        rows: list[SetPhotoRow] = []
        kept = set_in(session, row.id)
        for each in new:
            name = free_name(each.name or f"hand-{each.sha256[:16]}{ENDINGS[each.media]}", names)
            kept.number += 1
            rows.append(self._row(kept, each, name, each.split or split_of[by(each)]))
        session.add_all(rows)
        session.flush()  # the edits refer to them
        for photo in rows:
            session.add(edit_row(photo, caller, "added", {"labels": photo.labels}, at=photo.added_at))
        return known

    def _row(self, row: SetRow, each: Incoming, name: str, split: str) -> SetPhotoRow:
        return SetPhotoRow(
            id=self.new_id(),
            set_id=row.id,
            name=name,
            file=each.file,
            media=each.media,
            sha256=each.sha256,
            width=each.width,
            height=each.height,
            reading_id=each.reading_id,
            player_id=each.player_id,
            scene=each.scene,
            tile_set=each.tile_set,
            source=each.source,
            split=split,
            added_at=self.now(),
            number=row.number,
            labels=[label_document(label) for label in each.labels],
            removed=False,
            seen=None,
            claimed_by=None,
            claimed_name="",
            claimed_until="",
        )

    def get(self, set_id: str, photo_id: str) -> SetPhotoRow:
        """Give a photo of a set.

        Raises:
            ApiError: `set_photo_unknown`.
        """
        with self.database.read() as session:
            return photo_in(session, set_id, photo_id)

    def page(self, set_id: str, *, limit: int, after: str | None) -> tuple[list[SetPhotoRow], str | None]:
        """List a set's photos by name, and the `after` of the next page.

        Raises:
            ApiError: `set_photo_unknown` where `after` names none of the set.
        """
        query = select(SetPhotoRow).where(SetPhotoRow.set_id == set_id, ~SetPhotoRow.removed)
        with self.database.read() as session:
            if after is not None:
                query = query.where(SetPhotoRow.name > photo_in(session, set_id, after).name)
            rows = list(session.scalars(query.order_by(SetPhotoRow.name).limit(limit + 1)))
        return rows[:limit], rows[limit - 1].id if len(rows) > limit else None

    def readings(self, set_id: str) -> set[str]:
        """Give the readings whose photos are in a set."""
        query = select(SetPhotoRow.reading_id).where(SetPhotoRow.set_id == set_id, SetPhotoRow.reading_id.is_not(None))
        with self.database.read() as session:
            return {reading for reading in session.scalars(query) if reading is not None}

    def bytes_of(self, row: SetPhotoRow) -> bytes:
        """Give a photo's file.

        Raises:
            ApiError: `set_photo_unknown` where it is lost.
        """
        data = self.photos.read(row.file)
        if data is None:
            raise ApiError("set_photo_unknown")
        return data

    def delete(self, caller: Caller, row: SetRow, photo_id: str) -> None:
        """Delete a photo for good: from the set, its log and every version.

        Raises:
            ApiError: `set_photo_unknown` or `role_too_low`.
        """
        with self.database.write() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
            photo = photo_in(session, row.id, photo_id)
            files = own_files(session, SetPhotoRow.id == photo.id)
            session.delete(photo)
        for file in files:
            self.photos.remove(file)

    def dataset(self, set_id: str, room: Path | None = None, *, edit: int | None = None) -> Dataset:
        """Give a set as it stands, or stood after an edit; a photo that was deleted since is in none.

        Args:
            room: where files go that are kept elsewhere; without one the photos' paths lead nowhere.
        """
        with self.database.read() as session:
            rows = {row.id: row for row in session.scalars(select(SetPhotoRow).where(SetPhotoRow.set_id == set_id))}
            stood = None if edit is None else standings(edits_of(session, set_id, until=edit))
        found: list[SetPhoto] = []
        for row in rows.values():
            labels = row.labels if stood is None else _stood(stood, row.id)
            if labels is not None and not (stood is None and row.removed):
                found.append(set_photo(row, labels, Path(row.name) if room is None else self.path(row, room)))
        return in_set_order(found)

    def path(self, row: SetPhotoRow, room: Path) -> Path:
        """Give a photo's file; one that is kept elsewhere is copied to `room`.

        Raises:
            ApiError: `set_photo_unknown` where it is lost.
        """
        file = self.photos.file(row.file)
        if file is None:
            file = room / f"{row.file}.photo"
            if not file.exists():
                file.write_bytes(self.bytes_of(row))
        return file


def set_photo(row: SetPhotoRow, labels: Sequence[dict[str, object]], path: Path) -> SetPhoto:
    """Give a photo as the forms and the audit know it."""
    size = row.width, row.height
    return SetPhoto(
        name=row.name,
        path=path,
        sha256=row.sha256,
        width=row.width,
        height=row.height,
        labels=tuple(label_of(label, size) for label in labels),
        split=row.split,
        scene=row.scene,
        source=row.source,
    )


def photo_in(session: Session, set_id: str, photo_id: str) -> SetPhotoRow:
    """Give a photo of a set, within a database session of yours.

    Raises:
        ApiError: `set_photo_unknown`.
    """
    row = session.get(SetPhotoRow, photo_id) if is_id(photo_id) else None
    if row is None or row.set_id != set_id:
        raise ApiError("set_photo_unknown")
    return row


def edit_row(photo: SetPhotoRow, caller: Caller, kind: str, payload: dict[str, object], *, at: str) -> SetEditRow:
    """Give the edit of a photo that gave it its number."""
    return SetEditRow(
        set_id=photo.set_id,
        number=photo.number,
        photo_id=photo.id,
        at=at,
        by_account=caller.account_id,
        by_name="" if caller.account_id else caller.name,
        kind=kind,
        payload=payload,
    )


def edits_of(session: Session, set_id: str, *, until: int | None = None, photo_id: str | None = None) -> list[Edit]:
    """Give a set's edits in order, those of one photo or up to a number where asked."""
    query = select(SetEditRow).where(SetEditRow.set_id == set_id).order_by(SetEditRow.number)
    if until is not None:
        query = query.where(SetEditRow.number <= until)
    if photo_id is not None:
        query = query.where(SetEditRow.photo_id == photo_id)
    return [Edit(row.number, row.photo_id, row.kind, row.payload) for row in session.scalars(query)]


def forgotten(session: Session, *where: ColumnElement[bool]) -> list[str]:
    """Delete photos from all sets, within a writing session, and give the files to remove after it."""
    files = own_files(session, *where)
    for row in list(session.scalars(select(SetPhotoRow).where(*where))):
        session.delete(row)
    session.flush()
    return files


def _stood(stood: dict[str, Standing], photo_id: str) -> Sequence[dict[str, object]] | None:
    found = stood.get(photo_id)
    return None if found is None or found.removed else found.labels


def _group(row: SetRow) -> Callable[..., str]:
    """Give what tells which photos of a set are never parted."""
    return lambda photo: photo.tile_set if row.split_by == "tile_set" else photo.scene
