"""Run locust's phones against a service, and compare what they were told with the books."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.soak.service import ROOT, Service


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
    seconds: float,
    kills: int = 0,
    uploads: int = 0,
    seed: int = 5,
) -> Load:
    """Let phones call the service for a while, killing it now and then.

    Args:
        users: how many of each kind of phone, by the class in phones.py.
        kills: how often the service is killed (-9) and started again, spread over the time.
        uploads: photos after which the load ends, whatever the time.
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
        "--users", str(total), "--spawn-rate", str(total), "--run-time", f"{seconds:.0f}s", "--stop-timeout", "120",
        "--only-summary", "--loglevel", "ERROR", *users,
    ]  # fmt: skip
    out.mkdir(parents=True, exist_ok=True)
    log = out / "locust.txt"
    memory: list[int] = []
    with log.open("wb") as file:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
        done = threading.Event()
        killer = threading.Thread(target=_kill, args=(service, kills, seconds, seed, done))
        killer.start()
        try:
            while process.poll() is None:
                if not kills:
                    memory.append(service.memory)
                time.sleep(1)
        finally:
            done.set()
            killer.join()
            if process.poll() is None:
                process.kill()
                process.wait()
    try:
        said = json.loads((out / "figures.txt").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RuntimeError(log.read_text(encoding="utf-8", errors="replace")[-2000:]) from None
    errors = [f"{each['name']}: {each['error']} ({each['occurrences']})" for each in said["errors"]]
    return Load(said["calls"], errors, memory, kills)


def _kill(service: Service, kills: int, seconds: float, seed: int, done: threading.Event) -> None:
    chance = random.Random(seed)
    for _ in range(kills):
        if done.wait(chance.uniform(0.3, 1.7) * seconds / (kills + 2) / 2):
            return
        service.kill()
        service.start()


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
