"""Bad files, a dropped connection, impatient fingers: nothing is lost and nothing is recorded twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.web.conftest import RIGHT, WRONG, Service
from tests.web.steps import correct, take_photo, to_sheet


def sends_the_hand(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/hands")


def send_now(page: Page) -> None:
    """Tap "Send now" where it still stands: the page also sends by itself now and then."""
    page.locator(".outbox button").evaluate_all("buttons => buttons.forEach(button => button.click())")


@pytest.mark.parametrize(
    ("locale", "words"), [("en-US", "not a photo"), ("zh-TW", "不是能讀的照片"), ("zh-CN", "不是能读的照片")]
)
def test_a_bad_file_is_refused_in_the_users_language_and_another_is_one_tap_away(
    phone: Callable[..., BrowserContext], service: Service, photo: Path, locale: str, words: str
) -> None:
    page = phone(locale=locale).new_page()
    page.goto(service.join_link)
    text = {"name": "tiles.jpg", "mimeType": "image/jpeg", "buffer": b"these are no pixels"}
    page.set_input_files(".camera input", [text])  # type: ignore[list-item]
    expect(page.locator(".trouble[data-code='photo_unreadable']")).to_contain_text(words)
    take_photo(page, photo)


def test_a_photo_that_could_not_be_sent_is_sent_again_with_one_tap(page: Page, service: Service, photo: Path) -> None:
    service.stop()
    page.set_input_files(".camera input", photo)
    expect(page.locator(".on-the-way .trouble[data-code='offline']")).to_be_visible()
    expect(page.locator(".on-the-way img")).to_be_visible()
    service.start()
    page.locator(".on-the-way").get_by_role("button", name="Try again").click()
    expect(page.locator(".strip")).to_be_visible()


def test_a_hand_confirmed_while_the_service_is_down_waits_visibly_and_is_recorded_once(
    page: Page, service: Service, photo: Path
) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page)
    expect(page.locator(".confirm")).to_be_enabled()
    service.stop()
    with page.expect_event("requestfailed", sends_the_hand):
        page.locator(".confirm").click()
    expect(page.locator(".outbox")).to_contain_text("1 confirmed hand")
    service.start()
    send_now(page)
    expect(page.locator(".outbox")).to_have_count(0)
    expect(page.locator(".done")).to_contain_text("Recorded")
    assert len(service.hands()) == 1


def test_a_lost_answer_makes_no_second_record(page: Page, service: Service, photo: Path) -> None:
    """The service has recorded the hand, but the phone never hears of it."""
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page)

    def swallow(route):  # type: ignore[no-untyped-def]
        route.fetch()
        route.abort()

    page.route("**/api/hands", swallow, times=1)
    with page.expect_event("requestfailed", sends_the_hand):
        page.locator(".confirm").click()
    expect(page.locator(".outbox")).to_be_visible()
    assert len(service.hands()) == 1
    send_now(page)
    expect(page.locator(".outbox")).to_have_count(0)
    assert len(service.hands()) == 1


def test_a_double_tap_makes_one_record(page: Page, service: Service, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page)
    sent: list[str] = []
    page.on("request", lambda r: sent.append(r.url) if r.method == "POST" and r.url.endswith("/api/hands") else None)
    expect(page.locator(".confirm")).to_be_enabled()
    page.locator(".confirm").evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".done")).to_be_visible()
    assert len(sent) == 1 and len(service.hands()) == 1


def test_a_refused_hand_says_why_and_can_be_mended(page: Page, service: Service, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page)
    refusal = {"error": {"code": "tiles_differ", "message": "", "detail": {}}}
    page.route("**/api/hands", lambda route: route.fulfill(status=422, json=refusal), times=1)
    page.locator(".confirm").click()
    expect(page.locator(".panel-sheet .trouble[data-code='tiles_differ']")).to_be_visible()
    page.locator(".confirm").click()
    expect(page.locator(".done")).to_contain_text("Recorded")
    assert len(service.hands()) == 1


def test_a_dropped_connection_while_counting_mends_itself(page: Page, service: Service, photo: Path) -> None:
    take_photo(page, photo)
    service.stop()
    correct(page, WRONG, RIGHT)
    expect(page.locator(".status .trouble[data-code='offline']")).to_be_visible()
    service.start()
    expect(page.locator(".verdict.yes")).to_be_visible()


def test_a_reload_keeps_the_hand_and_what_was_said(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page, winner="N", how="E")
    page.reload()
    expect(page.locator(".sheet .total b")).to_be_visible()
    expect(page.locator(".photo-moved img")).to_have_js_property("naturalWidth", 2016)
    page.get_by_role("button", name="Win", exact=True).click()
    expect(page.locator("[data-choice='who-N']")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_text("Back to the hand in progress").click()
    expect(page.locator("[data-choice='how-E']")).to_have_attribute("aria-pressed", "true")


def test_a_phone_that_has_not_joined_is_told_to_scan(phone: Callable[..., BrowserContext], service: Service) -> None:
    page = phone().new_page()
    page.goto(service.url)
    expect(page.locator(".trouble[data-code='not_joined']")).to_contain_text("Scan the QR code")


def test_keys_are_made_without_a_secure_context(page: Page, photo: Path, service: Service) -> None:
    """Plain http has no crypto.randomUUID; 127.0.0.1 has, so it is taken away."""
    page.add_init_script("delete Crypto.prototype.randomUUID")
    page.reload()
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page)
    page.locator(".confirm").click()
    expect(page.locator(".done")).to_contain_text("Recorded")
    assert page.evaluate("typeof crypto.randomUUID") == "undefined"
