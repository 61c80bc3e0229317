"""Read a hand the best way: over every decomposition and every placement of the winning tile."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.facts import Facts
from scorer.plan import Found
from scorer.rules import RuleSet
from scorer.view import HandView, views


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


def read_best(facts: Facts, rules: RuleSet) -> BestReading:
    """Give the reading worth most; of equals the first, in an order that the tiles' order does not change.

    Args:
        facts: of a hand that wins, its winning tile named; at a flower win of an unfinished one, only the rows of the
            flower win count.
    """
    plan = rules.plan
    of_hand = plan.hand_rows(facts)
    streak = facts.win.streak
    if not facts.completes:
        of_hand = {number: evidence for number, evidence in of_hand.items() if rules.rows[number].flower_win}
        return BestReading(facts, None, of_hand, plan.total(of_hand, streak))
    best: HandView | None = None
    best_found: Found = {}
    best_total = 0
    for view in views(facts):
        found = {**of_hand, **plan.view_rows(view)}
        total = plan.total(found, streak)
        if best is None or total > best_total:
            best, best_found, best_total = view, found, total
    assert best is not None, "a hand that wins can be cut"
    return BestReading(facts, best, best_found, best_total)
