"""Sessions as the database keeps them: opened, written to one event at a time, and replayed."""

from __future__ import annotations

import hashlib
import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import select
from sqlalchemy.orm import Session as DatabaseSession

from api.access import Caller
from api.database import Database
from api.errors import ApiError
from api.ledger.errors import LedgerError
from api.ledger.events import Event, HandWon, NewTerms, NextGame, Opened, Recorded, Terms
from api.ledger.replay import RulesOf, Session, replay
from api.ledger.summary import summary_of
from api.ledger.wire import event_document, event_of
from api.photos import is_id
from api.players import Players
from api.rulebook import RuleBooks
from api.session_schemas import EventIn, EventPost, PlayerIn, SessionIn, TermsIn
from api.tables import AnsweredRow, ClubRow, EventRow, PlayerRow, ReadingRow, SessionRow
from scorer import RuleSet

KEPT_SESSIONS = 256
KEPT_TERMS = 256
MOST_EVENTS = 2000
MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Kept:
    """A session as it is kept, and as its events leave it."""

    id: str
    club_id: str
    title: str
    created_at: str
    session: Session

    @property
    def number(self) -> int:
        """The number of its last event."""
        return self.session.number


class Sessions:
    """The sessions of every club in one database.

    Args:
        moved: told a session's id and the number of its last event whenever one was written.
        lots: draws seats.
    """

    def __init__(
        self,
        database: Database,
        books: RuleBooks,
        players: Players,
        *,
        now: Callable[[], str],
        new_id: Callable[[], str],
        moved: Callable[[str, int], None] = lambda session_id, number: None,
        lots: random.Random | None = None,
    ) -> None:
        self.database = database
        self.books = books
        self.players = players
        self.now = now
        self.new_id = new_id
        self.moved = moved
        self.lots = lots or random.SystemRandom()
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._guard = threading.Lock()
        self.rules_of = lru_cache(KEPT_TERMS)(self._rules_of)

    def open(self, caller: Caller, club_id: str, asked: SessionIn, *, key: str) -> Kept:
        """Open a table, or give the session that this key opened before.

        Raises:
            ApiError: `rules_unknown`, `rules_invalid`, `player_unknown`, `players_differ`, `name_invalid`, or the key
                is taken.
        """
        terms = self.terms(club_id, asked.terms)
        rules = self.books.of(club_id).load(terms.rules, terms.version, dict(terms.options))
        chips = rules.table.chips if asked.chips is None else asked.chips
        pot = asked.pot or ("winner" if chips else "kept")
        call, print_of_it = f"sessions:{club_id}", fingerprint(asked.model_dump_json(by_alias=True))
        with self.database.write() as session:
            known = answered_by(session, key, call, print_of_it)
            if known is not None:
                return self.get(known)
            if session.get(ClubRow, club_id) is None:
                raise ApiError("club_unknown")
            ids = [self._seat(session, club_id, player) for player in asked.players]
            if len(set(ids)) < len(ids):
                raise ApiError("players_differ")
            if asked.seats == "drawn":
                self.lots.shuffle(ids)
            opened = Opened((ids[0], ids[1], ids[2], ids[3]), terms, asked.seats == "drawn", chips, pot)
            return self._begin(session, caller, club_id, asked.title, [opened], answer=(key, call, print_of_it))

    def get(self, session_id: str) -> Kept:
        """Give a session as it stands now.

        Raises:
            ApiError: `session_unknown`.
        """
        if not is_id(session_id):
            raise ApiError("session_unknown")
        with self.database.read() as session:
            row = session.get(SessionRow, session_id)
            if row is None:
                self._forget(session_id)
                raise ApiError("session_unknown")
            kept = self._remembered(session_id)
            if kept is None or kept.number != row.number or kept.title != row.title:
                kept = self._caught_up(session, row, kept)
        self._remember(kept)
        return kept

    def club_of(self, session_id: str) -> str:
        """Give the club whose session it is.

        Raises:
            ApiError: `session_unknown`.
        """
        if is_id(session_id):
            with self.database.read() as session:
                found = session.scalar(select(SessionRow.club_id).where(SessionRow.id == session_id))
            if found is not None:
                return found
        raise ApiError("session_unknown")

    def listed(self, club_id: str, *, limit: int, before: str | None = None) -> tuple[list[SessionRow], str | None]:
        """List a club's sessions, newest first, and the `before` of the next page."""
        query = select(SessionRow).where(SessionRow.club_id == club_id)
        with self.database.read() as session:
            if before is not None:
                last = session.get(SessionRow, before) if is_id(before) else None
                if last is None or last.club_id != club_id:
                    raise ApiError("session_unknown")
                older = SessionRow.created_at < last.created_at
                tied = (SessionRow.created_at == last.created_at) & (SessionRow.id < last.id)
                query = query.where(older | tied)
            rows = list(
                session.scalars(query.order_by(SessionRow.created_at.desc(), SessionRow.id.desc()).limit(limit + 1))
            )
        return rows[:limit], rows[limit - 1].id if len(rows) > limit else None

    def event(self, kept: Kept, asked: EventIn) -> Event:
        """Give what was asked as the ledger keeps it: terms with their version, seats as they were drawn.

        Raises:
            ApiError: `rules_unknown` or `rules_invalid`.
        """
        document = asked.model_dump(mode="json", by_alias=True)
        if document["kind"] == "terms":
            return NewTerms(self.terms(kept.club_id, asked.terms), asked.since)  # type: ignore[union-attr]  # its kind
        event = event_of(document)
        if isinstance(event, NextGame) and event.drawn:
            order = [0, 1, 2, 3]
            self.lots.shuffle(order)
            return NextGame((order[0], order[1], order[2], order[3]), drawn=True)
        return event

    def write(self, kept: Kept, caller: Caller, asked: EventPost, *, key: str) -> tuple[Kept, int]:
        """Write an event, and give the session after it and the event's number.

        The same key again gives the number that it got, and the session as it stands now.

        Raises:
            ApiError: `session_moved_on` where others wrote since; the event can't be; or the key is taken.
        """
        call, print_of_it = f"events:{kept.id}", fingerprint(asked.model_dump_json(by_alias=True))
        with self.database.read() as session:
            known = answered_by(session, key, call, print_of_it)
        if known is not None:
            return self.get(kept.id), int(known)
        if asked.after != kept.number:
            raise moved_on(kept, asked.after)
        event = self.event(kept, asked.event)
        line = _line(kept.number + 1, event, self.now(), caller)
        # Replayed before the one writer's turn is taken; nothing else can have been written when it comes.
        following = _following(kept, line)
        with self.database.write() as session:
            known = answered_by(session, key, call, print_of_it)
            row = session.get(SessionRow, kept.id)
            if row is None:
                raise ApiError("session_unknown")
            if known is None and row.number == kept.number:
                self._require_readings(session, kept.club_id, event)
                session.add(_event_row(kept.id, line))
                session.add(answer_row(key, call, print_of_it, str(line.number), line.at))
                row.number, row.finished = following.number, following.session.finished
                row.summary = summary_of(following.session)
        if known is not None:
            return self.get(kept.id), int(known)
        if row.number != following.number:
            raise moved_on(self.get(kept.id), asked.after)
        self._remember(following)
        self.moved(kept.id, following.number)
        return following, line.number

    def tried(self, kept: Kept, event: Event) -> Session:
        """Give how an event would leave a session; nothing is kept.

        Raises:
            LedgerError: it can't be.
        """
        return kept.session.then(Recorded(kept.number + 1, event))

    def names(self, player_ids: Iterable[str]) -> dict[str, str]:
        """Give players' names; blank where they were deleted."""
        query = select(PlayerRow.id, PlayerRow.name).where(PlayerRow.id.in_(set(player_ids)))
        with self.database.read() as session:
            return {row.id: row.name for row in session.execute(query)}

    def terms(self, club_id: str, asked: TermsIn) -> Terms:
        """Give terms with the version and every option that they mean now.

        Raises:
            ApiError: `rules_unknown` or `rules_invalid`.
        """
        rules = self.books.of(club_id).load(asked.rules, asked.rules_version, asked.options)
        return Terms(rules.id, rules.version, tuple(sorted(rules.options.items())), asked.base, asked.per_tai)

    def _begin(
        self,
        session: DatabaseSession,
        caller: Caller,
        club_id: str,
        title: str,
        events: Sequence[Event],
        *,
        answer: tuple[str, str, str],
    ) -> Kept:
        """Keep a new session with its first events, within a writing session."""
        at = self.now()
        lines = [_line(number, event, at, caller) for number, event in enumerate(events, 1)]
        kept = Kept(self.new_id(), club_id, title, at, replay(lines, self.rules_for(club_id)))
        row = SessionRow(
            id=kept.id,
            club_id=club_id,
            title=title,
            created_at=at,
            number=kept.number,
            finished=kept.session.finished,
            summary=summary_of(kept.session),
        )
        session.add(row)
        session.flush()
        session.add_all([_event_row(kept.id, line) for line in lines])
        session.add(answer_row(*answer, kept.id, at))
        return kept

    def _seat(self, session: DatabaseSession, club_id: str, player: PlayerIn) -> str:
        if player.name is not None:
            return self.players.named(session, club_id, player.name).id
        row = session.get(PlayerRow, player.id)
        if row is None or row.club_id != club_id or row.deleted:
            raise ApiError("player_unknown")
        return row.id

    def _require_readings(self, session: DatabaseSession, club_id: str, event: Event) -> None:
        event = getattr(event, "to", event)
        for claim in event.claims if isinstance(event, HandWon) else ():
            if claim.reading is not None:
                row = session.get(ReadingRow, claim.reading)
                if row is None or row.club_id != club_id:
                    raise ApiError("reading_unknown")

    def rules_for(self, club_id: str) -> RulesOf:
        """Give how a club's terms become rules; what it gives for some terms never changes."""

        def rules_of(terms: Terms) -> RuleSet:
            return self.rules_of(club_id, terms)

        return rules_of

    def _caught_up(self, session: DatabaseSession, row: SessionRow, kept: Kept | None) -> Kept:
        since = kept.number if kept is not None and kept.number < row.number else 0
        query = select(EventRow).where(
            EventRow.session_id == row.id, EventRow.number > since, EventRow.number <= row.number
        )
        lines = [recorded(event) for event in session.scalars(query.order_by(EventRow.number))]
        before = kept.session.history.lines if kept is not None and since else ()
        ledger = replay((*before, *lines), self.rules_for(row.club_id))
        return Kept(row.id, row.club_id, row.title, row.created_at, ledger)

    def _remembered(self, session_id: str) -> Kept | None:
        with self._guard:
            return self._kept.get(session_id)

    def _remember(self, kept: Kept) -> None:
        with self._guard:
            newer = self._kept.get(kept.id)
            if newer is None or newer.number <= kept.number:
                self._kept[kept.id] = kept
            self._kept.move_to_end(kept.id)
            while len(self._kept) > KEPT_SESSIONS:
                self._kept.popitem(last=False)

    def _forget(self, session_id: str) -> None:
        with self._guard:
            self._kept.pop(session_id, None)

    def _rules_of(self, club_id: str, terms: Terms) -> RuleSet:
        try:
            return self.books.of(club_id).load(terms.rules, terms.version, dict(terms.options))
        except ApiError as error:
            raise LedgerError(error.code, error.message, error.detail) from error


