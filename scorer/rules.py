"""Hold a rule set: rows with their values, exclusions and options. `scorer.load_rules` makes one from its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from scorer.payments import Payments
from scorer.plan import Plan
from scorer.shapes import Shapes
from scorer.table_rules import TableRules

Names = Mapping[str, str]
"""A name in each of `LANGUAGES`."""

Part = Literal["plain", "special", "fills"]
OptionKind = Literal["choice", "number", "flower_seats"]

LANGUAGES: Final = ("zh-Hant", "zh-Hans", "en")


@dataclass(frozen=True, slots=True)
class RowRule:
    """Say what one scoring row is worth, and beside which rows it counts.

    Attributes:
        all_of: the patterns that must hold for it to hold; the one of its own id where nothing else is said.
        none_of: the patterns that must not.
        tai: its value (台), each time it holds.
        source: the sentence of the rule document it comes from.
        excludes: rows that do not count where this one holds.
        replaces: rows that do not count on tiles that this one holds on.
        per_streak: whether it counts once for each time the dealer has held the deal.
        dealer_share: whether a dealer who pays pays it too.
        flower_win: whether it counts at a flower win, though the hand is not complete.
        part: `plain` rows add up; under a cap, a `special` one stands alone above it, and one that `fills` lifts to it.
        lifts_one: whether it takes the place of all others, the dealer's aside, where they come to one tai.
    """

    id: str
    all_of: tuple[str, ...]
    tai: int
    names: Names
    source: str
    none_of: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    per_streak: bool = False
    dealer_share: bool = False
    flower_win: bool = False
    part: Part = "plain"
    lifts_one: bool = False


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """Say what a table may choose, and what holds where it does not.

    Attributes:
        kind: `choice` of the given ones, a `number` from 0, or `flower_seats`: the seats
            of 春夏秋冬梅蘭菊竹 in turn.
        choices: those of a `choice`, each with its names; None for other kinds.
    """

    id: str
    kind: OptionKind
    default: str | int
    choices: Mapping[str, Names] | None
    names: Names
    source: str


@dataclass(frozen=True, slots=True)
class EventSpec:
    """Name a thing that a photo can't show and that this rule set scores.

    Attributes:
        common: whether it belongs among the first that a person is offered.
    """

    id: str
    common: bool
    names: Names


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Hold one rule set with the options in force.

    Attributes:
        options: value of each option, by id.
        rows: in the order a sheet lists them.
        full: the fan of a full hand (爆胡), 0 where there is none.
        doubling: whether a tai (番) doubles what is paid, instead of adding to it.
    """

    id: str
    version: str
    names: Names
    options: Mapping[str, str | int]
    option_specs: tuple[OptionSpec, ...]
    events: tuple[EventSpec, ...]
    rows: tuple[RowRule, ...]
    shapes: Shapes
    flowers: bool
    payments: Payments
    table: TableRules
    doubling: bool
    full: int
    plan: Plan = field(repr=False, compare=False)

    def row(self, row_id: str) -> RowRule:
        """Give a row by its id.

        Raises:
            KeyError: the rule set has no such row.
        """
        for row in self.rows:
            if row.id == row_id:
                return row
        raise KeyError(row_id)
