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

    player: int
    sheet: ScoreSheet
    counts: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand's sheets, in the order of the claims, and what is to be paid, the nearest winner's first."""

    wins: tuple[Won, ...]
    moves: tuple[Move, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won, the nearest in turn first."""
        return tuple(won.player for won in self.wins if won.counts)


def settle_hand(hand: HandWon, place: Place, terms: Terms, rules: RuleSet) -> Settled:
    """Score each winner's hand by what the books know, and say who pays whom.

    Raises:
        LedgerError: `notation_invalid`, `win_invalid` or `hand_not_winning`, with the player whose hand it is.
    """
    winds = place.winds(rules, hand.opened)
    player = {wind: number for number, wind in enumerate(winds)}
    try:
        claimed = [_win(claim, hand, place, winds, rules) for claim in hand.claims]
        counting = winning(claimed, rules)
        by_seat = {win.seat: win for win in counting}
        sheets = {
            win.seat: _sheet(claim, by_seat.get(win.seat, win), rules)
            for claim, win in zip(hand.claims, claimed, strict=True)
        }
        moves = payments_of([sheets[win.seat] for win in counting], base=terms.base, per_tai=terms.per_tai)
    except (WinError, TableError, SettlementError) as error:
        raise LedgerError("win_invalid", error.message, {"reason": error.code}) from error
    order = [win.seat for win in counting] + [win.seat for win in claimed if win.seat not in by_seat]
    return Settled(
        tuple(Won(player[seat], sheets[seat], seat in by_seat) for seat in order),
        tuple(Move(player[each.payer], player[each.payee], each.amount) for each in moves),
    )


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


def _sheet(claim: Claim, win: Win, rules: RuleSet) -> ScoreSheet:
    """Give a winner's sheet.

    Raises:
        LedgerError: his hand has no such notation, does not win, or nobody has said who pays.
    """
    sheet = _scored(_Asked(claim.hand, claim.tai, win, rules))
    if sheet.total is None:
        detail = {"player": claim.player, "status": list(sheet.status.reasons), "lacks": sheet.lacks}
        raise LedgerError("hand_not_winning", "This hand does not win here; detail.status says why.", detail)
    return sheet


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
