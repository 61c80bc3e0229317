"""What is paid outside a hand: penalties, false wins, fines, the pot, amounts from elsewhere."""

from __future__ import annotations

from api.ledger.errors import LedgerError
from api.ledger.events import Entry, FalseWin, Fine, Four, Penalty, PotIn, PotOut, Transfer
from api.ledger.purse import Move
from scorer import TableRules


def transfers(event: Transfer, order: Four, rules: TableRules, *, pot: int) -> list[Move]:
    """Say what is to be paid outside a hand.

    Args:
        order: the players by place.
        pot: what lies in it.

    Raises:
        LedgerError: `amount_missing` where neither the event nor the rules say how much; `pot_too_small`;
            `not_zero_sum`.
    """
    match event:
        case Penalty(payer, payee, amount):
            return [Move(payer, other, amount) for other in ([payee] if payee is not None else _others(payer, order))]
        case FalseWin(player, amount):
            each = _agreed(amount, rules.false_win)
            return [Move(player, other, each) for other in _others(player, order)]
        case Fine(player, amount):
            return [Move(player, None, _agreed(amount, rules.fine))]
        case PotIn(player, amount):
            return [Move(player, None, amount)]
        case PotOut(player, amount):
            if amount > pot:
                raise LedgerError("pot_too_small", "There is less than that in the pot.", {"pot": pot})
            return [Move(None, player, amount)]
        case Entry(gains):
            return _evened(gains)


def _others(player: int, order: Four) -> list[int]:
    """Give the others, the next in turn first: one who holds too few chips pays him first."""
    at = order.index(player)
    return [order[(at + step) % 4] for step in (1, 2, 3)]


def _agreed(amount: int | None, by_rules: int) -> int:
    found = by_rules if amount is None else amount
    if not found:
        raise LedgerError("amount_missing", "These rules name no amount for that; say how much.")
    return found


def _evened(gains: Four) -> list[Move]:
    """Turn gains into payments, from those who lose to those who win, both in their order."""
    if sum(gains):
        raise LedgerError("not_zero_sum", "What four players gain must be zero in all.", {"sum": sum(gains)})
    owed = {player: -gain for player, gain in enumerate(gains) if gain < 0}
    moves = []
    for payee, gain in enumerate(gains):
        for payer in owed:
            amount = min(gain, owed[payer])
            if amount > 0:
                moves.append(Move(payer, payee, amount))
                owed[payer] -= amount
                gain -= amount
    return moves
