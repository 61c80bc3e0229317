"""Read the options a rule set offers, and settle what a table chose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from scorer.errors import RuleSetError
from scorer.rulefile import RuleFile
from scorer.rules import OptionSpec
from scorer.win import SEATS

_KEYS: Final = frozenset({"kind", "default", "choices", "names", "source"})


def read_options(file: RuleFile) -> tuple[OptionSpec, ...]:
    """Take the option tables out of a rule-set file.

    Raises:
        RuleSetError: an option without names, choices, a fitting default or a source.
    """
    tables = file.table(file.data, ("options",))
    return tuple(_read_option(file, tables, option_id) for option_id in tables)


def _read_option(file: RuleFile, tables: Mapping[str, Any], option_id: str) -> OptionSpec:
    path = ("options", option_id)
    table = file.table(tables, path)
    file.only(table, path, _KEYS)
    kind = table.get("kind", "choice")
    if kind not in ("choice", "number", "flower_seats"):
        file.fail((*path, "kind"), "kind must be choice, number or flower_seats")
    choices = file.texts(table, (*path, "choices")) if kind == "choice" else None
    if choices is not None and len(set(choices)) < 2:
        file.fail((*path, "choices"), "an option needs at least two choices")
    option = OptionSpec(
        id=option_id,
        kind=kind,
        default=table.get("default", ""),
        choices=choices,
        names=file.names(table, (*path, "names")),
        source=file.text_at(table, (*path, "source")),
    )
    why = _misfit(option, option.default)
    if why:
        file.fail((*path, "default"), f"default {why}")
    return option


def settle_options(specs: tuple[OptionSpec, ...], chosen: Mapping[str, object], file_name: str) -> dict[str, str | int]:
    """Give every option its value: the one chosen, or its default. A number may come as text.

    Raises:
        RuleSetError: an option that the rule set does not have, or a value that it does not offer.
    """
    values: dict[str, str | int] = {spec.id: spec.default for spec in specs}
    known = {spec.id: spec for spec in specs}
    for option_id, value in chosen.items():
        spec = known.get(option_id)
        if spec is None:
            raise RuleSetError(file_name, 0, f"there is no option {option_id}; there are {', '.join(known) or 'none'}")
        if spec.kind == "number" and isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if spec.kind == "choice" and isinstance(value, bool):
            value = "yes" if value else "no"
        why = _misfit(spec, value)
        if why or not isinstance(value, (str, int)):
            raise RuleSetError(file_name, 0, f"option {option_id} {why}")
        values[option_id] = value
    return values


def _misfit(spec: OptionSpec, value: object) -> Literal[""] | str:
    if spec.kind == "number":
        fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        return "" if fits else "must be a whole number from 0"
    if spec.kind == "flower_seats":
        fits = isinstance(value, str) and len(value) == 8 and all(value.count(seat) == 2 for seat in SEATS)
        return "" if fits else "must name a seat for each of the eight flowers, each seat twice, as ESWNESWN"
    assert spec.choices is not None
    return "" if value in spec.choices else f"must be one of {', '.join(spec.choices)}"


def with_choices(
    file: RuleFile,
    table: Mapping[str, Any],
    path: tuple[str, ...],
    options: Mapping[str, str | int],
    specs: tuple[OptionSpec, ...],
) -> dict[str, Any]:
    """Give a table with the keys that the options in force change: `when.OPTION.CHOICE` holds them.

    Raises:
        RuleSetError: a `when` for an option or a choice that there is not.
    """
    settled = {key: value for key, value in table.items() if key != "when"}
    choices = {spec.id: spec.choices for spec in specs}
    cases = file.table(table, (*path, "when"))
    for option_id in cases:
        case = (*path, "when", option_id)
        by_choice = file.table(cases, case)
        for choice in by_choice:
            if choice not in (choices.get(option_id) or ()):
                file.fail((*case, choice), f"there is no option {option_id} with a choice {choice}")
            changes = file.table(by_choice, (*case, choice))
            if options[option_id] == choice:
                settled.update(changes)
    return settled
