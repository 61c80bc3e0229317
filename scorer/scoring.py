"""Score a winning hand: `score` for the whole sheet, `best_total` for the figure alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorer.errors import WinError
from scorer.facts import Facts
from scorer.hand import Hand
from scorer.reading import BestReading, read_best
from scorer.rules import RuleSet
from scorer.shares import capped, robbed_flowers, rows_of, shares_of, splits_flowers
from scorer.sheet import Cut, ScoreSheet, Uncounted
from scorer.status import HandStatus, check, completes
from scorer.tiles import in_order, names_of
from scorer.win import Win


def score(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet:
    """Give the score sheet of a hand; of one that does not win, a sheet without total that says why.

    Where nobody has named the winning tile, the sheet is that of the tile that gives the least.

    Raises:
        WinError: `unknown_event` for an event that the rule set does not have.

    >>> from scorer import Win, load_rules, parse_hand
    >>> sheet = score(parse_hand("123456789m23456p55s+7p"), Win("discard", seat="S"), load_rules("taiwan"))
    >>> sheet.total, [row.id for row in sheet.rows]
    (3, ['all_sequences', 'concealed_hand'])
    """
    _refuse_unknown_events(win, rules)
    status = check(hand, rules, win)
    if status is not HandStatus.VALID:
        return ScoreSheet(hand=hand, win=win, rules=rules, status=status, waits=waits(hand, rules))
    whole = _counts_hand(hand, win, rules)
    sheets = [
        _sheet(hand, named, win, rules, completes_hand=whole, robbed_flower=robbed)
        for named in (_named(hand) if whole else (replace(hand, winning=None),))
        for robbed in (robbed_flowers(hand) if splits_flowers(win, whole) else (None,))
    ]
    return min(sheets, key=lambda sheet: (sheet.uncapped, sum(share.tai for share in sheet.shares)))


def best_total(hand: Hand, win: Win, rules: RuleSet) -> int | None:
    """Give the total of `score` alone, quicker; None where the hand does not win.

    Raises:
        WinError: as `score`.

    >>> from scorer import Win, load_rules, parse_hand
    >>> best_total(parse_hand("123456789m23456p55s+7p"), Win("discard", seat="S"), load_rules("taiwan"))
    3
    """
    _refuse_unknown_events(win, rules)
    if check(hand, rules, win) is not HandStatus.VALID:
        return None
    whole = _counts_hand(hand, win, rules)
    named = _named(hand) if whole else (replace(hand, winning=None),)
    readings = [read_best(each, win, rules, completes=whole) for each in named]
    least = min(readings, key=lambda reading: reading.total)
    return None if _lacks(least, rules) else capped(least.total, rules)


def waits(hand: Hand, rules: RuleSet) -> tuple[str, ...]:
    """Give the tiles that would complete a hand one tile short.

    Of a hand with a named winning tile, those it waited for; of a whole hand without one, none. A tile held four times
    already is left out, unless the option `waits` says `formal`.

    >>> from scorer import load_rules, parse_hand
    >>> waits(parse_hand("123456789m23456p55s"), load_rules("taiwan"))
    ('1p', '4p', '7p')
    """
    before = replace(hand, winning=None, flowers=())
    if before.size != rules.shapes.tiles - 1 or any(tile[1] == "f" for tile in before.all_tiles):
        return ()
    return names_of(Facts(before, Win("discard"), rules).waits)


def events_without_effect(sheet: ScoreSheet) -> tuple[str, ...]:
    """Give the claimed events that changed nothing: no row of this win rests on them.

    >>> from scorer import Win, load_rules, parse_hand
    >>> win = Win("discard", seat="S", events=frozenset({"last_tile"}))
    >>> events_without_effect(score(parse_hand("123456789m23456p55s+7p"), win, load_rules("taiwan")))
    ('last_tile',)
    """
    if sheet.total is None:
        return ()
    idle = []
    for event in sorted(sheet.win.events):
        other = score(sheet.hand, replace(sheet.win, events=sheet.win.events - {event}), sheet.rules)
        if (other.rows, other.not_counted, other.shares) == (sheet.rows, sheet.not_counted, sheet.shares):
            idle.append(event)
    return tuple(idle)


def _refuse_unknown_events(win: Win, rules: RuleSet) -> None:
    if win.events:
        unknown = win.events.difference(event.id for event in rules.events)
        if unknown:
            raise WinError("unknown_event", f"{rules.id} has no event {', '.join(sorted(unknown))}")


def _counts_hand(hand: Hand, win: Win, rules: RuleSet) -> bool:
    """Whether the tiles of the hand count: at a flower win, only where they are complete and the table counts them."""
    if win.won_by != "flowers":
        return True
    return rules.options.get("flower_win_hand") != "alone" and completes(hand, rules)


def _lacks(reading: BestReading, rules: RuleSet) -> int:
    """How many tai the hand is short of the table's minimum, the dealer's aside."""
    minimum = int(rules.options.get("minimum", 0))
    if not minimum:
        return 0
    streak = reading.facts.win.streak
    alone = rules.options.get("minimum_counts") != "with_dealer"
    return max(0, minimum - (rules.plan.without_dealer(reading.found, streak) if alone else reading.total))


def _named(hand: Hand) -> Iterator[Hand]:
    """Give the hand with its winning tile; where it has none, with each of its tiles as that."""
    if hand.winning is not None:
        yield hand
        return
    for tile in in_order(set(hand.concealed)):
        yield hand.named_winning(tile)


def _sheet(
    hand: Hand, named: Hand, win: Win, rules: RuleSet, *, completes_hand: bool, robbed_flower: str | None
) -> ScoreSheet:
    reading = read_best(named, win, rules, completes=completes_hand)
    rows = rows_of(reading, rules)
    lacks = _lacks(reading, rules)
    assumed = {}
    if hand.winning is None and named.winning is not None:
        assumed["winning"] = named.winning
    if robbed_flower is not None and robbed_flower in hand.flowers:
        assumed["robbed_flower"] = robbed_flower
    return ScoreSheet(
        hand=hand,
        win=win,
        rules=rules,
        status=HandStatus.BELOW_MINIMUM if lacks else HandStatus.VALID,
        total=None if lacks else capped(reading.total, rules),
        uncapped=sum(row.tai for row in rows),
        lacks=lacks,
        rows=rows,
        not_counted=_not_counted(reading, rules),
        waits=names_of(reading.facts.waits) if completes_hand else (),
        cut=_cut(reading),
        shares=()
        if lacks
        else shares_of(named, reading, rows, rules, completes=completes_hand, robbed_flower=robbed_flower),
        assumed=assumed,
    )


def _not_counted(reading: BestReading, rules: RuleSet) -> tuple[Uncounted, ...]:
    _, losses = rules.plan.counted(reading.found)
    return tuple(
        Uncounted(
            id=rules.rows[loss.row].id,
            tai=rules.plan.value(loss.row, reading.facts.win.streak),
            tiles=names_of(loss.tiles),
            names=rules.rows[loss.row].names,
            because=rules.rows[loss.because].id,
            because_names=rules.rows[loss.because].names,
        )
        for loss in losses
    )


def _cut(reading: BestReading) -> Cut | None:
    view = reading.view
    if view is None:
        return None
    return Cut(view.shape, tuple(map(str, view.sets)), tuple(map(str, view.pairs)), str(view.placed))
