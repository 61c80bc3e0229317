"""A small part of `make soak`: the same phones, a few of them and for seconds; in the soak itself on PostgreSQL too."""

from __future__ import annotations

import json
import os
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.postgresql import NoPostgres, running_postgres
from tests.soak.load import differences, run_load
from tests.soak.service import TOKEN, Service

GROWTH_MEGABYTES = 60
whole_soak = pytest.mark.skipif("TAILENS_SOAK" not in os.environ, reason="`make soak` runs it")


@pytest.fixture(scope="module")
def postgres():
    try:
        with running_postgres(durable=True) as server:
            yield server
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=whole_soak)])
def url(request) -> str:
    return request.getfixturevalue("postgres").empty() if request.param == "postgresql" else ""


@pytest.fixture
def service(tmp_path_factory, url) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("data"), url)
    service.start()
    yield service
    service.kill()


def test_tables_confirm_while_the_service_is_killed_and_every_hand_is_there_once(service, tmp_path):
    load = run_load(service, tmp_path, users={"Table": 10}, events=25, kills=1)
    assert load.errors == []
    service.kill()
    service.start()
    compared, wrong = differences(service.get, tmp_path)
    assert wrong == []
    assert compared >= 50


def test_health_is_answered_and_people_look_while_photos_are_read_and_memory_stays(service, tmp_path):
    users = {"Photographer": 4, "Health": 1, "Reader": 10, "Listener": 3, "Table": 3}
    load = run_load(service, tmp_path, users=users, events=10, uploads=8, heard=1)
    assert load.errors == []
    # The bound of `make soak` is 100 ms at the 99th percentile; here other tests may share the machine.
    assert load.calls["health"]["p99"] < load.calls["photo"]["median"] / 2
    assert load.memory[-1] - load.memory[len(load.memory) // 4] < GROWTH_MEGABYTES
    assert differences(service.get, tmp_path)[1] == []


@pytest.mark.parametrize(
    "said", [{}, {"numbers": [2, 3]}, {"numbers": [2, 3, 4, 5]}, {"balances": [41, -39, 1, 1]}, {"pot": 1}]
)
def test_a_difference_between_phone_and_books_is_found(tmp_path, said):
    told: dict[str, Any] = {"session": "a", "numbers": [2, 3, 4], "balances": [40, -40, 0, 0], "pot": 0}
    books = {
        "/api/sessions/a": {"number": 4, "pot": 0, "players": [{"balance": each} for each in told["balances"]]},
        "/api/sessions/a/events": {"events": [{}, {}, {}, {}]},
    }
    (tmp_path / "a.json").write_text(json.dumps({**told, **said}))
    compared, wrong = differences(books.__getitem__, tmp_path)
    assert compared >= 2
    assert bool(wrong) == bool(said)


@whole_soak
def test_what_one_server_writes_is_heard_at_another_on_the_same_database(tmp_path, url):
    first, second = Service(tmp_path / "data", url), Service(tmp_path / "data", url)
    first.start()
    second.start()
    try:
        club = first.get("/api/clubs")["clubs"][0]["id"]
        players = {"players": [{"name": name} for name in "東南西北"]}
        opened = first.post(f"/api/clubs/{club}/sessions", players, "open")
        path = f"/api/sessions/{opened['id']}"
        request = urllib.request.Request(f"{second.url}{path}/live", headers={"authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request, timeout=60) as stream:
            heard: list[int] = []
            both = threading.Event()

            def listen() -> None:
                for line in stream:
                    if line.startswith(b"data:"):
                        heard.append(json.loads(line[5:])["number"])
                        if len(heard) == 2:
                            both.set()
                            return

            thread = threading.Thread(target=listen)
            thread.start()
            first.post(f"{path}/events", {"after": 1, "event": {"kind": "drawn"}}, "one")
            assert both.wait(60)
            thread.join()
        assert heard == [1, 2]
        # The same tap at the other server is known there; one that comes too late is told so.
        assert second.post(f"{path}/events", {"after": 1, "event": {"kind": "drawn"}}, "one")["number"] == 2
        assert second.post(f"{path}/events", {"after": 2, "event": {"kind": "drawn"}}, "two")["number"] == 3
        assert first.get(path)["number"] == 3
    finally:
        first.kill()
        second.kill()
