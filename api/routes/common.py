"""What several routes share: the parts of the running service, the idempotency key, the errors to document."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request

from api.access import Access, Caller
from api.accounts import Accounts
from api.club_models import ClubModels
from api.clubs import Clubs
from api.errors import CODES, ApiError
from api.hands import Hands
from api.invites import Invites
from api.limits import Limits, origin_of
from api.members import Members
from api.players import Players
from api.readings import Readings
from api.rulebook import RuleBook, RuleBooks
from api.schemas import ErrorOut
from api.sessions import Sessions
from api.set_audit import SetAudit
from api.set_edits import SetEdits
from api.set_exchange import SetExchange
from api.set_hands import SetHands
from api.set_photos import SetPhotos
from api.set_review import SetReview
from api.sets import Sets
from api.signins import Signins

KEY_LENGTH = 100

IdPath = Annotated[str, Path(max_length=40)]
ClubQuery = Annotated[str | None, Query(max_length=40, description="by default your first club")]


def _part(name: str) -> Any:
    """Give the dependency on a part of the running service, by its name in the app's state."""

    def part(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(part)


ReadingsDep = Annotated[Readings, _part("readings")]
HandsDep = Annotated[Hands, _part("hands")]
RuleBooksDep = Annotated[RuleBooks, _part("rulebooks")]
AccessDep = Annotated[Access, _part("access")]
ClubsDep = Annotated[Clubs, _part("clubs")]
ClubModelsDep = Annotated[ClubModels, _part("club_models")]
PlayersDep = Annotated[Players, _part("players")]
LimitsDep = Annotated[Limits, _part("limits")]
AccountsDep = Annotated[Accounts, _part("accounts")]
MembersDep = Annotated[Members, _part("members")]
InvitesDep = Annotated[Invites, _part("invites")]
SigninsDep = Annotated[Signins, _part("signins")]
SessionsDep = Annotated[Sessions, _part("sessions")]
SetsDep = Annotated[Sets, _part("sets")]
SetPhotosDep = Annotated[SetPhotos, _part("set_photos")]
SetEditsDep = Annotated[SetEdits, _part("set_edits")]
SetReviewDep = Annotated[SetReview, _part("set_review")]
SetHandsDep = Annotated[SetHands, _part("set_hands")]
SetExchangeDep = Annotated[SetExchange, _part("set_exchange")]
SetAuditDep = Annotated[SetAudit, _part("set_audit")]


def _origin(request: Request) -> str:
    return origin_of(request.client.host if request.client else None)


def _anyone(request: Request) -> Caller | None:
    caller: Caller | None = request.state.caller
    return caller


def _caller(caller: Annotated[Caller | None, Depends(_anyone)], clubs: ClubsDep) -> Caller:
    if caller is None:
        raise ApiError("not_joined")
    if caller.operator:
        clubs.ensure_house()  # so that a program, too, has a club that calls are about when they name none
    return caller


def _rulebook(
    caller: Annotated[Caller, Depends(_caller)],
    access: AccessDep,
    books: RuleBooksDep,
    club: ClubQuery = None,
) -> RuleBook:
    return books.of(access.club_seen(caller, club))


def _rulebook_to_change(
    caller: Annotated[Caller, Depends(_caller)],
    access: AccessDep,
    books: RuleBooksDep,
    club: ClubQuery = None,
) -> RuleBook:
    return books.of(access.club_for(caller, club, "scorekeeper"))


def _optional_key(
    idempotency_key: Annotated[
        str | None, Header(description="any text made by the caller; the same call with it is done once")
    ] = None,
) -> str | None:
    if idempotency_key is None:
        return None
    if not 1 <= len(idempotency_key) <= KEY_LENGTH or not all("!" <= c <= "~" for c in idempotency_key):
        raise ApiError("idempotency_key_missing")
    return idempotency_key


def _key(key: Annotated[str | None, Depends(_optional_key)]) -> str:
    if key is None:
        raise ApiError("idempotency_key_missing")
    return key


RuleBookDep = Annotated[RuleBook, Depends(_rulebook)]
RuleBookToChangeDep = Annotated[RuleBook, Depends(_rulebook_to_change)]
OriginDep = Annotated[str, Depends(_origin)]
AnyoneDep = Annotated[Caller | None, Depends(_anyone)]
CallerDep = Annotated[Caller, Depends(_caller)]
KeyDep = Annotated[str, Depends(_key)]
OptionalKeyDep = Annotated[str | None, Depends(_optional_key)]


def errors(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Give OpenAPI's responses for these error codes, each with an example in the one form."""
    out: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status, message = CODES[code]
        entry = out.setdefault(
            status, {"model": ErrorOut, "description": "", "content": {"application/json": {"examples": {}}}}
        )
        entry["description"] = ", ".join(filter(None, (entry["description"], f"`{code}`")))
        entry["content"]["application/json"]["examples"][code] = {
            "value": {"error": {"code": code, "message": message, "detail": {}}}
        }
    return out


# Whoever guesses tokens is told to wait, on every route.
ALWAYS = errors("not_joined", "too_many_tries")
CHANGING = errors("not_joined", "cross_site", "too_many_tries")