def recorded_by(kept: Kept) -> set[str]:
    """Give the accounts that wrote in a session."""
    return {line.by for line in kept.session.history.lines if line.by}


def refusal(error: LedgerError) -> ApiError:
    """Give what the ledger refuses as the service answers it."""
    return ApiError(error.code, error.message, detail=error.detail)


def fingerprint(text: str) -> str:
    """Give the SHA-256 of a request."""
    return hashlib.sha256(text.encode()).hexdigest()


def answered_by(session: DatabaseSession, key: str, call: str, print_of_it: str) -> str | None:
    """Give what this call made before, or None when the key is new.

    Raises:
        ApiError: `idempotency_conflict` when the key came with another request.
    """
    known = session.get(AnsweredRow, (key, call))
    if known is None:
        return None
    if known.fingerprint != print_of_it:
        raise ApiError("idempotency_conflict")
    return known.made


def answer_row(key: str, call: str, print_of_it: str, made: str, at: str) -> AnsweredRow:
    """Give the row that remembers a call."""
    return AnsweredRow(key=key, call=call, fingerprint=print_of_it, made=made, created_at=at)


def recorded(row: EventRow) -> Recorded:
    """Give a line of the ledger."""
    event = event_of({"kind": row.kind, **row.payload})
    return Recorded(row.number, event, row.at, row.by_account or "", row.by_name)


def moved_on(kept: Kept, after: int) -> ApiError:
    """Say that others wrote since, and what."""
    lines = kept.session.history.lines[min(after, kept.number) :][:MOST_SHOWN]
    events = [{"number": line.number, "at": line.at, "event": event_document(line.event)} for line in lines]
    return ApiError("session_moved_on", detail={"number": kept.number, "events": events})


def _following(kept: Kept, line: Recorded) -> Kept:
    if line.number > MOST_EVENTS:
        raise ApiError("session_full", detail={"limit": MOST_EVENTS})
    try:
        session = kept.session.then(line)
    except LedgerError as error:
        raise refusal(error) from error
    return Kept(kept.id, kept.club_id, kept.title, kept.created_at, session)


def _line(number: int, event: Event, at: str, caller: Caller) -> Recorded:
    return Recorded(number, event, at, caller.account_id or "", "" if caller.account_id else caller.name)


def _event_row(session_id: str, line: Recorded) -> EventRow:
    document = event_document(line.event)
    return EventRow(
        session_id=session_id,
        number=line.number,
        at=line.at,
        by_account=line.by or None,
        by_name=line.name,
        kind=document.pop("kind"),
        payload=document,
    )
