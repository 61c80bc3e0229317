"""Say who pays whom, in money."""

from __future__ import annotations

from scorer.errors import SettlementError
from scorer.sheet import ScoreSheet
from scorer.win import SEATS, Seat


def settle(sheet: ScoreSheet, *, base: int = 100, per_tai: int = 20) -> dict[Seat, int]:
    """Give what each seat gains; the four sum to zero.

    Args:
        base: the amount of 底, paid once by each payer.
        per_tai: the amount of one tai (台).

    Raises:
        SettlementError: `not_a_win`, `payer_missing` where nobody has said who discarded, or `negative_amount`.

    >>> from scorer import Win, load_rules, parse_hand, score
    >>> win = Win("discard", seat="S", from_seat="W")
    >>> settle(score(parse_hand("123456789m23456p55s+7p"), win, load_rules("taiwan")))
    {'E': 0, 'S': 160, 'W': -160, 'N': 0}
    """
    if base < 0 or per_tai < 0:
        raise SettlementError("negative_amount", "base and per-tai amounts can't be below 0")
    if sheet.total is None:
        raise SettlementError("not_a_win", "a hand that does not win settles nothing")
    if not sheet.shares:
        raise SettlementError("payer_missing", "nobody has said from whom the tile came")
    gains: dict[Seat, int] = dict.fromkeys(SEATS, 0)
    for share in sheet.shares:
        amount = (base if sheet.rules.payments.base else 0) + per_tai * share.units
        gains[share.payer] -= amount
        gains[sheet.win.seat] += amount
    return gains
