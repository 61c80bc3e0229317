"""Sessions: opened, looked at, and written to one event at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session as DatabaseSession

from api.access import Caller
from api.answered import answer_of, fingerprint_of_text, remember_answer
from api.database import Database
from api.errors import ApiError
from api.event_schemas import EventIn, EventPost, TermsEvent
from api.kept_sessions import Kept, KeptSessions, event_row, session_row
from api.ledger.errors import LedgerError
from api.ledger.events import Amend, Event, HandWon, NewTerms, NextGame, Opened, Recorded, Terms
from api.ledger.replay import Session, replay
from api.ledger.summary import summary_of
from api.ledger.wire import event_document, event_of
from api.live import Live
from api.photos import is_id
from api.players import Players
from api.rulebook import RuleBooks
from api.session_lists import SessionLists
from api.session_schemas import SeatIn, SessionIn, TermsIn
from api.tables import ClubRow, PlayerRow, ReadingRow, SessionRow

MOST_EVENTS = 2000
MOST_SHOWN = 50


class Sessions:
    """The sessions of every club in one database.

    Args:
        lots: draws seats.

    Attributes:
        lists: finds sessions without replaying them.
        live: tells who listens when something was written.
    """

    def __init__(
        self,
        database: Database,
        books: RuleBooks,
        players: Players,
        *,
        now: Callable[[], str],
        new_id: Callable[[], str],
        lots: random.Random | None = None,
    ) -> None:
        self.database = database
        self.books = books
        self.players = players
        self.now = now
        self.new_id = new_id
        self.lots = lots or random.SystemRandom()
        self.kept = KeptSessions(books)
        self.lists = SessionLists(database)
        self.live = Live(self.lists.latest)

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

        def events(session: DatabaseSession) -> list[Recorded]:
            ids = [self._seat(session, club_id, player) for player in asked.players]
            if len(set(ids)) < len(ids):
                raise ApiError("players_differ")
            if asked.seats == "drawn":
                self.lots.shuffle(ids)
            opened = Opened((ids[0], ids[1], ids[2], ids[3]), terms, asked.seats == "drawn", chips, pot)
            return [written(1, opened, self.now(), caller)]

        return self.begin(club_id, asked.title, events, key=key, asked=asked.model_dump_json(by_alias=True))

    def begin(
        self,
        club_id: str,
        title: str,
        make: Callable[[DatabaseSession], Sequence[Recorded]],
        *,
        key: str,
        asked: str,
    ) -> Kept:
        """Keep a new session with its first events, or give the one that this key began before.

        Args:
            make: makes the events, within the writing session.
            asked: the whole request, so that the key means no other.

        Raises:
            ApiError: `club_unknown`, what `make` raises, an event that can't be, or the key is taken.
        """
        call, print_of_it = f"sessions:{club_id}", fingerprint_of_text(asked)
        with self.database.write() as session:
            known = answer_of(session, key=key, call=call, fingerprint=print_of_it)
            if known is None:
                if session.get(ClubRow, club_id) is None:
                    raise ApiError("club_unknown")
                lines = make(session)
                kept = Kept(self.new_id(), club_id, title, lines[0].at, self.replayed(club_id, lines))
                session.add(session_row(kept))
                session.flush()
                for line in lines:
                    self._keep_rules(session, club_id, line.event)
                    session.add(event_row(kept.id, line))
                remember_answer(session, kept.id, key=key, call=call, fingerprint=print_of_it, at=self.now())
        if known is not None:
            return self.get(known)
        self.kept.remember(kept)
        return kept

    def replayed(self, club_id: str, lines: Sequence[Recorded]) -> Session:
        """Replay lines by a club's rules.

        Raises:
            ApiError: an event can't be.
        """
        try:
            return replay(lines, self.kept.rules_for(club_id))
        except LedgerError as error:
            raise refusal(error) from error

    def get(self, session_id: str) -> Kept:
        """Give a session as it stands now.

        Raises:
            ApiError: `session_unknown`.
        """
        with self.database.read() as session:
            row = session.get(SessionRow, session_id) if is_id(session_id) else None
            if row is not None:
                return self.kept.caught_up(session, row)
        self.kept.forget(session_id)
        raise ApiError("session_unknown")

    def terms(self, club_id: str, asked: TermsIn) -> Terms:
        """Give terms with the version and every option that they mean now.

        Raises:
            ApiError: `rules_unknown` or `rules_invalid`.
        """
        rules = self.books.of(club_id).load(asked.rules, asked.rules_version, asked.options)
        return Terms(rules.id, rules.version, tuple(sorted(rules.options.items())), asked.base, asked.per_tai)

    def event(self, kept: Kept, asked: EventIn) -> Event:
        """Give what was asked as the ledger keeps it: terms with their version, seats as they were drawn.

        Raises:
            ApiError: `rules_unknown` or `rules_invalid`.
        """
        if isinstance(asked, TermsEvent):
            return NewTerms(self.terms(kept.club_id, asked.terms), asked.since)
        event = event_of(asked.model_dump(mode="json", by_alias=True))
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
        call, print_of_it = f"events:{kept.id}", fingerprint_of_text(asked.model_dump_json(by_alias=True))
        with self.database.read() as session:
            known = answer_of(session, key=key, call=call, fingerprint=print_of_it)
        if known is not None:
            return self.get(kept.id), int(known)
        if asked.after != kept.number:
            raise moved_on(kept, asked.after)
        line = written(kept.number + 1, self.event(kept, asked.event), self.now(), caller)
        # Replayed before the one writer's turn is taken: nothing is written if another was here before.
        following = _following(kept, line)
        with self.database.write() as session:
            known = answer_of(session, key=key, call=call, fingerprint=print_of_it)
            row = session.get(SessionRow, kept.id)
            if row is None:
                raise ApiError("session_unknown")
            is_next = known is None and row.number == kept.number
            if is_next:
                _require_readings(session, kept.club_id, line.event)
                self._keep_rules(session, kept.club_id, line.event)
                session.add(event_row(kept.id, line))
                row.number, row.finished = following.number, following.session.finished
                row.summary = summary_of(following.session)
                remember_answer(session, str(line.number), key=key, call=call, fingerprint=print_of_it, at=line.at)
        if known is not None:
            return self.get(kept.id), int(known)
        if not is_next:
            raise moved_on(self.get(kept.id), asked.after)
        self.kept.remember(following)
        self.live.moved(kept.id, following.number)
        return following, line.number

    def _keep_rules(self, session: DatabaseSession, club_id: str, event: Event) -> None:
        """Keep the rule set of an event's terms, so that the session can be replayed by a later TaiLens."""
        if isinstance(event, Opened | NewTerms):
            self.books.of(club_id).keep(session, event.terms.rules, event.terms.version)

    def _seat(self, session: DatabaseSession, club_id: str, player: SeatIn) -> str:
        if player.name is not None:
            return self.players.named(session, club_id, player.name).id
        row = session.get(PlayerRow, player.id)
        if row is None or row.club_id != club_id or row.deleted:
            raise ApiError("player_unknown")
        return row.id


