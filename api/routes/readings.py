"""Upload a photo, get its reading; look at a stored reading and its photo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, UploadFile
from fastapi.responses import FileResponse, Response

from api.errors import ApiError
from api.readings import Place
from api.routes.common import (
    ALWAYS,
    CHANGING,
    AccessDep,
    CallerDep,
    LimitsDep,
    OptionalKeyDep,
    ReadingsDep,
    RuleBooksDep,
    errors,
)
from api.schemas import ClubId, Name, ReadingOut, RulesVersion
from api.tables import ReadingRow

router = APIRouter(prefix="/api/readings", tags=["readings"])

PHOTO_ERRORS = (
    "request_invalid",
    "photo_missing",
    "photo_too_small",
    "photo_empty",
    "photo_unreadable",
    "photo_damaged",
)


def reading_out(row: ReadingRow) -> ReadingOut:
    """Give a stored reading as the service answers it."""
    return ReadingOut(id=row.id, photo_url=photo_url(row.id), reading=row.document)


def photo_url(reading_id: str) -> str:
    """Give the address of a reading's photo."""
    return f"/api/readings/{reading_id}/photo"


@router.post(
    "",
    status_code=201,
    responses=CHANGING
    | errors(*PHOTO_ERRORS, "rules_unknown", "rules_invalid")
    | errors("photo_too_large", "idempotency_key_missing", "idempotency_conflict", "busy")
    | errors("club_unknown", "session_unknown", "cross_site", "role_too_low", "too_many_tries"),
)
def read_photo(
    photo: Annotated[UploadFile, File(description="a picture of any kind that a phone makes")],
    caller: CallerDep,
    access: AccessDep,
    limits: LimitsDep,
    readings: ReadingsDep,
    books: RuleBooksDep,
    key: OptionalKeyDep,
    rules: Annotated[Name, Form(description="the rule set that the hand is judged by")] = "taiwan",
    rules_version: Annotated[RulesVersion | None, Form(description="an older version of it")] = None,
    club: Annotated[ClubId | None, Form(description="by default your first club")] = None,
    session: Annotated[ClubId | None, Form(description="the session that it is taken at")] = None,
) -> ReadingOut:
    """Read the tiles of one revealed hand from a photo, and keep both."""
    club_id = access.club_for(caller, club, "player", session_id=session)
    if not caller.operator:
        limits.uploads.take(caller.account_id or "")
    chosen = books.of(club_id).load(rules, rules_version, {})
    return reading_out(readings.read(photo.file, place=Place(club_id, session or ""), rules=chosen, key=key))


def own_reading(reading_id: str, caller: CallerDep, access: AccessDep, readings: ReadingsDep) -> ReadingRow:
    """Give a stored reading that the caller may see.

    Raises:
        ApiError: `reading_unknown`.
    """
    row = readings.get(reading_id)
    if access.role(caller, row.club_id, session_id=row.session_id) is None:
        raise ApiError("reading_unknown")
    return row


OwnReadingDep = Annotated[ReadingRow, Depends(own_reading)]


@router.get("/{reading_id}", responses=ALWAYS | errors("reading_unknown"))
def get_reading(row: OwnReadingDep) -> ReadingOut:
    """Give a stored reading."""
    return reading_out(row)


@router.get(
    "/{reading_id}/photo",
    response_class=Response,
    responses=ALWAYS
    | errors("reading_unknown", "range_invalid", "range_not_satisfiable")
    | {
        200: {"content": {"image/jpeg": {}}},
        206: {"description": "The part that a Range header asks for", "content": {"image/jpeg": {}}},
    },
)
def get_photo(row: OwnReadingDep, readings: ReadingsDep) -> Response:
    """Give a reading's photo: upright, without metadata."""
    headers = {"cache-control": "private, max-age=31536000"}
    file = readings.photos.file(row.id)
    if file is not None:
        return FileResponse(file, media_type="image/jpeg", headers=headers)
    # Kept at an address: sent whole, also to those who ask for a part, as HTTP allows.
    jpeg = readings.photos.read(row.id)
    if jpeg is None:
        raise ApiError("reading_unknown")
    return Response(jpeg, media_type="image/jpeg", headers=headers)


@router.delete(
    "/{reading_id}/photo", status_code=204, responses=CHANGING | errors("reading_unknown", "cross_site", "role_too_low")
)
def delete_photo(row: OwnReadingDep, caller: CallerDep, readings: ReadingsDep) -> None:
    """Delete a reading's photo for good, from every labelled set too (scorekeeper); the books keep the hand."""
    readings.delete_photo(caller, row)
