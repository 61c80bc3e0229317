"""Many callers at once, in one process and in two, and bodies without end."""

from __future__ import annotations

import http.client
import json
import os
import select
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.app import create_app
from api.client import Client
from api.database import Database
from api.serving import running_service
from api.settings import MEGABYTE, Settings
from tests.api.conftest import TOKEN

HOST = "127.0.0.1"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def port(settings, reader):
    with running_service(create_app(settings, reader=reader), host=HOST, port=0) as port:
        yield port


def call(port, method, path, body=None, **headers):
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    try:
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def test_the_same_tap_from_many_threads_makes_one_record(port, confirmation):
    with ThreadPoolExecutor(16) as pool:
        answers = list(
            pool.map(lambda _: call(port, "POST", "/api/hands", confirmation, Idempotency_Key="tap"), range(16))
        )
    assert {status for status, _ in answers} == {201}
    assert len({body["id"] for _, body in answers}) == 1
    assert len(call(port, "GET", "/api/hands")[1]["hands"]) == 1


def test_fifty_people_confirm_at_once_without_an_error(port, confirmation):
    with ThreadPoolExecutor(50) as pool:
        answers = list(
            pool.map(lambda n: call(port, "POST", "/api/hands", confirmation, Idempotency_Key=f"hand-{n}"), range(50))
        )
    assert [status for status, _ in answers] == [201] * 50
    assert len({body["id"] for _, body in answers}) == 50


WRITER = """
import sys
from pathlib import Path
from api.clubs import Clubs
from api.database import Database
from api.hands import Hands
from api.rulebook import RuleBooks
from api.schemas import HandIn
from api.app import random_id, utc_now
url, name = sys.argv[1:3]
body = HandIn.model_validate_json(sys.stdin.read())
database = Database(url)
database.migrate()
hands = Hands(database, RuleBooks(database, now=utc_now), now=utc_now, new_id=random_id)
club = Clubs(database, None, None, now=utc_now, new_id=random_id).ensure_house()
print("ready", flush=True)
for n in range(20):
    hands.confirm(body, club_id=club, key=f"shared-{n}")
    hands.confirm(body, club_id=club, key=f"{name}-{n}")
"""


def test_two_processes_start_and_confirm_at_once(settings, confirmation):
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, settings.url, name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("first", "second")
    ]
    for writer in writers:
        writer.stdin.write(json.dumps(confirmation))
        writer.stdin.close()
    for writer in writers:
        errors = writer.stderr.read()
        assert writer.wait(timeout=120) == 0, errors
        writer.stdout.close()
        writer.stderr.close()
    database = Database(settings.url)
    with database.read() as session:
        count = session.connection().exec_driver_sql("SELECT count(*), count(DISTINCT id) FROM hands").one()
    database.close()
    assert tuple(count) == (60, 60)


class Held:
    """A reader that answers when it is let."""

    def __init__(self, reader):
        self.reader = reader
        self.may_answer = threading.Event()

    def read(self, photo, **how):
        assert self.may_answer.wait(60)
        return self.reader.read(photo, **how)


def test_the_service_answers_while_eight_photos_are_read(settings, reader, sample, confirmation):
    held = Held(reader)
    app = create_app(settings, reader=held)
    with running_service(app, host=HOST, port=0) as port, ThreadPoolExecutor(8) as pool:
        client = Client(port, TOKEN)
        work = [pool.submit(client.upload, sample.read_bytes()) for _ in range(8)]
        while app.state.readings.eye._room._value > settings.readings_at_once + settings.readings_waiting - 8:
            threading.Event().wait(0.01)
        assert call(port, "GET", "/health")[0] == 200
        assert call(port, "POST", "/api/hands", confirmation, Idempotency_Key="one")[0] == 201
        assert not any(job.done() for job in work)
        held.may_answer.set()
        assert all("reading" in job.result() for job in work)


def peak_memory(pid):
    """Give the most memory that the process has had, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmHWM")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from Linux's /proc")
@pytest.mark.parametrize(("path", "code"), [("/api/readings", "photo_too_large"), ("/api/scores", "body_too_large")])
def test_half_a_gigabyte_without_a_length_is_refused_at_the_limit_with_flat_memory(settings, reader, path, code):
    limit = 20 * MEGABYTE
    roomy = Settings(data=settings.data, token=TOKEN, photo_limit=limit, body_limit=limit)
    with running_service(create_app(roomy, reader=reader), host=HOST, port=0) as port:
        assert call(port, "GET", "/health")[0] == 200
        before = peak_memory(os.getpid())
        with socket.create_connection((HOST, port), timeout=60) as wire:
            wire.sendall(
                f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\nTransfer-Encoding: chunked\r\n"
                "Content-Type: multipart/form-data; boundary=b\r\n\r\n".encode()
            )
            chunk = b"100000\r\n" + bytes(0x100000) + b"\r\n"
            head = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'
            wire.sendall(f"{len(head):x}\r\n".encode() + head + b"\r\n")
            sent = 0
            # Sending on after the refusal would make the system throw the answer away.
            while sent < 500 * 0x100000 and not select.select([wire], [], [], 0)[0]:
                wire.sendall(chunk)
                sent += 0x100000
            answer = b""
            while b"}}" not in answer:
                answer += wire.recv(65536)
        assert answer.startswith(b"HTTP/1.1 413")
        assert code.encode() in answer
        # The system's own buffers take some more than the service does.
        assert sent < limit + 40 * MEGABYTE
        assert peak_memory(os.getpid()) - before < 2 * limit
        assert call(port, "GET", "/health")[0] == 200
    assert not any((settings.data / "photos").iterdir())


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_threads_wait_for_their_turn_to_write_however_long_it_takes(settings, monkeypatch):
    """On a slow machine SQLite's own waiting gave up: `database is locked`."""
    monkeypatch.setattr("api.database.BUSY_MILLISECONDS", 1)
    database = Database(settings.url)

    def write(n):
        with database.write() as session:
            session.connection().exec_driver_sql(f"INSERT INTO answered VALUES ('{n}', 'b', 'c', 'd', 'e')")
            threading.Event().wait(0.01)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(write, range(20)))
    with database.read() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM answered").scalar() == 20
    database.close()
