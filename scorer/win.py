"""Hold the facts of a win that the tiles do not show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from scorer.errors import WinError

Seat = Literal["E", "S", "W", "N"]
WonBy = Literal["self_draw", "discard", "flowers"]
SEATS: Final[tuple[Seat, ...]] = get_args(Seat)
WON_BY: Final[tuple[WonBy, ...]] = get_args(WonBy)
ROUNDS: Final = (*SEATS, "P", "F", "C")
"""Round winds, and 白發中 for the tables that play dragon rounds (an option of `taiwan`)."""


@dataclass(frozen=True, slots=True)
class Win:
    """Hold how a hand was won, by whom and when.

    Args:
        seat: the winner's seat wind.
        from_seat: who discarded the tile, made the robbed kong or held the robbed flower; None on a plain self-draw.
        dealer: the dealer's seat wind. The association counts seats from the opened wall, so it need not be E.
        streak: how often the dealer has held the deal (連莊).
        events: what a photo can't show, by id: `last_tile`, `replacement_tile`, `robbing_kong`, ...

    Raises:
        WinError: facts that no table can have.

    >>> Win("self_draw", seat="S", streak=1).is_dealers
    False
    """

    won_by: WonBy
    seat: Seat = "E"
    from_seat: Seat | None = None
    round: str = "E"
    dealer: Seat = "E"
    streak: int = 0
    events: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if self.won_by not in WON_BY:
            raise WinError("unknown_won_by", f"no such way to win: {self.won_by!r}")
        for seat in (self.seat, self.dealer, *((self.from_seat,) if self.from_seat is not None else ())):
            if seat not in SEATS:
                raise WinError("unknown_seat", f"no such seat: {seat!r}")
        if self.round not in ROUNDS:
            raise WinError("unknown_round", f"no such round: {self.round!r}")
        if self.from_seat == self.seat:
            raise WinError("own_discard", "nobody wins on a tile of his own")
        if self.streak < 0:
            raise WinError("negative_streak", "a streak counts from 0")

    @property
    def is_dealers(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat == self.dealer
