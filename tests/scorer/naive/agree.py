"""Compare `scorer` with the naive second one on random winning hands.

    python -m tests.scorer.naive.agree --hands 100000 [--rules taiwan ...] [--seed 1] [--first 30000]

Prints the first hands that differ, with both sheets, and how far it is; exits with 1 where any differ. Each
hand has its number, so a run that was stopped goes on from there, and several runs make up one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from scorer import Hand, RuleSet, ScoreSheet, Win, load_rules, score, settle
from tests.scorer.naive import association, ccaa, guangdong, online
from tests.scorer.naive.cutting import Rows
from tests.scorer.naive.making import make_hand, make_win
from tests.scorer.naive.paying import BASE, gains

STEP = 10_000
"""How many hands until the next word on how far it is."""

NAIVE: dict[str, Callable[[Hand, Win], list[Rows]]] = {
    **{name: partial(association.sheets, edition=edition) for name, edition in association.EDITIONS.items()},
    "taiwan_online": online.sheets,
    "ccaa": ccaa.sheets,
    "guangdong": guangdong.sheets,
}


def differences(rules_id: str, hands: Iterable[int], seed: int, rules: RuleSet | None = None) -> Iterator[str]:
    """Yield a page of text for each hand on which the two differ: in the total, its rows, or who pays.

    Args:
        hands: their numbers; seed and number make a hand.
    """
    rules = rules or load_rules(rules_id)
    worth = guangdong.fan_of if rules_id == "guangdong" else points
    for number in hands:
        random = Random(f"{rules_id} {seed} {number}")
        hand = make_hand(random, rules_id)
        win = make_win(random, hand, rules_id)
        sheet = score(hand, win, rules)
        sheets = NAIVE[rules_id](hand, win)
        most = max(map(worth, sheets))
        sheets = [rows for rows in sheets if worth(rows) == most]
        ours = rows_of(sheet)
        # Every sheet that comes to the most is as good, but it must be one of these.
        total = None if rules_id == "ccaa" and ccaa.below_minimum(sheets[0]) else most
        paid = {} if total is None else gains(rules_id, win, total)
        our_paid = {} if sheet.total is None else settle(sheet, base=BASE, per_tai=1)
        if ours not in sheets or (sheet.total, our_paid) != (total, paid):
            theirs = "\n    or ".join(told(rows) for rows in sheets)
            where = f"{rules_id} seed {seed} hand {number}: {hand}\n{win}"
            yield f"{where}\nscorer {sheet.total} {told(ours)} {our_paid}\nnaive  {total} {theirs} {paid}"


def points(rows: Rows) -> int:
    return sum(rows.values())


def rows_of(sheet: ScoreSheet) -> Rows:
    rows: Rows = {}
    for row in sheet.rows:
        rows[row.id] = rows.get(row.id, 0) + row.tai
    return rows


def told(rows: Rows) -> str:
    return ", ".join(f"{row} {tai}" for row, tai in sorted(rows.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the scorer with the naive one on random winning hands.")
    parser.add_argument("--hands", type=int, default=100_000, help="how many hands a rule set")
    parser.add_argument("--rules", nargs="+", choices=list(NAIVE), default=list(NAIVE))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first hand")
    parser.add_argument("--show", type=int, default=3, help="how many differing hands to print a rule set")
    given = parser.parse_args()
    failed = False
    for rules_id in given.rules:
        found, end = 0, given.first + given.hands
        for first in range(given.first, end, STEP):
            for page in differences(rules_id, range(first, min(first + STEP, end)), given.seed):
                found += 1
                if found <= given.show:
                    print(page, end="\n\n")
            print(f"{rules_id}: hands {given.first} to {min(first + STEP, end)}, {found} differ", flush=True)
        failed |= found > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
