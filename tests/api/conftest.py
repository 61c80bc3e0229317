"""A real service for the tests: SQLite in a file and a real PostgreSQL, our own models, photos in a folder."""

from __future__ import annotations

import dataclasses
import io
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from PIL import Image

from api.app import create_app
from api.club_models import KeptSet
from api.database import Database
from api.settings import Settings
from labels.kept import kept_faces
from tests.postgresql import NoPostgres, Postgres, running_postgres
from vision import Reader

TOKEN = "a-token-for-tests"
SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
HAND = "123456789m55p56s[777z]+7s|1f"
ALWAYS_BOTH = ("test_database.py", "test_many_at_once.py", "test_backup.py")


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own; without one, the tests on it are skipped, and say why."""
    try:
        with running_postgres() as server:
            yield server
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def newest_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file of the newest schema, to copy: migrating anew for each test would take longer than the test."""
    path = tmp_path_factory.mktemp("newest") / "tailens.sqlite3"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    database.close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database: every test that asks for `settings` runs on both.

    For one kind alone: `@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)`. PostgreSQL takes an eighth of the
    tests, the same ones every time, but all that write at once or change the schema; `make soak` gives it all of them.
    """
    chosen: str = request.param
    everywhere = "TAILENS_EVERYWHERE" in os.environ or request.path.name in ALWAYS_BOTH
    if chosen == "postgresql" and not everywhere and zlib.crc32(request.node.name.encode()) % 8:
        pytest.skip("one in eight runs on PostgreSQL here, all of them in `make soak`")
    return chosen


@pytest.fixture
def empty_settings(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Settings with a database that has no table yet."""
    yield from settings_of(kind, tmp_path, request, make=Postgres.empty)


@pytest.fixture
def settings(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Settings with a database of the newest schema and nothing in it."""
    if kind == "sqlite":
        shutil.copy(request.getfixturevalue("newest_sqlite"), tmp_path)
    yield from settings_of(kind, tmp_path, request, make=Postgres.migrated)


def settings_of(
    kind: str, folder: Path, request: pytest.FixtureRequest, *, make: Callable[[Postgres], str]
) -> Iterator[Settings]:
    """Settings with the SQLite file of a folder, or with a database that `make` makes on the PostgreSQL server."""
    plain = Settings(data=folder, token=TOKEN, photo_limit=4_000_000, body_limit=200_000)
    if kind == "sqlite":
        yield plain
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = make(server)
    yield dataclasses.replace(plain, database_url=url)
    server.drop(url)


@pytest.fixture(scope="session")
def kept() -> KeptSet:
    """The faces that a club's own model must name: few, for they are drawn."""
    return KeptSet(partial(kept_faces, 1, 2))


@pytest.fixture
def app(settings: Settings, reader: Reader, kept: KeptSet) -> FastAPI:
    return create_app(settings, reader=reader, kept=kept)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A program that has joined."""
    with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}) as client:
        yield client


@pytest.fixture
def person(app: FastAPI, client: TestClient) -> Callable[..., TestClient]:
    """Make people with a browser of their own, not signed in; `joined` ones have opened the service's join link."""

    def make(*, joined: bool = False) -> TestClient:
        someone = TestClient(app)
        if joined:
            someone.get(f"/join/{TOKEN}", follow_redirects=False)
        return someone

    return make


@dataclass
class TheClub:
    """A club with its owner, and a way for others to join it."""

    id: str
    owner: TestClient
    person: Callable[..., TestClient]

    @property
    def path(self) -> str:
        return f"/api/clubs/{self.id}"

    def invite(self, role: str, **more: Any) -> dict[str, Any]:
        answer = self.owner.post(f"{self.path}/invites", json={"role": role, **more})
        made: dict[str, Any] = answer.raise_for_status().json()
        return made

    def member(self, role: str, name: str, **more: Any) -> TestClient:
        """Let somebody new in, as a guest."""
        someone = self.person()
        code = self.invite(role, **more)["code"]
        someone.post("/api/join", json={"code": code, "name": name}).raise_for_status()
        return someone


@pytest.fixture
def make_club(person: Callable[..., TestClient]) -> Callable[[str], TheClub]:
    def make(name: str) -> TheClub:
        owner = person(joined=True)
        made = owner.post("/api/clubs", json={"name": name}).raise_for_status().json()
        return TheClub(made["id"], owner, person)

    return make


@pytest.fixture
def club(make_club: Callable[[str], TheClub]) -> TheClub:
    return make_club("星期五麻將社")


@pytest.fixture(scope="session")
def sample() -> Path:
    """A sample photo that the project ships."""
    return min(SAMPLES.glob("*.jpg"))


@pytest.fixture
def win() -> dict[str, Any]:
    return {"won_by": "discard", "seat": "S", "from": "W", "round": "E", "dealer": "E", "streak": 0, "events": []}


@pytest.fixture
def confirmation(win: dict[str, Any]) -> dict[str, Any]:
    """What a phone sends to confirm a hand that nobody photographed."""
    return {"hand": HAND, "win": win, "rules": "taiwan", "reading_id": None, "tiles": []}


@pytest.fixture
def picture() -> Callable[..., bytes]:
    """Make a plain picture file in memory."""

    def make(kind: str = "JPEG", size: tuple[int, int] = (320, 240), **options: Any) -> bytes:
        out = io.BytesIO()
        Image.new("RGB", size, (30, 90, 60)).save(out, kind, **options)
        return out.getvalue()

    return make


@pytest.fixture
def stored(settings: Settings) -> Callable[[], list[Path]]:
    """List what lies in the photo folder."""
    return lambda: sorted(settings.photos.iterdir()) if settings.photos.is_dir() else []
