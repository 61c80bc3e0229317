"""The database: SQLite with one writer at a time, or PostgreSQL by URL, brought to the newest schema at start."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS = 60_000
# A call holds a connection while it waits to write: as many as calls are worked on at once (40 threads), and a few.
POOL = {"pool_size": 10, "max_overflow": 40}
WRITER_LOCK = 0x7A11E5  # any number, the same in every process of ours


class Database:
    """Sessions on one database, made once a process; one writer at a time on either kind.

    On SQLite a writing session begins with BEGIN IMMEDIATE: it waits for the other writer at its start, where
    waiting works, and not at its first write, where SQLite answers "database is locked" at once. On PostgreSQL an
    advisory lock does the same, so that a double tap can't race itself.
    """

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url, **POOL)
        if self.engine.dialect.name == "sqlite":
            _prepare_sqlite(self.engine)
        else:
            event.listen(self.engine, "begin", _lock_writers)
        self._writing = self.engine.execution_options(tailens_writes=True)
        # SQLite's waiting is by chance and gives up after a while: our own threads queue here, and only processes
        # meet there. A lock that its holder may take again: a write inside a write is then SQLite's to refuse.
        self._turn: AbstractContextManager[object] = (
            threading.RLock() if self.engine.dialect.name == "sqlite" else nullcontext()
        )

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that only looks."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session that commits at the end, or leaves no trace when an exception passes."""
        with self._turn, Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    def migrate(self) -> None:
        """Bring the schema to the newest version; several processes may start at once."""
        with self._writing.begin() as connection:
            upgrade(connection, "head")

    def close(self) -> None:
        """Close the pooled connections."""
        self.engine.dispose()


def upgrade(connection: Connection, revision: str) -> None:
    """Bring the schema up to a version, inside the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("tailens_writes", False))


def _lock_writers(connection: Connection) -> None:
    if _writes(connection):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})")


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def settings(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")
