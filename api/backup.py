"""Keep everything in one file, and bring it back: the rows, the photos, and what lets phones in again.

A backup is made while the service runs: the rows are those of one moment, and a photo is kept before its row is. It
does not depend on the kind of database: what was kept on SQLite can be brought back on PostgreSQL.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError

from api.authority import AUTHORITY_FILE
from api.backup_file import BackupError, BackupReader, BackupWriter, opened_backup, unusable
from api.database import MIGRATIONS, Database, upgrade
from api.dump import VERSIONS, insert_rows, rows_of, schema_of, tables_of
from api.photos import PhotoStore, photo_store
from api.settings import TOKEN, TOKEN_FILE, Settings

# What the migrations put in themselves: the club of those with the join link.
MADE_BY_ITSELF = {"clubs": 1}


@dataclass(frozen=True, slots=True)
class Kept:
    """What a backup holds.

    Attributes:
        rows: how many, by table.
        photos: how many photos.
        missing: ids of photos that were not to be found.
    """

    rows: dict[str, int]
    photos: int
    missing: tuple[str, ...] = ()


def back_up(settings: Settings, path: Path, *, now: Callable[[], str], overwrite: bool = False) -> Kept:
    """Write everything into one file, readable by its owner only, whole or not at all.

    Raises:
        BackupError: `backup_exists`, or `nothing_to_back_up`.
        OSError: the file can't be written.
    """
    if path.exists() and not overwrite:
        raise BackupError("backup_exists", f"{path} is there already; to write over it, say --overwrite")
    if not settings.database_url and not (settings.data / "tailens.sqlite3").is_file():
        raise _nothing(settings)  # opening it would make it
    with _database(settings) as database, _whole_file(path) as file, closing(BackupWriter(file)) as writer:
        with _one_moment(database) as connection:
            schema = schema_of(connection)
            if schema is None:
                raise _nothing(settings)
            tables = tables_of(connection)
            rows = {table.name: _write_table(writer, connection, table) for table in tables}
            stored = _photo_ids(connection, tables)
        photos = photo_store(settings.photo_address)
        missing = tuple(each for each in stored if not _write_photo(writer, photos, each))
        for name, kept in _kept_files(settings).items():
            if kept.is_file():
                writer.add(f"kept/{name}", [kept.read_bytes()], squeeze=False)
        facts = {"version": version("tailens"), "made_at": now(), "schema": schema, "rows": rows}
        writer.finish({**facts, "photos": len(stored) - len(missing), "photos_missing": list(missing)})
    return Kept(rows, len(stored) - len(missing), missing)


def restore(settings: Settings, path: Path, *, replace: bool = False) -> Kept:
    """Bring everything back from a backup's file, which is checked whole first.

    The rows come back in one transaction; a failure leaves the place as it was.

    Args:
        replace: throw away what is there; otherwise only an empty place is taken.

    Raises:
        BackupError: the file is no whole backup, or the place is not empty.
        OSError: the file can't be read.
    """
    with opened_backup(path) as backup:
        return _restore(settings, backup, replace=replace)


def _restore(settings: Settings, backup: BackupReader, *, replace: bool) -> Kept:
    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if backup.facts["schema"] not in known:
        raise BackupError("backup_newer", "the backup was made by a newer TaiLens; bring this one up to date first")
    if "join-token" in backup.kept and not TOKEN.fullmatch(_token_in(backup)):
        raise unusable("its join token can't be one")
    photos = photo_store(settings.photo_address)
    before = set(photos.ids())
    added: list[str] = []
    try:
        with _database(settings) as database, database.write() as session:
            connection = session.connection()
            if not replace and (before or not _is_empty(connection)):
                raise BackupError(
                    "place_not_empty",
                    "there is something in that place already; to throw it away for the backup, say --replace",
                )
            rows = _bring_back_rows(connection, backup)
            for photo in backup.photos:
                added.append(photo)
                photos.put(photo, backup.photo(photo))
    except BaseException as error:
        for photo in set(added) - before:
            with suppress(OSError):
                photos.remove(photo)
        if isinstance(error, SQLAlchemyError | ValueError) and not isinstance(error, OperationalError | InterfaceError):
            raise unusable(_first_line(error)) from error
        raise
    for photo in before - set(backup.photos):
        photos.remove(photo)
    for name in backup.kept:
        _write_private(_kept_files(settings)[name], backup.kept_file(name))
    return Kept(rows, len(backup.photos))


def _nothing(settings: Settings) -> BackupError:
    return BackupError("nothing_to_back_up", f"there is no database of TaiLens in {settings.data}")


@contextmanager
def _database(settings: Settings) -> Iterator[Database]:
    """Open the database, and say in words where it can't be used."""
    try:
        database = Database(settings.url)
        try:
            yield database
        finally:
            database.close()
    except (ArgumentError, OperationalError, InterfaceError, ImportError) as error:
        raise BackupError("database_unusable", f"the database can't be used: {_first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


@contextmanager
def _one_moment(database: Database) -> Iterator[Connection]:
    """Give a connection that sees everything as it is when it first looks, also while others write."""
    engine = database.engine
    if engine.dialect.name != "sqlite":  # SQLite's transactions are so by themselves
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def _whole_file(path: Path) -> Iterator[Any]:
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _write_table(writer: BackupWriter, connection: Connection, table: Table) -> int:
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for row in rows_of(connection, table):
            count += 1
            yield json.dumps(row, ensure_ascii=False).encode() + b"\n"

    writer.add(f"tables/{table.name}.jsonl", lines(), squeeze=True)
    return count


def _photo_ids(connection: Connection, tables: list[Table]) -> list[str]:
    """Give the photos that rows speak of: of readings, but those that were deleted, and of labelled sets."""
    found: dict[str, None] = {}
    for table in tables:
        if table.name == "readings":
            query = sa.select(table.c.id)
            if "photo_deleted" in table.c:
                query = query.where(~table.c.photo_deleted)
        elif table.name == "set_photos":
            query = sa.select(table.c.file)
        else:
            continue
        found |= dict.fromkeys(connection.execute(query).scalars())
    return list(found)


def _write_photo(writer: BackupWriter, photos: PhotoStore, photo: str) -> bool:
    jpeg = photos.read(photo)
    if jpeg is None:  # deleted since the moment of the rows, or lost before
        return False
    writer.add(f"photos/{photo}.jpg", [jpeg], squeeze=False)
    return True


def _kept_files(settings: Settings) -> dict[str, Path]:
    return {"join-token": settings.data / TOKEN_FILE, "authority.pem": settings.data / "tls" / AUTHORITY_FILE}


def _token_in(backup: BackupReader) -> str:
    return backup.kept_file("join-token").decode("ascii", "replace").strip()


def _is_empty(connection: Connection) -> bool:
    counts = {table.name: _count(connection, table) for table in tables_of(connection)}
    return all(count <= MADE_BY_ITSELF.get(name, 0) for name, count in counts.items())


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def _bring_back_rows(connection: Connection, backup: BackupReader) -> dict[str, int]:
    for table in reversed(tables_of(connection, backup.tables)):
        table.drop(connection)
    connection.execute(sa.text(f"DROP TABLE IF EXISTS {VERSIONS}"))
    upgrade(connection, backup.facts["schema"])
    tables = tables_of(connection, backup.tables)
    if {table.name for table in tables} != set(backup.tables):
        raise unusable("its tables are not those of its schema")
    for table in reversed(tables):
        connection.execute(table.delete())
    rows = {table.name: insert_rows(connection, table, backup.rows(table.name)) for table in tables}
    upgrade(connection, "head")
    return rows


def _write_private(path: Path, text: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _whole_file(path) as file:
        file.write(text)
