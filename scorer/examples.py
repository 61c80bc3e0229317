"""Put a hand before a pattern, from its text: for doctests, tests and whoever tries a pattern out."""

from __future__ import annotations

from typing import Any

from scorer.facts import Facts
from scorer.loader import load_rules
from scorer.notation import parse_hand
from scorer.view import HandView, views
from scorer.win import Win


def facts_of(text: str, *, won_by: str = "discard", rules: str = "taiwan", **win: Any) -> Facts:
    """Give what is known of a hand before it is cut, under a rule set's default options.

    >>> facts_of("123m[555z]+5s").is_hidden
    False
    """
    loaded = load_rules(rules)
    facts: dict[str, Any] = {"won_by": won_by, **win}
    return Facts(parse_hand(text), Win(**facts), loaded)


def view_of(text: str, *, won_by: str = "discard", rules: str = "taiwan", **win: Any) -> HandView:
    """Give the first decomposition and placement of a winning hand.

    Raises:
        StopIteration: the hand does not win.

    >>> len(view_of("111m222p333s444s5z[666z]+5z").sets)
    5
    """
    return next(views(facts_of(text, won_by=won_by, rules=rules, **win)))
