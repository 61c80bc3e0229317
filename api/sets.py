"""A club's labelled sets: made, listed, deleted; its consent to them; and their versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from api.access import Caller, require_in, role_in
from api.answered import answer_of, fingerprint_of_text, forget_answers, remember_answer
from api.database import Database
from api.errors import ApiError
from api.names import clean_name
from api.photos import PhotoStore, is_id
from api.set_tables import ConsentRow, SetFindingRow, SetPhotoRow, SetRow, SetVersionRow

SplitBy = Literal["session", "tile_set"]

SPLITS_BY: tuple[SplitBy, ...] = get_args(SplitBy)
MOST_SETS = 100
MOST_VERSIONS = 1000


class Sets:
    """The labelled sets of one database."""

    def __init__(
        self, database: Database, photos: PhotoStore, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.database = database
        self.photos = photos
        self.now = now
        self.new_id = new_id

    def consent(self, club_id: str) -> ConsentRow | None:
        """Give a club's consent that its photos may be data, or None where it has not given it."""
        with self.database.read() as session:
            return session.get(ConsentRow, club_id)

    def give_consent(self, caller: Caller, club_id: str, *, given: bool) -> ConsentRow | None:
        """Keep a club's consent, or take it back: nothing is added or exported from then on.

        Raises:
            ApiError: `club_unknown` or `role_too_low`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            row = session.get(ConsentRow, club_id)
            if given and row is None:
                row = ConsentRow(club_id=club_id, by_account=caller.account_id, at=self.now())
                session.add(row)
            elif not given and row is not None:
                session.delete(row)
            return row if given else None

    def make(self, caller: Caller, club_id: str, name: str, *, split_by: SplitBy, key: str) -> SetRow:
        """Make a set without photos, or give the one that this key made before.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `name_invalid`, `sets_full`, or the key is taken.
        """
        row = SetRow(
            id=self.new_id(),
            club_id=club_id,
            name=clean_name(name),
            split_by=split_by,
            created_at=self.now(),
            number=0,
        )
        call, said = f"sets:{club_id}", fingerprint_of_text(f"{split_by} {row.name}")
        with self.database.write() as session:
            require_in(session, caller, club_id, "scorekeeper")
            known = answer_of(session, key=key, call=call, fingerprint=said)
            if known is not None:
                return set_in(session, known)
            count = select(func.count(SetRow.id)).where(SetRow.club_id == club_id)
            if session.scalars(count).one() >= MOST_SETS:
                raise ApiError("sets_full", detail={"limit": MOST_SETS})
            session.add(row)
            remember_answer(session, row.id, key=key, call=call, fingerprint=said, at=row.created_at)
        return row

    def seen(self, caller: Caller, set_id: str) -> SetRow:
        """Give a set that the caller may see.

        Raises:
            ApiError: `set_unknown`.
        """
        with self.database.read() as session:
            row = set_in(session, set_id)
            if role_in(session, caller, row.club_id) is None:
                raise ApiError("set_unknown")
            return row

    def listed(self, club_id: str) -> list[SetRow]:
        """List a club's sets, the oldest first."""
        query = select(SetRow).where(SetRow.club_id == club_id).order_by(SetRow.created_at, SetRow.id)
        with self.database.read() as session:
            return list(session.scalars(query))

    def counts(self, set_ids: list[str]) -> dict[str, dict[str, int]]:
        """Count each set's photos by split."""
        found: dict[str, dict[str, int]] = {set_id: {} for set_id in set_ids}
        query = (
            select(SetPhotoRow.set_id, SetPhotoRow.split, func.count(SetPhotoRow.id))
            .where(SetPhotoRow.set_id.in_(set_ids), ~SetPhotoRow.removed)
            .group_by(SetPhotoRow.set_id, SetPhotoRow.split)
        )
        with self.database.read() as session:
            for set_id, split, count in session.execute(query):
                found[set_id][split] = count
        return found

    def doubts(self, set_ids: list[str]) -> dict[str, int]:
        """Count each set's findings that are open."""
        query = (
            select(SetFindingRow.set_id, func.count(SetFindingRow.number))
            .where(SetFindingRow.set_id.in_(set_ids), SetFindingRow.settled.is_(None))
            .group_by(SetFindingRow.set_id)
        )
        with self.database.read() as session:
            return {str(set_id): int(count) for set_id, count in session.execute(query)}

    def delete(self, caller: Caller, row: SetRow) -> None:
        """Delete a set with its photos, edits and versions, for good.

        Raises:
            ApiError: `role_too_low`.
        """
        with self.database.write() as session:
            require_in(session, caller, row.club_id, "owner")
            files = own_files(session, SetPhotoRow.set_id == row.id)
            session.delete(set_in(session, row.id))
            forget_answers(session, call=edits_call(row.id))
        for file in files:
            self.photos.remove(file)

    def versions(self, set_id: str) -> list[SetVersionRow]:
        """List a set's versions, the newest first."""
        query = select(SetVersionRow).where(SetVersionRow.set_id == set_id).order_by(SetVersionRow.number.desc())
        with self.database.read() as session:
            return list(session.scalars(query))

    def version(self, set_id: str, number: int) -> SetVersionRow:
        """Give a version.

        Raises:
            ApiError: `set_version_unknown`.
        """
        with self.database.read() as session:
            row = session.get(SetVersionRow, (set_id, number))
        if row is None:
            raise ApiError("set_version_unknown")
        return row

    def keep_version(self, caller: Caller, row: SetRow, *, note: str) -> SetVersionRow:
        """Keep how a set stands now as its next version; where nothing was edited since the last, give that one.

        Raises:
            ApiError: `set_unknown`, `role_too_low` or `sets_full`.
        """
        with self.database.write() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
            number = set_in(session, row.id).number
            query = select(SetVersionRow).where(SetVersionRow.set_id == row.id).order_by(SetVersionRow.number.desc())
            last = session.scalar(query.limit(1))
            if last is not None and last.edit == number:
                return last
            if last is not None and last.number >= MOST_VERSIONS:
                raise ApiError("sets_full", detail={"limit": MOST_VERSIONS})
            labels = list(
                session.scalars(select(SetPhotoRow.labels).where(SetPhotoRow.set_id == row.id, ~SetPhotoRow.removed))
            )
            kept = SetVersionRow(
                set_id=row.id,
                number=last.number + 1 if last else 1,
                edit=number,
                at=self.now(),
                by_account=caller.account_id,
                photos=len(labels),
                labels=sum(map(len, labels)),
                note=note,
            )
            session.add(kept)
        return kept


def set_in(session: Session, set_id: str) -> SetRow:
    """Give a set that there is, within a database session of yours.

    Raises:
        ApiError: `set_unknown`.
    """
    row = session.get(SetRow, set_id) if is_id(set_id) else None
    if row is None:
        raise ApiError("set_unknown")
    return row


def edits_call(set_id: str) -> str:
    """Name the call that edits a set's photos, for its idempotency."""
    return f"set-edits:{set_id}"


def as_split_by(text: str) -> SplitBy:
    """Give what a set is split by, as a row of the database names it."""
    return next(each for each in SPLITS_BY if each == text)


def own_files(session: Session, *where: ColumnElement[bool]) -> list[str]:
    """Give the files of photos of sets that are theirs alone; others are of confirmed hands, whose books need them."""
    query = select(SetPhotoRow.file).where(*where)
    own = SetPhotoRow.reading_id.is_(None) | (SetPhotoRow.file != SetPhotoRow.reading_id)
    return list(session.scalars(query.where(own)))


def require_consent(session: Session, club_id: str) -> None:
    """Refuse what a club has not consented to.

    Raises:
        ApiError: `consent_missing`.
    """
    if session.get(ConsentRow, club_id) is None:
        raise ApiError("consent_missing")
