"""A won hand settled: each winner's sheet, and who pays whom, by player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from api.ledger.errors import LedgerError
from api.ledger.events import Claim, HandWon, Terms
from api.ledger.purse import Move
from api.scoring import hand_from, win_from
from scorer import (
    Call,
    NotationError,
    RuleSet,
    ScoreSheet,
    TableError,
    TableState,
    Win,
    WinError,
    bare_sheet,
    payments_of,
    score,
    seat_winds,
    winning,
    with_liability,
)
from scorer.errors import SettlementError
from scorer.win import Seat

SHEETS_KEPT = 4096


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand is played: what the books know before it.

    Attributes:
        order: the players by place, the first dealer's place first.
    """

    table: TableState
    order: tuple[int, ...]

    @property
    def dealer(self) -> int:
        """The player who deals."""
        return self.order[self.table.dealer]

    def winds(self, rules: RuleSet, opened: int | None = None) -> tuple[Seat, ...]:
        """Give each player's seat wind."""
        winds = seat_winds(self.table, rules, opened=None if opened is None else self.order.index(opened))
        return tuple(winds[self.order.index(player)] for player in range(len(self.order)))


@dataclass(frozen=True, slots=True)
class Won:
    """One winner's sheet; `counts` is false where another won the tile before him."""

    claim: Claim
    sheet: ScoreSheet
    counts: bool

    @property
    def player(self) -> int:
        """Whose it is."""
        return self.claim.player


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand's sheets, the nearest winner's first, and what is to be paid, in the same order."""

    wins: tuple[Won, ...]
    moves: tuple[Move, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won, the nearest in turn first."""
        return tuple(won.player for won in self.wins if won.counts)


def sheets_of(hand: HandWon, place: Place, rules: RuleSet) -> tuple[Won, ...]:
    """Score each winner's hand by what the books know, those that count first, the nearest in turn before the others.

    Raises:
        LedgerError: `notation_invalid` or `win_invalid`. A hand that does not win has a sheet that says so.
    """
    winds = place.winds(rules, hand.opened)
    try:
        claimed = [_win(claim, hand, place, winds, rules) for claim in hand.claims]
        counting = winning(claimed, rules)
        rank = {win.seat: number for number, win in enumerate(counting)}
        wins = [
            Won(claim, _scored(_Asked(claim.hand, claim.tai, counting[rank[win.seat]], rules)), True)
            if win.seat in rank
            else Won(claim, _scored(_Asked(claim.hand, claim.tai, win, rules)), False)
            for claim, win in zip(hand.claims, claimed, strict=True)
        ]
    except (WinError, TableError, SettlementError) as error:
        raise LedgerError("win_invalid", error.message, {"reason": error.code}) from error
    return tuple(sorted(wins, key=lambda won: rank.get(won.sheet.win.seat, len(rank))))


def settle_hand(hand: HandWon, place: Place, terms: Terms, rules: RuleSet) -> Settled:
    """Score each winner's hand, and say who pays whom.

    Raises:
        LedgerError: as `sheets_of`; `hand_not_winning`, with the player whose hand it is; `win_invalid` where nobody
            has said who pays.
    """
    wins = sheets_of(hand, place, rules)
    for won in wins:
        if won.sheet.total is None:
            status = {"status": list(won.sheet.status.reasons), "lacks": won.sheet.lacks}
            message = "This hand does not win here; detail.status says why."
            raise LedgerError("hand_not_winning", message, {"player": won.player, **status})
    player = {wind: number for number, wind in enumerate(place.winds(rules, hand.opened))}
    try:
        sheets = [won.sheet for won in wins if won.counts]
        payments = payments_of(sheets, base=terms.base, per_tai=terms.per_tai)
    except (TableError, SettlementError) as error:
        raise LedgerError("win_invalid", error.message, {"reason": error.code}) from error
    return Settled(wins, tuple(Move(player[each.payer], player[each.payee], each.amount) for each in payments))


def _win(claim: Claim, hand: HandWon, place: Place, winds: Sequence[Seat], rules: RuleSet) -> Win:
    win = win_from(
        hand.won_by,
        seat=winds[claim.player],
        from_seat=None if hand.feeder is None else winds[hand.feeder],
        round_wind=place.table.round,
        dealer=winds[place.dealer],
        streak=place.table.streak,
        events=claim.events,
    )
    return with_liability(win, [_call(each.player, each.feeder, each.meld, winds) for each in hand.calls], rules)


def _call(player: int, feeder: int, meld: str, winds: Sequence[Seat]) -> Call:
    try:
        melds = hand_from(meld).melds
    except NotationError as error:
        raise WinError("no_meld", str(error)) from error
    if len(melds) != 1:
        raise WinError("no_meld", f"{meld!r} is not one called set")
    return Call(winds[player], winds[feeder], melds[0])


class _Asked:
    """A key to remember sheets by; the rule set is known by itself, since two clubs may give theirs the same name."""

    __slots__ = ("hand", "key", "rules", "tai", "win")

    def __init__(self, hand: str | None, tai: int | None, win: Win, rules: RuleSet) -> None:
        self.hand, self.tai, self.win, self.rules = hand, tai, win, rules
        self.key = (hand, tai, win, id(rules))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(SHEETS_KEPT)
def _scored(asked: _Asked) -> ScoreSheet:
    if asked.hand is None:
        return bare_sheet(asked.tai or 0, asked.win, asked.rules)
    try:
        return score(hand_from(asked.hand), asked.win, asked.rules)
    except NotationError as error:
        detail = {"reason": error.code, "position": error.position}
        raise LedgerError("notation_invalid", str(error), detail) from error
