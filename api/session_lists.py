"""Find sessions without replaying them: a club's list, its season, whose a session is, how far it has come."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import select

from api.database import Database
from api.errors import ApiError
from api.photos import is_id
from api.tables import PlayerRow, SessionRow

# Of sessions that were written before there was such a thing, the summary says nothing.
IS_REMOVED = SessionRow.summary["removed"].as_boolean().is_(True)


class SessionLists:
    """What the rows of one database's sessions say."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def club_of(self, session_id: str) -> str:
        """Give the club whose session it is.

        Raises:
            ApiError: `session_unknown`.
        """
        if is_id(session_id):
            with self.database.read() as session:
                found = session.scalar(select(SessionRow.club_id).where(SessionRow.id == session_id))
            if found is not None:
                return found
        raise ApiError("session_unknown")

    def latest(self, session_ids: Collection[str]) -> dict[str, int]:
        """Give the number of the last event of each of these sessions that there is."""
        query = select(SessionRow.id, SessionRow.number).where(SessionRow.id.in_(session_ids))
        with self.database.read() as session:
            return {row.id: row.number for row in session.execute(query)}

    def listed(
        self, club_id: str, *, limit: int, before: str | None = None, removed: bool = False
    ) -> tuple[list[SessionRow], str | None]:
        """List a club's sessions, newest first, and the `before` of the next page.

        Args:
            removed: list those instead that were taken off the list.

        Raises:
            ApiError: `session_unknown` when `before` names no session of the club.
        """
        query = select(SessionRow).where(SessionRow.club_id == club_id, IS_REMOVED if removed else ~IS_REMOVED)
        with self.database.read() as session:
            if before is not None:
                last = session.get(SessionRow, before) if is_id(before) else None
                if last is None or last.club_id != club_id:
                    raise ApiError("session_unknown")
                older = SessionRow.created_at < last.created_at
                query = query.where(older | ((SessionRow.created_at == last.created_at) & (SessionRow.id < last.id)))
            newest_first = query.order_by(SessionRow.created_at.desc(), SessionRow.id.desc())
            rows = list(session.scalars(newest_first.limit(limit + 1)))
        return rows[:limit], rows[limit - 1].id if len(rows) > limit else None

    def season(self, club_id: str, *, since: str | None, until: str | None) -> list[SessionRow]:
        """List a club's sessions that were opened from one day to another, oldest first."""
        query = select(SessionRow).where(SessionRow.club_id == club_id, ~IS_REMOVED)
        if since is not None:
            query = query.where(SessionRow.created_at >= since)
        if until is not None:
            query = query.where(SessionRow.created_at <= f"{until}T~")
        with self.database.read() as session:
            return list(session.scalars(query.order_by(SessionRow.created_at, SessionRow.id)))

    def names(self, player_ids: Iterable[str]) -> dict[str, str]:
        """Give players' names; blank where they were deleted."""
        query = select(PlayerRow.id, PlayerRow.name).where(PlayerRow.id.in_(set(player_ids)))
        with self.database.read() as session:
            return {row.id: row.name for row in session.execute(query)}
