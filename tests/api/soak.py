"""Many phones for many minutes, for `make soak`: no error, one record a tap, books that sum to zero, flat memory.

python -m tests.api.soak [--minutes M] [--phones N]
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from api.client import Client

ROOT = Path(__file__).parents[2]
TOKEN = "a-token-for-the-soak"
HAND = "123456789m55p56s[777z]+7s|1f"
WIN = {"won_by": "discard", "seat": "S", "from": "W"}


class Phones:
    """Phones that photograph, score and confirm, each hand twice as a nervous thumb does."""

    def __init__(self, port: int, photo: bytes, until: float) -> None:
        self.port = port
        self.photo = photo
        self.until = until
        self.client = Client(port, TOKEN)
        self.errors: list[str] = []
        self.confirmed = itertools.count()
        self.busy = itertools.count()

    def call(self, method: str, path: str, body: dict[str, Any] | None = None, key: str = "") -> dict[str, Any]:
        """Call the service as a phone does."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": key}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer: dict[str, Any] = json.loads(connection.getresponse().read())
            return answer
        finally:
            connection.close()

    def run(self, phone: int) -> None:
        """Play hands until time is up."""
        for n in itertools.count():
            if time.monotonic() > self.until:
                return
            reading = self.client.upload(self.photo)
            if reading.get("error", {}).get("code") == "busy":
                next(self.busy)
                time.sleep(1)
                continue
            body = {"hand": HAND, "win": WIN, "reading_id": reading.get("id")}
            first, again = (self.call("POST", "/api/hands", body, f"phone-{phone}-{n}") for _ in range(2))
            if "error" in reading or "error" in first or first != again or sum(first["settlement"].values()):
                self.errors.append(json.dumps([reading.get("error"), first, again])[:500])
                return
            next(self.confirmed)


def resident(pid: int) -> int:
    """Give the memory the process has now, in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def main() -> int:
    """Run the soak, print memory once a minute, and give 1 when anything went wrong."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=10)
    arguments.add_argument("--phones", type=int, default=8)
    chosen = arguments.parse_args()
    photo = min((ROOT / "datasets" / "samples").glob("*.jpg")).read_bytes()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "api.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
        environment = {**os.environ, "TAILENS_TOKEN": TOKEN}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as service:
            assert service.stdout
            link = next(line for line in service.stdout if "/join/" in line)
            port = int(link.split(":")[2].split("/")[0])
            end = time.monotonic() + 60 * chosen.minutes
            phones = Phones(port, photo, end)
            threads = [threading.Thread(target=phones.run, args=(n,)) for n in range(chosen.phones)]
            for thread in threads:
                thread.start()
            memory = []
            while any(thread.is_alive() for thread in threads):
                time.sleep(min(60, max(1, end - time.monotonic())))
                memory.append(resident(service.pid))
                print(f"{memory[-1]} MB", flush=True)
            listed = 0
            before = ""
            while before is not None:
                page = phones.call("GET", f"/api/hands?limit=100{'&before=' + before if before else ''}")
                listed += len(page["hands"])
                before = page["next"]
            service.terminate()
    confirmed = next(phones.confirmed)
    print(
        f"{confirmed} hands confirmed, {listed} listed, {next(phones.busy)} told to wait, {len(phones.errors)} errors"
    )
    print(*phones.errors, sep="\n")
    grown = memory[-1] - memory[len(memory) // 3]
    return int(bool(phones.errors) or confirmed != listed or grown > 100)


if __name__ == "__main__":
    sys.exit(main())
