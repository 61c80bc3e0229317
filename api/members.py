"""Who belongs to a club: listed, given another role, sent away."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from api.access import CLUB_WIDE, Caller, Role, as_role, at_least, require_in
from api.accounts import require_owned
from api.database import Database
from api.errors import ApiError
from api.photos import is_id
from api.tables import AccountRow, InviteRow, MemberRow, PlayerRow


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who belongs to a club, or to one session of it.

    Attributes:
        session_id: empty where it is the whole club.
        player_id: the player of the club that it is, if any.
    """

    account_id: str
    name: str
    guest: bool
    role: Role
    session_id: str
    player_id: str | None


class Members:
    """The members of every club in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def listed(self, caller: Caller, club_id: str) -> list[Member]:
        """List a club's members in the order of coming.

        Raises:
            ApiError: `club_unknown` or `role_too_low`.
        """
        query = (
            select(MemberRow, AccountRow, PlayerRow.id)
            .join(AccountRow, AccountRow.id == MemberRow.account_id)
            .outerjoin(PlayerRow, (PlayerRow.account_id == AccountRow.id) & (PlayerRow.club_id == MemberRow.club_id))
            .where(MemberRow.club_id == club_id)
            .order_by(MemberRow.number)
        )
        with self.database.read() as session:
            require_in(session, caller, club_id, "player")
            return [
                Member(
                    account_id=account.id,
                    name=account.name,
                    guest=account.password is None,
                    role=as_role(row.role),
                    session_id=row.session_id,
                    player_id=player_id,
                )
                for row, account, player_id in session.execute(query)
            ]

    def change(self, caller: Caller, club_id: str, account_id: str, role: Role) -> None:
        """Give a member of the club another role; where it is a lower one, the club's invites are taken back.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `member_unknown` or `last_owner`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            row = _member(session, club_id, account_id)
            if not at_least(role, as_role(row.role)):
                _close_ways_back(session, club_id)
            row.role = role
            session.flush()
            require_owned(session, club_id)

    def remove(self, caller: Caller, club_id: str, account_id: str) -> None:
        """Send somebody away, or leave; the player stays, as nobody's.

        Who is sent away may know the club's invites: they are taken back.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `member_unknown` or `last_owner`.
        """
        with self.database.write() as session:
            if account_id == caller.account_id:
                found = session.scalar(_rows(club_id, account_id).limit(1))
                if found is None:
                    raise ApiError("club_unknown")
            else:
                require_in(session, caller, club_id, "owner")
                _close_ways_back(session, club_id)
            rows = list(session.scalars(_rows(club_id, account_id)))
            if not rows:
                raise ApiError("member_unknown")
            session.execute(delete(MemberRow).where(MemberRow.club_id == club_id, MemberRow.account_id == account_id))
            players = select(PlayerRow).where(PlayerRow.club_id == club_id, PlayerRow.account_id == account_id)
            for player in session.scalars(players):
                player.account_id = None
            session.flush()
            require_owned(session, club_id)


def _close_ways_back(session: Session, club_id: str) -> None:
    """Take a club's invites back, but those that only let watch a session."""
    watching = (InviteRow.session_id != CLUB_WIDE) & (InviteRow.role == "viewer")
    session.execute(delete(InviteRow).where(InviteRow.club_id == club_id, ~watching))


def _rows(club_id: str, account_id: str) -> Select[MemberRow]:
    account_id = account_id if is_id(account_id) else ""
    return select(MemberRow).where(MemberRow.club_id == club_id, MemberRow.account_id == account_id)


def _member(session: Session, club_id: str, account_id: str) -> MemberRow:
    row = session.scalar(_rows(club_id, account_id).where(MemberRow.session_id == CLUB_WIDE))
    if row is None:
        raise ApiError("member_unknown")
    return row
