"""A real service on a free port, and real Chromium at phone size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from api.app import PAGE, create_app
from api.club_models import KeptSet
from api.serving import running_service
from api.settings import Settings
from labels.kept import kept_faces
from tests.web.chromium import started
from tests.web.stand_in import SAMPLES, NearSighted, Reads, TruthReader

TOKEN = "a-token-for-the-page"
SAMPLE = "melds-and-kong"
RIGHT, WRONG = "6p", "4p"
PHONE = {"width": 390, "height": 844}

PATIENCE_MS = 90_000
"""Test machines are slow and busy; nothing waits this long where all is well."""
expect.set_options(timeout=PATIENCE_MS)


class Service:
    """The service, to be stopped and started again on the same port and data."""

    def __init__(self, data: Path, reader: Reads, *, page: Path = PAGE) -> None:
        self.settings = Settings(data=data, token=TOKEN)
        self.page = page
        self.reader = reader
        self.port = 0
        self._running: ExitStack | None = None

    def start(self) -> None:
        self._running = ExitStack()
        few = KeptSet(partial(kept_faces, 1, 2))
        app = create_app(self.settings, reader=self.reader, page=self.page, kept=few)  # type: ignore[arg-type]
        service: AbstractContextManager[int] = running_service(app, host="127.0.0.1", port=self.port)
        self.port = self._running.enter_context(service)

    def stop(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def join_link(self) -> str:
        return f"{self.url}/join/{TOKEN}"

    def hands(self) -> list[dict[str, Any]]:
        """Give the records, as another program would see them."""
        answer = httpx2.get(f"{self.url}/api/hands", headers={"authorization": f"Bearer {TOKEN}"})
        found: list[dict[str, Any]] = answer.raise_for_status().json()["hands"]
        return found

    def photos(self) -> int:
        """Count the photos that the service keeps."""
        return sum(1 for file in self.settings.photos.rglob("*") if file.is_file())

    def remove_rules(self, rules: str) -> None:
        """Take a club's own rules off the list, as another phone would."""
        answer = httpx2.delete(f"{self.url}/api/rules/{rules}", headers={"authorization": f"Bearer {TOKEN}"})
        answer.raise_for_status()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Reads], Service]]:
    """Start a service with a reader of the test's choice."""
    with ExitStack() as ending:

        def start(reader: Reads) -> Service:
            service = Service(tmp_path, reader)
            service.start()
            ending.callback(service.stop)
            return service

        yield start


@pytest.fixture
def service(serve: Callable[[Reads], Service]) -> Service:
    """A service that takes one tile of the sample for another."""
    return serve(NearSighted(TruthReader(SAMPLE), RIGHT, WRONG))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = started(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Make phones; a script error on any of their pages fails the test."""
    errors: list[str] = []
    with ExitStack() as ending:

        def make(**settings: Any) -> BrowserContext:
            context = browser.new_context(
                **{
                    "viewport": PHONE,
                    "has_touch": True,
                    "locale": "en-US",
                    "reduced_motion": "reduce",
                    "service_workers": "block",  # but where the app itself is tested
                    **settings,
                }
            )
            context.set_default_timeout(PATIENCE_MS)
            context.on("weberror", lambda error: errors.append(str(error.error)))
            ending.callback(context.close)
            return context

        yield make
    assert errors == []


@pytest.fixture
def page(phone: Callable[..., BrowserContext], service: Service) -> Page:
    """A phone that has joined and stands at the start."""
    page = phone().new_page()
    page.goto(service.join_link)
    return page


@pytest.fixture
def photo() -> Path:
    return SAMPLES / f"{SAMPLE}.jpg"
