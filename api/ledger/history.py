"""Which lines of the ledger count: taken back, let count again, amended, and in what seats and terms they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from api.ledger.errors import LedgerError
from api.ledger.events import (
    Amend,
    Called,
    Claim,
    Entry,
    Event,
    FalseWin,
    Fine,
    Four,
    HandWon,
    NewTerms,
    NextGame,
    Opened,
    Penalty,
    Play,
    PotIn,
    PotOut,
    Recorded,
    Redo,
    Seats,
    Terms,
    Undo,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one line stands now.

    Attributes:
        event: what it says after every amendment that counts.
        said: number of the line that says so: its own, or the amendment's.
        undone: number of the line that took it back; None where it counts.
        amended: the amendments that count, the oldest first.
    """

    event: Event
    said: int
    undone: int | None = None
    amended: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """Every line so far, and how each stands; `then` gives the history with one more."""

    lines: tuple[Recorded, ...] = ()
    undone: Mapping[int, int] = field(default_factory=dict)
    amendments: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def line(self, number: int) -> Recorded:
        """Give a line.

        Raises:
            LedgerError: `event_unknown`.
        """
        if not 1 <= number <= len(self.lines):
            raise LedgerError("event_unknown", f"There is no event {number} here.", {"event": number})
        return self.lines[number - 1]

    def standing(self, number: int) -> Standing:
        """Say how a line stands now."""
        counting = tuple(each for each in self.amendments.get(number, ()) if each not in self.undone)
        event, said = self.line(number).event, number
        if counting:
            amend = self.line(counting[-1]).event
            assert isinstance(amend, Amend)
            event, said = amend.to, counting[-1]
        return Standing(event, said, self.undone.get(number), counting)

    def counting(self) -> list[tuple[int, Standing]]:
        """List the lines that count, in order, each with how it stands."""
        listed = ((line.number, self.standing(line.number)) for line in self.lines)
        return [(number, standing) for number, standing in listed if standing.undone is None]

    def then(self, line: Recorded) -> History:
        """Give the history with one more line.

        Raises:
            LedgerError: what it speaks of is unknown, counts already, or does not count.
        """
        if line.number != len(self.lines) + 1:
            raise LedgerError("events_out_of_order", "The events of a session are numbered from 1 without a gap.")
        if (line.number == 1) != isinstance(line.event, Opened):
            raise LedgerError("events_out_of_order", "A session begins with its opening, and has one.")
        lines = (*self.lines, line)
        undone, amendments = dict(self.undone), dict(self.amendments)
        match line.event:
            case Undo(number) | Redo(number):
                self._take_back(line, number, undone)
            case Amend(number):
                self._require_amendable(number)
                amendments[number] = (*amendments.get(number, ()), line.number)
            case Seats(_, since, _) | NewTerms(_, since) if since is not None:
                self.line(since)
        return History(lines, undone, amendments)

    def _take_back(self, line: Recorded, number: int, undone: dict[int, int]) -> None:
        """Take a line back or let it count again; taking back a taking back lets count again, and so on."""
        undoes, seen = isinstance(line.event, Undo), self.line(number)
        while isinstance(seen.event, Undo | Redo):
            undoes ^= isinstance(seen.event, Undo)
            seen = self.line(seen.event.event)
        if isinstance(seen.event, Opened):
            raise LedgerError("event_fixed", "The opening of a session can't be taken back.", {"event": number})
        by = undone.get(seen.number)
        if undoes and by is not None:
            raise LedgerError("event_undone", "This was taken back already.", {"event": seen.number, "by": by})
        if not undoes and by is None:
            raise LedgerError("event_counts", "This counts already.", {"event": seen.number})
        if undoes:
            undone[seen.number] = line.number
        else:
            del undone[seen.number]

    def _require_amendable(self, number: int) -> None:
        seen = self.line(number).event
        if not isinstance(seen, Play):
            message = "Only what happened at the table can be amended; take this back, or enter it anew."
            raise LedgerError("event_fixed", message, {"event": number})
        if number in self.undone:
            detail = {"event": number, "by": self.undone[number]}
            raise LedgerError("event_undone", "This was taken back; let it count again first.", detail)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where at one event, and who is meant by the players that it names."""

    order: Four
    meant: Four


class Background:
    """The seats and terms of a session, each from the event on that it holds for."""

    def __init__(self, opened: Opened, counting: Sequence[tuple[int, Standing]]) -> None:
        self._seats: list[tuple[int, int, Seats]] = []
        self._terms: list[tuple[int, Terms]] = [(1, opened.terms)]
        for number, standing in counting:
            match standing.event:
                case Seats(_, since, _) as seats:
                    self._seats.append((number, since or number, seats))
                case NextGame(order) if order is not None:
                    self._seats.append((number, number, Seats(order)))
                case NewTerms(terms, since):
                    self._terms.append((since or number, terms))

    def seating(self, number: int, said: int) -> Seating:
        """Give the seats of an event, and who is meant by the players that it names.

        Args:
            said: number of the line that names them. What a later line says of the places moves them too.
        """
        order: Four = (0, 1, 2, 3)
        meant: Four = (0, 1, 2, 3)
        for written, since, seats in self._seats:
            if since > number:
                continue
            if seats.kept == "places" and said < written:
                moved = dict(zip(order, seats.order, strict=True))
                meant = tuple(moved[player] for player in meant)  # type: ignore[assignment]  # four again
            order = seats.order
        return Seating(order, meant)

    def terms(self, number: int) -> Terms:
        """Give the terms of an event: what was said last of those that hold for it."""
        return next(terms for since, terms in reversed(self._terms) if since <= number)


def meant(event: Event, seating: Seating) -> Event:
    """Give an event with the players who are meant by those it names."""
    who = seating.meant
    if who == (0, 1, 2, 3):
        return event

    def one(player: int | None) -> int | None:
        return None if player is None else who[player]

    match event:
        case HandWon():
            claims: tuple[Claim, ...] = tuple(replace(claim, player=who[claim.player]) for claim in event.claims)
            calls: tuple[Called, ...] = tuple(
                replace(call, player=who[call.player], feeder=who[call.feeder]) for call in event.calls
            )
            return replace(event, claims=claims, calls=calls, feeder=one(event.feeder), opened=one(event.opened))
        case Penalty():
            return replace(event, payer=who[event.payer], payee=one(event.payee))
        case FalseWin() | Fine() | PotIn() | PotOut():
            return replace(event, player=who[event.player])
        case Entry(gains):
            moved = dict(zip(who, gains, strict=True))
            return replace(event, gains=(moved[0], moved[1], moved[2], moved[3]))
        case _:
            return event
