"""A real Label Studio on this machine, for tests: its API, and what its page shows."""

from __future__ import annotations

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.ports import free_port
from tests.web.chromium import started

PROGRAM = Path(__file__).parents[2] / ".venv-studio" / "bin" / "label-studio"
USER, PASSWORD, TOKEN = "somebody@example.org", "a-Long-1-password", "0123456789abcdef" * 2 + "01234567"
SECONDS = 1800
"""How long it may take to make its database, which is some hundred migrations."""

SHOWN = "Htx.annotationStore.selected.regions.filter(r => !r.hidden).map(r => [r.type, r.labels[0]])"
"""The regions that its editor holds for the annotation that a person would go on with."""


class Studio:
    """A running Label Studio that serves the photos below a folder."""

    def __init__(self, url: str) -> None:
        self.url = url

    def call(self, path: str, body: object = None, method: str | None = None) -> Any:
        """Call its API, and give the answer."""
        request = urllib.request.Request(
            f"{self.url}/api/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Token {TOKEN}", "content-type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def look(self, project: int, photo: str, picture: Path) -> list[tuple[str, str]]:
        """Open a photo's task as a person does, and give kind and label of each region; the screen goes to `picture`.

        By the task's own address its editor fills twice, at times with nothing the second time.
        """
        with sync_playwright() as playwright:
            browser = started(playwright)
            page = browser.new_page(viewport={"width": 1600, "height": 1000})
            page.set_default_timeout(120_000)
            page.route("**/*", lambda route: route.continue_() if self.url in route.request.url else route.abort())
            page.goto(f"{self.url}/user/login/")
            page.fill("input[name=email]", USER)
            page.fill("input[name=password]", PASSWORD)
            page.click("button[type=submit]")
            page.wait_for_url(lambda url: "login" not in url, wait_until="commit")
            page.goto(f"{self.url}/projects/{project}/data", wait_until="commit")
            page.locator("[class*='row-wrapper']", has_text=photo).click()
            page.wait_for_function(f"window.Htx?.annotationStore?.selected && {SHOWN}.length > 0")
            page.wait_for_timeout(2000)  # the picture is drawn after the store is filled
            page.screenshot(path=picture)
            shown = page.evaluate(SHOWN)
            browser.close()
        return [(kind, name) for kind, name in shown]


@contextmanager
def running_studio(room: Path, photos: Path) -> Iterator[Studio]:
    """Run Label Studio with its data in `room`; it may serve the files below `photos`."""
    port = free_port()
    environment = {
        **os.environ,
        "HOME": str(room),
        "LABEL_STUDIO_BASE_DATA_DIR": str(room),
        "LABEL_STUDIO_LOCAL_FILES_SERVING_ENABLED": "true",
        "LABEL_STUDIO_LOCAL_FILES_DOCUMENT_ROOT": str(photos),
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
    }
    command = [PROGRAM, "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", port]
    command += ["--username", USER, "--password", PASSWORD, "--user-token", TOKEN]
    with (room / "log.txt").open("wb") as log:
        server = subprocess.Popen([*map(str, command)], env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            studio = Studio(f"http://127.0.0.1:{port}")
            _await(studio, server, room / "log.txt")
            yield studio
        finally:
            server.terminate()
            server.wait()


def _await(studio: Studio, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text("utf-8", "replace")[-2000:]
        try:
            studio.call("projects")
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(1)
        else:
            return
    raise AssertionError(log.read_text("utf-8", "replace")[-2000:])
