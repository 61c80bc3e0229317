"""Run locust's phones against a service, and compare what they were told with the books."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.soak.service import PATIENCE_SECONDS, Service

ROOT = Path(__file__).parents[2]


@dataclass
class Load:
    """What came of a load.

    Attributes:
        calls: figures by kind of call: requests, failures, and times in milliseconds.
        errors: what went wrong, in words.
        memory: megabytes of the service, in the course of it.
        kills: how often it was killed.
    """

    calls: dict[str, dict[str, Any]]
    errors: list[str]
    memory: list[int] = field(default_factory=list)
    kills: int = 0

    @property
    def unanswered(self) -> float:
        """The share of calls that no answer came to."""
        calls = sum(entry["requests"] for entry in self.calls.values())
        return self.calls.get("unknown", {"requests": 0})["requests"] / max(1, calls)

    def line(self, name: str) -> str:
        """Say how one kind of call did."""
        entry = self.calls.get(name)
        if entry is None:
            return f"{name}: none"
        times = f"median {entry['median']:.0f} ms, p99 {entry['p99']:.0f} ms"
        return f"{name}: {entry['requests']} calls, {entry['failures']} failed, {times}"


def run_load(
    service: Service,
    out: Path,
    *,
    users: dict[str, int],
    seconds: float = 0,
    events: int = 0,
    kills: int = 0,
    uploads: int = 0,
    heard: int = 0,
) -> Load:
    """Let phones call the service, killing it now and then.

    Args:
        users: how many of each kind of phone, by the class in phones.py.
        seconds: the least that it lasts.
        events: the least that tables confirm before it ends, and, with kills, before each of them.
        kills: how often the service is killed (-9) and started again.
        uploads: the least photos that are read before it ends.
        heard: the least news that listeners hear before it ends.
    """
    environment = {
        **os.environ,
        "SOAK_OUT": str(out),
        "SOAK_KILLED": "1" if kills else "0",
        "SOAK_USERS": json.dumps(users),
    }
    total = sum(users.values())
    command = [
        sys.executable, "-m", "locust", "-f", "tests/soak/phones.py", "--headless", "--host", service.url,
        "--users", str(total), "--spawn-rate", str(total),
        "--only-summary", "--loglevel", "ERROR", *users,
    ]  # fmt: skip
    out.mkdir(parents=True, exist_ok=True)
    log = out / "locust.txt"
    memory: list[int] = []
    with log.open("wb") as file:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
        try:
            until = time.monotonic() + seconds
            for _ in range(kills):
                _wait_for(out / "confirmed", events, process)
                service.kill()
                service.start()
            _wait_for(out / "confirmed", events, process)
            _wait_until(lambda: _size(out / "heard") >= heard, process)
            memory.append(service.memory)
            while _size(out / "photos") < uploads or time.monotonic() < until:
                _require_running(process)
                time.sleep(0.2)
                memory.append(service.memory)
            (out / "stop").touch()
            _wait_until(lambda: len(list(out.glob("*.json"))) == users.get("Table", 0), process)
            process.terminate()
            process.wait(PATIENCE_SECONDS)
        finally:
            process.kill()
            process.wait()
    try:
        said = json.loads((out / "figures.txt").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RuntimeError(log.read_text(encoding="utf-8", errors="replace")[-2000:]) from None
    return Load(said["calls"], said["errors"], memory, kills)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _wait_for(counted: Path, more: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the phones have had so many more answers."""
    wanted = _size(counted) + more
    _wait_until(lambda: _size(counted) >= wanted, process)


def _wait_until(done: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not done():
        if time.monotonic() > until:
            raise RuntimeError("the phones get no more answers")
        _require_running(process)
        time.sleep(0.01)


def _require_running(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        raise RuntimeError("the phones have gone home by themselves")


def differences(get: Callable[[str], Any], out: Path) -> tuple[int, list[str]]:
    """Compare what each table was told with the books, replayed by a service that has just started.

    Args:
        get: gives what the service answers.

    Returns:
        how many events were compared, and what differs, in words.
    """
    compared, wrong = 0, []
    for path in sorted(out.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        now = get(f"/api/sessions/{told['session']}")
        ledger = get(f"/api/sessions/{told['session']}/events")["events"]
        balances = [player["balance"] for player in now["players"]]
        where = f"table {told['session']}"
        if told["numbers"] != list(range(2, len(told["numbers"]) + 2)):
            wrong.append(f"{where}: was told the numbers {told['numbers']}")
        if now["number"] != len(told["numbers"]) + 1 or len(ledger) != now["number"]:
            wrong.append(f"{where}: {len(told['numbers']) + 1} events confirmed, {len(ledger)} in the books")
        if balances != told["balances"] or now["pot"] != told["pot"]:
            wrong.append(f"{where}: was told {told['balances']}, the books say {balances}")
        if sum(balances) + now["pot"]:
            wrong.append(f"{where}: the balances come to {sum(balances)}, the pot to {now['pot']}")
        compared += len(told["numbers"])
    if not compared:
        wrong.append("no table was told anything")
    return compared, wrong
