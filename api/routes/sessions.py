"""Open a table, write what happens there, and see where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from api.errors import ApiError
from api.event_schemas import AmendEvent, EventIn, EventPost
from api.hand_schemas import HandEvent
from api.hands import require_tiles_of
from api.ledger.errors import LedgerError
from api.line_documents import LineWholeOut, error_out, line_out, line_whole_out, sheets_out
from api.routes.common import ALWAYS, CHANGING, AccessDep, CallerDep, KeyDep, SessionsDep, errors
from api.routes.seen import Seen, SeenDep
from api.schemas import Language, Model
from api.scoring import hand_from
from api.session_documents import EventsOut, PreviewOut, SessionOut, WrittenOut, events_out
from api.session_schemas import SessionIn
from api.sessions import tried
from api.tables import SessionRow
from scorer import NotationError

router = APIRouter(prefix="/api", tags=["sessions"])

WRITING = CHANGING | errors("request_invalid", "body_too_large", "role_too_low", "session_unknown")
EVENT_ERRORS = (
    "notation_invalid",
    "win_invalid",
    "hand_not_winning",
    "tiles_differ",
    "hand_impossible",
    "amount_missing",
    "not_zero_sum",
    "rules_unknown",
    "rules_invalid",
    "reading_unknown",
    "event_unknown",
)
CONFLICTS = (
    "session_moved_on",
    "session_finished",
    "session_open",
    "session_full",
    "session_removed",
    "event_undone",
    "event_counts",
    "event_fixed",
    "game_over",
    "pot_too_small",
    "idempotency_conflict",
)
Lang = Annotated[Language, Query(description="language of the sheets")]


class ListedOut(BaseModel):
    """A session as the list has it."""

    id: str
    title: str
    created_at: str
    last_at: str
    number: int
    finished: bool
    unit: str = Field(description="`money` or `chips`")
    hands: int
    players: list[str] = Field(description="names, blank once deleted")
    player_ids: list[str]
    balances: list[int]
    pot: int


class SessionsOut(BaseModel):
    """A club's sessions, newest first."""

    sessions: list[ListedOut]
    next: str | None = Field(description="`before` of the next page; null on the last")


class PreviewIn(Model):
    """An event to look at before it is written."""

    event: EventIn
    lang: Language = "zh-Hant"


@router.post(
    "/clubs/{club_id}/sessions",
    status_code=201,
    responses=CHANGING
    | errors("request_invalid", "name_invalid", "players_differ", "rules_unknown", "rules_invalid")
    | errors("club_unknown", "player_unknown", "role_too_low", "body_too_large")
    | errors("idempotency_key_missing", "idempotency_conflict"),
)
def open_session(
    club_id: Annotated[str, Path(max_length=40)],
    asked: SessionIn,
    caller: CallerDep,
    access: AccessDep,
    sessions: SessionsDep,
    key: KeyDep,
) -> SessionOut:
    """Open a table for four; seats are as given, or drawn by lot."""
    role = access.require(caller, club_id, "scorekeeper")
    kept = sessions.open(caller, club_id, asked, key=key)
    return Seen(kept, role, caller, access, sessions).out()


@router.get(
    "/clubs/{club_id}/sessions",
    responses=ALWAYS | errors("request_invalid", "club_unknown", "session_unknown", "role_too_low"),
)
def list_sessions(
    club_id: Annotated[str, Path(max_length=40)],
    caller: CallerDep,
    access: AccessDep,
    sessions: SessionsDep,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[str | None, Query(max_length=40, description="`next` of the page before")] = None,
    removed: Annotated[bool, Query(description="list those that were taken off the list (scorekeeper)")] = False,
) -> SessionsOut:
    """List a club's sessions, newest first."""
    access.require(caller, club_id, "scorekeeper" if removed else "viewer")
    rows, following = sessions.lists.listed(club_id, limit=limit, before=before, removed=removed)
    names = sessions.lists.names({player for row in rows for player in row.summary["players"]})
    return SessionsOut(sessions=[_listed_out(row, names) for row in rows], next=following)


