"""Settle a win of which a table says only how many tai it is worth."""

from __future__ import annotations

from scorer.errors import WinError
from scorer.hand import Hand
from scorer.rules import RuleSet
from scorer.shares import capped, dealers_rows, shares_of_total
from scorer.sheet import ScoreSheet
from scorer.status import HandStatus
from scorer.win import Win


def bare_sheet(tai: int, win: Win, rules: RuleSet) -> ScoreSheet:
    """Give the sheet of a hand that nobody has laid down: its tai as they are said, and the dealer's.

    Args:
        tai: without those of the dealer and his streak, which differ from payer to payer.

    Raises:
        WinError: `negative_tai`, or `unknown_event` for an event that the rule set does not have.

    >>> from scorer import load_rules, settle
    >>> sheet = bare_sheet(5, Win("self_draw", seat="S", streak=1), load_rules("taiwan"))
    >>> sheet.total, settle(sheet, base=0, per_tai=1)
    (5, {'E': -8, 'S': 18, 'W': -5, 'N': -5})
    """
    if tai < 0:
        raise WinError("negative_tai", "a hand is worth 0 tai or more")
    unknown = win.events.difference(event.id for event in rules.events)
    if unknown:
        raise WinError("unknown_event", f"{rules.id} has no event {', '.join(sorted(unknown))}")
    if "triple_win" in win.events:
        tai = max(tai, rules.full)  # 002: 一炮三响 不满3番牌型, 按照3番满计算
    rows = dealers_rows((), win, rules) if win.is_dealers else ()
    total = tai + sum(row.tai for row in rows)
    minimum = int(rules.options.get("minimum", 0))
    judged = total if rules.options.get("minimum_counts") == "with_dealer" else tai
    lacks = max(0, minimum - judged)
    return ScoreSheet(
        hand=Hand(),
        win=win,
        rules=rules,
        status=HandStatus.BELOW_MINIMUM if lacks else HandStatus.VALID,
        total=None if lacks else capped(total, rules),
        uncapped=total,
        lacks=lacks,
        rows=rows,
        shares=() if lacks else shares_of_total(total, win, rows, rules),
    )
