"""Read the `[table]` part of a rule-set file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scorer.options import with_choices
from scorer.rulefile import RuleFile
from scorer.rules import OptionSpec
from scorer.table_rules import TABLE_CHOICES, TABLE_NUMBERS, TABLE_SWITCHES, TableRules

_MOST: Final = 1_000_000


def read_table_rules(file: RuleFile, options: Mapping[str, str | int], specs: tuple[OptionSpec, ...]) -> TableRules:
    """Take the rules of the table, as the options in force have them; the option `start_chips` sets the chips.

    Raises:
        RuleSetError: an unknown key, a value that is none of its choices, or a number below 0.
    """
    path = ("table",)
    table = with_choices(file, file.table(file.data, path), path, options, specs)
    file.only(table, path, frozenset({*TABLE_CHOICES, *TABLE_NUMBERS, *TABLE_SWITCHES}))
    found: dict[str, Any] = {}
    for key, choices in TABLE_CHOICES.items():
        if key in table:
            found[key] = file.one_of(table, (*path, key), choices)
    for key in TABLE_SWITCHES:
        found[key] = file.switch(table, (*path, key))
    for key in TABLE_NUMBERS:
        found[key] = file.whole(table, (*path, key), default=0, most=_MOST)
    if "start_chips" in options:
        found["chips"] = int(options["start_chips"])
    return TableRules(**found)
