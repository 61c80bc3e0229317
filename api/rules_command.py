"""`tailens rules`: list the rule sets, show one row by row, or say how two differ."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Annotated, Any, Protocol, TypeVar

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.arguments import Lang
from api.screens import make_console
from scorer import RowRule, RuleSet, load_rules, rule_set_ids
from scorer.documents import in_language, rules_document

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="List the rule sets, show one, or compare two.")

LangOption = Annotated[Lang, typer.Option("--lang", help="language of names")]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON")]
RulesArgument = Annotated[str, typer.Argument(metavar="ID|FILE", help="a rule set's id, or a club's own file")]


@app.command("list")
def list_rules(lang: LangOption = Lang.hant, as_json: JsonOption = False) -> None:
    """List the built-in rule sets."""
    sets = [load_rules(rule_set) for rule_set in rule_set_ids()]
    if as_json:
        print(json.dumps([{**rules_document(s), "rows": len(s.rows)} for s in sets], ensure_ascii=False))
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("id", "version", "name", "rows", "tiles"):
        table.add_column(column, justify="right" if column in ("rows", "tiles") else "left")
    for rules in sets:
        name = in_language(rules.names, lang)
        table.add_row(rules.id, rules.version, name, str(len(rules.rows)), str(rules.shapes.tiles))
    make_console().print(table)


@app.command("show")
def show_rules(rules: RulesArgument, lang: LangOption = Lang.hant, as_json: JsonOption = False) -> None:
    """Show every row of a rule set with its value and source, and the options in force."""
    rule_set = load_rules(rules)
    if as_json:
        print(json.dumps({**rules_document(rule_set), "rows": rows_of(rule_set, lang)}, ensure_ascii=False))
    else:
        make_console().print(rules_screen(rule_set, lang))


@app.command("diff")
def diff_rules(
    one: RulesArgument, other: RulesArgument, lang: LangOption = Lang.hant, as_json: JsonOption = False
) -> None:
    """Say what differs between two rule sets: rows, options, events, who pays, the table."""
    left, right = load_rules(one), load_rules(other)
    changes = differences(left, right, lang)
    if as_json:
        print(json.dumps(changes, ensure_ascii=False))
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    for column in ("name", left.id, right.id):
        table.add_column(column, overflow="fold")
    for change in changes:
        values = ("-" if change[side] is None else str(change[side]) for side in ("left", "right"))
        what = "" if change["what"] == "tai" else f" {change['what']}"
        table.add_row(change["id"] + what, change["name"], *values)
    make_console().print(table if changes else Text(f"{left.id} and {right.id} do not differ"))


def rows_of(rules: RuleSet, lang: str) -> list[dict[str, Any]]:
    """Give the rows as plain values, in the order a sheet lists them."""
    return [
        {
            "id": row.id,
            "name": in_language(row.names, lang),
            "tai": row.tai,
            "source": row.source,
            "excludes": list(row.excludes),
            "replaces": list(row.replaces),
        }
        for row in rules.rows
    ]


def rules_screen(rules: RuleSet, lang: str) -> RenderableType:
    """Show a rule set as a person reads it."""
    rows = Table(box=box.SIMPLE_HEAD)
    rows.add_column("id", no_wrap=True)
    rows.add_column("name")
    rows.add_column("tai", justify="right")
    rows.add_column("not counted beside it")
    rows.add_column("source", style="dim")
    for row in rows_of(rules, lang):
        rows.add_row(
            row["id"], row["name"], str(row["tai"]), " ".join(row["excludes"] + row["replaces"]), row["source"]
        )
    options = Table(box=box.SIMPLE_HEAD)
    options.add_column("option", no_wrap=True)
    for column in ("name", "value", "choices"):
        options.add_column(column, overflow="fold")
    for spec in rules.option_specs:
        choices = " ".join(spec.choices or ())
        options.add_row(spec.id, in_language(spec.names, lang), str(rules.options[spec.id]), choices)
    title = Text(in_language(rules.names, lang), style="bold") + Text(f"  {rules.id} {rules.version}", style="dim")
    return Group(title, rows, options)


def differences(left: RuleSet, right: RuleSet, lang: str) -> list[dict[str, Any]]:
    """Give what differs: rows that only one has, what a row says, options, events, who pays, the table."""
    found: list[dict[str, Any]] = []

    def compare(thing: str, name: str, what: str, one: object, other: object) -> None:
        if one != other:
            sides = (" ".join(side) if isinstance(side, tuple) else side for side in (one, other))
            found.append({"id": thing, "name": name, "what": what, **dict(zip(("left", "right"), sides, strict=True))})

    rows = _matched(left.rows, right.rows)
    for row_id, (mine, theirs) in rows.items():
        if mine is None or theirs is None:
            name = in_language((mine or theirs).names, lang)  # type: ignore[union-attr]  # one has it
            compare(row_id, name, "tai", mine and mine.tai, theirs and theirs.tai)
            continue
        for field in fields(RowRule):
            if field.name not in ("id", "names", "source"):
                one, other = getattr(mine, field.name), getattr(theirs, field.name)
                compare(row_id, in_language(mine.names, lang), field.name, one, other)
    options = _matched(left.option_specs, right.option_specs)
    for option_id, (a, b) in options.items():
        name = in_language((b or a).names, lang)  # type: ignore[union-attr]
        compare(option_id, name, "option", left.options.get(option_id), right.options.get(option_id))
    for event_id, (mine_too, theirs_too) in _matched(left.events, right.events).items():
        name = in_language((mine_too or theirs_too).names, lang)  # type: ignore[union-attr]
        compare(event_id, name, "event", mine_too and "yes", theirs_too and "yes")
    for part in ("payments", "table"):
        ours, others = getattr(left, part), getattr(right, part)
        for field in fields(ours):
            compare(field.name, "", part, getattr(ours, field.name), getattr(others, field.name))
    for fact in ("doubling", "flowers", "full"):
        compare(fact, "", "hand", getattr(left, fact), getattr(right, fact))
    compare("tiles", "", "hand", left.shapes.tiles, right.shapes.tiles)
    return found


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Thing = TypeVar("Thing", bound=_Named)


def _matched(left: Iterable[Thing], right: Iterable[Thing]) -> dict[str, tuple[Thing | None, Thing | None]]:
    """Put together the things of either side that have the same id."""
    one, other = ({each.id: each for each in side} for side in (left, right))
    return {each: (one.get(each), other.get(each)) for each in dict.fromkeys([*one, *other])}
