"""Settle a tile that several players claim to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorer.errors import SettlementError, TableError
from scorer.rules import RuleSet
from scorer.settlement import settle
from scorer.sheet import ScoreSheet
from scorer.win import SEATS, Seat, Win


@dataclass(frozen=True, slots=True)
class Payment:
    """Hold what one player pays another."""

    payer: Seat
    payee: Seat
    amount: int


def winning(claims: Sequence[Win], rules: RuleSet) -> tuple[Win, ...]:
    """Give the wins that count among the claims to one tile, the nearest in turn after its player first.

    Where three win on it and the rule set scores that (一炮三響), each is told so.

    Raises:
        TableError: `no_winner`; `winners_differ` where claims are not to the same tile.

    >>> from scorer import load_rules
    >>> claims = [Win("discard", seat="N", from_seat="E"), Win("discard", seat="S", from_seat="E")]
    >>> [win.seat for win in winning(claims, load_rules("taiwan"))]
    ['S']
    >>> [win.seat for win in winning(claims, load_rules("ccaa"))]
    ['S', 'N']
    """
    _refuse_mixed(claims)
    if len(claims) == 1:
        return tuple(claims)
    player = SEATS.index(claims[0].from_seat or claims[0].seat)
    in_turn = sorted(claims, key=lambda win: (SEATS.index(win.seat) - player) % len(SEATS))
    if rules.table.winners == "nearest":
        return (in_turn[0],)
    if len(in_turn) == 3 and any(event.id == "triple_win" for event in rules.events):
        return tuple(replace(win, events=win.events | {"triple_win"}) for win in in_turn)
    return tuple(in_turn)


def payments_of(sheets: Sequence[ScoreSheet], *, base: int = 100, per_tai: int = 20) -> tuple[Payment, ...]:
    """Give who pays whom for one or several wins on the same tile, in the order of the sheets.

    Raises:
        SettlementError: as `settle`.
        TableError: `no_winner`; `winners_differ` where the sheets are not of the same tile and rules; `one_winner`
            where there are several under rules that let the nearest win.
    """
    _refuse_mixed([sheet.win for sheet in sheets])
    if any(sheet.rules.id != sheets[0].rules.id or sheet.rules.options != sheets[0].rules.options for sheet in sheets):
        raise TableError("winners_differ", "one tile is settled by one rule set")
    if len(sheets) > 1 and sheets[0].rules.table.winners == "nearest":
        raise TableError("one_winner", "at this table a tile has one winner")
    paid = []
    for sheet in sheets:
        # 002: 一炮三响 点炮者包三家, whatever another player would pay beside him.
        for_all = sheet.win.from_seat if "triple_win" in sheet.win.events else None
        for payer, gain in settle(sheet, base=base, per_tai=per_tai).items():
            if payer != sheet.win.seat and gain:
                paid.append(Payment(for_all or payer, sheet.win.seat, -gain))
    return tuple(paid)


def gains_of(payments: Iterable[Payment]) -> dict[Seat, int]:
    """Give what each seat gains; the four sum to zero.

    >>> gains_of([Payment("E", "S", 120), Payment("E", "N", 140)])
    {'E': -260, 'S': 120, 'W': 0, 'N': 140}
    """
    gains: dict[Seat, int] = dict.fromkeys(SEATS, 0)
    for payment in payments:
        gains[payment.payer] -= payment.amount
        gains[payment.payee] += payment.amount
    return gains


def _refuse_mixed(wins: Sequence[Win]) -> None:
    if not wins:
        raise TableError("no_winner", "nobody claims the tile")
    if len(wins) == 1:
        return
    facts = {(win.won_by, win.from_seat, win.dealer, win.streak, win.round) for win in wins}
    if len(facts) > 1 or wins[0].won_by != "discard" or len({win.seat for win in wins}) < len(wins):
        raise TableError("winners_differ", "several players win only on the same tile of another")
    if wins[0].from_seat is None:
        raise SettlementError("payer_missing", "nobody has said from whom the tile came")
