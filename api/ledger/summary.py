"""What an evening came to, player by player, as lists and standings need it."""

from __future__ import annotations

from typing import Any

from api.ledger.events import HandDrawn, HandWon
from api.ledger.line import Line
from api.ledger.replay import Session

COUNTS = ("hands", "wins", "self_draws", "flower_wins", "fed", "dealt", "dealer_wins", "drawn", "tai", "best", "streak")
"""Hands played; hands won, of these drawn oneself and by flowers; hands of others that one's tile won; hands dealt, and
won of these; hands drawn; tai of all wins, and of the best; the longest streak as dealer."""
LARGEST = frozenset({"best", "streak"})
"""Of these the largest counts, not the sum."""


def summary_of(session: Session) -> dict[str, Any]:
    """Give a session's result as JSON."""
    counts = [dict.fromkeys(COUNTS, 0) for _ in session.opened.players]
    for line in session.lines:
        if line.is_hand and line.problem is None:
            _count(line, counts)
    return {
        "players": list(session.opened.players),
        "unit": "chips" if session.opened.chips else "money",
        "balances": list(session.purse.balances),
        "pot": session.purse.pot,
        "hands": session.hands,
        "counts": counts,
        "last_at": session.history.lines[-1].at,
        "title": session.title,
        "removed": session.removed is not None,
    }


def added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Put a player's counts of two sessions together.

    >>> added({"wins": 2, "best": 7}, {"wins": 1, "best": 5})
    {'wins': 3, 'best': 7}
    """
    return {name: max(count, other[name]) if name in LARGEST else count + other[name] for name, count in one.items()}


def _count(line: Line, counts: list[dict[str, int]]) -> None:
    for count in counts:
        count["hands"] += 1
        count["drawn"] += isinstance(line.event, HandDrawn)
    dealer = counts[line.place.dealer]
    dealer["dealt"] += 1
    dealer["streak"] = max(dealer["streak"], line.place.table.streak)
    if not isinstance(line.event, HandWon):
        return
    for won in line.wins:
        if not won.counts:
            continue
        count, total = counts[won.player], won.sheet.total or 0
        count["wins"] += 1
        count["self_draws"] += line.event.won_by == "self_draw"
        count["flower_wins"] += line.event.won_by == "flowers"
        count["dealer_wins"] += won.player == line.place.dealer
        count["tai"] += total
        count["best"] = max(count["best"], total)
    if line.event.won_by == "discard" and line.fed is not None:
        counts[line.fed]["fed"] += 1
