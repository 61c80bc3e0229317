"""The service as a process of its own, to be loaded, killed and started again; its database and photos are told by the
environment, as always."""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import os
import signal
import time
import urllib.request
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tests.ports import free_port

TOKEN = "a-token-for-the-soak"
HOST = "127.0.0.1"
PATIENCE_SECONDS = 600


class Service:
    """A service on one port and one place, started and ended as often as one likes."""

    def __init__(self, data: Path, database_url: str = "") -> None:
        self.data = data
        self.database_url = database_url
        self.port = free_port()
        self._process: BaseProcess | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None and self._process.pid is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        # Forked from a process that has loaded the code and done nothing with it: it knows nothing of those before.
        processes = multiprocessing.get_context("forkserver")
        processes.set_forkserver_preload(["api.serving"])
        self._process = processes.Process(target=serve, args=(self.data, self.port, self.database_url), daemon=True)
        self._process.start()
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            if not self._process.is_alive() or time.monotonic() > until:
                raise RuntimeError("the service did not start")
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Let it finish what it does, and end."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            os.kill(self.pid, how)
            self._process.join(PATIENCE_SECONDS)
            self._process = None

    def get(self, path: str) -> Any:
        """Give what it answers."""
        request = urllib.request.Request(self.url + path, headers={"authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any], key: str) -> Any:
        """Give what it answers."""
        headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json", "idempotency-key": key}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    @property
    def memory(self) -> int:
        """The memory that it has now, in megabytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def serve(data: Path, port: int, database_url: str) -> None:
    """Serve as `tailens serve` does, but take more photos a minute than a person would send."""
    from api.serving import serve_until_stopped
    from api.settings import settings_from

    settings = settings_from({**os.environ, "TAILENS_TOKEN": TOKEN, "TAILENS_DATABASE_URL": database_url}, data=data)
    settings = dataclasses.replace(settings, uploads_a_minute=1_000_000)
    with suppress(KeyboardInterrupt):
        serve_until_stopped(settings, host=HOST, port=port, announce=lambda _: None)
