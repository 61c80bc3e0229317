"""Say which players pay, and how many tai each."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scorer.facts import Facts
from scorer.hand import Hand
from scorer.plan import Found
from scorer.reading import BestReading, read_best
from scorer.rules import RuleSet
from scorer.sheet import Row, Share
from scorer.tiles import FLOWERS, INDEX, TILES, names_of
from scorer.win import SEATS, Seat, Win

_FLOWER_NAMES: Final = TILES[FLOWERS:]
_MOST_DOUBLINGS: Final = 30
"""A club's own values may come to thousands of fan; money must stay a number that programs can hold."""


def rows_of(counted: Found, win: Win, rules: RuleSet) -> tuple[Row, ...]:
    """Give the rows that count, each with its tai and tiles."""
    values = rules.plan.values(counted, win.streak)
    rows = []
    for number, evidence in counted.items():
        row, tai = rules.rows[number], values[number]
        rows += [Row(row.id, tai, names_of(tiles), row.names, row.source) for tiles in evidence]
    return tuple(rows)


def shares_of(
    hand: Hand,
    reading: BestReading,
    rows: tuple[Row, ...],
    rules: RuleSet,
    *,
    completes: bool,
    robbed_flower: str | None,
) -> tuple[Share, ...]:
    """Give what each payer pays; nothing where nobody has named the one who does.

    Args:
        reading: the winner's, and its rows that count.
        robbed_flower: the flower taken from another player, at a flower win that takes one.
    """
    win = reading.facts.win
    shares = shares_of_total(reading.total, win, rows, rules)
    if not shares or not splits_flowers(win, completes):
        return shares
    # 000, 七搶一 (2): 視同自摸, 三家賠付, 牌面臺數照算(不含搶得之花牌), 但花牌臺數被搶花者應單獨計七搶一8臺.
    own = replace(hand, flowers=tuple(flower for flower in hand.flowers if flower != robbed_flower))
    drawn = replace(win, won_by="self_draw", from_seat=None, events=win.events | {"replacement_tile"})
    of_hand = read_best(Facts(own, drawn, rules), rules)
    rows_of_hand = rows_of(rules.plan.counted(of_hand.found)[0], drawn, rules)
    return tuple(
        shares[0] if payer == win.from_seat else _share(payer, of_hand.total, drawn, rows_of_hand, rules)
        for payer in rules.payments.payers(drawn)
    )


def shares_of_total(total: int, win: Win, rows: tuple[Row, ...], rules: RuleSet) -> tuple[Share, ...]:
    """Give what each payer pays of a win that comes to so many tai, the winner's own dealer rows with them."""
    payers = rules.payments.payers(win)
    shares = tuple(_share(payer, total, win, rows, rules) for payer in payers)
    if win.won_by == "discard" and rules.payments.discard == "half_each" and len(payers) == 1:
        others = (seat for seat in SEATS if seat not in (win.seat, win.from_seat))
        halves = (_share(payer, total, win, rows, rules) for payer in others)
        return (*shares, *(replace(share, units=share.units // 2) for share in halves))
    return shares


def splits_flowers(win: Win, completes: bool) -> bool:
    """Whether the robbed player pays the flower win and the others the hand (七搶一, own draw of the eighth)."""
    return completes and win.won_by == "flowers" and "seven_rob_one_drawn" in win.events


def robbed_flowers(hand: Hand) -> tuple[str, ...]:
    """Give the flowers that may be the robbed one: the one not listed, or else any."""
    listed = {INDEX[flower] - FLOWERS for flower in hand.flowers}
    missing = tuple(_FLOWER_NAMES[flower] for flower in range(8) if flower not in listed)
    return missing or _FLOWER_NAMES


def capped(tai: int, rules: RuleSet) -> int:
    """Give the tai that are paid: none below 0, and no more than the limit, where there is one."""
    cap = int(rules.options.get("cap", 0))
    return max(0, min(tai, cap) if cap else tai)


def _share(payer: Seat, total: int, win: Win, rows: tuple[Row, ...], rules: RuleSet) -> Share:
    extra: tuple[Row, ...] = ()
    if payer == win.dealer and (rules.options.get("dealer_share", "always") == "always" or payer == win.from_seat):
        extra = dealers_rows(rows, win, rules)
    tai = capped(total + sum(row.tai for row in extra), rules)
    return Share(payer, tai, 1 << min(tai, _MOST_DOUBLINGS) if rules.doubling else tai, (*rows, *extra))


def dealers_rows(rows: tuple[Row, ...], win: Win, rules: RuleSet) -> tuple[Row, ...]:
    """Give the rows that a dealer who pays adds to the winner's, unless one of those takes their place."""
    counted = {row.id for row in rows}
    lifted = {other for row in rules.rows if row.lifts_one and row.id in counted for other in row.excludes}
    return tuple(
        Row(row.id, tai, (), row.names, row.source)
        for number, row in enumerate(rules.rows)
        if row.dealer_share and row.id not in lifted and (tai := rules.plan.value(number, win.streak))
    )
