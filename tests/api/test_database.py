"""The schema and its migrations, on SQLite and, where one can be started, on PostgreSQL."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text

from api.app import create_app
from api.database import MIGRATIONS, Database
from api.settings import Settings, settings_from
from api.tables import Base
from tests.api.conftest import TOKEN

CLUB = (
    'extends = "taiwan"\nid = "club"\nversion = "1"\n'
    'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }\n[rows.half_flush]\ntai = 5\n'
).encode()


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
        assert MigrationContext.configure(connection).get_current_heads() == ("0003",)


def old_database(url):
    """Make a database of the first schema, with a hand in it."""
    database = Database(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    rules = {"id": "taiwan", "version": "1.0", "options": {"cap": 81}}
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        document = json.dumps({"rules": rules, "total": 5})
        connection.execute(
            text(
                "INSERT INTO hands (id, created_at, hand, tiles, win, rules, base, per_tai, sheet, settlement) VALUES "
                "(:id, '2026-11-30T00:00:00.000Z', '1m', '[]', '{}', :rules, 100, 20, :sheet, '{}')"
            ),
            {"id": "0" * 32, "rules": json.dumps(rules), "sheet": document},
        )
    database.close()


def require_kept_and_usable(settings, reader):
    """A database of the first schema opens, still has its hand, and takes a club's rule set."""
    old_database(settings.url)
    with TestClient(create_app(settings, reader=reader), headers={"authorization": f"Bearer {TOKEN}"}) as client:
        record = client.get("/api/hands/" + "0" * 32).json()
        assert record["rules"] == {"id": "taiwan", "version": "1.0", "options": {"cap": 81}}
        assert record["sheet"]["total"] == 5
        answers = [client.post("/api/rules", content=CLUB) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 200]
        assert client.get("/api/rules/club/file").content == CLUB
        assert client.get("/api/rules").json()["rules"][-1]["id"] == "club"
        assert client.delete("/api/rules/club").status_code == 204
        assert client.get("/api/rules").json()["rules"][-1]["id"] != "club"
        assert client.get("/api/rules/club%00").status_code == 404
        assert client.post("/api/rules", params={"file": "a\x00b"}, content=CLUB[:-9]).status_code == 409


def test_a_database_of_the_first_schema_is_brought_up_to_date_with_its_hands(settings, reader):
    require_kept_and_usable(settings, reader)


def test_the_migrations_can_be_taken_back(settings):
    old_database(settings.url)
    database = Database(settings.url)
    database.migrate()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert connection.execute(text("SELECT count(*) FROM hands")).scalar() == 1
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    database.close()


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


def test_a_postgresql_database_of_the_first_schema_is_brought_up_to_date(postgres_url, tmp_path, reader):
    admin = create_engine(postgres_url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("CREATE DATABASE old"))
    admin.dispose()
    url = postgres_url.replace("/postgres", "/old")
    require_kept_and_usable(Settings(data=tmp_path, token=TOKEN, database_url=url), reader)


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
