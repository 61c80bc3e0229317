"""Read the options a rule set offers, and settle what a table chose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from scorer.errors import RuleSetError
from scorer.rulefile import LARGEST_NUMBER, RuleFile
from scorer.rules import Names, OptionKind, OptionSpec
from scorer.win import SEATS

_KEYS: Final = frozenset({"kind", "default", "choices", "choice_names", "names", "source"})
_MOST_OPTIONS: Final = 40
_MOST_CHOICES: Final = 12

# Choices that need no names of their own.
_COMMON_NAMES: Final[Mapping[str, Names]] = {
    "yes": {"zh-Hant": "是", "zh-Hans": "是", "en": "Yes"},
    "no": {"zh-Hant": "否", "zh-Hans": "否", "en": "No"},
    "on": {"zh-Hant": "有", "zh-Hans": "有", "en": "On"},
    "off": {"zh-Hant": "沒有", "zh-Hans": "没有", "en": "Off"},
}
# What the scorer itself asks by these names can be of no other kind.
_KINDS: Final = {"cap": "number", "minimum": "number", "start_chips": "number", "flower_seats": "flower_seats"}


def read_options(file: RuleFile) -> tuple[OptionSpec, ...]:
    """Take the option tables out of a rule-set file.

    Raises:
        RuleSetError: an option without names, choices, a fitting default or a source.
    """
    tables = file.tables("options", _MOST_OPTIONS)
    return tuple(_read_option(file, tables, option_id) for option_id in tables)


def _read_option(file: RuleFile, tables: Mapping[str, Any], option_id: str) -> OptionSpec:
    path = ("options", option_id)
    table = file.table(tables, path)
    file.only(table, path, _KEYS)
    kind = file.one_of({"kind": "choice", **table}, (*path, "kind"), get_args(OptionKind))
    if kind != _KINDS.get(option_id, kind):
        file.fail("not_a_choice", (*path, "kind"), f"the kind of {option_id} must be {_KINDS[option_id]}")
    choices = _read_choices(file, table, path) if kind == "choice" else None
    for key in ("choices", "choice_names"):
        if choices is None and key in table:
            file.fail("key_unknown", (*path, key), f"{key} belong to options of the kind choice")
    option = OptionSpec(
        id=option_id,
        kind=kind,  # type: ignore[arg-type]  # one of its choices
        default=table.get("default", ""),
        choices=choices,
        names=file.names(table, (*path, "names")),
        source=file.text_at(table, (*path, "source")),
    )
    why = _misfit(option, option.default)
    if why:
        file.fail("default_unfit", (*path, "default"), f"default {why}")
    return option


def _read_choices(file: RuleFile, table: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Names]:
    choices = file.texts(table, (*path, "choices"))
    if len(set(choices)) < max(2, len(choices)):
        file.fail("not_a_choice", (*path, "choices"), "an option needs at least two choices, each once")
    if len(choices) > _MOST_CHOICES:
        file.fail("too_many", (*path, "choices"), f"an option has at most {_MOST_CHOICES} choices")
    names = (*path, "choice_names")
    named = file.table(table, names)
    for choice in choices:
        file.require_id(choice, (*path, "choices"))
    for choice in named:
        if choice not in choices:
            file.fail("choice_unknown", (*names, choice), f"choice_names names {choice}, which is no choice")
    return {
        choice: _COMMON_NAMES[choice]
        if choice in _COMMON_NAMES and choice not in named
        else file.names(named, (*names, choice))
        for choice in choices
    }


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
            why = f"there is no option {option_id}; there are {', '.join(known) or 'none'}"
            raise RuleSetError("option_unknown", file=file_name, line=0, why=why)
        if spec.kind == "number" and isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if spec.kind == "choice" and isinstance(value, bool):
            value = "yes" if value else "no"
        why = _misfit(spec, value)
        if why or not isinstance(value, (str, int)):
            raise RuleSetError("option_unfit", file=file_name, line=0, why=f"option {option_id} {why}")
        values[option_id] = value
    return values


def _misfit(spec: OptionSpec, value: object) -> Literal[""] | str:
    if spec.kind == "number":
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER
        return "" if fits else f"must be a whole number from 0 to {LARGEST_NUMBER}"
    if spec.kind == "flower_seats":
        fits = isinstance(value, str) and len(value) == 8 and all(value.count(seat) == 2 for seat in SEATS)
        return "" if fits else "must name a seat for each of the eight flowers, each seat twice, as ESWNESWN"
    assert spec.choices is not None
    fits = isinstance(value, str) and value in spec.choices
    return "" if fits else f"must be one of {', '.join(spec.choices)}"


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
    if "when" not in table:
        return settled
    choices = {spec.id: spec.choices for spec in specs}
    cases = file.table(table, (*path, "when"))
    for option_id in cases:
        case = (*path, "when", option_id)
        by_choice = file.table(cases, case)
        for choice in by_choice:
            if choice not in (choices.get(option_id) or ()):
                why = f"there is no option {option_id} with a choice {choice}"
                file.fail("choice_unknown", (*case, choice), why)
            changes = file.table(by_choice, (*case, choice))
            if options[option_id] == choice:
                settled.update(changes)
    return settled
