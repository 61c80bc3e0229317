"""Find who is liable (包) for a player's self-draw, from the sets that were called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorer.errors import TableError
from scorer.hand import Meld
from scorer.rules import RuleSet
from scorer.win import SEATS, Seat, Win

_CLAIMED: Final = frozenset({"chow", "pung", "kong_claimed"})
_WINDS: Final = frozenset({"1z", "2z", "3z", "4z"})
_DRAGONS: Final = frozenset({"5z", "6z", "7z"})


@dataclass(frozen=True, slots=True)
class Call:
    """Say that a player called a set, and who discarded the tile for it. A kong added later stays the pung it was.

    Raises:
        TableError: `unknown_player`, or `not_claimed` for a set that nobody fed.
    """

    player: Seat
    feeder: Seat
    meld: Meld

    def __post_init__(self) -> None:
        if self.player not in SEATS or self.feeder not in SEATS or self.player == self.feeder:
            raise TableError("unknown_player", "a set is called by one seat from another's discard")
        if self.meld.kind not in _CLAIMED:
            raise TableError("not_claimed", f"a {self.meld.kind} is not called from a discard")


def liable(calls: Sequence[Call], rules: RuleSet) -> dict[Seat, Seat]:
    """Give, for each player whose self-draw another would pay alone, that other one.

    002: whoever feeds a player's last set but the pair (十二张落地), if he is not liable for that to another already
    (包先不包后); whoever feeds the fourth wind, or the third dragon, to one who has the others called. Of two, the
    first.

    Args:
        calls: all calls of the hand, in their order.

    >>> from scorer import load_rules
    >>> calls = [Call("S", "W", Meld("pung", (tile,) * 3)) for tile in ("5z", "6z")]
    >>> liable([*calls, Call("S", "N", Meld("pung", ("7z",) * 3))], load_rules("guangdong"))
    {'S': 'N'}
    """
    found: dict[Seat, Seat] = {}
    called: dict[Seat, list[str]] = defaultdict(list)
    bound: set[Seat] = set()
    for call in calls if rules.table.liability else ():
        tiles = called[call.player]
        tiles.append(call.meld.tiles[0])
        if call.player in found:
            continue
        if any(kinds.issubset(tiles) for kinds in (_WINDS, _DRAGONS)):
            found[call.player] = call.feeder
        elif len(tiles) == rules.shapes.sets and call.feeder not in bound:
            found[call.player] = call.feeder
            bound.add(call.feeder)
    return found


def with_liability(win: Win, calls: Sequence[Call], rules: RuleSet) -> Win:
    """Give a self-draw as it is to be settled: where somebody is liable for it, with the event and who he is.

    >>> from scorer import load_rules
    >>> calls = [Call("S", "W", Meld("pung", (tile,) * 3)) for tile in ("5z", "6z", "7z")]
    >>> with_liability(Win("self_draw", seat="S"), calls, load_rules("guangdong")).from_seat
    'W'
    """
    payer = liable(calls, rules).get(win.seat)
    if win.won_by != "self_draw" or win.from_seat is not None or payer is None:
        return win
    return replace(win, from_seat=payer, events=win.events | {"liability"})
