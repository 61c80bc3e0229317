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

from tests.soak.service import PATIENCE_SECONDS, ROOT, Service


@dataclass
class Load:
    """What came of a load.

    Attributes:
        calls: figures by kind of call: requests, failures, and times in milliseconds.
        errors: what went wrong, in words.
        memory: megabytes of the service, second by second.
        kills: how often it was killed.
    """

    calls: dict[str, dict[str, Any]]
    errors: list[str]
    memory: list[int] = field(default_factory=list)
    kills: int = 0

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
) -> Load:
    """Let phones call the service, killing it now and then.

    Args:
        users: how many of each kind of phone, by the class in phones.py.
        seconds: the least that it lasts.
        events: the least that tables confirm before it ends, and, with kills, before each of them.
        kills: how often the service is killed (-9) and started again.
        uploads: photos after which it ends by itself.
    """
    environment = {
        **os.environ,
        "SOAK_OUT": str(out),
        "SOAK_KILLED": "1" if kills else "0",
        "SOAK_UPLOADS": str(uploads),
        "SOAK_USERS": json.dumps(users),
    }
    total = sum(users.values())
    command = [
        sys.executable, "-m", "locust", "-f", "tests/soak/phones.py", "--headless", "--host", service.url,
        "--users", str(total), "--spawn-rate", str(total), "--stop-timeout", "600",
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
                _wait_for(out, events, process)
                service.kill()
                service.start()
            _wait_for(out, events, process)
            while process.poll() is None and (uploads or time.monotonic() < until):
                memory.append(service.memory)
                time.sleep(1)
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
    errors = [f"{each['name']}: {each['error']} ({each['occurrences']})" for each in said["errors"]]
    return Load(said["calls"], errors, memory, kills)


def _wait_for(out: Path, events: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the tables have confirmed so many more."""
    progress = out / "progress"

    def confirmed() -> int:
        return progress.stat().st_size if progress.exists() else 0

    wanted = confirmed() + events
    _wait_until(lambda: confirmed() >= wanted, process)


def _wait_until(done: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not done():
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError("the tables confirm no more")
        time.sleep(0.01)


def differences(service: Service, out: Path) -> tuple[int, list[str]]:
    """Compare what each table was told with the books, replayed by a service that has just started.

    Returns:
        how many events were compared, and what differs, in words.
    """
    compared, wrong = 0, []
    for path in sorted(out.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        now = service.get(f"/api/sessions/{told['session']}")
        ledger = service.get(f"/api/sessions/{told['session']}/events")["events"]
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
