"""Backup and restore: everything comes back, from either kind of database to either; files that do harm are refused."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import json
import os
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from fastapi.testclient import TestClient
from PIL import Image

from api.app import create_app, utc_now
from api.authority import kept_authority
from api.backup import back_up, restore
from api.backup_file import BackupError
from api.cli import main
from api.database import MIGRATIONS, Database, upgrade
from api.dump import tables_of
from api.photos import photo_store
from api.settings import Settings
from tests.api.conftest import HAND, TOKEN
from tests.api.test_database import CLUB, old_database

ROOT = Path(__file__).parents[2]
MEMBER = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def elsewhere(tmp_path):
    """Settings of another place, on SQLite; `replace` them for another kind."""
    return Settings(data=tmp_path / "elsewhere", token=TOKEN)


def fill(settings, reader):
    """Put a reading, two hands, a rule set and a session into a place."""
    picture = io.BytesIO()
    Image.new("RGB", (320, 240), (30, 90, 60)).save(picture, "JPEG")
    with TestClient(create_app(settings, reader=reader), headers=MEMBER) as client:
        reading = client.post("/api/readings", files={"photo": ("a.jpg", picture.getvalue())}).json()
        win = {"won_by": "discard", "seat": "S", "from": "W"}
        for key in "ab":
            body = {"hand": HAND, "win": win, "reading_id": reading["id"]}
            assert client.post("/api/hands", json=body, headers={"idempotency-key": key}).is_success
        assert client.post("/api/rules", content=CLUB).is_success
        club = client.get("/api/clubs").json()["clubs"][0]["id"]
        players = {"players": [{"name": name} for name in ("東", "南", "西", "北")]}
        opened = client.post(f"/api/clubs/{club}/sessions", json=players, headers={"idempotency-key": "c"}).json()
        event = {"kind": "hand", "won_by": "discard", "from": 2, "wins": [{"player": 1, "hand": HAND}]}
        path = f"/api/sessions/{opened['id']}/events"
        written = client.post(path, json={"after": 1, "event": event}, headers={"idempotency-key": "d"})
        assert written.is_success
    (settings.data / "join-token").write_text(TOKEN + "\n")


@pytest.fixture
def filled(settings, reader):
    """A place with something of everything in it."""
    fill(settings, reader)
    return settings


@pytest.fixture(scope="session")
def packed(tmp_path_factory, reader):
    """The bytes of a backup, made once: most tests only change them and look whether they are refused."""
    place = Settings(data=tmp_path_factory.mktemp("packed"), token=TOKEN)
    fill(place, reader)
    back_up(place, place.data / "backup.zip", now=utc_now)
    return (place.data / "backup.zip").read_bytes()


@pytest.fixture
def some_backup(packed, tmp_path):
    path = tmp_path / "some.zip"
    path.write_bytes(packed)
    return path


def told(settings, reader):
    """What the service answers about a place."""
    with TestClient(create_app(settings, reader=reader), headers=MEMBER) as client:
        hands = client.get("/api/hands").json()
        club = client.get("/api/clubs").json()["clubs"][0]["id"]
        (kept,) = client.get(f"/api/clubs/{club}/sessions").json()["sessions"]
        session = client.get(f"/api/sessions/{kept['id']}").json()
        ledger = client.get(f"/api/sessions/{kept['id']}/events").json()
        photo = client.get(hands["hands"][0]["photo_url"])
        assert photo.status_code == 200
        return hands, session, ledger, client.get("/api/rules/club/file").content, photo.content


def rows(settings):
    """Every row of every table, as the database has them."""
    database = Database(settings.url)
    with database.engine.connect() as connection:
        tables = tables_of(connection)
        found = {
            t.name: [tuple(row) for row in connection.execute(sa.select(t).order_by(*t.primary_key))] for t in tables
        }
    database.close()
    return found


@pytest.fixture
def backup(filled, tmp_path):
    path = tmp_path / "backup.zip"
    back_up(filled, path, now=utc_now)
    return path


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_everything_comes_back_on_either_kind_of_database(filled, backup, elsewhere, reader, to, request):
    server = request.getfixturevalue("postgres") if to == "postgresql" else None
    target = dataclasses.replace(elsewhere, database_url=server.empty()) if server else elsewhere
    target.data.mkdir()
    kept = restore(target, backup)
    assert kept.photos == 1
    assert kept.rows["hands"] == 2 and kept.rows["events"] == 2
    assert rows(target) == rows(filled)
    assert told(target, reader) == told(filled, reader)
    assert (target.data / "join-token").read_text().strip() == TOKEN
    # What is made afterwards takes new numbers.
    with TestClient(create_app(target, reader=reader), headers=MEMBER) as client:
        body = {"hand": "123456789m55p56s[777z]+7s|1f", "win": {"won_by": "self_draw", "seat": "S"}}
        assert client.post("/api/hands", json=body, headers={"idempotency-key": "new"}).status_code == 201
        assert len(client.get("/api/hands").json()["hands"]) == 3
        # A call that was answered before the backup is known to have been.
        again = {**body, "base": 7}
        assert client.post("/api/hands", json=again, headers={"idempotency-key": "a"}).status_code == 409
    if server:
        server.drop(target.database_url)


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_backup_is_for_its_owner_only_and_never_half_written(filled, backup, tmp_path, monkeypatch):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    whole = backup.read_bytes()
    with pytest.raises(BackupError) as refused:
        back_up(filled, backup, now=utc_now)
    assert refused.value.code == "backup_exists"
    monkeypatch.setattr("api.backup_file.BackupWriter.finish", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        back_up(filled, backup, now=utc_now, overwrite=True)
    assert backup.read_bytes() == whole
    assert not list(tmp_path.glob(".*.part"))


def test_a_backup_made_while_hands_are_confirmed_holds_one_moment(settings, reader, confirmation, tmp_path):
    with TestClient(create_app(settings, reader=reader), headers=MEMBER) as client:
        stop = threading.Event()
        made = []

        def confirm():
            while not stop.is_set():
                key = {"idempotency-key": f"hand-{len(made)}"}
                made.append(client.post("/api/hands", json=confirmation, headers=key).status_code)

        thread = threading.Thread(target=confirm)
        thread.start()
        try:
            for n in range(3):
                kept = back_up(settings, tmp_path / f"{n}.zip", now=utc_now)
                # A hand and the key that it was answered under are written together.
                assert kept.rows["hands"] == kept.rows["answered"]
        finally:
            stop.set()
            thread.join()
        assert set(made) == {201}


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_the_two_commands_do_it_beside_each_other_in_one_line(filled, tmp_path, capsys):
    def tailens(*call):
        environment = {key: text for key, text in os.environ.items() if not key.startswith("TAILENS_")}
        return subprocess.run(
            [sys.executable, "-m", "api.cli", *call],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip

    file, new = tmp_path / "all.zip", tmp_path / "new"
    done = tailens("backup", file, "--data", filled.data)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 photos" in done.stdout
    done = tailens("restore", file, "--data", new)
    assert (done.returncode, done.stderr) == (0, "")
    assert rows(Settings(data=new, token=TOKEN)) == rows(filled)
    assert main(["restore", str(file), "--data", str(new)]) == 1
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1 and "--replace" in said
    assert main(["restore", str(file), "--data", str(new), "--replace"]) == 0
    assert main(["backup", str(file), "--data", str(tmp_path / "nowhere")]) == 1
    assert main(["backup", str(tmp_path / "no" / "folder.zip"), "--data", str(filled.data)]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_place_that_is_not_empty_is_left_alone_unless_told(filled, backup, reader, picture):
    with TestClient(create_app(filled, reader=reader), headers=MEMBER) as client:
        later = client.post("/api/readings", files={"photo": ("a.jpg", picture(size=(400, 300)))}).json()
    before = rows(filled)
    with pytest.raises(BackupError) as refused:
        restore(filled, backup)
    assert refused.value.code == "place_not_empty"
    assert rows(filled) == before
    restore(filled, backup, replace=True)
    after = rows(filled)
    assert later["id"] not in [row[0] for row in after["readings"]]
    assert later["id"] not in set(photo_store(filled.photo_address).ids())
    assert len(after["readings"]) == len(before["readings"]) - 1


def test_photos_alone_make_a_place_not_empty(some_backup, elsewhere):
    photo_store(elsewhere.photo_address).put("a" * 32, b"x")
    with pytest.raises(BackupError) as refused:
        restore(elsewhere, some_backup)
    assert refused.value.code == "place_not_empty"


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_photos_go_from_a_folder_to_an_address_and_a_missing_one_is_said(filled, backup, elsewhere, tmp_path):
    target = dataclasses.replace(elsewhere, photos_at="memory://restored")
    target.data.mkdir()
    restore(target, backup)
    (photo,) = photo_store("memory://restored").ids()
    assert photo_store("memory://restored").read(photo) == photo_store(filled.photo_address).read(photo)
    photo_store("memory://restored").remove(photo)
    kept = back_up(target, tmp_path / "second.zip", now=utc_now)
    assert kept.missing == (photo,)
    assert kept.photos == 0


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_phones_that_trust_the_machine_still_do_on_the_new_one(filled, elsewhere, tmp_path):
    trusted = kept_authority(filled.data / "tls").fingerprint
    back_up(filled, tmp_path / "b.zip", now=utc_now)
    elsewhere.data.mkdir()
    restore(elsewhere, tmp_path / "b.zip")
    assert kept_authority(elsewhere.data / "tls").fingerprint == trusted
    assert stat.S_IMODE((elsewhere.data / "tls" / "authority.pem").stat().st_mode) == 0o600


def test_a_backup_of_the_first_schema_comes_back_and_is_brought_up_to_date(empty_settings, elsewhere, tmp_path, reader):
    old_database(empty_settings.url)
    back_up(empty_settings, tmp_path / "old.zip", now=utc_now)
    elsewhere.data.mkdir()
    restore(elsewhere, tmp_path / "old.zip")
    with TestClient(create_app(elsewhere, reader=reader), headers=MEMBER) as client:
        assert client.get("/api/hands/" + "0" * 32).json()["sheet"]["total"] == 5


def test_the_backup_of_a_newer_program_is_refused_in_words(some_backup, elsewhere):
    change(some_backup, lambda facts, _: facts.update(schema="9999"))
    refused = refusal(elsewhere, some_backup)
    assert refused.code == "backup_newer"


def test_a_file_with_one_byte_changed_or_cut_short_is_refused(some_backup, elsewhere):
    whole = some_backup.read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        damaged = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        some_backup.write_bytes(damaged)
        try:
            restore(elsewhere, some_backup)
        except BackupError as error:
            assert error.code in ("backup_unusable", "backup_newer")
            assert not elsewhere.data.exists() or nothing_in(elsewhere)
        else:
            # Only a byte that no reader looks at (a date, an attribute) may pass.
            rest = Settings(data=elsewhere.data, token=TOKEN)
            assert len(rows(rest)["hands"]) == 2
            restore_away(elsewhere)
    for part in (0, 10, len(whole) // 2, len(whole) - 1):
        some_backup.write_bytes(whole[:part])
        assert refusal(elsewhere, some_backup).code == "backup_unusable"


def nothing_in(settings):
    database = settings.data / "tailens.sqlite3"
    if database.exists():
        assert all(not found for name, found in rows(settings).items() if name != "clubs")
    return not list((settings.data / "photos").glob("*")) and not (settings.data / "join-token").exists()


def restore_away(settings):
    for path in sorted(settings.data.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def refusal(settings, path):
    settings.data.mkdir(exist_ok=True)
    with pytest.raises(BackupError) as refused:
        restore(settings, path)
    assert nothing_in(settings)
    return refused.value


def change(path, how):
    """Write the backup anew after `how(facts, members)` has changed its manifest and members."""
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist() if name != "manifest.json"}
        facts = json.loads(old.read("manifest.json"))
    how(facts, members)
    with zipfile.ZipFile(path, "w") as new:
        for name, text in members.items():
            new.writestr(name, text, zipfile.ZIP_DEFLATED if name.startswith("tables/") else zipfile.ZIP_STORED)
        new.writestr("manifest.json", json.dumps(facts))


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_backup_that_another_program_packed_anew_is_as_good(filled, backup, elsewhere):
    change(backup, lambda facts, members: None)
    elsewhere.data.mkdir()
    restore(elsewhere, backup)
    assert rows(elsewhere) == rows(filled)


def stated(facts, members, name, text):
    members[name] = text
    facts["members"][name] = {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()}


def line(**values):
    return json.dumps(values).encode() + b"\n"


HOSTILE = {
    "climbing": lambda f, m: stated(f, m, "../../climbing.jpg", b"x"),
    "climbing photo": lambda f, m: stated(f, m, "photos/../../../etc/x.jpg", b"x"),
    "absolute": lambda f, m: stated(f, m, "/etc/tailens.jpg", b"x"),
    "a drive's letter": lambda f, m: stated(f, m, "C:\\x.jpg", b"x"),
    "another folder": lambda f, m: stated(f, m, "bin/sh", b"x"),
    "a short id": lambda f, m: stated(f, m, "photos/abc.jpg", b"x"),
    "capital letters": lambda f, m: stated(f, m, f"photos/{'A' * 32}.jpg", b"x"),
    "another secret": lambda f, m: stated(f, m, "kept/authorized_keys", b"x"),
    "a table of nobody's": lambda f, m: stated(f, m, "tables/pg_authid.jsonl", b""),
    "the versions' table": lambda f, m: stated(f, m, "tables/alembic_version.jsonl", line(version_num="1")),
    "a token that is none": lambda f, m: stated(f, m, "kept/join-token", b"../x"),
    "a huge token": lambda f, m: stated(f, m, "kept/join-token", b"a" * 30_000),
    "a member unsaid": lambda f, m: m.update({"photos/" + "1" * 32 + ".jpg": b"x"}),
    "a member missing": lambda f, m: m.pop("tables/hands.jsonl"),
    "a table missing": lambda f, m: (m.pop("tables/hands.jsonl"), f["members"].pop("tables/hands.jsonl")),
    "a wrong hash": lambda f, m: m.update({"tables/hands.jsonl": b"\n"}),
    "no rows": lambda f, m: stated(f, m, "tables/hands.jsonl", b"[1]\n"),
    "no JSON": lambda f, m: stated(f, m, "tables/hands.jsonl", b"{"),
    "deep JSON": lambda f, m: stated(f, m, "tables/hands.jsonl", b"[" * 200_000),
    "other columns": lambda f, m: stated(f, m, "tables/hands.jsonl", line(id="x")),
    "a command": lambda f, m: stated(f, m, "tables/clubs.jsonl", line(**{"id); DROP TABLE clubs; --": "x"})),
    "wrong base64": lambda f, m: stated(
        f, m, "tables/rule_sets.jsonl", m["tables/rule_sets.jsonl"].replace(b'"text": "', b'"text": "%')
    ),
    "a value of another type": lambda f, m: stated(
        f, m, "tables/hands.jsonl", m["tables/hands.jsonl"].replace(b'"base": 100', b'"base": {"a": [1]}')
    ),
    "nobody referred to": lambda f, m: stated(f, m, "tables/clubs.jsonl", b""),
    "a manifest of another program": lambda f, m: f.update(tailens_backup="1"),
    "members that are none": lambda f, m: f.update(members=["tables/hands.jsonl"]),
    "a schema that is none": lambda f, m: f.update(schema=4),
}


@pytest.mark.parametrize("how", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_was_made_to_do_harm_is_refused_and_leaves_no_trace(some_backup, elsewhere, how, tmp_path):
    change(some_backup, how)
    around = sorted(path for path in tmp_path.parent.rglob("*") if elsewhere.data not in path.parents)
    assert refusal(elsewhere, some_backup).code == "backup_unusable"
    left = sorted(path for path in tmp_path.parent.rglob("*") if elsewhere.data not in path.parents)
    assert set(left) - set(around) <= {elsewhere.data}


def rewritten(path, write):
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    facts = json.loads(members.pop("manifest.json"))
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as new:
        for name, text in members.items():
            new.writestr(name, text)
        write(new, facts)
        new.writestr("manifest.json", json.dumps(facts))
    path.write_bytes(raw.getvalue())


def linked(new, facts):
    entry = zipfile.ZipInfo(f"photos/{'b' * 32}.jpg")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    stated(facts, {}, entry.filename, b"/etc/passwd")
    new.writestr(entry, b"/etc/passwd")


def twice(new, facts):
    name = f"photos/{'b' * 32}.jpg"
    stated(facts, {}, name, b"x")
    with pytest.warns(UserWarning, match="Duplicate"):
        new.writestr(name, b"y")
        new.writestr(name, b"x")


def bomb(new, facts):
    text = bytes(50_000_000)
    stated(facts, {}, "tables/hands.jsonl", text)
    with pytest.warns(UserWarning, match="Duplicate"):
        new.writestr("tables/hands.jsonl", text, zipfile.ZIP_DEFLATED)


def squeezed_photo(new, facts):
    text = bytes(10_000_000)
    stated(facts, {}, f"photos/{'b' * 32}.jpg", text)
    new.writestr(f"photos/{'b' * 32}.jpg", text, zipfile.ZIP_DEFLATED)


def bomb_alone(new, facts):
    text = bytes(50_000_000)
    stated(facts, {}, "tables/more.jsonl", text)
    new.writestr("tables/more.jsonl", text, zipfile.ZIP_DEFLATED)


@pytest.mark.parametrize("write", [linked, twice, bomb, bomb_alone, squeezed_photo])
def test_links_doubles_and_bombs_are_refused(some_backup, elsewhere, write):
    rewritten(some_backup, write)
    assert refusal(elsewhere, some_backup).code == "backup_unusable"


def test_members_that_lie_over_each_other_are_refused(some_backup, elsewhere):
    rewritten(some_backup, lambda new, facts: None)
    raw = some_backup.read_bytes()
    # Every entry of the directory points to the same large member.
    with zipfile.ZipFile(io.BytesIO(raw)) as old:
        largest = max(old.infolist(), key=lambda entry: entry.compress_size)
        offset = largest.header_offset.to_bytes(4, "little")
        places = [entry.header_offset.to_bytes(4, "little") for entry in old.infolist()]
    start = raw.rindex(b"PK\x05\x06")
    directory = int.from_bytes(raw[start + 16 : start + 20], "little")
    head, tail = raw[:directory], raw[directory:]
    for place in places[1:]:
        tail = tail.replace(place, offset, 1)
    some_backup.write_bytes(head + tail)
    assert refusal(elsewhere, some_backup).code == "backup_unusable"


@pytest.mark.parametrize("text", [b"", b"PK", b"not a zip at all", b"\x1f\x8b" + bytes(100)])
def test_what_is_no_backup_at_all_is_refused_in_words(elsewhere, tmp_path, text):
    (tmp_path / "x.zip").write_bytes(text)
    assert refusal(elsewhere, tmp_path / "x.zip").code == "backup_unusable"


def test_every_table_of_every_schema_is_known_by_name(empty_settings):
    """A table that a migration made, and the code no longer has, would be left out of backups."""
    database = Database(empty_settings.url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        found = set()
        for step in ("0001", "0002", "0003", "head"):
            upgrade(connection, step)
            found |= set(sa.inspect(connection).get_table_names())
        assert found - {"alembic_version"} == {table.name for table in tables_of(connection)}
    database.close()
