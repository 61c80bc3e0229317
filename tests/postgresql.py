"""A PostgreSQL server of our own in a temporary folder, for tests and the soak; nothing of the machine's is touched."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, text

from api.database import Database
from tests.ports import free_port

TEMPLATE = "tailens_template"


class NoPostgres(Exception):
    """No server can be started here; the message says why, and what to do."""


class Postgres:
    """A running server that hands out databases, empty or of the newest schema."""

    def __init__(self, port: int) -> None:
        self._base = f"postgresql+psycopg://tailens@127.0.0.1:{port}/"
        self._admin = create_engine(self._base + "postgres", isolation_level="AUTOCOMMIT")
        self._numbers = itertools.count(1)
        self._migrated = False

    def empty(self) -> str:
        """Make a database without a table, and give its URL."""
        return self._make("template0")

    def migrated(self) -> str:
        """Make a database of the newest schema, and give its URL; only the first one runs the migrations."""
        if not self._migrated:
            self._execute(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
            database = Database(self._base + TEMPLATE)
            database.migrate()
            database.close()
            self._migrated = True
        return self._make(TEMPLATE)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self._execute(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def close(self) -> None:
        """Close our own connections."""
        self._admin.dispose()

    def _make(self, template: str) -> str:
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._base + name

    def _execute(self, command: str) -> None:
        with self._admin.connect() as connection:
            connection.execute(text(command))


def programs() -> Path | None:
    """Give the folder of initdb and pg_ctl, or None."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """Run a server while the block runs, as the user `postgres` when we are root.

    Args:
        durable: write to the disk before a commit is answered, as a real one does; tests go without.

    Raises:
        NoPostgres: none is installed, or it may not run.
    """
    folder = programs()
    if folder is None:
        raise NoPostgres("PostgreSQL is not installed; on Debian, type: sudo apt-get install postgresql")
    user = None
    if os.getuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres") from None
    place = Path(tempfile.mkdtemp(prefix="tailens-pg-"))
    if user:
        os.chown(place, user.pw_uid, user.pw_gid)
    port = free_port()

    def run(program: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [folder / program, *arguments],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=120,
            cwd="/",
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
        )
        if done.returncode:
            raise NoPostgres(f"{program} failed: {done.stderr.decode(errors='replace').strip()[:500]}")

    data = place / "data"
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200"
    if not durable:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    try:
        run("initdb", "--pgdata", data, "--username", "tailens", "--auth", "trust", "--encoding", "UTF8", "--no-sync")
        run("pg_ctl", "--pgdata", data, "--options", options, "--log", place / "log", "--wait", "start")
        server = Postgres(port)
        try:
            yield server
        finally:
            server.close()
            run("pg_ctl", "--pgdata", data, "--mode", "immediate", "--wait", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)
