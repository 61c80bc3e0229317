"""Score a hand, confirm it, and look at the confirmed ones."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from api.errors import ApiError
from api.hands import PAGE_LIMIT, score_call
from api.routes.common import ALWAYS, CHANGING, AccessDep, CallerDep, HandsDep, KeyDep, RuleBooksDep, errors
from api.routes.readings import photo_url
from api.schemas import HandIn, HandOut, HandPage, ScoreIn
from api.tables import HandRow

router = APIRouter(prefix="/api", tags=["hands"])

SCORE_ERRORS = ("request_invalid", "notation_invalid", "win_invalid", "rules_unknown", "rules_invalid")


def hand_out(row: HandRow) -> HandOut:
    """Give a record as the service answers it."""
    return HandOut(
        id=row.id,
        created_at=row.created_at,
        hand=row.hand,
        win=row.win,
        tiles=row.tiles,
        rules=row.rules,
        base=row.base,
        per_tai=row.per_tai,
        sheet=row.sheet,
        settlement=row.settlement,
        reading_id=row.reading_id,
        photo_url=photo_url(row.reading_id) if row.reading_id else None,
    )


@router.post("/scores", responses=CHANGING | errors(*SCORE_ERRORS, "body_too_large", "club_unknown"))
def score_hand(asked: ScoreIn, caller: CallerDep, access: AccessDep, books: RuleBooksDep) -> dict[str, Any]:
    """Score a hand: the document of `tailens score --json`. Nothing is stored."""
    return score_call(asked, books.of(access.club_seen(caller, asked.club)))[1]


@router.post(
    "/hands",
    status_code=201,
    responses=CHANGING
    | errors(*SCORE_ERRORS, "hand_not_winning", "tiles_differ")
    | errors("reading_unknown", "idempotency_key_missing", "idempotency_conflict", "body_too_large")
    | errors("reading_unknown", "club_unknown")
    | errors("cross_site", "role_too_low"),
)
def confirm_hand(asked: HandIn, caller: CallerDep, access: AccessDep, hands: HandsDep, key: KeyDep) -> HandOut:
    """Confirm a hand: score it, and store photo, corrected reading, win, rules, sheet and settlement together."""
    return hand_out(hands.confirm(asked, club_id=access.club_for(caller, asked.club, "player"), key=key))


@router.get("/hands", responses=ALWAYS | errors("request_invalid") | errors("hand_unknown", "club_unknown"))
def list_hands(
    caller: CallerDep,
    access: AccessDep,
    hands: HandsDep,
    limit: Annotated[int, Query(ge=1, le=PAGE_LIMIT)] = 20,
    before: Annotated[str | None, Query(max_length=40, description="`next` of the page before")] = None,
    club: Annotated[str | None, Query(max_length=40, description="by default your first club")] = None,
) -> HandPage:
    """List a club's confirmed hands, newest first."""
    rows, following = hands.page(access.club_for(caller, club, "viewer"), limit=limit, before=before)
    return HandPage(hands=[hand_out(row) for row in rows], next=following)


@router.get("/hands/{hand_id}", responses=ALWAYS | errors("hand_unknown"))
def get_hand(hand_id: str, caller: CallerDep, access: AccessDep, hands: HandsDep) -> HandOut:
    """Give one confirmed hand."""
    row = hands.get(hand_id)
    if access.role(caller, row.club_id) is None:
        raise ApiError("hand_unknown")
    return hand_out(row)
