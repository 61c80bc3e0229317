"""Say who pays under a rule set, where tables differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from scorer.win import SEATS, Seat, Win

RobbedKong = Literal["robbed", "self_draw", "robbed_pays_three"]
ClaimedKong = Literal["self_draw", "as_discard", "feeder_pays_three"]
Discard = Literal["discarder", "half_each"]


@dataclass(frozen=True, slots=True)
class Payments:
    """Hold who pays for a win that a kong or a discard brought.

    Attributes:
        robbing_kong: the player of the kong alone, as for a discard; all three, as on a self-draw; or it is a self-draw
            and the player of the kong pays for three.
        claimed_kong: a win on the replacement for a kong claimed from a discard (event `claimed_kong`, `from_seat` the
            feeder) is a self-draw like any other; or it is none and the feeder pays alone; or he pays for three.
        discard: the discarder pays alone; or the others pay half as much beside him.
        base: whether 底 is paid beside the tai.
    """

    robbing_kong: RobbedKong = "robbed"
    claimed_kong: ClaimedKong = "self_draw"
    discard: Discard = "discarder"
    base: bool = True

    def is_self_draw(self, win: Win) -> bool:
        """Whether the winner counts as having drawn the tile himself."""
        if win.won_by == "discard":
            return "robbing_kong" in win.events and self.robbing_kong != "robbed"
        return not ("claimed_kong" in win.events and self.claimed_kong == "as_discard")

    def payers(self, win: Win) -> tuple[Seat, ...]:
        """Give the seats that pay; a seat comes once for each share it pays, none where nobody has named the payer."""
        others: tuple[Seat, ...] = tuple(seat for seat in SEATS if seat != win.seat)
        named: tuple[Seat, ...] = () if win.from_seat is None else (win.from_seat,)
        if win.won_by == "flowers":
            return named if robs_flower(win) else others
        if win.won_by == "discard":
            robbed = self.robbing_kong if "robbing_kong" in win.events else "robbed"
            if robbed == "self_draw":
                return others
            return named * 3 if robbed == "robbed_pays_three" else named
        if "claimed_kong" in win.events and self.claimed_kong != "self_draw":
            return named * 3 if self.claimed_kong == "feeder_pays_three" else named
        return named * 3 if "liability" in win.events else others


def robs_flower(win: Win) -> bool:
    """Whether the win takes a flower from another player (七搶一), either way.

    >>> robs_flower(Win("flowers", seat="S", from_seat="W")), robs_flower(Win("flowers"))
    (True, False)
    """
    return win.won_by == "flowers" and (win.from_seat is not None or not win.events.isdisjoint(_FLOWER_ROBBING))


_FLOWER_ROBBING: Final = frozenset({"seven_rob_one", "seven_rob_one_drawn"})
PAYMENT_CHOICES: Final = {
    "robbing_kong": get_args(RobbedKong),
    "claimed_kong": get_args(ClaimedKong),
    "discard": get_args(Discard),
}
