"""Keep a table's chips: what each holds, and the pot that fines go into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.errors import TableError
from scorer.rules import RuleSet
from scorer.win import SEATS, Seat
from scorer.winners import Payment

_PLAYERS = len(SEATS)


@dataclass(frozen=True, slots=True)
class Chips:
    """Hold the chips of a table. Nobody pays more than he holds.

    Attributes:
        held: by player, the first dealer first.
        pot: fines in the middle of the table, for the next winner.
    """

    held: tuple[int, ...]
    pot: int = 0

    def __post_init__(self) -> None:
        if len(self.held) != _PLAYERS or min(*self.held, self.pot) < 0:
            raise TableError("unknown_player", "four players hold chips, none fewer than 0")

    @property
    def all_out(self) -> bool:
        """Whether three players or more have none left, which ends the game.

        004: 若同桌其他人（三家或三家以上）皆逛花園（輸光）, 牌局結束.
        """
        return self.held.count(0) >= _PLAYERS - 1


def start_chips(rules: RuleSet) -> Chips:
    """Give every player his chips, the pot empty: 004, 每家發兩百子或三百子.

    >>> from scorer import load_rules
    >>> start_chips(load_rules("ccaa", {"start_chips": 300}))
    Chips(held=(300, 300, 300, 300), pot=0)
    """
    return Chips((rules.table.chips,) * _PLAYERS)


def fined(chips: Chips, player: int, rules: RuleSet) -> Chips:
    """Fine a player who called a pung or kong and did not take it: 004, 否則罰一個子, 置台面中央, 由胡家收取.

    >>> from scorer import load_rules
    >>> fined(Chips((200, 200, 200, 200)), 2, load_rules("ccaa"))
    Chips(held=(200, 200, 199, 200), pot=1)
    """
    held = list(chips.held)
    amount = min(rules.table.fine, held[_known(player)])
    held[player] -= amount
    return Chips(tuple(held), chips.pot + amount)


def after_false_win(chips: Chips, player: int, rules: RuleSet) -> Chips:
    """Let a player who declared a win he did not have pay each other: 004, 詐胡者, 罰給每家十個子.

    One who holds too few pays the next in turn first.

    >>> from scorer import load_rules
    >>> after_false_win(Chips((200, 200, 200, 200)), 1, load_rules("ccaa"))
    Chips(held=(210, 170, 210, 210), pot=0)
    """
    _known(player)
    others = [(player + step) % _PLAYERS for step in range(1, _PLAYERS)]
    return Chips(_moved(chips.held, [(player, other, rules.table.false_win) for other in others]), chips.pot)


def after_win(chips: Chips, payments: Iterable[Payment], seats: tuple[Seat, ...]) -> Chips:
    """Pay out a win; the first winner, who is the nearest in turn, takes the pot.

    Args:
        payments: in the order in which they are paid, as `payments_of` gives them.
        seats: each player's seat wind.
    """
    moves = [(seats.index(each.payer), seats.index(each.payee), each.amount) for each in payments]
    if not moves:
        raise TableError("no_winner", "nobody has won anything")
    held = list(_moved(chips.held, moves))
    held[moves[0][1]] += chips.pot
    return Chips(tuple(held))


def _moved(before: tuple[int, ...], moves: Iterable[tuple[int, int, int]]) -> tuple[int, ...]:
    held = list(before)
    for payer, payee, amount in moves:
        paid = min(amount, held[payer])
        held[payer] -= paid
        held[payee] += paid
    return tuple(held)


def _known(player: int) -> int:
    if player not in range(_PLAYERS):
        raise TableError("unknown_player", f"there is no player {player}")
    return player
