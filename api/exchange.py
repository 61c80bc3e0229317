"""A session to take along, and one that is brought: the whole ledger as JSON, or a table."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session as DatabaseSession

from api.access import Caller
from api.csv_books import Table
from api.errors import ApiError
from api.event_schemas import EventIn, Gain, TermsEvent
from api.kept_sessions import Kept
from api.ledger.events import Amend, Entry, Event, Finished, HandWon, NewTerms, Note, Opened, Recorded
from api.ledger.replay import Session
from api.ledger.wire import event_document, event_of
from api.schemas import Model
from api.session_schemas import SHOWN, TermsIn, Title
from api.sessions import MOST_EVENTS, Sessions, written
from api.tables import ReadingRow

FORMAT = 1
BROUGHT = "imported"
NOBODY = ("", "", "", "")
TIME = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(\.\d{1,6})?Z", re.ASCII)
Time = Annotated[str, Field(pattern=f"^{TIME.pattern}$", max_length=32)]
PersonName = Annotated[str, Field(max_length=60, pattern=SHOWN)]
Names = dict[str, str]


class OpenedIn(Model):
    """The opening of a session that is brought."""

    kind: Literal["opened"]
    terms: TermsIn
    drawn: Annotated[bool, Field(strict=True)] = False
    chips: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] = 0
    pot: Literal["winner", "kept"] = "kept"


class BroughtEvent(Model):
    """One event, with when it was written and by whom."""

    at: Time
    by: PersonName = ""
    event: EventIn


class ResultIn(Model):
    """What a session came to, by the players' order."""

    balances: tuple[Gain, Gain, Gain, Gain]
    pot: Annotated[int, Field(strict=True, ge=0, le=10**9)] = 0


