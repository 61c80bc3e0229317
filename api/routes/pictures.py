"""Pictures of an evening, to send round."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from api.errors import ApiError
from api.picture import hand_picture, standings_picture
from api.routes.common import ALWAYS, errors
from api.routes.seen import Seen, SeenDep
from api.routes.sessions import Lang

router = APIRouter(prefix="/api", tags=["sessions"])

PNG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get(
    "/sessions/{session_id}/picture.png",
    response_class=Response,
    responses=ALWAYS | errors("request_invalid", "session_unknown", "font_missing") | PNG,
)
def get_standings_picture(seen: SeenDep, lang: Lang = "zh-Hant") -> Response:
    """Give a picture of the standings, with a line for each player."""
    kept = seen.kept
    picture = standings_picture(kept.session, _names(seen), title=kept.title, day=kept.created_at[:10], lang=lang)
    return Response(picture, media_type="image/png")


@router.get(
    "/sessions/{session_id}/events/{number}/picture.png",
    response_class=Response,
    responses=ALWAYS | errors("request_invalid", "session_unknown", "event_unknown", "font_missing") | PNG,
)
def get_event_picture(
    number: Annotated[int, Path(ge=1, le=100_000)], seen: SeenDep, lang: Lang = "zh-Hant"
) -> Response:
    """Give a picture of a hand's sheet and of who paid whom."""
    kept = seen.kept
    line = kept.session.line(number)
    if line is None:
        raise ApiError("event_unknown")
    day = kept.session.history.line(number).at[:10]
    picture = hand_picture(kept.session, line, _names(seen), title=kept.title, day=day, lang=lang)
    return Response(picture, media_type="image/png")


def _names(seen: Seen) -> list[str]:
    players = seen.kept.session.opened.players
    names = seen.sessions.lists.names(players)
    return [names.get(player, "") or "—" for player in players]
