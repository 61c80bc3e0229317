"""Build a rule set out of its file, each part checked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorer.capped_plan import CappedPlan
from scorer.options import with_choices
from scorer.payments import PAYMENT_CHOICES, Payments
from scorer.plan import Plan
from scorer.row_file import check_row_cases, read_rows
from scorer.rulefile import RuleFile
from scorer.rules import EventSpec, OptionSpec, RuleSet
from scorer.shapes import Shapes
from scorer.special_shapes import SPECIAL_SHAPES
from scorer.table_file import read_table_rules

_TOP_KEYS: Final = frozenset(
    {"extends", "id", "version", "names", "hand", "shapes", "payments", "table", "options", "events", "rows"}
)
_MOST_EVENTS: Final = 100
_MOST_FAN: Final = 30


def build_rules(file: RuleFile, specs: tuple[OptionSpec, ...], options: dict[str, str | int]) -> RuleSet:
    """Build the rule set that a file describes, with every option settled.

    Raises:
        RuleSetError: the file does not hold together.
    """
    data = file.data
    file.only(data, (), _TOP_KEYS)
    rows = read_rows(file, options, specs)
    hand = file.table(data, ("hand",))
    file.only(hand, ("hand",), frozenset({"sets", "flowers", "doubling", "full"}))
    full = file.whole(hand, ("hand", "full"), default=0, most=_MOST_FAN)
    return RuleSet(
        id=file.id,
        version=file.version,
        names=file.names(data, ("names",)),
        options=MappingProxyType(options),
        option_specs=specs,
        events=_events(file),
        rows=rows,
        shapes=_shapes(file, file.whole(hand, ("hand", "sets")), {row.id for row in rows}, options),
        flowers=file.switch(hand, ("hand", "flowers")),
        payments=_payments(file, options, specs),
        table=read_table_rules(file, options, specs),
        doubling=file.switch(hand, ("hand", "doubling")),
        full=full,
        plan=CappedPlan(rows, full) if full else Plan(rows),
    )


def check_cases(file: RuleFile, specs: tuple[OptionSpec, ...], options: Mapping[str, str | int]) -> None:
    """Refuse what does not hold together once an option has another value than the given one.

    Every case is looked at, each by itself; several options together may still let rows exclude each other in a ring.

    Raises:
        RuleSetError: as `build_rules`.
    """
    check_row_cases(file, options, specs)
    for part, read in (("payments", _payments), ("table", read_table_rules)):
        for option, choices in file.table(file.data, (part,)).get("when", {}).items():
            for choice in choices:
                with file.blaming((part, "when", option, choice)):
                    read(file, {**options, option: choice}, specs)


def _events(file: RuleFile) -> tuple[EventSpec, ...]:
    tables = file.tables("events", _MOST_EVENTS)
    events = []
    for event_id in tables:
        path = ("events", event_id)
        table = file.table(tables, path)
        file.only(table, path, frozenset({"common", "names", "off"}))
        common = file.switch(table, (*path, "common"))
        event = EventSpec(event_id, common, file.names(table, (*path, "names")))
        if not file.switch(table, (*path, "off")):
            events.append(event)
    return tuple(events)


def _shapes(file: RuleFile, sets: int, rows: set[str], options: Mapping[str, str | int]) -> Shapes:
    """Take the special shapes: one wins while the row that it is scored by is in force."""
    if not 1 <= sets <= 5:
        file.fail("out_of_range", ("hand", "sets"), "a hand has one to five sets")
    tables = file.table(file.data, ("shapes",))
    for name in tables:
        if name not in SPECIAL_SHAPES:
            why = f"there is no shape {name}; known are {', '.join(SPECIAL_SHAPES)}"
            file.fail("shape_unknown", ("shapes", name), why)
        file.text_at(tables, ("shapes", name))
    special = tuple(name for name in SPECIAL_SHAPES if tables.get(name) in rows)
    return Shapes(sets, special, options.get("four_as_two_pairs", "yes") == "yes")


def _payments(file: RuleFile, options: Mapping[str, str | int], specs: tuple[OptionSpec, ...]) -> Payments:
    path = ("payments",)
    table = with_choices(file, file.table(file.data, path), path, options, specs)
    file.only(table, path, frozenset({*PAYMENT_CHOICES, "base"}))
    for key, choices in PAYMENT_CHOICES.items():
        if key in table:
            file.one_of(table, (*path, key), choices)
    return Payments(**{**table, "base": file.switch(table, (*path, "base"), default=True)})
