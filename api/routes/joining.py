"""Health, the join link of the QR code, and the links of invites."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from api.errors import ApiError
from api.guard import COOKIE, same_token
from api.routes.common import AccountsDep, AnyoneDep, InvitesDep, LimitsDep, OriginDep, errors
from api.settings import Settings
from api.signins import SIGNIN_DAYS

router = APIRouter(tags=["service"])

COOKIE_SECONDS = SIGNIN_DAYS * 24 * 3600


@router.get("/health")
def health() -> dict[str, str]:
    """Say that the service answers."""
    return {"status": "ok", "version": version("tailens")}


@router.get(
    "/join/{token}",
    status_code=303,
    response_class=RedirectResponse,
    responses=errors("not_joined", "invite_over", "too_many_tries"),
)
def join(
    token: Annotated[str, Path(max_length=200)],
    request: Request,
    caller: AnyoneDep,
    accounts: AccountsDep,
    invites: InvitesDep,
    limits: LimitsDep,
    origin: OriginDep,
) -> RedirectResponse:
    """Sign this browser in by the service's own link and open the page; of an invite, open where it is answered.

    A browser is sent on to the page by a wrong link too: there it is told so in its reader's language.
    """
    settings: Settings = request.app.state.settings
    # After the #, so that no server writes it down.
    to_answer = RedirectResponse(f"/#/join/{quote(token, safe='')}", status_code=303)
    try:
        limits.guesses_at.take(origin)
        if not same_token(token, settings.token):
            invites.look(token)
            limits.guesses_at.give_back(origin)
            return to_answer
    except ApiError as error:
        if "text/html" in request.headers.get("accept", ""):
            return to_answer
        if error.code != "invite_unknown":
            raise
        message = "This join link is not, or no longer, right; scan the newest one."
        raise ApiError("not_joined", message) from error
    limits.guesses_at.give_back(origin)
    made = accounts.come_by_join_link(caller)
    answer = RedirectResponse("/", status_code=303)
    if made is not None:
        set_cookie(answer, request, made)
    return answer


def set_cookie(answer: Response, request: Request, token: str) -> None:
    """Give this browser its sign-in."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def drop_cookie(answer: Response, request: Request) -> None:
    """Take the sign-in from this browser."""
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
