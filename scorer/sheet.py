"""Hold a score sheet: what a hand is worth, row by row, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorer.hand import Hand
from scorer.rules import Names, RuleSet
from scorer.status import HandStatus
from scorer.win import Seat, Win


@dataclass(frozen=True, slots=True)
class Row:
    """Hold one row that counts: its tai, and the tiles it holds on."""

    id: str
    tai: int
    tiles: tuple[str, ...]
    names: Names
    source: str


@dataclass(frozen=True, slots=True)
class Uncounted:
    """Hold one row that held but did not count, and the row that excluded it."""

    id: str
    tai: int
    tiles: tuple[str, ...]
    names: Names
    source: str
    because: str
    because_names: Names


@dataclass(frozen=True, slots=True)
class Cut:
    """Hold the decomposition that was scored, as text.

    Attributes:
        sets: concealed sets, then melds in their brackets.
        placed: the set or pair that the winning tile finished.
    """

    shape: str
    sets: tuple[str, ...]
    pairs: tuple[str, ...]
    placed: str


@dataclass(frozen=True, slots=True)
class Share:
    """Hold one share that a player pays; one who pays for others has several.

    Attributes:
        units: what it comes to: its tai, or its points under rules where a tai doubles.
    """

    payer: Seat
    tai: int
    units: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Hold what a hand is worth and why.

    Attributes:
        rules: the rule set with the options in force.
        status: why the hand can't win; `VALID` where it wins.
        total: the tai it pays, with the winner's own dealer rows; None where the hand does not win or falls short of
            the table's minimum.
        uncapped: the sum of the rows, before any limit.
        rows: the rows that count, in the rule set's order.
        not_counted: the rows that held but did not count.
        waits: the tiles the hand waited for, before the winning one.
        lacks: how many tai it is short of the table's minimum; 0 where it is not.
        cut: the decomposition scored; None at a flower win of an unfinished hand.
        shares: what each player pays; empty where nobody has said who discarded.
        assumed: what nobody has named, as the scorer took it: `winning`, `robbed_flower`.
    """

    hand: Hand
    win: Win
    rules: RuleSet = field(repr=False)
    status: HandStatus
    total: int | None = None
    uncapped: int | None = None
    rows: tuple[Row, ...] = ()
    not_counted: tuple[Uncounted, ...] = ()
    waits: tuple[str, ...] = ()
    lacks: int = 0
    cut: Cut | None = None
    shares: tuple[Share, ...] = ()
    assumed: Mapping[str, str] = field(default_factory=dict)
