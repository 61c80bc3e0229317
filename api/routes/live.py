"""Tell the other phones at the table when something was written."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response, StreamingResponse

from api.errors import ApiError
from api.live import Live
from api.routes.common import ALWAYS, AccessDep, CallerDep, SessionsDep, errors
from api.wire import is_head

router = APIRouter(prefix="/api", tags=["sessions"])

STREAM = "text/event-stream"
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def watched(
    session_id: Annotated[str, Path(max_length=40)], caller: CallerDep, access: AccessDep, sessions: SessionsDep
) -> tuple[str, int]:
    """Give a session that the caller may watch, and its newest number.

    Raises:
        ApiError: `session_unknown`.
    """
    if access.role(caller, sessions.lists.club_of(session_id), session_id=session_id) is None:
        raise ApiError("session_unknown")
    return session_id, sessions.lists.latest([session_id]).get(session_id, 0)


DESCRIBED: dict[int | str, dict[str, Any]] = {
    200: {"content": {STREAM: {"schema": {"type": "string"}, "example": 'id: 7\ndata: {"number": 7}\n\n'}}}
}


@router.get(
    "/sessions/{session_id}/live",
    response_class=StreamingResponse,
    responses=ALWAYS | errors("session_unknown", "busy") | DESCRIBED,
)
async def watch_session(
    request: Request,
    session: Annotated[tuple[str, int], Depends(watched)],
    sessions: SessionsDep,
) -> Response:
    """Send the newest event's number at once, and again whenever something is written (server-sent events)."""
    if is_head(request.scope):
        return Response(media_type=STREAM, headers=HEADERS)
    live = sessions.live
    if live.is_full:
        raise ApiError("busy", "Too many are watching; ask for the session now and then.", headers={"retry-after": "5"})
    return StreamingResponse(_messages(live, *session), media_type=STREAM, headers=HEADERS)


async def _messages(live: Live, session_id: str, number: int) -> AsyncIterator[str]:
    async with aclosing(live.follow(session_id, number)) as news:
        async for newest in news:
            yield ":\n\n" if newest is None else f"id: {newest}\ndata: {json.dumps({'number': newest})}\n\n"
