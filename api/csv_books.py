"""A session as a table for spreadsheets, and back: one line an event, four columns for what each player gained."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from api.ledger.errors import LedgerError
from api.ledger.events import Four
from api.line_documents import LineOut
from api.session_documents import SessionOut

FACTS = ("number", "time", "kind", "round", "dealer", "streak", "winners", "how", "from", "tai", "hand", "text")
POT = "pot"
TOTAL = "total"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
MOST_ROWS = 1900
MOST_CELL = 300
LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table: when, what in words, and what each gained."""

    time: str
    text: str
    gains: Four


@dataclass(frozen=True, slots=True)
class Table:
    """What a table says: four names, and its lines."""

    names: tuple[str, str, str, str]
    rows: tuple[TableRow, ...]


def table_of(session: SessionOut) -> str:
    """Give a session as CSV: facts, what each player gained, what is in the pot, and the totals last.

    No cell can begin a formula: where a text would, a ' stands before it.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    names = [player.name for player in session.players]
    writer.writerow([*FACTS, *(defused(name) for name in names), POT])
    for line in session.lines:
        writer.writerow([*(defused(cell) for cell in _facts(line, names)), *line.gains, line.pot])
    totals = [player.balance for player in session.players]
    writer.writerow([TOTAL, *[""] * (len(FACTS) - 1), *totals, session.pot])
    return out.getvalue()


def defused(text: str) -> str:
    """Give a text that no spreadsheet takes for a formula.

    >>> defused("=1+1"), defused("-甲"), defused("甲")
    ("'=1+1", "'-甲", '甲')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def read_table(text: str) -> Table:
    """Read a table: a heading with four names beside the known columns, then lines that sum to zero.

    Raises:
        LedgerError: `import_unreadable`, or `not_zero_sum`; `detail.line` counts from 1.
    """
    try:
        rows = [row for row in csv.reader(io.StringIO(text), strict=True) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise unreadable(1, str(error)) from error
    if not rows:
        raise unreadable(1, "there is nothing in it")
    if len(rows) > MOST_ROWS:
        raise unreadable(MOST_ROWS, f"there are more than {MOST_ROWS} lines")
    heading = [_plain(cell) for cell in rows[0]]
    at = {name: column for column, name in enumerate(heading) if name in (*FACTS, POT)}
    people = [column for column, name in enumerate(heading) if name not in at]
    if len(people) != 4:
        raise unreadable(1, f"there are {len(people)} columns of players, not four")
    lines = [
        _row(number, row, at, people)
        for number, row in enumerate(rows[1:], 2)
        if row[0].strip() != TOTAL or "number" not in at
    ]
    a, b, c, d = (heading[column] for column in people)
    return Table((a, b, c, d), tuple(lines))


def unreadable(line: int, why: str) -> LedgerError:
    """Refuse what can't be read."""
    return LedgerError("import_unreadable", f"line {line}: {why}", {"line": line, "reason": why})


def _row(number: int, row: Sequence[str], at: dict[str, int], people: Sequence[int]) -> TableRow:
    def cell(name: str) -> str:
        column = at.get(name)
        return "" if column is None or column >= len(row) else _plain(row[column])

    gains = [_amount(number, row[column] if column < len(row) else "") for column in people]
    if sum(gains):
        detail = {"line": number, "sum": sum(gains)}
        raise LedgerError("not_zero_sum", f"line {number}: what the four gain is not zero in all", detail)
    a, b, c, d = gains
    told = [cell(name) for name in ("kind", "winners", "how", "tai", "text")]
    text = "".join(c if c.isprintable() else " " for c in " ".join(filter(None, told)))
    return TableRow(cell("time"), text[:MOST_CELL], (a, b, c, d))


def _amount(number: int, cell: str) -> int:
    text = cell.strip().replace(",", "").replace("\u2212", "-").removeprefix("+")
    if not text:
        return 0
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 10 or int(digits) > LARGEST:
        raise unreadable(number, f"{cell[:40]!r} is no whole number")
    return int(text)


def _plain(cell: str) -> str:
    """Give a text as it was before it was defused."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA) else text


def _facts(line: LineOut, names: Sequence[str]) -> list[str]:
    winners = [win for win in line.wins if win.counts]
    return [
        str(line.number),
        line.at,
        line.kind,
        line.round,
        names[line.dealer],
        str(line.streak),
        " / ".join(names[win.player] for win in winners),
        line.won_by or "",
        "" if line.from_player is None else names[line.from_player],
        " / ".join(str(win.tai) for win in winners),
        " / ".join(win.hand or "" for win in winners),
        line.text,
    ]