@router.get("/sessions/{session_id}", responses=ALWAYS | errors("session_unknown"))
def get_session(seen: SeenDep) -> SessionOut:
    """Give a session as it stands: seats, balances, what is known of the next hand, and what every event came to."""
    return seen.out()


@router.post(
    "/sessions/{session_id}/events",
    status_code=201,
    responses=WRITING | errors(*EVENT_ERRORS) | errors(*CONFLICTS) | errors("idempotency_key_missing"),
)
def write_event(asked: EventPost, seen: SeenDep, key: KeyDep) -> WrittenOut:
    """Write an event into the books: a hand, a penalty, an undo; what follows from it is worked out anew."""
    seen.require(asked.event.kind)
    _require_tiles(asked.event)
    kept, number = seen.sessions.write(seen.kept, seen.caller, asked, key=key)
    return WrittenOut(number=number, session=seen.out(kept))


@router.post("/sessions/{session_id}/preview", responses=WRITING | errors("rules_unknown", "rules_invalid"))
def preview_event(asked: PreviewIn, seen: SeenDep) -> PreviewOut:
    """Say what an event would come to, and why it can't be written where it can't; nothing is stored."""
    session, lang = seen.kept.session, asked.lang
    event = seen.sessions.event(seen.kept, asked.event)
    sheets, line, refused = [], None, None
    try:
        terms = session.terms_of(event)
        sheets = sheets_out(session.preview(event), terms, lang=lang)
        session = tried(seen.kept, event)
        line = session.said(session.number)
    except LedgerError as error:
        refused = error_out(error)
    return PreviewOut(
        sheets=sheets,
        line=None if line is None else line_out(line, session, {}),
        balances=list(session.purse.balances),
        pot=session.purse.pot,
        problems=[line.number for line in session.lines if line.problem is not None],
        refused=refused,
    )


@router.get("/sessions/{session_id}/events", responses=ALWAYS | errors("session_unknown"))
def list_events(seen: SeenDep) -> EventsOut:
    """Give the whole history: who wrote what and when, what was taken back and what was amended."""
    return events_out(seen.kept.session, seen.authors(seen.kept))


@router.get(
    "/sessions/{session_id}/events/{number}",
    responses=ALWAYS | errors("request_invalid", "session_unknown", "event_unknown"),
)
def get_event(number: Annotated[int, Path(ge=1, le=100_000)], seen: SeenDep, lang: Lang = "zh-Hant") -> LineWholeOut:
    """Give what one event came to, with the sheets of a won hand; only of one that counts."""
    line = seen.kept.session.line(number)
    if line is None:
        raise ApiError("event_unknown")
    return line_whole_out(line, seen.kept.session, seen.authors(seen.kept), lang=lang)


def _require_tiles(event: EventIn) -> None:
    told = event.to if isinstance(event, AmendEvent) else event
    for win in told.wins if isinstance(told, HandEvent) else ():
        if win.hand is not None and win.tiles:
            try:
                hand = hand_from(win.hand)
            except NotationError as error:
                detail = {"reason": error.code, "position": error.position}
                raise ApiError("notation_invalid", str(error), detail=detail) from error
            require_tiles_of(hand, win.tiles)


def _listed_out(row: SessionRow, names: dict[str, str]) -> ListedOut:
    summary = row.summary
    players: Iterable[str] = summary["players"]
    return ListedOut(
        id=row.id,
        title=row.name,
        created_at=row.created_at,
        last_at=summary["last_at"],
        number=row.number,
        finished=row.finished,
        unit=summary["unit"],
        hands=summary["hands"],
        players=[names.get(player, "") for player in players],
        player_ids=list(players),
        balances=summary["balances"],
        pot=summary["pot"],
    )
