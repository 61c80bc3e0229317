"""The other phones are told what was written, by whatever process, without a thread for each, and let go at the end."""

from __future__ import annotations

import http.client
import json
import threading
import time
from typing import Any

import pytest

from api.app import create_app
from api.serving import running_service
from tests.api.conftest import TOKEN

HOST = "127.0.0.1"
SQLITE = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)


def call(port: int, method: str, path: str, body: Any = None, key: str = "one") -> Any:
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": key}
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def opened(port: int) -> str:
    club = call(port, "GET", "/api/clubs")["clubs"][0]["id"]
    body = {"players": [{"name": name} for name in "甲乙丙丁"]}
    return str(call(port, "POST", f"/api/clubs/{club}/sessions", body)["id"])


class Listener:
    """A phone that listens."""

    def __init__(self, port: int, session: str) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=60)
        self.connection.request("GET", f"/api/sessions/{session}/live", headers={"Authorization": f"Bearer {TOKEN}"})
        self.answer = self.connection.getresponse()
        assert self.answer.headers["content-type"].startswith("text/event-stream")

    def next(self) -> int:
        for line in iter(self.answer.readline, b""):
            if line.startswith(b"data:"):
                number: int = json.loads(line[5:])["number"]
                return number
        raise AssertionError("the stream ended")

    def ends(self) -> bool:
        return self.answer.read() is not None


@SQLITE
def test_every_listener_hears_of_an_event_and_none_takes_a_thread(settings, reader):
    with running_service(create_app(settings, reader=reader), host=HOST, port=0) as port:
        session = opened(port)
        before = threading.active_count()
        listeners = [Listener(port, session) for _ in range(50)]
        assert {listener.next() for listener in listeners} == {1}
        assert threading.active_count() < before + 10
        call(port, "POST", f"/api/sessions/{session}/events", {"after": 1, "event": {"kind": "drawn"}}, key="two")
        assert {listener.next() for listener in listeners} == {2}
        assert call(port, "GET", "/health")["status"] == "ok"
        for listener in listeners:
            listener.connection.close()


@SQLITE
def test_what_another_process_wrote_is_told_too(settings, reader):
    ours, other = (create_app(settings, reader=reader) for _ in range(2))
    with running_service(ours, host=HOST, port=0) as port, running_service(other, host=HOST, port=0) as elsewhere:
        session = opened(port)
        listener = Listener(port, session)
        assert listener.next() == 1
        call(elsewhere, "POST", f"/api/sessions/{session}/events", {"after": 1, "event": {"kind": "drawn"}}, key="two")
        assert listener.next() == 2
        assert call(port, "GET", f"/api/sessions/{session}")["number"] == 2
        listener.connection.close()


@SQLITE
def test_who_listens_is_let_go_when_the_service_stops(settings, reader):
    with running_service(create_app(settings, reader=reader), host=HOST, port=0) as port:
        listener = Listener(port, opened(port))
        assert listener.next() == 1
        stopping = time.monotonic()
    assert time.monotonic() - stopping < 8
    assert listener.ends()
    listener.connection.close()


@SQLITE
def test_a_head_of_the_stream_is_answered_at_once(client, club):
    body = {"players": [{"name": name} for name in "甲乙丙丁"]}
    made = client.post(f"/api/clubs/{club.id}/sessions", json=body, headers={"idempotency-key": "one"}).json()
    answer = client.head(f"/api/sessions/{made['id']}/live")
    assert (answer.status_code, answer.content) == (200, b"")
