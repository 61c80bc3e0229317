"""All rows of a database as plain values, and back: the same on SQLite and PostgreSQL, whatever the schema's version.

Tables are looked up in the database, not in the code, so that what an older or newer schema has is neither lost nor
made up. JSON goes through as the text that it is.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, MetaData, Table

from api import model_tables, set_tables  # noqa: F401  # so that their tables are known
from api.tables import Base

VERSIONS = "alembic_version"
AT_ONCE = 500


def schema_of(connection: Connection) -> str | None:
    """Give the version of the database's schema, or None where there is none of ours."""
    if not sa.inspect(connection).has_table(VERSIONS):
        return None
    versions = list(connection.execute(sa.text(f"SELECT version_num FROM {VERSIONS}")).scalars())
    return str(versions[0]) if len(versions) == 1 else None


def tables_of(connection: Connection, names: Iterable[str] = ()) -> list[Table]:
    """Give our tables as the database has them, those that others refer to first; other programs' are left alone.

    Args:
        names: tables to look for beside those that the code has now.
    """
    ours = {*Base.metadata.tables, *names} - {VERSIONS}
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in ours)
    return found.sorted_tables


def rows_of(connection: Connection, table: Table) -> Iterator[dict[str, Any]]:
    """Give a table's rows in the order of its key, as values that JSON can hold."""
    columns = [sa.cast(each, sa.Text).label(each.name) if _is_json(each) else each for each in table.columns]
    query = sa.select(*columns).order_by(*table.primary_key.columns)
    raw = {each.name for each in table.columns if _is_bytes(each)}
    for row in connection.execution_options(yield_per=AT_ONCE).execute(query).mappings():
        yield {
            name: base64.b64encode(value).decode() if name in raw and value is not None else value
            for name, value in row.items()
        }


def insert_rows(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> int:
    """Put rows into a table, and give how many.

    Raises:
        ValueError: a row has other columns than the table.
    """
    names = {each.name for each in table.columns}
    raw = [each.name for each in table.columns if _is_bytes(each)]
    command = table.insert().values({each.name: _bound(connection, each) for each in table.columns})
    count = 0
    rows = iter(rows)
    while batch := list(islice(rows, AT_ONCE)):
        for row in batch:
            if set(row) != names:
                raise ValueError(f"a row of {table.name} has other columns than the table")
            for name in raw:
                row[name] = _bytes(row[name])
        connection.execute(command, batch)
        count += len(batch)
    _go_on_counting(connection, table)
    return count


def _is_json(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, sa.JSON)


def _is_bytes(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, sa.LargeBinary)


def _bytes(text: Any) -> bytes | None:
    if text is None:
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (TypeError, binascii.Error) as error:
        raise ValueError("what should be base64 is not") from error


def _bound(connection: Connection, column: sa.Column[Any]) -> Any:
    if not _is_json(column):
        return sa.bindparam(column.name, type_=column.type)
    text = sa.bindparam(column.name, type_=sa.Text())
    # SQLite keeps JSON as text, and would make a number of it in a cast.
    return text if connection.dialect.name == "sqlite" else sa.cast(text, column.type)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """Let PostgreSQL's own numbering go on after the highest that was put in; SQLite does by itself."""
    if connection.dialect.name == "sqlite":
        return
    for column in table.primary_key.columns:
        if isinstance(column.type, sa.Integer):
            find = sa.func.pg_get_serial_sequence(table.name, column.name)
            highest = sa.select(sa.func.max(column)).scalar_subquery()
            connection.execute(sa.select(sa.func.setval(find, highest)).where(highest.is_not(None), find.is_not(None)))
