"""Write a page for each rule set from its file: `python -m scripts.rule_pages` makes docs/rules/ anew.

With `--check` nothing is written; the exit code is 1 where a page differs from its rule set.
"""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

from scorer import RuleSet, load_rules, rule_set_ids
from scorer.rules import LANGUAGES, Names, OptionSpec, RowRule

PAGES = Path(__file__).parents[1] / "docs" / "rules"


def page(rules: RuleSet) -> str:
    """Give the page of one rule set, in Markdown."""
    parts = [
        f"# {' · '.join(rules.names[language] for language in LANGUAGES)}",
        f"Rule set `{rules.id}`, version {rules.version}. Made by `python -m scripts.rule_pages` from "
        f"`scorer/rulesets/{rules.id}.toml`; change it there.",
        "## Rows",
        "Rows add up, unless the last column says that one stands for another.",
        "| row | 繁體 | 简体 | English | tai | from | stands for |\n|---|---|---|---|---|---|---|",
        *(_row(row) for row in rules.rows),
        "",
        "## Options",
        *(_option(option) for option in rules.option_specs),
        "",
        "## Table",
        "What happens beside the rows, by the options' defaults; [the keys](../rules.md#the-table).",
        *_table(rules),
        "",
        "## Events",
        "What a photo can't show and a person must say.",
        *(f"* `{event.id}`: {_names(event.names)}" for event in rules.events),
    ]
    return "\n".join(_spaced(parts)) + "\n"


def _spaced(parts: list[str]) -> list[str]:
    spaced: list[str] = []
    for part in parts:
        if spaced and part and spaced[-1] and not (part[0] in "|*" and spaced[-1][0] in "|*"):
            spaced.append("")
        spaced.append(part)
    return spaced


def _names(names: Names) -> str:
    return " · ".join(names[language] for language in LANGUAGES)


def _option(option: OptionSpec) -> str:
    others = [f"`{each}`" for each in option.choices or () if each != option.default]
    other = f", or {', '.join(others)}" if others else ""
    return f"* `{option.id}`: {_names(option.names)}. Default `{option.default}`{other}. *{option.source}*"


def _table(rules: RuleSet) -> list[str]:
    values = ((each.name, getattr(rules.table, each.name)) for each in fields(rules.table))
    return [f"* `{name}`: `{str(value).lower()}`" for name, value in values if value]


def _row(row: RowRule) -> str:
    tai = f"{row.tai} a hold" if row.per_streak else str(row.tai)
    instead = [f"`{other}`" for other in row.excludes] + [f"`{other}` on its tiles" for other in row.replaces]
    names = " | ".join(row.names[language] for language in LANGUAGES)
    return f"| `{row.id}` | {names} | {tai} | {row.source} | {', '.join(instead)} |"


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    stale = 0
    for rule_set in rule_set_ids():
        text, path = page(load_rules(rule_set)), PAGES / f"{rule_set}.md"
        if "--check" in arguments:
            if not path.is_file() or path.read_text("utf-8") != text:
                sys.stderr.write(f"{path.name} is not what its rule set says: run python -m scripts.rule_pages\n")
                stale = 1
        else:
            PAGES.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