class ExportedIn(Model):
    """A session as `export.json` gives it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "tailens": "session",
                    "format": 1,
                    "title": "",
                    "players": ["甲", "乙", "丙", "丁"],
                    "opened": {"kind": "opened", "terms": {"rules": "taiwan"}},
                    "opened_at": "2026-11-30T12:00:00.000Z",
                    "events": [{"at": "2026-11-30T12:05:00.000Z", "by": "甲", "event": {"kind": "drawn"}}],
                    "result": {"balances": [0, 0, 0, 0], "pot": 0},
                }
            ]
        }
    )

    tailens: Literal["session"]
    format: Literal[1]
    title: Title = ""
    players: tuple[PersonName, PersonName, PersonName, PersonName]
    opened: OpenedIn
    opened_at: Time
    opened_by: PersonName = ""
    events: list[BroughtEvent] = Field(default=[], max_length=MOST_EVENTS - 1)
    result: ResultIn


def export_document(kept: Kept, names: Names, authors: Names) -> dict[str, Any]:
    """Give a session as JSON: every event as it was written, and what it came to."""
    lines = kept.session.history.lines
    opened = event_document(kept.session.opened)
    del opened["players"]

    def by(line: Recorded) -> str:
        return authors.get(line.by, "") if line.by else line.name

    return {
        "tailens": "session",
        "format": FORMAT,
        "title": kept.title,
        "players": [names.get(player, "") for player in kept.session.opened.players],
        "opened": opened,
        "opened_at": lines[0].at,
        "opened_by": by(lines[0]),
        "events": [{"at": line.at, "by": by(line), "event": event_document(line.event)} for line in lines[1:]],
        "result": {"balances": list(kept.session.purse.balances), "pot": kept.session.purse.pot},
    }


def bring(sessions: Sessions, caller: Caller, club_id: str, asked: ExportedIn, *, key: str) -> Kept:
    """Keep a session that was exported, here or elsewhere; its players are those of the same names.

    The last event says who brought it.

    Raises:
        ApiError: `not_zero_sum` or `import_differs` where what it says it came to can't be; `players_differ`,
            `name_invalid`, `rules_unknown`, `rules_invalid`; what an event is refused with; or the key is taken.
    """
    claimed = asked.result
    if sum(claimed.balances) + claimed.pot:
        raise ApiError("not_zero_sum", detail={"sum": sum(claimed.balances) + claimed.pot})
    opening = asked.opened
    opened = Opened(NOBODY, sessions.terms(club_id, opening.terms), opening.drawn, opening.chips, opening.pot)
    lines = [Recorded(1, opened, asked.opened_at, name=asked.opened_by)]
    for number, each in enumerate(asked.events, 2):
        lines.append(Recorded(number, _event(sessions, club_id, each.event), each.at, name=each.by))
    # Before the one writer's turn is taken: of a long evening it takes a while, and sheets are remembered.
    _require_result(sessions.replayed(club_id, lines), claimed)

    def make(session: DatabaseSession) -> list[Recorded]:
        first = replace(lines[0], event=replace(opened, players=_players(sessions, session, club_id, asked.players)))
        rest = [replace(line, event=_with_own_photos(session, club_id, line.event)) for line in lines[1:]]
        return [first, *rest, written(len(lines) + 1, Note(BROUGHT), sessions.now(), caller)]

    return sessions.begin(club_id, asked.title, make, key=key, asked=asked.model_dump_json(by_alias=True))


def bring_table(sessions: Sessions, caller: Caller, club_id: str, table: Table, *, title: str, key: str) -> Kept:
    """Keep the lines of a table as a finished session: amounts, without hands.

    Raises:
        ApiError: `players_differ`, `name_invalid`, `not_zero_sum`, or the key is taken.
    """
    terms = sessions.terms(club_id, TermsIn())

    def make(session: DatabaseSession) -> list[Recorded]:
        now = sessions.now()
        events: list[tuple[Event, str]] = [(Entry(row.gains, row.text), row.time) for row in table.rows]
        start = next((at for _, at in events if is_time(at)), now)
        lines = [written(1, Opened(_players(sessions, session, club_id, table.names), terms), start, caller)]
        for number, (event, at) in enumerate(events, 2):
            lines.append(written(number, event, at if is_time(at) else now, caller))
        lines.append(written(len(lines) + 1, Finished(), now, caller))
        return [*lines, written(len(lines) + 1, Note(BROUGHT), now, caller)]

    asked = json.dumps([title, table.names, [[row.time, row.text, row.gains] for row in table.rows]])
    return sessions.begin(club_id, title, make, key=key, asked=asked)


def is_time(text: str) -> bool:
    """Tell whether a text is a time as the books write it."""
    return TIME.fullmatch(text) is not None


def _require_result(session: Session, claimed: ResultIn) -> None:
    found, pot = session.purse.balances, session.purse.pot
    if (found, pot) != (claimed.balances, claimed.pot):
        raise ApiError("import_differs", detail={"balances": list(found), "pot": pot})


def _players(
    sessions: Sessions, session: DatabaseSession, club_id: str, names: tuple[str, str, str, str]
) -> tuple[str, str, str, str]:
    a, b, c, d = (
        sessions.players.named(session, club_id, name.strip() or f"? {number}").id
        for number, name in enumerate(names, 1)
    )
    if len({a, b, c, d}) < 4:
        raise ApiError("players_differ")
    return a, b, c, d


def _event(sessions: Sessions, club_id: str, asked: EventIn) -> Event:
    if isinstance(asked, TermsEvent):
        return NewTerms(sessions.terms(club_id, asked.terms), asked.since)
    return event_of(asked.model_dump(mode="json", by_alias=True))


def _with_own_photos(session: DatabaseSession, club_id: str, event: Event) -> Event:
    """Give an event without the photos that are not this club's."""
    if isinstance(event, Amend) and isinstance(event.to, HandWon):
        return replace(event, to=_hand_with_own_photos(session, club_id, event.to))
    return _hand_with_own_photos(session, club_id, event) if isinstance(event, HandWon) else event


def _hand_with_own_photos(session: DatabaseSession, club_id: str, hand: HandWon) -> HandWon:
    claims = []
    for claim in hand.claims:
        row = session.get(ReadingRow, claim.reading) if claim.reading else None
        ours = row is not None and row.club_id == club_id
        claims.append(claim if ours else replace(claim, reading=None))
    return replace(hand, claims=tuple(claims))
