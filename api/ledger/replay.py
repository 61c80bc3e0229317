"""Replay a ledger: seats, table, what each hand paid, and how everybody stands after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from api.ledger.errors import LedgerError
from api.ledger.events import (
    Amend,
    Entry,
    Event,
    FalseWin,
    Fine,
    Finished,
    Four,
    HandAborted,
    HandDrawn,
    HandEnd,
    HandWon,
    NextGame,
    Opened,
    Penalty,
    Play,
    PotIn,
    PotOut,
    Recorded,
    Redo,
    Removed,
    Renamed,
    Reopened,
    Terms,
    Transfer,
    Undo,
)
from api.ledger.history import Background, History, Standing, meant
from api.ledger.line import Line
from api.ledger.purse import Move, Purse, gains_of
from api.ledger.settling import Place, Won, settle_hand, sheets_of
from api.ledger.transfers import transfers
from scorer import Aborted, Drawn, RuleSet, TableError, TableState, after, is_over
from scorer import Won as TableWon
from scorer.table import Event as TableEvent

RulesOf = Callable[[Terms], RuleSet]
"""Gives the rule set of some terms."""
TABLE = TableState()
PURSE = Purse()


@dataclass(frozen=True, slots=True)
class Session:
    """How a session stands after some events; `then` gives it after one more.

    Attributes:
        game: the game (將) that began when somebody last said so, from 1.
        lines: what each event that counts came to; those that only speak of others are not among them.
        finished: whether the evening is over.
        title: what somebody called it since; None where nobody did.
        removed: number of the event that took it off the club's lists; None where it is on them.
    """

    rules_of: RulesOf
    history: History
    opened: Opened
    terms: Terms
    order: Four = (0, 1, 2, 3)
    game: int = 1
    table: TableState = TABLE
    purse: Purse = PURSE
    finished: bool = False
    title: str | None = None
    removed: int | None = None
    lines: tuple[Line, ...] = ()

    @property
    def game_number(self) -> int:
        """The game (將) that the next hand belongs to, from 1; games follow each other also where nobody says so."""
        return self.game + self.table.games

    @property
    def hands(self) -> int:
        """How many hands were played in all."""
        return sum(line.is_hand and line.problem is None for line in self.lines)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.history.lines)

    @property
    def place(self) -> Place:
        """Where the next hand is played."""
        return Place(self.table, self.order)

    @property
    def rules(self) -> RuleSet:
        """What the next hand is played by."""
        return self.rules_of(self.terms)

    @property
    def game_over(self) -> bool:
        """Whether the rules end the game here: the next hand belongs to a new one."""
        return is_over(self.table, self.rules)

    @property
    def game_complete(self) -> bool:
        """Whether four rounds have just been played to their end."""
        return self.table.passed > 0 and self.table.passed % 16 == 0 and self.table.streak == 0

    def terms_of(self, event: Event) -> Terms:
        """Give the terms that an event stands under: the next hand's, or those of the event that it amends."""
        line = self.line(event.event) if isinstance(event, Amend) else None
        return self.terms if line is None else line.terms

    def preview(self, event: Event) -> tuple[Won, ...]:
        """Give the sheets that a won hand would have here, also of hands that do not win; none for another event.

        Raises:
            LedgerError: as `sheets_of`.
        """
        place, rules = self.place, self.rules_of(self.terms_of(event))
        if isinstance(event, Amend):
            line = self.line(event.event)
            place, event = place if line is None else line.place, event.to
        return sheets_of(event, place, rules) if isinstance(event, HandWon) else ()

    def said(self, number: int) -> Line | None:
        """Give what a line says an event to be: its own, or the one that it amends; None where it says none."""
        return next((line for line in self.lines if line.said == number), None)

    def line(self, number: int) -> Line | None:
        """Give what an event came to; None where it was taken back."""
        return next((line for line in self.lines if line.number == number), None)

    def then(self, line: Recorded) -> Session:
        """Give the session after one more event, everything that follows from it worked out anew.

        Raises:
            LedgerError: the event can't be: nothing of it stays.
        """
        self._require_open(line.event)
        history = self.history.then(line)
        if isinstance(line.event, Play | NextGame | Finished | Reopened):
            background = Background(self.opened, history.counting())
            following = replace(self, history=history)._folded(line.number, history.standing(line.number), background)
            refused = following.lines[-1].problem
        else:
            following = _replayed(history, self.rules_of)
            refused = following._problem_said(line.number)
        if refused is not None:
            raise refused
        return following

    def _require_open(self, event: Event) -> None:
        if self.removed is not None and not isinstance(event, Undo | Redo):
            message = "This session was removed; take that back first."
            raise LedgerError("session_removed", message, {"event": self.removed})
        if isinstance(event, Reopened) and not self.finished:
            raise LedgerError("session_open", "This session is not finished.")
        if isinstance(event, HandEnd | Transfer | NextGame | Finished) and self.finished:
            raise LedgerError("session_finished", "This session is finished; reopen it to go on.")

    def _problem_said(self, number: int) -> LedgerError | None:
        """Give why what an amendment says can't be. What it does to later events is for people to look at."""
        line = self.said(number)
        return None if line is None else line.problem

    def _folded(self, number: int, standing: Standing, background: Background) -> Session:
        seating = background.seating(number, standing.said)
        session = replace(self, terms=background.terms(number), order=seating.order)
        line = Line(number, standing.said, standing.event, session.terms, session.game_number, session.place)
        try:
            event = meant(line.event, seating)
            opened = event.opened if isinstance(event, HandWon) else None
            line = replace(line, event=event, winds=line.place.winds(session.rules, opened))
            session, line = session._played(line)
        except LedgerError as problem:
            session, line = session, replace(line, problem=problem)
        line = replace(line, balances=session.purse.balances, pot=session.purse.pot)
        if sum(line.balances) + line.pot:
            raise AssertionError(f"event {number} does not sum to zero: {line.balances} and {line.pot}")
        return replace(session, lines=(*session.lines, line))

    def _played(self, line: Line) -> tuple[Session, Line]:
        event = line.event
        wins: tuple[Won, ...] = ()
        moves: list[Move] = []
        table = self.table
        match event:
            case HandWon():
                settled = settle_hand(event, line.place, self.terms, self.rules)
                wins, moves = settled.wins, list(settled.moves)
                if self.purse.pot and self.opened.pot == "winner":
                    moves.append(Move(None, settled.winners[0], self.purse.pot))
                table = self._after(TableWon(tuple(self.order.index(player) for player in settled.winners)))
            case HandDrawn():
                table = self._after(Drawn())
            case HandAborted(why):
                table = self._after(Aborted(why))
            case NextGame():
                dealt = self.purse.dealt(self.opened.chips)
                game = self.game_number + (not self.game_complete)
                return replace(self, table=TableState(), game=game, purse=dealt), line
            case Finished() | Reopened():
                return replace(self, finished=isinstance(event, Finished)), line
            case Renamed(title):
                return replace(self, title=title), line
            case Removed():
                return replace(self, removed=line.number), line
            case Penalty() | FalseWin() | Fine() | PotIn() | PotOut() | Entry():
                moves = transfers(event, self.order, self.rules.table, pot=self.purse.pot)
        purse, paid = self.purse.after(moves)
        fed = event.feeder if isinstance(event, HandWon) else None
        line = replace(line, wins=wins, fed=fed, paid=paid, gains=gains_of(paid))
        return replace(self, table=table, purse=purse), line

    def _after(self, event: TableEvent) -> TableState:
        try:
            return after(self.table, event, self.rules)
        except TableError as error:
            code = "game_over" if error.code == "game_over" else "hand_impossible"
            raise LedgerError(code, error.message, {"reason": error.code}) from error


def replay(lines: Iterable[Recorded], rules_of: RulesOf) -> Session:
    """Give a session after all its events.

    Raises:
        LedgerError: an event that can't be; `detail.event` is its number.
    """
    history = History()
    for line in lines:
        history = history.then(line)
    if not history.lines:
        raise LedgerError("events_out_of_order", "A session begins with its opening, and has one.")
    return _replayed(history, rules_of)


def _replayed(history: History, rules_of: RulesOf) -> Session:
    opened = history.lines[0].event
    assert isinstance(opened, Opened)
    counting = history.counting()
    background = Background(opened, counting)
    purse = Purse().dealt(opened.chips)
    session = Session(rules_of, history, opened, opened.terms, purse=purse)
    for number, standing in counting:
        if isinstance(standing.event, Undo | Redo | Amend):
            continue
        session = session._folded(number, standing, background)
    now = history.lines[-1].number + 1
    return replace(session, terms=background.terms(now), order=background.seating(now, now).order)
