"""Compare `scorer` with the naive second scorer on random winning hands.

    python -m tests.scorer.naive.agree --hands 100000 [--rules taiwan ...] [--seed 1]

Prints the first hands that differ, with both sheets; exits with 1 where there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from scorer import Hand, RuleSet, ScoreSheet, Win, load_rules, score
from tests.scorer.naive import association, online
from tests.scorer.naive.cutting import Rows, best
from tests.scorer.naive.making import make_hand, make_win

NAIVE: dict[str, Callable[[Hand, Win], list[Rows]]] = {
    **{name: partial(association.sheets, edition=edition) for name, edition in association.EDITIONS.items()},
    "taiwan_online": online.sheets,
}


def differences(rules_id: str, hands: int, seed: int, rules: RuleSet | None = None) -> Iterator[str]:
    """Yield a page of text for each hand on which the two differ: in the total, or in the rows it is made of."""
    rules = rules or load_rules(rules_id)
    for number in range(hands):
        random = Random(f"{rules_id} {seed} {number}")
        hand = make_hand(random, rules_id)
        win = make_win(random, hand, rules_id)
        sheet = score(hand, win, rules)
        total, sheets = best(NAIVE[rules_id](hand, win))
        ours = rows_of(sheet)
        if sheet.uncapped != total or ours not in sheets:
            theirs = "\n    or ".join(told(rows) for rows in sheets)
            yield f"{rules_id} seed {seed} hand {number}: {hand}\n{win}\nscorer {told(ours)}\nnaive  {theirs}"


def rows_of(sheet: ScoreSheet) -> Rows:
    rows: Rows = {}
    for row in sheet.rows:
        rows[row.id] = rows.get(row.id, 0) + row.tai
    return rows


def told(rows: Rows) -> str:
    return f"{sum(rows.values())}: " + ", ".join(f"{row} {tai}" for row, tai in sorted(rows.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the scorer with the naive one on random winning hands.")
    parser.add_argument("--hands", type=int, default=100_000, help="how many hands a rule set")
    parser.add_argument("--rules", nargs="+", choices=list(NAIVE), default=list(NAIVE))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many differing hands to print a rule set")
    given = parser.parse_args()
    failed = False
    for rules_id in given.rules:
        found = 0
        for page in differences(rules_id, given.hands, given.seed):
            found += 1
            if found <= given.show:
                print(page, end="\n\n")
        print(f"{rules_id}: {given.hands} hands compared, {found} differ", flush=True)
        failed |= found > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
