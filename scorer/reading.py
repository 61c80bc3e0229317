"""Read a hand the best way: over every decomposition and every placement of the winning tile."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.facts import Facts
from scorer.hand import Hand
from scorer.plan import Found
from scorer.rules import RuleSet
from scorer.view import HandView, views
from scorer.win import Win


@dataclass(frozen=True, slots=True)
class BestReading:
    """Hold the way of reading a hand that is worth most.

    Attributes:
        view: the decomposition and placement; None at a flower win of an unfinished hand.
        found: every row that holds in it, counted or not.
        total: the tai of those that count.
    """

    facts: Facts
    view: HandView | None
    found: Found
    total: int


def read_best(hand: Hand, win: Win, rules: RuleSet, *, completes: bool = True) -> BestReading:
    """Give the reading worth most; of equals the first, in an order that the tiles' order does not change.

    Args:
        hand: one that wins, its winning tile named.
        completes: False at a flower win of an unfinished hand: only the rows of the flower win count then.
    """
    facts = Facts(hand, win, rules, completes=completes)
    plan = rules.plan
    of_hand = plan.hand_rows(facts)
    if not completes:
        of_hand = {number: evidence for number, evidence in of_hand.items() if rules.rows[number].flower_win}
        return BestReading(facts, None, of_hand, plan.total(of_hand, win.streak))
    best: HandView | None = None
    best_found: Found = {}
    best_total = 0
    for view in views(facts):
        found = {**of_hand, **plan.view_rows(view)}
        total = plan.total(found, win.streak)
        if best is None or total > best_total:
            best, best_found, best_total = view, found, total
    assert best is not None, "a hand that wins can be cut"
    return BestReading(facts, best, best_found, best_total)
