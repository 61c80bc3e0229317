"""`tailens rules`: list the rule sets, show one row by row, or say how two differ."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.arguments import Lang
from api.screens import make_console
from scorer import RuleSet, load_rules, rule_set_ids
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
    """Say in which rows and options two rule sets differ."""
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
    """Give what differs: rows that only one has, values, what a row excludes or replaces, options."""
    one, other = ({row["id"]: row for row in rows_of(rules, lang)} for rules in (left, right))
    found = []
    for row_id in dict.fromkeys([*one, *other]):
        mine, theirs = one.get(row_id), other.get(row_id)
        name = (mine or theirs or {})["name"]
        for what in ("tai", "excludes", "replaces"):
            a, b = (None if row is None else row[what] for row in (mine, theirs))
            gone = mine is None or theirs is None
            if a != b and (what == "tai" or not gone):
                sides = [" ".join(v) if isinstance(v, list) else v for v in (a, b)]
                found.append({"id": row_id, "name": name, "what": what, "left": sides[0], "right": sides[1]})
    names = {spec.id: in_language(spec.names, lang) for spec in (*right.option_specs, *left.option_specs)}
    for option in dict.fromkeys([*left.options, *right.options]):
        a, b = left.options.get(option), right.options.get(option)
        if a != b:
            found.append({"id": option, "name": names[option], "what": "option", "left": a, "right": b})
    return found
