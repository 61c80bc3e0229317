"""What one event came to, and a hand's sheets, as the service and the page speak of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from api.ledger.errors import LedgerError
from api.ledger.events import HandWon, Recorded, Terms
from api.ledger.line import Line
from api.ledger.purse import Move
from api.ledger.replay import Session
from api.ledger.settling import Won
from api.ledger.wire import event_document
from api.schemas import ErrorBody, Language, Seat
from scorer import sheet_document

Names = Mapping[str, str]


class TermsOut(BaseModel):
    """What the next hand is played by."""

    rules: str
    rules_version: str
    options: dict[str, int | str]
    base: int
    per_tai: int


class PaidOut(BaseModel):
    """What one really paid another; null is the pot."""

    from_player: int | None = Field(serialization_alias="from")
    to: int | None
    amount: int


class WonOut(BaseModel):
    """One player's win."""

    player: int
    counts: bool = Field(description="false where a nearer player won the tile")
    tai: int
    hand: str | None = Field(description="null for a bare count")
    events: list[str]
    reading_id: str | None
    photo_url: str | None


class LineOut(BaseModel):
    """What one event that counts came to."""

    number: int
    kind: str
    at: str
    by: str
    said: int = Field(description="number of the event that says it: its own, or an amendment's")
    game: int
    round: Seat
    dealer: int
    streak: int
    seats: list[Seat] = Field(description="each player's seat wind")
    won_by: Literal["self_draw", "discard", "flowers"] | None
    from_player: int | None = Field(serialization_alias="from")
    wins: list[WonOut]
    paid: list[PaidOut]
    gains: list[int]
    balances: list[int]
    pot: int
    text: str = Field(description="what somebody wrote, why a hand was broken off, or the new title")
    problem: ErrorBody | None = Field(description="why it counts for nothing since something before it was changed")


class SheetOut(BaseModel):
    """One winner's sheet."""

    player: int
    counts: bool
    sheet: dict[str, Any] = Field(description="the document of `tailens score --json`")


class LineWholeOut(BaseModel):
    """What one event came to, with the sheets of a won hand."""

    line: LineOut
    event: dict[str, Any] = Field(description="what it says after every amendment, as it may be posted again")
    rules: TermsOut
    sheets: list[SheetOut]


def terms_out(terms: Terms) -> TermsOut:
    """Give terms as the service answers them."""
    return TermsOut(
        rules=terms.rules,
        rules_version=terms.version,
        options=dict(terms.options),
        base=terms.base,
        per_tai=terms.per_tai,
    )


def line_out(line: Line, session: Session, authors: Names) -> LineOut:
    """Give what an event came to."""
    said = session.history.line(line.said)
    document = event_document(line.event)
    won = line.event if isinstance(line.event, HandWon) else None
    return LineOut(
        number=line.number,
        kind=document["kind"],
        at=session.history.line(line.number).at,
        by=author(said, authors),
        said=line.said,
        game=line.game,
        round=line.place.table.round,
        dealer=line.place.dealer,
        streak=line.place.table.streak,
        seats=list(line.winds),
        won_by=won.won_by if won else None,
        from_player=line.fed,
        wins=[_won_out(each) for each in line.wins],
        paid=[_paid_out(move) for move in line.paid],
        gains=list(line.gains),
        balances=list(line.balances),
        pot=line.pot,
        text=str(document.get("text") or document.get("why") or document.get("title") or ""),
        problem=None if line.problem is None else error_out(line.problem),
    )


def sheets_out(wins: tuple[Won, ...], terms: Terms, *, lang: Language) -> list[SheetOut]:
    """Give each winner's sheet, explained."""
    return [
        SheetOut(
            player=won.player,
            counts=won.counts,
            sheet=sheet_document(won.sheet, lang=lang, explain=True, base=terms.base, per_tai=terms.per_tai),
        )
        for won in wins
    ]


def line_whole_out(line: Line, session: Session, authors: Names, *, lang: Language) -> LineWholeOut:
    """Give what an event came to, with its sheets."""
    return LineWholeOut(
        line=line_out(line, session, authors),
        event=event_document(line.event),
        rules=terms_out(line.terms),
        sheets=sheets_out(line.wins, line.terms, lang=lang),
    )


def error_out(error: LedgerError) -> ErrorBody:
    """Give what the ledger refuses, within another answer."""
    return ErrorBody(code=error.code, message=error.message, detail=error.detail)


def author(line: Recorded, authors: Names) -> str:
    """Give the name of who wrote a line; blank once deleted."""
    return authors.get(line.by, "") if line.by else line.name


def _won_out(won: Won) -> WonOut:
    bare = won.claim.hand is None
    return WonOut(
        player=won.player,
        counts=won.counts,
        tai=won.sheet.total or 0,
        hand=None if bare else str(won.sheet.hand),
        events=sorted(won.sheet.win.events),
        reading_id=won.claim.reading,
        photo_url=f"/api/readings/{won.claim.reading}/photo" if won.claim.reading else None,
    )


def _paid_out(move: Move) -> PaidOut:
    return PaidOut(from_player=move.payer, to=move.payee, amount=move.amount)
