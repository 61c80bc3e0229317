"""Sessions as the service and the page speak of them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from api.access import Role
from api.kept_sessions import Kept
from api.ledger.replay import Session
from api.ledger.wire import event_document
from api.line_documents import LineOut, Names, SheetOut, TermsOut, author, line_out, terms_out
from api.schemas import ErrorBody, Seat
from scorer import RuleSet
from scorer.abortive import Abortive

PASSES = 16
ABORTS: tuple[Abortive, ...] = ("four_west", "four_winds", "nine_orphans", "many_kongs")


class TableOut(BaseModel):
    """What of the rules a table must know beside the rows."""

    unit: Literal["tai", "fan"]
    minimum: int
    winners: Literal["nearest", "all"] = Field(description="who wins a tile that several claim")
    seats: Literal["dealer", "opened_wall"] = Field(description="from where seat winds are counted")
    rounds: int = Field(description="after how many rounds (圈) a game ends; 0: no rule ends it")
    drawn_hand: Literal["holds", "passes"]
    aborts: list[Abortive] = Field(description="what breaks a hand off here")
    liability: bool
    fine: int
    false_win: int


class SeatedOut(BaseModel):
    """One of the four, by the order of the opening."""

    id: str
    name: str = Field(description="blank once deleted")
    you: bool
    place: int = Field(description="0 is the first dealer's place; turns go up")
    seat: Seat = Field(description="the seat wind at the next hand, counted from the dealer")
    balance: int
    chips: int | None


class NextOut(BaseModel):
    """What the books know of the next hand."""

    game: int = Field(description="the game (將), from 1")
    round: Seat
    circle: int = Field(description="the round (圈) of this game, from 1")
    circles: int = Field(description="rounds that a game has")
    hand: int = Field(description="the hand of the evening, from 1")
    dealer: int
    streak: int
    passed: int = Field(description="how often the deal has passed on in this game; 16 are a whole one")


class SessionOut(BaseModel):
    """A session as it stands."""

    id: str
    club: str
    title: str
    created_at: str
    number: int = Field(description="of the last event: what `after` asks for")
    role: Literal["owner", "scorekeeper", "player", "viewer"] = Field(description="the caller's")
    finished: bool
    removed: int | None = Field(description="number of the event that took it off the club's lists; null: none did")
    players: list[SeatedOut]
    terms: TermsOut
    table: TableOut
    chips: int = Field(description="what each starts a game with; 0 where the table plays for money")
    pot_goes: Literal["winner", "kept"]
    pot: int
    next: NextOut
    game_over: bool = Field(description="the rules end the game here; the next hand needs a new one")
    game_complete: bool = Field(description="four rounds (一將) have just been played: offer to stop or to go on")
    all_out: bool = Field(description="three have no chips left")
    lines: list[LineOut] = Field(description="what counts, oldest first")


class PreviewOut(BaseModel):
    """What an event would come to."""

    sheets: list[SheetOut]
    line: LineOut | None
    balances: list[int]
    pot: int
    problems: list[int] = Field(description="events that would count for nothing afterwards")
    refused: ErrorBody | None = Field(description="why the event can't be written so")


class LedgerEventOut(BaseModel):
    """One event of the ledger, as it was written."""

    number: int
    at: str
    by: str
    event: dict[str, Any] = Field(description="as it was posted")
    undone_by: int | None
    amended_by: list[int]


class EventsOut(BaseModel):
    """The history of a session, oldest first."""

    events: list[LedgerEventOut]


class WrittenOut(BaseModel):
    """The number that an event got, and the session as it stands."""

    number: int
    session: SessionOut


def session_out(kept: Kept, names: Names, *, role: Role, yours: frozenset[str], authors: Names) -> SessionOut:
    """Give a session as the service answers it.

    Args:
        names: the players' names, by id.
        yours: players that are the caller.
        authors: names of accounts, by id.
    """
    session = kept.session
    winds = session.place.winds(session.rules)
    rules, table = session.rules, session.table
    return SessionOut(
        id=kept.id,
        club=kept.club_id,
        title=kept.title,
        created_at=kept.created_at,
        number=kept.number,
        role=role,
        finished=session.finished,
        removed=session.removed,
        players=[
            SeatedOut(
                id=player,
                name=names.get(player, ""),
                you=player in yours,
                place=session.order.index(number),
                seat=winds[number],
                balance=session.purse.balances[number],
                chips=None if session.purse.held is None else session.purse.held[number],
            )
            for number, player in enumerate(session.opened.players)
        ],
        terms=terms_out(session.terms),
        table=table_out(rules),
        chips=session.opened.chips,
        pot_goes=session.opened.pot,
        pot=session.purse.pot,
        next=NextOut(
            game=session.game_number,
            round=table.round,
            circle=table.rounds % 4 + 1,
            circles=4,
            hand=session.hands + 1,
            dealer=session.place.dealer,
            streak=table.streak,
            passed=table.passed % PASSES,
        ),
        game_over=session.game_over,
        game_complete=session.game_complete,
        all_out=session.purse.all_out,
        lines=[line_out(line, session, authors) for line in session.lines[1:]],
    )


def table_out(rules: RuleSet) -> TableOut:
    """Give what a table must know of its rules."""
    table = rules.table
    return TableOut(
        unit="fan" if rules.doubling else "tai",
        minimum=int(rules.options.get("minimum", 0)),
        winners=table.winners,
        seats=table.seats,
        rounds=table.rounds,
        drawn_hand=table.drawn_hand,
        aborts=[why for why in ABORTS if getattr(table, why)],
        liability=table.liability,
        fine=table.fine,
        false_win=table.false_win,
    )


def events_out(session: Session, authors: Names) -> EventsOut:
    """Give a session's history."""
    listed = []
    for line in session.history.lines:
        standing = session.history.standing(line.number)
        listed.append(
            LedgerEventOut(
                number=line.number,
                at=line.at,
                by=author(line, authors),
                event=event_document(line.event),
                undone_by=standing.undone,
                amended_by=list(standing.amended),
            )
        )
    return EventsOut(events=listed)