def tried(kept: Kept, event: Event) -> Session:
    """Give how an event would leave a session; nothing is kept.

    Raises:
        LedgerError: it can't be.
    """
    return kept.session.then(Recorded(kept.number + 1, event))


def refusal(error: LedgerError) -> ApiError:
    """Give what the ledger refuses as the service answers it."""
    return ApiError(error.code, error.message, detail=error.detail)


def moved_on(kept: Kept, after: int) -> ApiError:
    """Say that others wrote since, and what."""
    lines = kept.session.history.lines[min(after, kept.number) :][:MOST_SHOWN]
    events = [{"number": line.number, "at": line.at, "event": event_document(line.event)} for line in lines]
    return ApiError("session_moved_on", detail={"number": kept.number, "events": events})


def written(number: int, event: Event, at: str, caller: Caller) -> Recorded:
    """Give a line that a caller writes now."""
    return Recorded(number, event, at, caller.account_id or "", "" if caller.account_id else caller.name)


def _following(kept: Kept, line: Recorded) -> Kept:
    if line.number > MOST_EVENTS:
        raise ApiError("session_full", detail={"limit": MOST_EVENTS})
    try:
        session = kept.session.then(line)
    except LedgerError as error:
        raise refusal(error) from error
    return replace(kept, session=session)


def _require_readings(session: DatabaseSession, club_id: str, event: Event) -> None:
    told = event.to if isinstance(event, Amend) else event
    for claim in told.claims if isinstance(told, HandWon) else ():
        if claim.reading is not None:
            row = session.get(ReadingRow, claim.reading)
            if row is None or row.club_id != club_id:
                raise ApiError("reading_unknown")
