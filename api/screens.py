"""What a person sees on the terminal: a reading, a score sheet and a settlement as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from vision.reading import SURE

SUIT_STYLES = {"m": "red", "p": "blue", "s": "green", "z": "magenta", "f": "yellow", "k": "dim"}
LABELS = {
    "zh-Hant": {
        "total": "合計",
        "tai": "台",
        "row": "台型",
        "tiles": "牌",
        "source": "出處",
        "not_counted": "不計",
        "seat": "座位",
        "gets": "收付",
        "status": "不能計分",
        "waits": "聽牌",
        "assumed": "假設",
        "decomposition": "拆牌",
        "nearest": "最近的胡牌",
        "lacks": "還差",
        "no_effect": "沒有作用",
    },
    "zh-Hans": {
        "total": "合计",
        "tai": "台",
        "row": "台型",
        "tiles": "牌",
        "source": "出处",
        "not_counted": "不计",
        "seat": "座位",
        "gets": "收付",
        "status": "不能计分",
        "waits": "听牌",
        "assumed": "假设",
        "decomposition": "拆牌",
        "nearest": "最近的胡牌",
        "lacks": "还差",
        "no_effect": "没有作用",
    },
    "en": {
        "total": "total",
        "tai": "tai",
        "row": "pattern",
        "tiles": "tiles",
        "source": "source",
        "not_counted": "not counted",
        "seat": "seat",
        "gets": "gets",
        "status": "can't be scored",
        "waits": "waits",
        "assumed": "assumed",
        "decomposition": "taken apart",
        "nearest": "nearest winning hand",
        "lacks": "tai it lacks",
        "no_effect": "changed nothing",
    },
}
SEAT_NAMES = {"E": "東 E", "S": "南 S", "W": "西 W", "N": "北 N"}


def make_console(*, stderr: bool = False) -> Console:
    """Make a console that colours only on a terminal, and there as NO_COLOR says."""
    # Names and sources of a club's own file are no markup, and `:1m:` no emoji.
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def tile_text(tile: str, *, unsure: bool = False) -> Text:
    """Give a tile's name in its suit's colour; an unsure one also has a question mark."""
    text = Text(tile, style=SUIT_STYLES[tile[-1]])
    return text.append("?", style="bold yellow") if unsure else text


def reading_screen(document: Mapping[str, Any]) -> RenderableType:
    """Show one document of `tailens read --json`."""
    title = Text(f"{document['photo']}  ", style="bold")
    if "error" in document:
        error = document["error"]
        return title.append(f"{error['code']}: {error['message']}", style="red")
    tiles = document["tiles"]
    title.append(f"{document['width']}x{document['height']}, {len(tiles)} tiles", style="dim")
    parts: list[RenderableType] = [title]
    for role in ("concealed", "meld", "winning", "flower", "other"):
        group = [t for t in tiles if t["role"] == role]
        if group:
            line = Text(f"  {role:<10}")
            for tile in group:
                line.append_text(tile_text(tile["tile"], unsure=tile["confidence"] < SURE)).append(" ")
            parts.append(line)
    for hand in document["hands"]:
        legal = Text(" legal", style="green") if hand["legal"] else Text(" not a legal hand", style="yellow")
        parts.append(Text(f"  hand      {hand['hand']}") + legal)
        suggestion = hand["suggestion"]
        if suggestion:
            changes = ", ".join(f"tile {c['tile'] + 1} {c['from']} to {c['to']}" for c in suggestion["changes"])
            parts.append(Text(f"  perhaps   {suggestion['hand']} ({changes}; {suggestion['confidence']:.0%} sure)"))
    for warning in document["warnings"]:
        at = warning.get("tile")
        place = "" if at is None else f" (tile {at + 1}, {tiles[at]['tile']})"
        parts.append(Text(f"  {warning['code']}: {warning['message']}{place}", style="yellow"))
    return Group(*parts)


def sheet_screen(document: Mapping[str, Any], *, lang: str) -> RenderableType:
    """Show one document of `tailens score --json`: rows with their tiles, what was not counted, who pays whom."""
    words = LABELS[lang]
    rules = document["rules"]
    parts: list[RenderableType] = [
        Text(document["hand"], style="bold") + Text(f"  {rules['id']} {rules['version']}", style="dim")
    ]
    if document["total"] is None:
        parts.append(Text(f"{words['status']}: {', '.join(document['status'])}", style="red"))
    if document["rows"]:
        total = document["total"] if document["total"] is not None else sum(row["tai"] for row in document["rows"])
        table = Table(box=box.SIMPLE_HEAD, show_footer=True)
        table.add_column(words["row"], footer=words["total"])
        table.add_column(words["tai"], justify="right", footer=Text(str(total), style="bold green"))
        table.add_column(words["tiles"])
        table.add_column(words["source"], style="dim")
        for row in document["rows"]:
            table.add_row(row["name"], str(row["tai"]), row["tiles"], row["source"])
        parts.append(table)
    for row in document["not_counted"]:
        parts.append(Text(f"{words['not_counted']}: {row['name']} {row['tiles']} ({row['because_name']})", style="dim"))
    if document.get("waits"):
        parts.append(Text(f"{words['waits']}: {' '.join(document['waits'])}"))
    parts.extend(explanation(document, words))
    if document["settlement"]:
        parts.append(settlement_screen(document["settlement"], words))
    return Group(*parts)


def explanation(document: Mapping[str, Any], words: Mapping[str, str]) -> list[Text]:
    """Give the lines that say how the hand was taken apart, what was assumed, and what would make it win."""
    lines: list[Text] = []
    if document["assumed"]:
        facts = ", ".join(f"{key} {value}" for key, value in document["assumed"].items())
        lines.append(Text(f"{words['assumed']}: {facts}", style="yellow"))
    cut = document.get("decomposition")
    if cut:
        lines.append(Text(f"{words['decomposition']}: {' '.join((*cut['sets'], *cut['pairs']))}"))
    nearest = document.get("nearest")
    if nearest:
        lines.append(Text(f"{words['nearest']}: {', '.join(map(change_text, nearest['changes']))}"))
    if document.get("lacks"):
        lines.append(Text(f"{words['lacks']}: {document['lacks']}", style="yellow"))
    if document.get("events_without_effect"):
        lines.append(Text(f"{words['no_effect']}: {' '.join(document['events_without_effect'])}", style="dim"))
    lines.extend(Text(f"{option['name']}: {option['value']}", style="dim") for option in document.get("options", ()))
    return lines


def change_text(change: Mapping[str, str | None]) -> str:
    """Say in a few signs which tile to change, add or take away.

    >>> change_text({"from": "5m", "to": "6m"}), change_text({"from": None, "to": "6m"})
    ('5m -> 6m', '+6m')
    """
    if change["from"] and change["to"]:
        return f"{change['from']} -> {change['to']}"
    return f"+{change['to']}" if change["to"] else f"-{change['from']}"


def settlement_screen(settlement: Mapping[str, int], words: Mapping[str, str]) -> RenderableType:
    """Show what each seat gets or pays."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words["seat"])
    table.add_column(words["gets"], justify="right")
    for seat, money in settlement.items():
        style = "green" if money > 0 else "red" if money < 0 else "dim"
        table.add_row(SEAT_NAMES[seat], Text(f"{money:+d}" if money else "0", style=style))
    return table


def figures_screen(document: Mapping[str, Any]) -> RenderableType:
    """Show how well labelled photos were read, with the recall of each class and the commonest confusions."""
    head = Table(box=box.SIMPLE_HEAD, show_header=False)
    for name, value in document.items():
        if isinstance(value, int):
            head.add_row(name, str(value))
        elif isinstance(value, float):
            head.add_row(name, f"{value:.4f}")
    classes = Text("named / labelled  ")
    for tile, counts in document["classes"].items():
        classes.append(f"{tile} {counts['named']}/{counts['labelled']}  ", style=SUIT_STYLES.get(tile[-1], ""))
    confused = Text("taken for  ")
    confused.append(", ".join(f"{a} -> {b} {count}" for a, b, count in document["confused"][:20]))
    return Group(head, classes, confused)
