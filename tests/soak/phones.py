"""What phones do, for locust: tables that confirm, people who only look, listeners, photos, and who asks for health.

Each table writes down what it was answered, in a file of its own under $SOAK_OUT, to be compared with the books.
"""

from __future__ import annotations

import json
import os
import random
import uuid
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import gevent
from locust import FastHttpUser, HttpUser, between, constant, events, task
from locust.exception import StopUser

TOKEN = "a-token-for-the-soak"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
OUT = Path(os.environ.get("SOAK_OUT", "."))
STOP = OUT / "stop"
KILLED = os.environ.get("SOAK_KILLED") == "1"
SAMPLES = sorted((Path(__file__).parents[2] / "datasets" / "samples").glob("*.jpg"))
HANDS = ("123456789m55p56s[777z]+7s|1f", "34m678p22s[123s](5555p)[777z]+5m|26f")
AWAY_SECONDS = 0.3
DOUBLE_TAPS = 0.3


def is_whole(answer: Any, status: int) -> bool:
    """Whether the service has said this, to the end: of one that was killed the beginning may have come."""
    return bool(answer.status_code == status) and answer.request_meta["exception"] is None


def count_one(kind: str) -> None:
    """Leave a byte for one more answer, so that the load sees how far the phones are."""
    with (OUT / kind).open("ab") as file:
        file.write(b".")


class Phone(FastHttpUser):
    """A phone that asks again, as the page does, where no answer came: it may have been cut off on the way, or back."""

    abstract = True

    def ask(self, path: str, name: str) -> Any:
        """Ask until there is an answer."""
        while True:
            with self.client.get(path, headers=BEARER, name=name, catch_response=True) as answer:
                if is_whole(answer, 200):
                    return answer.json()
                self.mind(answer)

    def send(self, path: str, body: dict[str, Any], headers: dict[str, str], name: str) -> Any:
        """Send until there is an answer."""
        while True:
            with self.client.post(path, json=body, headers=headers, name=name, catch_response=True) as answer:
                if is_whole(answer, 201):
                    return answer.json()
                self.mind(answer)

    def mind(self, answer: Any) -> None:
        """Count as unknown what had no answer, or half of one where the service was killed; the rest is an error."""
        if answer.status_code == 0 or (KILLED and answer.status_code in (200, 201)):
            answer.request_meta["name"] = "unknown"
            answer.success()
        else:
            answer.failure(f"{answer.status_code}: {str(answer.text)[:300]}")
        gevent.sleep(AWAY_SECONDS)


class Table(Phone):
    """One phone that keeps the books of a table of its own, with a nervous thumb and a shaky connection."""

    wait_time = between(0.05, 0.3)
    undoable = False

    def on_start(self) -> None:
        """Open the table."""
        self.name = uuid.uuid4().hex
        self.taps = count()
        self.chance = random.Random(self.name)
        club = self.ask("/api/clubs", "clubs")["clubs"][0]["id"]
        players = [{"name": f"{wind} {self.name[:6]}"} for wind in "東南西北"]
        opened = self.confirm(f"/api/clubs/{club}/sessions", {"players": players}, "open")
        self.path = f"/api/sessions/{opened['id']}/events"
        self.known = opened
        self.numbers: list[int] = []

    @task
    def play(self) -> None:
        """Confirm what happened at the table; go home when told, between two hands."""
        if STOP.exists():
            raise StopUser
        kind = self.chance.random()
        winner, payer = self.chance.sample(range(4), 2)
        if self.known["game_over"]:
            event: dict[str, Any] = {"kind": "next_game"}
        elif kind < 0.1:
            event = {"kind": "drawn"}
        elif kind < 0.2:
            event = {"kind": "undo", "event": self.numbers[-1]} if self.undoable else {"kind": "drawn"}
        elif kind < 0.5:
            event = {"kind": "hand", "won_by": "self_draw", "wins": [{"player": winner, "tai": 3}]}
        else:
            win = {"player": winner, "hand": self.chance.choice(HANDS)}
            event = {"kind": "hand", "won_by": "discard", "from": payer, "wins": [win]}
        self.undoable = event["kind"] == "hand"
        answer = self.confirm(self.path, {"after": self.known["number"], "event": event}, "confirm")
        self.numbers.append(answer["number"])
        count_one("confirmed")
        self.known = answer["session"]

    def on_stop(self) -> None:
        """Write down what the phone was told."""
        said = {
            "session": self.known["id"],
            "numbers": self.numbers,
            "balances": [player["balance"] for player in self.known["players"]],
            "pot": self.known["pot"],
        }
        (OUT / f"{self.name}.json").write_text(json.dumps(said), encoding="utf-8")

    def confirm(self, path: str, body: dict[str, Any], name: str) -> Any:
        """Send under one key until there is an answer, at times twice at once; every answer must be the same."""
        headers = {**BEARER, "Idempotency-Key": f"{self.name}-{next(self.taps)}"}
        if self.chance.random() < DOUBLE_TAPS:
            taps = [gevent.spawn(self.send, path, body, headers, name) for _ in range(2)]
            gevent.joinall(taps, raise_error=True)
            first, second = (tap.value for tap in taps)
            if first.get("number") != second.get("number") or first.get("id") != second.get("id"):
                self.environment.events.request.fire(
                    request_type="POST", name="same answer twice", response_time=0, response_length=0,
                    exception=AssertionError(f"{str(first)[:200]} / {str(second)[:200]}"), context={},
                )  # fmt: skip
            return first
        return self.send(path, body, headers, name)


