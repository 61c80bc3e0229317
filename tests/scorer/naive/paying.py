"""Say who pays what, naively: three on a self-draw, else the discarder; the dealer's tai between him and the others."""

from __future__ import annotations

from scorer.win import SEATS, Win

BASE = 10
"""底, beside one for each tai."""


def gains(rules: str, win: Win, total: int) -> dict[str, int]:
    """Give what each seat gains."""
    drawn = win.from_seat is None  # a robbed flower is paid as if discarded
    lost = dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        if seat == win.seat or (not drawn and seat != win.from_seat):
            continue
        if rules == "guangdong":
            lost[seat] = 2**total
            if "robbing_kong" in win.events:  # 被抢杠者包三家牌
                lost[seat] *= 3
        else:
            lost[seat] = BASE + total
            if seat == win.dealer:
                lost[seat] += 1 + 2 * win.streak
    return {seat: sum(lost.values()) if seat == win.seat else -lost[seat] for seat in SEATS}
