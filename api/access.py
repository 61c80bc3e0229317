"""Who calls, and what they may do in which club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from api.database import Database
from api.errors import ApiError
from api.photos import is_id
from api.tables import AccountRow, ClubRow, MemberRow, PlayerRow, SessionRow

Role = Literal["owner", "scorekeeper", "player", "viewer"]

ROLES: tuple[Role, ...] = get_args(Role)
CLUB_WIDE = ""
OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a call.

    Attributes:
        signin_id: the device's sign-in; empty for a program.
        account_id: the account, a guest's too; None only for a program with the service's own token.
        name: as others see it.
        operator: a program with the service's own token, which may do everything everywhere.
        guest: an account without a password.
        may_found: whether it may make clubs.
    """

    signin_id: str
    account_id: str | None
    name: str
    operator: bool = False
    guest: bool = False
    may_found: bool = False


def at_least(role: Role, least: Role) -> bool:
    """Tell whether a role may do what another may.

    >>> at_least("owner", "player"), at_least("viewer", "player")
    (True, False)
    """
    return ROLES.index(role) <= ROLES.index(least)


class Access:
    """What callers may do, as the database says at the time of the call.

    What is not theirs is unknown to them (`club_unknown`); what is theirs to see but not to do is refused
    (`role_too_low`).
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def role(self, caller: Caller, club_id: str, *, session_id: str | None = None) -> Role | None:
        """Give the caller's role in a club, or None; with a session, what it may do there, by an invite to it too."""
        with self.database.read() as session:
            return role_in(session, caller, club_id, session_id=session_id)

    def require(self, caller: Caller, club_id: str, role: Role, *, session_id: str | None = None) -> Role:
        """Give the caller's role, which is at least the one asked for.

        Raises:
            ApiError: `club_unknown` or `role_too_low`.
        """
        with self.database.read() as session:
            return require_in(session, caller, club_id, role, session_id=session_id)

    def clubs_of(self, caller: Caller) -> list[tuple[str, Role]]:
        """List the clubs that the caller belongs to as a whole, in the order of joining; an operator belongs to all."""
        with self.database.read() as session:
            if caller.operator:
                first = (ClubRow.house.desc(), ClubRow.created_at, ClubRow.id)
                return [(club_id, "owner") for club_id in session.scalars(select(ClubRow.id).order_by(*first))]
            query = select(MemberRow).where(
                MemberRow.account_id == caller.account_id, MemberRow.session_id == CLUB_WIDE
            )
            return [(row.club_id, as_role(row.role)) for row in session.scalars(query.order_by(MemberRow.number))]

    def sessions_of(self, caller: Caller) -> list[tuple[str, str, Role]]:
        """List the sessions that the caller was invited to one by one: club, session and role there."""
        query = select(MemberRow).where(MemberRow.account_id == caller.account_id, MemberRow.session_id != CLUB_WIDE)
        with self.database.read() as session:
            rows = session.scalars(query.order_by(MemberRow.number))
            return [(row.club_id, row.session_id, as_role(row.role)) for row in rows]

    def club_for(self, caller: Caller, asked: str | None, role: Role, *, session_id: str | None = None) -> str:
        """Give the club that a call is about: a session's, the one asked for, or the first that the caller belongs to.

        Raises:
            ApiError: `club_unknown`, `session_unknown` or `role_too_low`.
        """
        with self.database.read() as session:
            if session_id is not None:
                kept = session.get(SessionRow, session_id) if is_id(session_id) else None
                if kept is None or role_in(session, caller, kept.club_id, session_id=session_id) is None:
                    raise ApiError("session_unknown")
                if asked not in (None, kept.club_id):
                    raise ApiError("session_unknown")
                asked = kept.club_id
        if asked is None:
            clubs = self.clubs_of(caller)
            if not clubs:
                raise ApiError("club_unknown", "You belong to no club yet: make one, or open an invite.")
            asked = clubs[0][0]
        self.require(caller, asked, role, session_id=session_id)
        return asked

    def club_seen(self, caller: Caller, asked: str | None) -> str:
        """Give the club whose rules a call is about, also to who was invited to one of its sessions only.

        Returns:
            "" where none is asked for and the caller belongs to none.

        Raises:
            ApiError: `club_unknown`.
        """
        if asked is None:
            clubs = self.clubs_of(caller)
            return clubs[0][0] if clubs else ""
        seen = {club_id for club_id, _, _ in self.sessions_of(caller)}
        if asked not in seen:
            self.require(caller, asked, "viewer")
        return asked

    def players_of(self, caller: Caller, club_id: str) -> frozenset[str]:
        """Give the ids of the players of a club that are the caller."""
        query = select(PlayerRow.id).where(PlayerRow.club_id == club_id, PlayerRow.account_id == caller.account_id)
        with self.database.read() as session:
            return frozenset(session.scalars(query)) if caller.account_id else frozenset()

    def require_at_table(self, caller: Caller, club_id: str, session_id: str, *, seated: Iterable[str]) -> Role:
        """Give the role of a caller who may confirm at a session: a scorekeeper, or a player who is at it.

        A player is at a session by sitting there (`seated` are players' ids), or by an invite to it.

        Raises:
            ApiError: `club_unknown` or `role_too_low`.
        """
        role = self.require(caller, club_id, "player", session_id=session_id)
        if at_least(role, "scorekeeper") or self.players_of(caller, club_id) & set(seated):
            return role
        if any(joined == session_id and at_least(at, "player") for _, joined, at in self.sessions_of(caller)):
            return role
        raise ApiError("role_too_low", detail={"role": role, "needed": "scorekeeper"})

    def names_of(self, account_ids: Iterable[str]) -> dict[str, str]:
        """Give the names of accounts as they are now; blank where they were deleted."""
        query = select(AccountRow.id, AccountRow.name).where(AccountRow.id.in_(set(account_ids)))
        with self.database.read() as session:
            return {row.id: row.name for row in session.execute(query)}


def role_in(session: Session, caller: Caller, club_id: str, *, session_id: str | None = None) -> Role | None:
    """Give the caller's role as `Access.role` does, within a database session of yours."""
    if not is_id(club_id):
        return None
    if caller.operator:
        return "owner" if session.get(ClubRow, club_id) is not None else None
    where = MemberRow.session_id == CLUB_WIDE
    if session_id:
        where = or_(where, MemberRow.session_id == session_id)
    query = select(MemberRow.role).where(MemberRow.account_id == caller.account_id, MemberRow.club_id == club_id, where)
    roles = [as_role(text) for text in session.scalars(query)]
    return min(roles, key=ROLES.index, default=None)


def require_in(session: Session, caller: Caller, club_id: str, role: Role, *, session_id: str | None = None) -> Role:
    """Give the caller's role as `Access.require` does, within a database session of yours.

    Raises:
        ApiError: `club_unknown` or `role_too_low`.
    """
    found = role_in(session, caller, club_id, session_id=session_id)
    if found is None:
        raise ApiError("club_unknown")
    if not at_least(found, role):
        raise ApiError("role_too_low", detail={"role": found, "needed": role})
    return found


def as_role(text: str) -> Role:
    """Give a role as a row of the database names it."""
    role = next((role for role in ROLES if role == text), None)
    if role is None:
        raise ValueError(f"no role: {text!r}")
    return role
