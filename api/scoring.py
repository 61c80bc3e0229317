"""From a hand's text and the win's facts to the score document: the one way that the service and the command share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer import Hand, NotationError, RuleSet, Win, parse_hand, score, sheet_document


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table has agreed: the rule set with its options, and the money.

    Attributes:
        base: what a win costs before its tai (底).
        per_tai: what a tai costs (台).
    """

    rules: RuleSet
    base: int = 100
    per_tai: int = 20


def score_document(hand: Hand, win: Win, terms: Terms, *, lang: str, explain: bool) -> dict[str, Any]:
    """Score a hand and give the document of `tailens score --json`.

    Raises:
        WinError: the win's facts can't be, under these rules.
    """
    sheet = score(hand, win, terms.rules)
    return sheet_document(sheet, lang=lang, explain=explain, base=terms.base, per_tai=terms.per_tai)


def hand_from(text: str, *, winning: str | None = None) -> Hand:
    """Read a hand, and name its winning tile where the text doesn't.

    Raises:
        NotationError: the text is no hand, or has no such tile to win on.
    """
    hand = parse_hand(text)
    if winning is None:
        return hand
    try:
        return hand.named_winning(winning)
    except ValueError:
        raise NotationError("winning_tile_count", f"the hand has no concealed {winning} to win on", 0) from None


def win_from(
    won_by: str,
    *,
    seat: str,
    from_seat: str | None,
    round_wind: str,
    dealer: str,
    streak: int,
    events: Iterable[str],
) -> Win:
    """Put the win's facts together.

    Raises:
        WinError: they contradict each other.
    """
    return Win(
        won_by,  # type: ignore[arg-type]  # Win checks them itself
        seat=seat,  # type: ignore[arg-type]
        from_seat=from_seat,  # type: ignore[arg-type]
        round=round_wind,
        dealer=dealer,  # type: ignore[arg-type]
        streak=streak,
        events=frozenset(events),
    )
