"""Score a winning hand: `score` for the whole sheet, `best_total` for the figure alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorer.errors import WinError
from scorer.facts import Facts
from scorer.hand import Hand
from scorer.plan import Loss
from scorer.reading import BestReading, read_best
from scorer.rules import RuleSet
from scorer.shares import capped, robbed_flowers, rows_of, shares_of, splits_flowers
from scorer.sheet import Cut, ScoreSheet, Uncounted
from scorer.status import HandStatus, check, completes
from scorer.tiles import in_order, names_of
from scorer.view import HandView
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
    facts = _facts(hand, win, rules)
    status = check(hand, rules, win, facts=facts)
    if status is not HandStatus.VALID:
        return ScoreSheet(hand=hand, win=win, rules=rules, status=status, waits=waits(hand, rules))
    whole = _counts_hand(hand, win, rules)
    sheets = [
        _sheet(hand, named, known, rules, robbed_flower=robbed)
        for named, known in _named(hand, win, rules, facts if whole else None)
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
    facts = _facts(hand, win, rules)
    if check(hand, rules, win, facts=facts) is not HandStatus.VALID:
        return None
    whole = _counts_hand(hand, win, rules)
    readings = [read_best(known, rules) for _, known in _named(hand, win, rules, facts if whole else None)]
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


def _facts(hand: Hand, win: Win, rules: RuleSet) -> Facts | None:
    """Find what is known of a hand with as many tiles as a whole one; another may hold anything, and is told so."""
    return Facts(hand, win, rules) if hand.size == rules.shapes.tiles else None


def _named(hand: Hand, win: Win, rules: RuleSet, facts: Facts | None) -> Iterator[tuple[Hand, Facts]]:
    """Give the hand with its winning tile; where it has none, with each of its tiles as that.

    Args:
        facts: of the hand; None where its tiles do not count, so that no tile won.
    """
    if facts is None:
        unfinished = replace(hand, winning=None)
        yield unfinished, Facts(unfinished, win, rules, completes=False)
    elif hand.winning is not None:
        yield hand, facts
    else:
        for tile in in_order(set(hand.concealed)):
            named = hand.named_winning(tile)
            yield named, Facts(named, win, rules)


def _sheet(hand: Hand, named: Hand, facts: Facts, rules: RuleSet, *, robbed_flower: str | None) -> ScoreSheet:
    reading = read_best(facts, rules)
    win, whole = facts.win, facts.completes
    counted, losses = rules.plan.counted(reading.found)
    rows = rows_of(counted, win, rules)
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
        not_counted=_not_counted(losses, win, rules),
        waits=names_of(facts.waits) if whole else (),
        cut=_cut(reading.view),
        shares=() if lacks else shares_of(named, reading, rows, rules, completes=whole, robbed_flower=robbed_flower),
        assumed=assumed,
    )


def _not_counted(losses: Sequence[Loss], win: Win, rules: RuleSet) -> tuple[Uncounted, ...]:
    return tuple(
        Uncounted(
            id=rules.rows[loss.row].id,
            tai=rules.plan.value(loss.row, win.streak),
            tiles=names_of(loss.tiles),
            names=rules.rows[loss.row].names,
            source=rules.rows[loss.row].source,
            because=rules.rows[loss.because].id,
            because_names=rules.rows[loss.because].names,
        )
        for loss in losses
    )


def _cut(view: HandView | None) -> Cut | None:
    if view is None:
        return None
    return Cut(view.shape, tuple(map(str, view.sets)), tuple(map(str, view.pairs)), str(view.placed))
