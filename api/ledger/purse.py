"""What the four hold: money or chips, and the pot. Nothing is ever made or lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from api.ledger.events import Four
from scorer import Chips

NOTHING: Four = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Move:
    """What one pays another; None is the pot."""

    payer: int | None
    payee: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class Purse:
    """Hold what each of four has won or lost.

    Attributes:
        banked: gains in money, or those of earlier games with chips.
        pot: what lies in the middle.
        held: each one's chips; None where the table plays for money.
        start: how many chips each began the game with.
    """

    banked: Four = NOTHING
    pot: int = 0
    held: Four | None = None
    start: int = 0

    @property
    def balances(self) -> Four:
        """What each has gained; with the pot, zero in all."""
        return self.banked if self.held is None else four(self.banked, [held - self.start for held in self.held])

    @property
    def all_out(self) -> bool:
        """Whether three have no chips left, which ends the game."""
        return self.held is not None and Chips(self.held, self.pot).all_out

    def dealt(self, chips: int) -> Purse:
        """Give everybody his chips, as a game begins; 0 where the table plays for money."""
        return Purse(self.balances, self.pot, (chips,) * 4 if chips else None, chips)

    def after(self, moves: Iterable[Move]) -> tuple[Purse, tuple[Move, ...]]:
        """Pay in turn, and give what was really paid: nobody pays chips that he does not hold, nor the pot more than
        lies in it.

        >>> Purse().dealt(200).after([Move(0, 1, 150), Move(0, 2, 150)])[1]
        (Move(payer=0, payee=1, amount=150), Move(payer=0, payee=2, amount=50))
        """
        purse, paid = self, []
        for move in moves:
            amount = purse._most(move)
            if amount and move.payer != move.payee:
                purse = purse._moved(replace(move, amount=amount))
                paid.append(replace(move, amount=amount))
        return purse, tuple(paid)

    def _most(self, move: Move) -> int:
        if move.payer is None:
            return min(move.amount, self.pot)
        return move.amount if self.held is None else min(move.amount, self.held[move.payer])

    def _moved(self, move: Move) -> Purse:
        gains = gains_of([move])
        pot = self.pot - sum(gains)
        if self.held is None:
            return replace(self, banked=four(self.banked, gains), pot=pot)
        return replace(self, held=four(self.held, gains), pot=pot)


def gains_of(moves: Iterable[Move]) -> Four:
    """Give what each player gains; what is missing to zero went into the pot."""
    gains = [0, 0, 0, 0]
    for move in moves:
        if move.payer is not None:
            gains[move.payer] -= move.amount
        if move.payee is not None:
            gains[move.payee] += move.amount
    return four(NOTHING, gains)


def four(first: Sequence[int], second: Sequence[int]) -> Four:
    """Add amounts player by player."""
    a, b, c, d = (one + other for one, other in zip(first, second, strict=True))
    return a, b, c, d
