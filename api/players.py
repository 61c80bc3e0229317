"""The players of a club: names in any script, which may be somebody's account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.access import Caller, require_in
from api.answered import answer_once, answered
from api.database import Database
from api.errors import ApiError
from api.names import clean_name, name_key
from api.photos import PhotoStore, is_id
from api.set_photos import forgotten
from api.set_tables import SetPhotoRow
from api.signins import hash_of
from api.tables import AccountRow, MemberRow, PlayerRow

MOST_PLAYERS = 1000

Linked = str | Literal[False] | None


class Players:
    """The players of every club in one database."""

    def __init__(
        self, database: Database, photos: PhotoStore, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.database = database
        self.photos = photos
        self.now = now
        self.new_id = new_id

    def listed(self, club_id: str) -> list[PlayerRow]:
        """List a club's players that were not deleted, in the order of coming."""
        query = select(PlayerRow).where(PlayerRow.club_id == club_id, ~PlayerRow.deleted)
        with self.database.read() as session:
            return list(session.scalars(query.order_by(PlayerRow.created_at, PlayerRow.id)))

    def add(self, caller: Caller, club_id: str, name: str, *, key: str | None) -> PlayerRow:
        """Put a name on a club's list, or give the player that this key made before.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `name_invalid`, `player_name_taken`, or the key is taken.
        """
        wanted = clean_name(name)
        with self.database.write() as session:
            require_in(session, caller, club_id, "scorekeeper")
            call, said = f"players:{club_id}", hash_of(wanted)
            if key is not None:
                before = answered(session, PlayerRow, key=key, call=call, fingerprint=said)
                if before is not None:
                    return before
            row = self._new(club_id, wanted)
            _require_room(session, club_id)
            _require_free(session, row)
            return answer_once(session, row, key=key, call=call, fingerprint=said)

    def named(self, session: Session, club_id: str, name: str) -> PlayerRow:
        """Give the player of this name in a club, made when there is none, within a writing session.

        Raises:
            ApiError: `name_invalid`.
        """
        wanted = clean_name(name)
        row = player_named(session, club_id, wanted)
        if row is None:
            _require_room(session, club_id)
            row = self._new(club_id, wanted)
            session.add(row)
            session.flush()
        return row

    def change(
        self, caller: Caller, club_id: str, player_id: str, *, name: str | None, account_id: Linked
    ) -> PlayerRow:
        """Rename a player, or say whose account it is; people may do both to the player that they are.

        Args:
            account_id: a member's account; None for nobody's; False leaves it as it is.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `player_unknown`, `name_invalid`, `player_name_taken`,
                `player_linked`, or `member_unknown`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "player")
            row = _player(session, club_id, player_id)
            if not _own_affair(caller, row, name, account_id):
                require_in(session, caller, club_id, "scorekeeper")
            if name is not None:
                row.name = clean_name(name)
                row.name_key = name_key(row.name)
                _require_free(session, row)
            if account_id is not False:
                _link(session, row, account_id)
            return row

    def delete(self, caller: Caller, club_id: str, player_id: str) -> None:
        """Blank a player's name and take it off the list; the books keep their sums.

        Of a guest who is nowhere else, the name in history's lines is blank too; who has an account deletes that.

        Raises:
            ApiError: `club_unknown`, `role_too_low` or `player_unknown`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            row = _player(session, club_id, player_id)
            if row.account_id is not None:
                _forget_guest(session, row.account_id, club_id)
            blank(row)
            files = forgotten(session, SetPhotoRow.player_id == player_id)
        for file in files:
            self.photos.remove(file)

    def _new(self, club_id: str, name: str) -> PlayerRow:
        return PlayerRow(
            id=self.new_id(),
            club_id=club_id,
            name=name,
            name_key=name_key(name),
            account_id=None,
            created_at=self.now(),
            deleted=False,
        )


def player_named(session: Session, club_id: str, name: str) -> PlayerRow | None:
    """Give the player of a club that has this name, or None."""
    return session.scalar(select(PlayerRow).where(PlayerRow.club_id == club_id, PlayerRow.name_key == name_key(name)))


def link_player(session: Session, from_account: str, to_account: str) -> None:
    """Make the players that one account is another's, where that one is no other player yet."""
    for row in list(session.scalars(select(PlayerRow).where(PlayerRow.account_id == from_account))):
        row.account_id = None
        session.flush()
        if _player_of(session, row.club_id, to_account) is None:
            row.account_id = to_account
            session.flush()


def blank(row: PlayerRow) -> None:
    """Take from a player everything that says who it is."""
    row.name, row.name_key, row.account_id, row.deleted = "", None, None, True


def _player(session: Session, club_id: str, player_id: str) -> PlayerRow:
    row = session.get(PlayerRow, player_id) if is_id(player_id) else None
    if row is None or row.club_id != club_id or row.deleted:
        raise ApiError("player_unknown")
    return row


def _player_of(session: Session, club_id: str, account_id: str) -> PlayerRow | None:
    return session.scalar(select(PlayerRow).where(PlayerRow.club_id == club_id, PlayerRow.account_id == account_id))


def _forget_guest(session: Session, account_id: str, club_id: str) -> None:
    account = session.get_one(AccountRow, account_id)
    elsewhere = select(MemberRow.number).where(MemberRow.account_id == account_id, MemberRow.club_id != club_id)
    if account.password is None and session.scalar(elsewhere.limit(1)) is None:
        account.name = ""


def _own_affair(caller: Caller, row: PlayerRow, name: str | None, account_id: Linked) -> bool:
    """Tell whether somebody only changes the player that they are, or says which one they are."""
    if row.account_id is None:
        return name is None and account_id == caller.account_id
    return row.account_id == caller.account_id and account_id in (False, None, caller.account_id)


def _require_room(session: Session, club_id: str) -> None:
    count = select(func.count(PlayerRow.id)).where(PlayerRow.club_id == club_id, ~PlayerRow.deleted)
    if session.scalars(count).one() >= MOST_PLAYERS:
        raise ApiError("players_full", detail={"limit": MOST_PLAYERS})


def _require_free(session: Session, row: PlayerRow) -> None:
    other = select(PlayerRow.id).where(
        PlayerRow.club_id == row.club_id, PlayerRow.name_key == row.name_key, PlayerRow.id != row.id
    )
    with session.no_autoflush:
        if session.scalar(other) is not None:
            raise ApiError("player_name_taken")


def _link(session: Session, row: PlayerRow, account_id: str | None) -> None:
    if account_id is not None:
        member = select(MemberRow.number).where(MemberRow.club_id == row.club_id, MemberRow.account_id == account_id)
        if session.scalar(member.limit(1)) is None:
            raise ApiError("member_unknown")
        other = _player_of(session, row.club_id, account_id)
        if row.account_id not in (None, account_id) or (other is not None and other is not row):
            raise ApiError("player_linked")
    row.account_id = account_id
