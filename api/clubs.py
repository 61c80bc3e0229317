"""Clubs: made, renamed, deleted with everything in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from api.access import CLUB_WIDE, Caller, Role, as_role, at_least, require_in
from api.answered import answer_once
from api.database import Database
from api.errors import ApiError
from api.names import clean_name
from api.photos import PhotoStore
from api.players import Players, link_player
from api.set_tables import SetPhotoRow, SetRow
from api.sets import own_files
from api.signins import hash_of
from api.tables import AccountRow, AnsweredRow, ClubRow, MemberRow, ReadingRow, ResetRow, SessionRow

HOUSE_NAME = "TaiLens"


class Clubs:
    """The clubs of one database."""

    def __init__(
        self,
        database: Database,
        photos: PhotoStore,
        players: Players,
        *,
        now: Callable[[], str],
        new_id: Callable[[], str],
    ) -> None:
        self.database = database
        self.photos = photos
        self.players = players
        self.now = now
        self.new_id = new_id

    def found(self, caller: Caller, name: str, *, settings: dict[str, Any], key: str | None) -> ClubRow:
        """Make a club that the caller owns, or give the one that this key made before.

        Raises:
            ApiError: `founding_closed`, `name_invalid`, or the key is taken.
        """
        if not caller.may_found:
            raise ApiError("founding_closed")
        row = ClubRow(id=self.new_id(), name=clean_name(name), created_at=self.now(), house=False, settings=settings)
        with self.database.write() as session:
            call = f"clubs:{caller.account_id or ''}"
            said = hash_of(f"{row.name} {json.dumps(settings, sort_keys=True)}")
            made = answer_once(session, row, key=key, call=call, fingerprint=said)
            if made is row and caller.account_id is not None:
                self.admit(session, caller.account_id, row.id, "owner")
        return made

    def get(self, club_id: str) -> ClubRow:
        """Give a club that there is.

        Raises:
            ApiError: `club_unknown`.
        """
        with self.database.read() as session:
            return _club(session, club_id)

    def names_of(self, club_ids: Iterable[str]) -> dict[str, str]:
        """Give the names of clubs, of those that there are."""
        query = select(ClubRow.id, ClubRow.name).where(ClubRow.id.in_(set(club_ids)))
        with self.database.read() as session:
            return {row.id: row.name for row in session.execute(query)}

    def rows(self, club_ids: Iterable[str]) -> dict[str, ClubRow]:
        """Give clubs by id, those that there are."""
        query = select(ClubRow).where(ClubRow.id.in_(set(club_ids)))
        with self.database.read() as session:
            return {row.id: row for row in session.scalars(query)}

    def change(self, caller: Caller, club_id: str, *, name: str | None, settings: dict[str, Any] | None) -> ClubRow:
        """Rename a club, or set what it keeps for its tables.

        Raises:
            ApiError: `club_unknown`, `role_too_low` or `name_invalid`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            row = _club(session, club_id)
            if name is not None:
                row.name = clean_name(name)
            if settings is not None:
                row.settings = settings
            return row

    def delete(self, caller: Caller, club_id: str, *, name: str) -> None:
        """Delete a club with everything in it, photos too.

        Args:
            name: the club's, so that nobody deletes it by a slip.

        Raises:
            ApiError: `club_unknown`, `role_too_low` or `club_name_differs`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            row = _club(session, club_id)
            if name != row.name:
                raise ApiError("club_name_differs")
            photos = list(session.scalars(select(ReadingRow.id).where(ReadingRow.club_id == club_id)))
            sets = list(session.scalars(select(SetRow.id).where(SetRow.club_id == club_id)))
            photos += own_files(session, SetPhotoRow.set_id.in_(sets))
            calls = [club_id, *session.scalars(select(SessionRow.id).where(SessionRow.club_id == club_id)), *sets]
            for about in calls:
                session.execute(delete(AnsweredRow).where(AnsweredRow.call.endswith(f":{about}")))
            session.execute(delete(AnsweredRow).where(AnsweredRow.made == club_id))
            session.delete(row)
        for photo in photos:
            self.photos.remove(photo)

    def house(self, session: Session) -> ClubRow:
        """Give the club of everybody who came by the service's own join link; made when there is none."""
        row = session.scalar(select(ClubRow).where(ClubRow.house))
        if row is None:
            row = ClubRow(id=self.new_id(), name=HOUSE_NAME, created_at=self.now(), house=True, settings={})
            session.add(row)
            session.flush()
        return row

    def ensure_house(self) -> str:
        """Give the id of the house club; made when there is none."""
        with self.database.read() as session:
            found = session.scalar(select(ClubRow.id).where(ClubRow.house))
        if found is not None:
            return found
        with self.database.write() as session:
            return self.house(session).id

    def admit(
        self, session: Session, account_id: str, club_id: str, role: Role, *, session_id: str = CLUB_WIDE
    ) -> None:
        """Give an account a role in a club, within a writing session; never a lower one than it has."""
        query = select(MemberRow).where(
            MemberRow.club_id == club_id, MemberRow.account_id == account_id, MemberRow.session_id == session_id
        )
        row = session.scalar(query)
        if row is None:
            row = MemberRow(
                club_id=club_id, account_id=account_id, session_id=session_id, role=role, created_at=self.now()
            )
            session.add(row)
            # Who could give this person a new password can't reach into the club joined now.
            session.execute(delete(ResetRow).where(ResetRow.account_id == account_id))
        elif at_least(role, as_role(row.role)):
            row.role = role
        session.flush()

    def merge(self, session: Session, guest: AccountRow, account: AccountRow) -> None:
        """Give an account what a guest on the same device belongs to, within a writing session."""
        for row in list(session.scalars(select(MemberRow).where(MemberRow.account_id == guest.id))):
            self.admit(session, account.id, row.club_id, as_role(row.role), session_id=row.session_id)
            session.delete(row)
        link_player(session, guest.id, account.id)
        account.may_found = account.may_found or guest.may_found
        session.flush()


def _club(session: Session, club_id: str) -> ClubRow:
    row = session.get(ClubRow, club_id)
    if row is None:
        raise ApiError("club_unknown")
    return row
