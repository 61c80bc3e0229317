"""What one event of the ledger came to."""

from __future__ import annotations

from dataclasses import dataclass

from api.ledger.errors import LedgerError
from api.ledger.events import Event, Four, HandEnd, Terms
from api.ledger.purse import Move
from api.ledger.settling import Place, Won
from scorer.win import Seat


@dataclass(frozen=True, slots=True)
class Line:
    """What one event that counts came to.

    Attributes:
        said: number of the line that says what happened: its own, or an amendment's.
        game: the game (將) that it belongs to, from 1.
        place: where a hand was played, or the table stood.
        winds: each player's seat wind.
        wins: sheets, the nearest winner's first.
        fed: who discarded the winning tile, was robbed or is liable.
        paid: who really paid whom.
        gains: what each gained by it.
        balances: how each stands after it.
        pot: what lies in the pot after it.
        problem: why it counts for nothing since something before it was changed.
    """

    number: int
    said: int
    event: Event
    terms: Terms
    game: int
    place: Place
    winds: tuple[Seat, ...] = ()
    wins: tuple[Won, ...] = ()
    fed: int | None = None
    paid: tuple[Move, ...] = ()
    gains: Four = (0, 0, 0, 0)
    balances: Four = (0, 0, 0, 0)
    pot: int = 0
    problem: LedgerError | None = None

    @property
    def is_hand(self) -> bool:
        """Whether it ends a hand."""
        return isinstance(self.event, HandEnd)
