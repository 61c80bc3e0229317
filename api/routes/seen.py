"""A session that a call is about, and what its caller may do there."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path

from api.access import Access, Caller, Role
from api.errors import ApiError
from api.kept_sessions import Kept
from api.routes.common import AccessDep, CallerDep, SessionsDep
from api.session_documents import SessionOut, session_out
from api.sessions import Sessions

# What a player at the table may write.
AT_TABLE = frozenset(
    {"hand", "drawn", "aborted", "penalty", "false_win", "fine", "pot_in", "pot_out", "note", "next_game"}
)
# What an owner may; the rest is for a scorekeeper.
OWNERS = frozenset({"removed"})


class Seen:
    """A session that the caller may see, and the caller's role there."""

    def __init__(self, kept: Kept, role: Role, caller: Caller, access: Access, sessions: Sessions) -> None:
        self.kept, self.role, self.caller = kept, role, caller
        self.access, self.sessions = access, sessions

    def require(self, kind: str) -> None:
        """Refuse a caller who may not write such an event.

        Raises:
            ApiError: `role_too_low`.
        """
        if kind in AT_TABLE:
            seated = self.kept.session.opened.players
            self.access.require_at_table(self.caller, self.kept.club_id, self.kept.id, seated=seated)
        else:
            least: Role = "owner" if kind in OWNERS else "scorekeeper"
            self.access.require(self.caller, self.kept.club_id, least, session_id=self.kept.id)

    def out(self, kept: Kept | None = None) -> SessionOut:
        """Give the session as the caller sees it."""
        kept = kept or self.kept
        return session_out(
            kept,
            self.sessions.lists.names(kept.session.opened.players),
            role=self.role,
            yours=self.access.players_of(self.caller, kept.club_id),
            authors=self.authors(kept),
        )

    def authors(self, kept: Kept) -> dict[str, str]:
        """Give the names of who wrote in a session."""
        return self.access.names_of(kept.authors)


def seen(
    session_id: Annotated[str, Path(max_length=40)], caller: CallerDep, access: AccessDep, sessions: SessionsDep
) -> Seen:
    """Give a session that the caller may see.

    Raises:
        ApiError: `session_unknown`.
    """
    role = access.role(caller, sessions.lists.club_of(session_id), session_id=session_id)
    if role is None:
        raise ApiError("session_unknown")
    return Seen(sessions.get(session_id), role, caller, access, sessions)


SeenDep = Annotated[Seen, Depends(seen)]
