"""The schema and its migrations, on both kinds of database."""

from __future__ import annotations

import hashlib
import json

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from fastapi.testclient import TestClient
from sqlalchemy import text

from api.app import create_app
from api.database import MIGRATIONS, Database
from api.schemas import HandIn
from api.settings import settings_from
from api.tables import Base
from tests.api.conftest import TOKEN

CLUB = (
    'extends = "taiwan"\nid = "club"\nversion = "1"\n'
    'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }\n[rows.half_flush]\ntai = 5\n'
).encode()


@pytest.fixture
def database(settings):
    database = Database(settings.url)
    yield database
    database.close()


def test_the_migrations_make_the_tables_that_the_code_has(database):
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_migrating_twice_changes_nothing(database):
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    for _ in range(2):
        database.migrate()
        with database.engine.connect() as connection:
            assert MigrationContext.configure(connection).get_current_heads() == (newest,)


def old_database(url, retried="{}"):
    """Make a database of the first schema, with a photo's hand in it that was confirmed under a key."""
    database = Database(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    rules = {"id": "taiwan", "version": "1.0", "options": {"cap": 81}}
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        document = json.dumps({"rules": rules, "total": 5})
        at = "2026-11-30T00:00:00.000Z"
        connection.execute(text("INSERT INTO readings VALUES (:id, :at, '{}')"), {"id": "1" * 32, "at": at})
        connection.execute(
            text(
                "INSERT INTO hands (id, created_at, reading_id, hand, tiles, win, rules, base, per_tai, sheet, "
                "settlement) VALUES (:id, :at, :reading, '1m', '[]', '{}', :rules, 100, 20, :sheet, '{}')"
            ),
            {"id": "0" * 32, "at": at, "reading": "1" * 32, "rules": json.dumps(rules), "sheet": document},
        )
        said = hashlib.sha256(retried.encode()).hexdigest()
        connection.execute(
            text("INSERT INTO answered VALUES ('old-key', 'hands', :said, :made, :at)"),
            {"said": said, "made": "0" * 32, "at": at},
        )
    database.close()


def test_a_database_of_the_first_schema_is_brought_up_to_date_with_its_hands(empty_settings, reader):
    old_database(empty_settings.url)
    with TestClient(create_app(empty_settings, reader=reader), headers={"authorization": f"Bearer {TOKEN}"}) as client:
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


def test_what_was_kept_before_there_were_clubs_belongs_to_everybody_with_the_join_link(
    empty_settings, reader, confirmation
):
    body = HandIn.model_validate(confirmation).model_dump_json(by_alias=True, exclude={"club"})
    old_database(empty_settings.url, retried=body)
    with TestClient(create_app(empty_settings, reader=reader)) as someone:
        someone.get(f"/join/{TOKEN}", follow_redirects=False)
        (club,) = someone.get("/api/clubs").json()["clubs"]
        assert (club["house"], club["role"], club["created_at"]) == (True, "owner", "2026-11-30T00:00:00.000Z")
        (old,) = someone.get("/api/hands").json()["hands"]
        assert (old["id"], old["reading_id"]) == ("0" * 32, "1" * 32)
        assert someone.get("/api/readings/" + "1" * 32).status_code == 200
        # A phone that lost the answer to its confirmation asks again after the upgrade.
        answers = [
            someone.post("/api/hands", json=confirmation, headers={"idempotency-key": key})
            for key in ("old-key", "new-key")
        ]
        assert [answer.json()["id"] == "0" * 32 for answer in answers] == [True, False]
        assert [hand["id"] for hand in someone.get("/api/hands").json()["hands"]] == [answers[1].json()["id"], "0" * 32]


def test_the_migrations_can_be_taken_back(empty_settings):
    old_database(empty_settings.url)
    database = Database(empty_settings.url)
    database.migrate()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert connection.execute(text("SELECT reading_id FROM hands")).scalar() == "1" * 32
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    database.close()


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_sqlite_keeps_a_write_ahead_log_and_its_references(database):
    with database.read() as session:
        connection = session.connection()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_failed_write_leaves_no_trace(database):
    with pytest.raises(ZeroDivisionError), database.write() as session:
        session.connection().exec_driver_sql("INSERT INTO answered VALUES ('a', 'b', 'c', 'd', 'e')")
        raise ZeroDivisionError
    with database.read() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM answered").scalar() == 0


def test_the_token_is_made_once_and_kept(tmp_path):
    first = settings_from({}, data=tmp_path / "new")
    assert len(first.token) >= 20
    assert settings_from({}, data=tmp_path / "new").token == first.token
    assert settings_from({"TAILENS_TOKEN": "a-token-of-mine"}, data=tmp_path / "new").token == "a-token-of-mine"
    assert settings_from({"TAILENS_DATA": str(tmp_path / "other")}).token != first.token
