"""Health, and the join link of the QR code."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse

from api.errors import ApiError
from api.guard import COOKIE, same_token
from api.routes.common import errors
from api.settings import Settings

router = APIRouter(tags=["service"])

COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one


@router.get("/health")
def health() -> dict[str, str]:
    """Say that the service answers."""
    return {"status": "ok", "version": version("tailens")}


@router.get("/join/{token}", status_code=303, response_class=RedirectResponse, responses=errors("not_joined"))
def join(token: Annotated[str, Path(max_length=200)], request: Request) -> RedirectResponse:
    """Give this browser the join cookie, and open the page."""
    settings: Settings = request.app.state.settings
    if not same_token(token, settings.token):
        raise ApiError("not_joined", "This join link is not, or no longer, right; scan the newest one.")
    answer = RedirectResponse("/", status_code=303)
    answer.set_cookie(
        COOKIE,
        settings.token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer
