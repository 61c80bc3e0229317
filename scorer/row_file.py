"""Read the `[rows]` part of a rule-set file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from scorer.options import with_choices
from scorer.patterns import HAND_PATTERNS, VIEW_PATTERNS
from scorer.rulefile import RuleFile
from scorer.rules import OptionSpec, Part, RowRule

_MOST_ROWS: Final = 200
_MOST_TAI: Final = 1000
_MOST_CASES: Final = 100
_KEYS: Final = frozenset(
    {
        "tai",
        "all_of",
        "none_of",
        "names",
        "source",
        "excludes",
        "replaces",
        "per_streak",
        "dealer_share",
        "flower_win",
        "lifts_one",
        "part",
        "off",
    }
)


def read_rows(file: RuleFile, options: Mapping[str, str | int], specs: tuple[OptionSpec, ...]) -> tuple[RowRule, ...]:
    """Take the rows in force out of a rule-set file, as the options have them.

    Raises:
        RuleSetError: a row without value, names or source, of unknown conditions, or one of a ring of exclusions.
    """
    tables = file.tables("rows", _MOST_ROWS)
    rows = [row for row_id in tables if (row := _read_row(file, tables, row_id, options, specs)) is not None]
    _refuse_cycles(file, rows)
    kept = {row.id for row in rows}
    return tuple(_among(row, kept) for row in rows)


def check_row_cases(file: RuleFile, options: Mapping[str, str | int], specs: tuple[OptionSpec, ...]) -> None:
    """Refuse rows that do not hold together once an option has another than the given value.

    Raises:
        RuleSetError: as `read_rows`.
    """
    tables = file.tables("rows", _MOST_ROWS)
    settled = {row_id: _read_row(file, tables, row_id, options, specs) for row_id in tables}
    cases: dict[tuple[str, str], list[str]] = {}
    for row_id, table in tables.items():
        for option, choices in table.get("when", {}).items():
            for choice in choices:
                cases.setdefault((option, choice), []).append(row_id)
    if len(cases) > _MOST_CASES:
        file.fail("too_many", ("rows",), f"{len(cases)} choices of options change rows, at most {_MOST_CASES} may")
    for (option, choice), row_ids in cases.items():
        in_case = {**options, option: choice}
        changed = {}
        for row_id in row_ids:
            with file.blaming(("rows", row_id, "when", option, choice)):
                changed[row_id] = _read_row(file, tables, row_id, in_case, specs)
        if any(_excluded(changed[row_id]) != _excluded(settled[row_id]) for row_id in row_ids):
            _refuse_cycles(file, [row for row in {**settled, **changed}.values() if row is not None])


def _excluded(row: RowRule | None) -> tuple[str, ...]:
    return () if row is None else row.excludes


def _read_row(
    file: RuleFile,
    tables: Mapping[str, Any],
    row_id: str,
    options: Mapping[str, str | int],
    specs: tuple[OptionSpec, ...],
) -> RowRule | None:
    """Give a row, or None where it is off; one that is off is checked too, for its id may be mistyped."""
    path = ("rows", row_id)
    table = with_choices(file, file.table(tables, path), path, options, specs)
    file.only(table, path, _KEYS)
    for key in ("excludes", "replaces"):
        for other in file.texts(table, (*path, key)):
            if other not in tables or other == row_id:
                file.fail("row_unknown", (*path, key), f"{key} names {other}, which is no other row")
    row = _row(file, table, path)
    return None if file.switch(table, (*path, "off")) else row


def _row(file: RuleFile, table: Mapping[str, Any], path: tuple[str, ...]) -> RowRule:
    lifts_one = file.switch(table, (*path, "lifts_one"))
    all_of = file.texts(table, (*path, "all_of")) or (() if lifts_one else (path[-1],))
    part = file.one_of({"part": "plain", **table}, (*path, "part"), get_args(Part))
    none_of = file.texts(table, (*path, "none_of"))
    for key, patterns in (("all_of", all_of), ("none_of", none_of)):
        for pattern in patterns:
            if pattern not in HAND_PATTERNS and pattern not in VIEW_PATTERNS:
                file.fail("pattern_unknown", (*path, key), f"there is no pattern {pattern}")
    return RowRule(
        id=path[-1],
        all_of=all_of,
        none_of=none_of,
        tai=file.whole(table, (*path, "tai"), least=-_MOST_TAI, most=_MOST_TAI),
        names=file.names(table, (*path, "names")),
        source=file.text_at(table, (*path, "source")),
        excludes=file.texts(table, (*path, "excludes")),
        replaces=file.texts(table, (*path, "replaces")),
        per_streak=file.switch(table, (*path, "per_streak")),
        dealer_share=file.switch(table, (*path, "dealer_share")),
        flower_win=file.switch(table, (*path, "flower_win")),
        part=part,  # type: ignore[arg-type]  # one of its choices
        lifts_one=lifts_one,
    )


def _among(row: RowRule, kept: set[str]) -> RowRule:
    """Give the row with its exclusions among the rows in force."""
    return RowRule(
        **{
            **{name: getattr(row, name) for name in RowRule.__slots__},
            "excludes": tuple(other for other in row.excludes if other in kept),
            "replaces": tuple(other for other in row.replaces if other in kept),
        }
    )


def _refuse_cycles(file: RuleFile, rows: list[RowRule]) -> None:
    """Refuse rows that exclude each other in a ring: none of them would ever count."""
    excludes = {row.id: row.excludes for row in rows}
    done: set[str] = set()

    def visit(row_id: str, trail: tuple[str, ...]) -> None:
        if row_id in trail:
            ring = trail[trail.index(row_id) :]
            # Of a file that extends another, blame a row it changed.
            own = file.own.get("rows", {}) if file.base is not None else {}
            changed = next((each for each in ring if each in own), ring[-1])
            names = " -> ".join((*ring, row_id))
            file.fail("exclusion_cycle", ("rows", changed, "excludes"), f"rows exclude each other in a ring: {names}")
        if row_id not in done:
            for other in excludes.get(row_id, ()):
                visit(other, (*trail, row_id))
            done.add(row_id)

    for row in rows:
        visit(row.id, ())
