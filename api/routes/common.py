"""What several routes share: the parts of the running service, the idempotency key, the errors to document."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Request

from api.errors import CODES, ApiError
from api.hands import Hands
from api.readings import Readings
from api.rulebook import RuleBook
from api.schemas import ErrorOut

KEY_LENGTH = 100


def _readings(request: Request) -> Readings:
    readings: Readings = request.app.state.readings
    return readings


def _hands(request: Request) -> Hands:
    hands: Hands = request.app.state.hands
    return hands


def _rulebook(request: Request) -> RuleBook:
    rulebook: RuleBook = request.app.state.rulebook
    return rulebook


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


ReadingsDep = Annotated[Readings, Depends(_readings)]
HandsDep = Annotated[Hands, Depends(_hands)]
RuleBookDep = Annotated[RuleBook, Depends(_rulebook)]
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


ALWAYS = errors("not_joined")
CHANGING = errors("not_joined", "cross_site")
