"""Load a rule set from its TOML file, refusing one that does not hold together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, get_args

from scorer.capped_plan import CappedPlan
from scorer.errors import RuleSetError
from scorer.options import read_options, settle_options, with_choices
from scorer.patterns import HAND_PATTERNS, VIEW_PATTERNS
from scorer.payments import PAYMENT_CHOICES, Payments
from scorer.plan import Plan
from scorer.rulefile import RuleFile
from scorer.rules import EventSpec, OptionSpec, Part, RowRule, RuleSet
from scorer.shapes import Shapes
from scorer.special_shapes import SPECIAL_SHAPES
from scorer.table_file import read_table_rules

_FOLDER: Final = Path(__file__).parent / "rulesets"
_TOP_KEYS: Final = frozenset(
    {"extends", "id", "version", "names", "hand", "shapes", "payments", "table", "options", "events", "rows"}
)
_ROW_KEYS: Final = frozenset(
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


@cache
def rule_set_ids() -> tuple[str, ...]:
    """List the rule sets that come with TaiLens, the default first.

    >>> rule_set_ids()[0]
    'taiwan'
    """
    found = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return tuple(sorted(found, key=lambda name: name != "taiwan"))


def load_rules(id_or_path: str | Path, options: Mapping[str, object] | None = None) -> RuleSet:
    """Load a rule set by its id, or a club's own from a file, with the options a table chose.

    Args:
        options: value by option id; the others keep their defaults.

    Raises:
        RuleSetError: with the file, the line and the reason.

    >>> load_rules("taiwan", {"cap": 81}).options["cap"]
    81
    """
    if isinstance(id_or_path, str) and id_or_path in rule_set_ids():
        file, specs = _built_in(id_or_path)
        settled = settle_options(specs, options or {}, file.name)
        return _built_in_with(id_or_path, tuple(settled.items()))
    path = Path(id_or_path)
    if path.suffix != ".toml":
        raise RuleSetError(str(id_or_path), 0, f"no such rule set; there are {', '.join(rule_set_ids())}")
    file = _read(path)
    if file.data.get("id") in rule_set_ids():
        file.fail(("id",), f"{file.data['id']} is the id of a rule set that comes with TaiLens")
    specs = read_options(file)
    return _build(file, specs, settle_options(specs, options or {}, file.name))


@cache
def _built_in(rule_set_id: str) -> tuple[RuleFile, tuple[OptionSpec, ...]]:
    file = _read(_FOLDER / f"{rule_set_id}.toml")
    return file, read_options(file)


def _read(path: Path) -> RuleFile:
    file = RuleFile(path)
    if "extends" in file.own:
        base = file.text_at(file.own, ("extends",))
        if base not in rule_set_ids() or path == _FOLDER / f"{base}.toml":
            file.fail(("extends",), f"there is no rule set {base} to extend; there are {', '.join(rule_set_ids())}")
        for key in ("id", "version", "names"):
            if key not in file.own:
                file.fail((key,), f"{key} is missing: a rule set that extends another has its own")
        file.extend(_built_in(base)[0])
    return file


@lru_cache(maxsize=256)
def _built_in_with(rule_set_id: str, options: tuple[tuple[str, str | int], ...]) -> RuleSet:
    return _build(*_built_in(rule_set_id), dict(options))


def _build(file: RuleFile, specs: tuple[OptionSpec, ...], options: dict[str, str | int]) -> RuleSet:
    data = file.data
    file.only(data, (), _TOP_KEYS)
    rows = _rows(file, options, specs)
    hand = file.table(data, ("hand",))
    file.only(hand, ("hand",), frozenset({"sets", "flowers", "doubling", "full"}))
    full = file.whole(hand, ("hand", "full"), default=0)
    return RuleSet(
        id=file.text_at(data, ("id",)),
        version=file.text_at(data, ("version",)),
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


def _events(file: RuleFile) -> tuple[EventSpec, ...]:
    tables = file.table(file.data, ("events",))
    events = []
    for event_id in tables:
        path = ("events", event_id)
        table = file.table(tables, path)
        file.only(table, path, frozenset({"common", "names", "off"}))
        if file.switch(table, (*path, "off")):
            continue
        common = file.switch(table, (*path, "common"))
        events.append(EventSpec(event_id, common, file.names(table, (*path, "names"))))
    return tuple(events)


def _shapes(file: RuleFile, sets: int, rows: set[str], options: Mapping[str, str | int]) -> Shapes:
    """Take the special shapes: one wins while the row that it is scored by is in force."""
    if not 1 <= sets <= 5:
        file.fail(("hand", "sets"), "a hand has one to five sets")
    tables = file.table(file.data, ("shapes",))
    for name in tables:
        if name not in SPECIAL_SHAPES:
            file.fail(("shapes", name), f"there is no shape {name}; known are {', '.join(SPECIAL_SHAPES)}")
    special = tuple(name for name in SPECIAL_SHAPES if tables.get(name) in rows)
    return Shapes(sets, special, options.get("four_as_two_pairs", "yes") == "yes")


def _payments(file: RuleFile, options: Mapping[str, str | int], specs: tuple[OptionSpec, ...]) -> Payments:
    path = ("payments",)
    table = with_choices(file, file.table(file.data, path), path, options, specs)
    file.only(table, path, frozenset({*PAYMENT_CHOICES, "base"}))
    for key, choices in PAYMENT_CHOICES.items():
        if key in table and table[key] not in choices:
            file.fail((*path, key), f"{key} must be one of {', '.join(choices)}")
    return Payments(**{**table, "base": file.switch(table, (*path, "base"), default=True)})


def _rows(file: RuleFile, options: Mapping[str, str | int], specs: tuple[OptionSpec, ...]) -> tuple[RowRule, ...]:
    tables = file.table(file.data, ("rows",))
    rows = []
    for row_id in tables:
        path = ("rows", row_id)
        table = with_choices(file, file.table(tables, path), path, options, specs)
        file.only(table, path, _ROW_KEYS)
        for key in ("excludes", "replaces"):
            for other in file.texts(table, (*path, key)):
                if other not in tables or other == row_id:
                    file.fail((*path, key), f"{key} names {other}, which is no other row")
        if not file.switch(table, (*path, "off")):
            rows.append(_row(file, table, path))
    _refuse_cycles(file, rows)
    kept = {row.id for row in rows}
    return tuple(_among(row, kept) for row in rows)


def _row(file: RuleFile, table: Mapping[str, Any], path: tuple[str, ...]) -> RowRule:
    lifts_one = file.switch(table, (*path, "lifts_one"))
    all_of = file.texts(table, (*path, "all_of")) or (() if lifts_one else (path[-1],))
    part = table.get("part", "plain")
    if part not in get_args(Part):
        file.fail((*path, "part"), f"part must be one of {', '.join(get_args(Part))}")
    none_of = file.texts(table, (*path, "none_of"))
    for key, patterns in (("all_of", all_of), ("none_of", none_of)):
        for pattern in patterns:
            if pattern not in HAND_PATTERNS and pattern not in VIEW_PATTERNS:
                file.fail((*path, key), f"there is no pattern {pattern}")
    return RowRule(
        id=path[-1],
        all_of=all_of,
        none_of=none_of,
        tai=file.whole(table, (*path, "tai")),
        names=file.names(table, (*path, "names")),
        source=file.text_at(table, (*path, "source")),
        excludes=file.texts(table, (*path, "excludes")),
        replaces=file.texts(table, (*path, "replaces")),
        per_streak=file.switch(table, (*path, "per_streak")),
        dealer_share=file.switch(table, (*path, "dealer_share")),
        flower_win=file.switch(table, (*path, "flower_win")),
        part=part,
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
            file.fail(("rows", changed, "excludes"), f"rows exclude each other in a ring: {names}")
        if row_id not in done:
            for other in excludes.get(row_id, ()):
                visit(other, (*trail, row_id))
            done.add(row_id)

    for row in rows:
        visit(row.id, ())
