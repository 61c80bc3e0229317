"""A club's own models on the page: brought, refused, chosen, deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, Route, expect

from tests.api.model_files import BROKEN, LIKE_SHIPPED, card_of
from tests.web.club_steps import to_club
from tests.web.conftest import Service
from tests.web.set_steps import OnService
from tests.web.test_looks import EVENING, faults_of

CHOSEN = ".models [aria-pressed='true']"


@pytest.fixture
def on(service: Service) -> Iterator[OnService]:
    found = OnService(service)
    yield found
    found.client.close()


def files_of(model: bytes) -> list[FilePayload]:
    """Give the two files that `tailens train` writes, as a person chooses them."""
    return [
        {"name": "classifier.json", "mimeType": "application/json", "buffer": card_of(model)},
        {"name": "classifier.onnx", "mimeType": "application/octet-stream", "buffer": model},
    ]


def to_models(page: Page) -> None:
    to_club(page)
    page.locator("[data-go='models']").click()
    expect(page.locator(CHOSEN)).to_have_attribute("data-model", "shipped")


def bring(page: Page, *files: FilePayload) -> None:
    page.locator(".models .bar input").set_input_files(list(files))


def walk_of_models(page: Page) -> Iterator[str]:
    """Bring a model and choose it, stopping at each screen."""
    to_models(page)
    yield "shipped"
    bring(page, *files_of(LIKE_SHIPPED))
    own = page.locator(".models [data-model]:not([data-model='shipped'])")
    expect(own).to_have_attribute("aria-pressed", "false")
    page.locator(".models .danger").click()
    expect(page.locator(".models .sure")).to_be_visible()
    yield "deleting"
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    yield "chosen"


@pytest.mark.parametrize(("locale", "colours", "width", "height"), EVENING)
def test_every_screen_of_models_fits_and_can_be_used(
    phone: Callable[..., BrowserContext], service: Service, locale: str, colours: str, width: int, height: int
) -> None:
    page = phone(locale=locale, color_scheme=colours, viewport={"width": width, "height": height}).new_page()
    page.goto(service.join_link)
    assert faults_of(page, walk_of_models(page)) == []


def test_an_owner_brings_a_model_chooses_it_and_goes_back(service: Service, on: OnService, page: Page) -> None:
    models = f"/api/clubs/{on.club}/models"
    to_models(page)
    bring(page, files_of(LIKE_SHIPPED)[1])
    expect(page.locator(".models .note")).to_contain_text("both files")
    bring(page, *files_of(BROKEN))
    expect(page.locator(".trouble[data-code='model_loses']")).to_be_visible()
    bring(page, {**files_of(LIKE_SHIPPED)[0], "buffer": b"{}"}, files_of(LIKE_SHIPPED)[1])
    expect(page.locator(".trouble[data-code='model_refused']")).to_be_visible()
    assert on.get(models)["models"] == []

    bring(page, *files_of(LIKE_SHIPPED))
    expect(page.locator(".trouble")).to_have_count(0)
    own = page.locator(".models [data-model]:not([data-model='shipped'])")
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    assert on.get(models)["used"] == own.get_attribute("data-model")
    expect(page.locator(".models .danger")).to_have_count(0)  # one that reads can't be deleted

    page.locator("[data-model='shipped']").click()
    expect(page.locator(CHOSEN)).to_have_attribute("data-model", "shipped")
    page.locator(".models .danger").click()
    page.locator(".models .sure").click()
    expect(own).to_have_count(0)
    assert on.get(models) == {"models": [], "used": None}


def test_a_model_whose_answer_was_lost_is_kept_once(service: Service, on: OnService, page: Page) -> None:
    to_models(page)

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/models", swallow, times=1)
    bring(page, *files_of(LIKE_SHIPPED))
    expect(page.locator(".models .trouble")).to_be_visible()
    bring(page, *files_of(LIKE_SHIPPED))
    expect(page.locator(".models .trouble")).to_have_count(0)
    assert len(on.get(f"/api/clubs/{on.club}/models")["models"]) == 1


def test_a_scorekeeper_sees_the_models_and_a_player_not_even_the_way_there(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    for role, ways in (("scorekeeper", 1), ("player", 0)):
        other = phone().new_page()
        other.goto(on.post(f"/api/clubs/{on.club}/invites", {"role": role}, key=role)["url"])
        other.locator("[name='name']").fill(role)
        other.locator(".way .primary").click()
        expect(other.locator("[data-go='sets']")).to_be_visible()
        expect(other.locator("[data-go='models']")).to_have_count(ways)
        if ways:
            other.locator("[data-go='models']").click()
            expect(other.locator("[data-model='shipped']")).to_be_disabled()
            expect(other.locator(".models .bar")).to_have_count(0)
