"""The schema and its migrations, on SQLite and, where one can be started, on PostgreSQL."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from fastapi.testclient import TestClient

from api.app import create_app
from api.database import Database
from api.settings import Settings, settings_from
from api.tables import Base
from tests.api.conftest import TOKEN


@pytest.fixture
def database(settings):
    database = Database(settings.url)
    database.migrate()
    yield database
    database.close()


def test_the_migrations_make_the_tables_that_the_code_has(database):
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_migrating_twice_changes_nothing(database):
    database.migrate()
    with database.engine.connect() as connection:
        assert MigrationContext.configure(connection).get_current_heads() == ("0002",)


def test_sqlite_keeps_a_write_ahead_log_and_its_references(database):
    with database.read() as session:
        connection = session.connection()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_failed_write_leaves_no_trace(database):
    with pytest.raises(ZeroDivisionError), database.write() as session:
        session.connection().exec_driver_sql("INSERT INTO readings VALUES ('a', 'b', '{}')")
        raise ZeroDivisionError
    with database.read() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM readings").scalar() == 0


def test_the_token_is_made_once_and_kept(tmp_path):
    first = settings_from({}, data=tmp_path / "new")
    assert len(first.token) >= 20
    assert settings_from({}, data=tmp_path / "new").token == first.token
    assert settings_from({"TAILENS_TOKEN": "a-token-of-mine"}, data=tmp_path / "new").token == "a-token-of-mine"
    assert settings_from({"TAILENS_DATA": str(tmp_path / "other")}).token != first.token


def postgres_programs():
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).parent if found else None


@pytest.fixture(scope="module")
def postgres_url():
    """A PostgreSQL of our own in a temporary folder, as the user `postgres` when we are root."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL's initdb is not installed")
    user = None
    if os.getuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    folder = Path(tempfile.mkdtemp(prefix="tailens-pg-"))
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(program, *arguments):
        subprocess.run(
            [programs / program, *arguments],
            check=True,
            capture_output=True,
            timeout=120,
            cwd="/",
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
        )

    data = folder / "data"
    run("initdb", "--pgdata", data, "--username", "tailens", "--auth", "trust", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    run("pg_ctl", "--pgdata", data, "--options", options, "--log", folder / "log", "--wait", "start")
    yield f"postgresql+psycopg://tailens@127.0.0.1:{port}/postgres"
    run("pg_ctl", "--pgdata", data, "--mode", "immediate", "--wait", "stop")
    shutil.rmtree(folder)


def test_the_service_runs_on_postgresql_by_url(postgres_url, tmp_path, reader, confirmation, picture):
    settings = Settings(data=tmp_path, token=TOKEN, database_url=postgres_url)
    with TestClient(create_app(settings, reader=reader), headers={"authorization": f"Bearer {TOKEN}"}) as client:
        reading = client.post("/api/readings", files={"photo": ("a.jpg", picture())}).json()
        body = {**confirmation, "reading_id": reading["id"]}
        made = [client.post("/api/hands", json=body, headers={"idempotency-key": key}) for key in ("a", "a", "b")]
        assert [answer.status_code for answer in made] == [201] * 3
        assert made[0].json() == made[1].json()
        listed = client.get("/api/hands").json()["hands"]
        assert listed == [made[2].json(), made[0].json()]
        assert client.get(reading["photo_url"]).status_code == 200
    assert not (tmp_path / "tailens.sqlite3").exists()
    database = Database(postgres_url)
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    database.close()
