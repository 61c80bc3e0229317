"""Take a session along, as JSON or as a table, and bring one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import JSONResponse, Response

from api.csv_books import read_table, table_of, unreadable
from api.exchange import ExportedIn, bring, bring_table, export_document
from api.kept_sessions import Kept
from api.ledger.errors import LedgerError
from api.routes.common import ALWAYS, CHANGING, AccessDep, CallerDep, KeyDep, SessionsDep, errors
from api.routes.seen import Seen, SeenDep
from api.routes.sessions import EVENT_ERRORS
from api.session_documents import SessionOut
from api.session_schemas import Title
from api.sessions import refusal

router = APIRouter(prefix="/api", tags=["sessions"])

CSV = "text/csv"
TABLE_EXAMPLE = "time,甲,乙,丙,丁\n2026-11-30T12:05:00Z,120,-120,0,0\n"
BRINGING = (
    CHANGING
    | errors("request_invalid", "body_too_large", "club_unknown", "role_too_low")
    | errors("name_invalid", "players_differ", "not_zero_sum", "idempotency_key_missing", "idempotency_conflict")
)
ClubPath = Annotated[str, Path(max_length=40)]


@router.get("/sessions/{session_id}/export.json", responses=ALWAYS | errors("session_unknown"))
def export_session(seen: SeenDep) -> dict[str, Any]:
    """Give a session whole, every event as it was written, to keep or to import elsewhere."""
    kept = seen.kept
    names = seen.sessions.lists.names(kept.session.opened.players)
    document = export_document(kept, names, seen.authors(kept))
    return JSONResponse(document, headers=_as_file(kept, "json"))  # type: ignore[return-value]  # as described


@router.get(
    "/sessions/{session_id}/export.csv",
    response_class=Response,
    responses=ALWAYS | errors("session_unknown") | {200: {"content": {CSV: {"schema": {"type": "string"}}}}},
)
def export_table(seen: SeenDep) -> Response:
    """Give a session as a table for spreadsheets, UTF-8 with a mark; no cell begins a formula."""
    text = table_of(seen.out())
    return Response("\ufeff" + text, media_type="text/csv; charset=utf-8", headers=_as_file(seen.kept, "csv"))


@router.post(
    "/clubs/{club_id}/sessions/import",
    status_code=201,
    responses=BRINGING
    | errors(*EVENT_ERRORS)
    | errors("import_differs", "event_fixed", "event_undone", "event_counts", "event_unreadable"),
)
def import_session(
    club_id: ClubPath, asked: ExportedIn, caller: CallerDep, access: AccessDep, sessions: SessionsDep, key: KeyDep
) -> SessionOut:
    """Bring a session that `export.json` gave: it is replayed, and refused if it does not come to what it says."""
    role = access.require(caller, club_id, "scorekeeper")
    return Seen(bring(sessions, caller, club_id, asked, key=key), role, caller, access, sessions).out()


@router.post(
    "/clubs/{club_id}/sessions/import-csv",
    status_code=201,
    responses=BRINGING | errors("import_unreadable"),
)
def import_table(
    club_id: ClubPath,
    text: Annotated[bytes, Body(media_type=CSV, examples=[TABLE_EXAMPLE])],
    caller: CallerDep,
    access: AccessDep,
    sessions: SessionsDep,
    key: KeyDep,
    title: Annotated[Title, Query()] = "",
) -> SessionOut:
    """Bring a table: a column for each of four players, a line for each hand or evening, each zero in all."""
    role = access.require(caller, club_id, "scorekeeper")
    try:
        table = read_table(_decoded(text))
    except LedgerError as error:
        raise refusal(error) from error
    kept = bring_table(sessions, caller, club_id, table, title=title, key=key)
    return Seen(kept, role, caller, access, sessions).out()


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable(1, "it is no UTF-8 text") from error


def _as_file(kept: Kept, ending: str) -> dict[str, str]:
    # The name is ours, so that nothing that people wrote becomes part of a path.
    return {"content-disposition": f'attachment; filename="tailens-{kept.created_at[:10]}-{kept.id[:8]}.{ending}"'}
