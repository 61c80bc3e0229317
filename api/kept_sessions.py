"""Sessions as they stand, remembered after their last event so that one more need not replay them all."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import select
from sqlalchemy.orm import Session as DatabaseSession

from api.errors import ApiError
from api.ledger.errors import LedgerError
from api.ledger.events import Recorded, Terms
from api.ledger.replay import RulesOf, Session, replay
from api.ledger.summary import summary_of
from api.ledger.wire import event_document, event_of
from api.rulebook import RuleBooks
from api.tables import EventRow, SessionRow
from scorer import RuleSet

KEPT_SESSIONS = 256
KEPT_TERMS = 256


@dataclass(frozen=True, slots=True)
class Kept:
    """A session as it is kept, and as its events leave it.

    Attributes:
        opened_as: the title that it was opened with.
    """

    id: str
    club_id: str
    opened_as: str
    created_at: str
    session: Session

    @property
    def title(self) -> str:
        """What it is called now; empty where its date is its name."""
        return self.opened_as if self.session.title is None else self.session.title

    @property
    def number(self) -> int:
        """The number of its last event."""
        return self.session.number

    @property
    def authors(self) -> set[str]:
        """The accounts that wrote in it."""
        return {line.by for line in self.session.history.lines if line.by}


class KeptSessions:
    """The sessions that were asked for lately, caught up with the database each time."""

    def __init__(self, books: RuleBooks) -> None:
        self.books = books
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._guard = threading.Lock()
        self._made = lru_cache(KEPT_TERMS)(self._make)

    def caught_up(self, session: DatabaseSession, row: SessionRow) -> Kept:
        """Give a session after its last event, replayed from what is remembered of it or from its first."""
        with self._guard:
            kept = self._kept.get(row.id)
        if kept is not None and kept.number == row.number:
            return kept
        before = kept.session.history.lines if kept is not None and kept.number < row.number else ()
        query = select(EventRow).where(
            EventRow.session_id == row.id, EventRow.number > len(before), EventRow.number <= row.number
        )
        lines = [recorded(event) for event in session.scalars(query.order_by(EventRow.number))]
        ledger = replay((*before, *lines), self.rules_for(row.club_id))
        kept = Kept(row.id, row.club_id, row.title, row.created_at, ledger)
        self.remember(kept)
        return kept

    def remember(self, kept: Kept) -> None:
        """Remember a session, unless a later one of it is known."""
        with self._guard:
            known = self._kept.get(kept.id)
            if known is None or known.number <= kept.number:
                self._kept[kept.id] = kept
            self._kept.move_to_end(kept.id)
            while len(self._kept) > KEPT_SESSIONS:
                self._kept.popitem(last=False)

    def forget(self, session_id: str) -> None:
        """Forget a session that is no longer there."""
        with self._guard:
            self._kept.pop(session_id, None)

    def rules_for(self, club_id: str) -> RulesOf:
        """Give how a club's terms become rules; what it gives for some terms never changes."""

        def rules_of(terms: Terms) -> RuleSet:
            return self._made(club_id, terms)

        return rules_of

    def _make(self, club_id: str, terms: Terms) -> RuleSet:
        try:
            return self.books.of(club_id).load(terms.rules, terms.version, dict(terms.options))
        except ApiError as error:
            raise LedgerError(error.code, error.message, error.detail) from error


def recorded(row: EventRow) -> Recorded:
    """Give a line of the ledger as the database keeps it."""
    return Recorded(row.number, event_of({"kind": row.kind, **row.payload}), row.at, row.by_account or "", row.by_name)


def event_row(session_id: str, line: Recorded) -> EventRow:
    """Give a line of the ledger as the database keeps it."""
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


def session_row(kept: Kept) -> SessionRow:
    """Give a session as the database keeps it."""
    return SessionRow(
        id=kept.id,
        club_id=kept.club_id,
        title=kept.opened_as,
        created_at=kept.created_at,
        number=kept.number,
        finished=kept.session.finished,
        summary=summary_of(kept.session),
    )
