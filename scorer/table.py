"""Follow a table from hand to hand: who deals, for how long, in which round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorer.abortive import Abortive
from scorer.errors import TableError
from scorer.rules import RuleSet
from scorer.win import SEATS, Seat

PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class TableState:
    """Hold where a game stands. Players are counted from 0, the first dealer, in the order of their turns.

    Attributes:
        passed: how often the deal has passed on (下莊).
        streak: how often the dealer has held it (連莊).
        hands: how many hands (盤) were played.
    """

    passed: int = 0
    streak: int = 0
    hands: int = 0

    @property
    def dealer(self) -> int:
        """The player who deals."""
        return self.passed % PLAYERS

    @property
    def rounds(self) -> int:
        """How many rounds (圈) are over: in each, every player held and passed the deal once."""
        return self.passed // PLAYERS

    @property
    def games(self) -> int:
        """How many games (將) of four rounds are over."""
        return self.rounds // len(SEATS)

    @property
    def round(self) -> Seat:
        """The round wind (圈風).

        >>> TableState(passed=5).round
        'S'
        """
        return SEATS[self.rounds % len(SEATS)]


@dataclass(frozen=True, slots=True)
class Won:
    """Say that a hand was won, by one player or by several on the same tile."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Say that the wall ran out and nobody won (流局, 荒局)."""


@dataclass(frozen=True, slots=True)
class Aborted:
    """Say that a hand was broken off, to be dealt again."""

    why: Abortive


Event = Won | Drawn | Aborted


def after(state: TableState, event: Event, rules: RuleSet) -> TableState:
    """Give the table as it stands before the next hand.

    Raises:
        TableError: `unknown_player`; `no_winner`; `one_winner` where several win under rules that let the nearest;
            `not_played` for an abortive draw that is not in force; `game_over`.

    >>> from scorer import load_rules
    >>> after(TableState(), Won((0,)), load_rules("taiwan"))
    TableState(passed=0, streak=1, hands=1)
    >>> after(TableState(streak=3), Drawn(), load_rules("ccaa"))
    TableState(passed=1, streak=0, hands=1)
    """
    if is_over(state, rules):
        raise TableError("game_over", "the game is over, the next one starts anew")
    hands = state.hands + 1
    match event:
        case Aborted(why):
            if not getattr(rules.table, why):
                raise TableError("not_played", f"{why} ends no hand at this table")
            # 001: 即可算和局, 由莊家重新發牌. The streak counts the dealer's wins, and this was none.
            return TableState(state.passed, state.streak, hands)
        case Won(winners):
            _refuse(winners, rules)
            holds = state.dealer in winners
        case Drawn():
            holds = rules.table.drawn_hand == "holds"
    return TableState(state.passed, state.streak + 1, hands) if holds else TableState(state.passed + 1, 0, hands)


def is_over(state: TableState, rules: RuleSet) -> bool:
    """Whether the rules end the game here."""
    return 0 < rules.table.rounds <= state.rounds


def seat_winds(state: TableState, rules: RuleSet, *, opened: int | None = None) -> tuple[Seat, ...]:
    """Give each player's seat wind (門風).

    Args:
        opened: the player whose wall was opened; where seats are counted from there (開門序), he is East. Elsewhere,
            and where nobody has named him, the dealer is.

    >>> from scorer import load_rules
    >>> seat_winds(TableState(passed=1), load_rules("taiwan_online"))
    ('N', 'E', 'S', 'W')
    """
    east = opened if opened is not None and rules.table.seats == "opened_wall" else state.dealer
    if east not in range(PLAYERS):
        raise TableError("unknown_player", f"there is no player {east}")
    return tuple(SEATS[(player - east) % PLAYERS] for player in range(PLAYERS))


def _refuse(winners: Sequence[int], rules: RuleSet) -> None:
    if not winners:
        raise TableError("no_winner", "a hand that nobody won is drawn")
    if any(player not in range(PLAYERS) for player in winners) or len(set(winners)) < len(winners):
        raise TableError("unknown_player", f"winners must be different players from 0 to 3, not {winners}")
    most = PLAYERS - 1 if rules.table.winners == "all" else 1
    if len(winners) > most:
        raise TableError("one_winner", f"at this table a tile has at most {most} to win it")