class Reader(Phone):
    """Somebody who only looks: how the table stands, and how the club does."""

    wait_time = between(0.5, 2)

    def on_start(self) -> None:
        """Find a table to look at."""
        self.club = self.ask("/api/clubs", "clubs")["clubs"][0]["id"]

    @task(1)
    def look_around(self) -> None:
        """Look at the list."""
        for session in self.ask(f"/api/clubs/{self.club}/sessions", "sessions")["sessions"][:1]:
            self.ask(f"/api/sessions/{session['id']}", "session")

    @task(1)
    def season(self) -> None:
        """Look at the season."""
        self.ask(f"/api/clubs/{self.club}/standings", "standings")


class Listener(HttpUser):
    """A phone that lies at the table and is told what was written."""

    wait_time = constant(0)

    @task
    def listen(self) -> None:
        """Listen until something was written: the newest number is told at once, and again then."""
        club = self.client.get("/api/clubs", headers=BEARER, name="clubs").json()["clubs"][0]["id"]
        found = self.client.get(f"/api/clubs/{club}/sessions", headers=BEARER, name="sessions").json()["sessions"]
        if not found:
            gevent.sleep(1)
            return
        path = f"/api/sessions/{found[0]['id']}/live"
        asked = self.client.get(path, headers=BEARER, name="live", stream=True, timeout=600, catch_response=True)
        with asked as stream:
            told = 0
            for line in stream.iter_lines():
                told += line.startswith(b"data:")
                if told == 2:
                    count_one("heard")
                if told == 2 or line == b":":  # nothing was written for a while: another table may be livelier
                    break


class Health(Phone):
    """Whoever watches over the service."""

    wait_time = constant(0.1)

    @task
    def watch(self) -> None:
        """Ask whether it answers."""
        self.ask("/health", "health")


class Photographer(Phone):
    """A phone that sends photos, one after another."""

    wait_time = constant(0)
    sent: ClassVar[count[int]] = count()

    @task
    def photograph(self) -> None:
        """Send a photo; being told to wait is no error."""
        if STOP.exists():
            raise StopUser
        number = next(self.sent)
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="photo"\r\n\r\n'
        body = head.encode() + SAMPLES[number % len(SAMPLES)].read_bytes() + f"\r\n--{boundary}--\r\n".encode()
        headers = {**BEARER, "Content-Type": f"multipart/form-data; boundary={boundary}"}
        with self.client.post("/api/readings", data=body, headers=headers, name="photo", catch_response=True) as answer:
            if answer.status_code == 503:
                answer.success()
                gevent.sleep(1)
            elif is_whole(answer, 201):
                count_one("photos")
            else:
                self.mind(answer)


for _name, _number in json.loads(os.environ.get("SOAK_USERS", "{}")).items():
    globals()[_name].fixed_count = _number


@events.quitting.add_listener
def _say(environment: Any, **_: Any) -> None:
    """Leave the figures behind: percentiles and errors by kind of call."""
    figures = {
        name: {
            "requests": entry.num_requests,
            "failures": entry.num_failures,
            "median": entry.get_response_time_percentile(0.5),
            "p99": entry.get_response_time_percentile(0.99),
            "max": entry.max_response_time,
        }
        for (name, _method), entry in environment.stats.entries.items()
    }
    errors = [f"{each.name}: {each.error} ({each.occurrences})" for each in environment.stats.errors.values()]
    errors += [f"a phone broke: {each['msg']} ({each['count']})" for each in environment.runner.exceptions.values()]
    text = json.dumps({"calls": figures, "errors": errors})
    (OUT / "figures.txt").write_text(text, encoding="utf-8")
