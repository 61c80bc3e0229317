"""The installed app: it opens without a connection, says when a newer version is there, and loses no photo."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from api.app import PAGE
from tests.web.club_steps import open_table, seen, write_hand
from tests.web.conftest import SAMPLE, Service
from tests.web.stand_in import TruthReader
from tests.web.test_evening import FULL, state

CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


def installed(phone: Callable[..., BrowserContext], service: Service) -> Page:
    """Give a page that its service worker serves."""
    page = phone(service_workers="allow").new_page()
    page.goto(service.join_link)
    page.wait_for_function(CONTROLLED)
    return page


def test_the_app_opens_without_a_connection(phone: Callable[..., BrowserContext], service: Service) -> None:
    page = installed(phone, service)
    service.stop()
    page.reload()
    expect(page.locator(".camera")).to_be_visible()
    expect(page.locator(".fan img").first).to_have_js_property("complete", True)
    assert page.locator(".fan img").first.evaluate("image => image.naturalWidth > 0")


def test_the_answers_of_the_service_are_never_kept_by_the_worker(
    phone: Callable[..., BrowserContext], service: Service
) -> None:
    page = installed(phone, service)
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(all => all.flat().map(request => new URL(request.url).pathname))"
    )
    assert "/" in kept and any(path.startswith("/assets/") for path in kept)
    assert [path for path in kept if path.startswith(("/api", "/join", "/health"))] == []


def test_a_newer_version_is_told_and_taken_up_with_one_tap(
    phone: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    built = tmp_path / "page"
    shutil.copytree(PAGE, built)
    (tmp_path / "data").mkdir()
    service = Service(tmp_path / "data", TruthReader(SAMPLE), page=built)
    service.start()
    try:
        page = installed(phone, service)
        expect(page.locator(".new-version")).to_have_count(0)
        worker, index = built / "worker.js", built / "index.html"
        old = worker.read_text(encoding="utf-8")
        found = re.search(r"tailens-\$\{\W([0-9a-f]{16})\W", old)
        assert found
        worker.write_text(old.replace(found[1], "0123456789abcdef"), encoding="utf-8")
        index.write_text(
            index.read_text(encoding="utf-8").replace("<body>", '<body data-newer="yes">'), encoding="utf-8"
        )
        page.reload()
        expect(page.locator(".new-version")).to_contain_text("new version")
        assert page.locator("body").get_attribute("data-newer") is None  # nothing changes under a finger
        page.locator("[data-do='new-version']").click()
        expect(page.locator("body")).to_have_attribute("data-newer", "yes")
        expect(page.locator(".new-version")).to_have_count(0)
    finally:
        service.stop()


def test_the_manifest_names_icons_of_the_sizes_it_says(page: Page, service: Service) -> None:
    manifest = json.loads(page.request.get(f"{service.url}/manifest.webmanifest").text())
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        answer = page.request.get(service.url + icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.body())).size
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_a_photo_taken_without_a_connection_waits_through_a_reload_and_is_read_once(
    page: Page, service: Service, photo: Path
) -> None:
    expect(page.locator(".camera")).to_be_visible()
    service.stop()
    page.set_input_files(".camera input", photo)
    expect(page.locator(".on-the-way .trouble[data-code='offline']")).to_be_visible()
    page.locator("[data-do='later']").click()
    expect(page.locator(".outbox")).to_contain_text("1 photo waits")
    service.start()
    page.reload()
    expect(page.locator(".outbox")).to_contain_text("A photo that waited has been read")
    assert service.photos() == 1
    page.locator("[data-do='read']").click()
    expect(page.locator(".strip")).to_be_visible()
    expect(page.locator(".outbox")).to_have_count(0)
    assert service.photos() == 1


def test_a_hand_and_its_photo_confirmed_without_a_connection_arrive_together(
    page: Page, service: Service, photo: Path
) -> None:
    session = open_table(page)
    write_hand(page, FULL)
    page.locator("[data-choice='who-W']").click()
    page.locator("[data-choice='how-self_draw']").click()
    page.get_by_role("button", name="Hand", exact=True).click()
    page.context.set_offline(True)
    page.set_input_files(".tools input", photo)
    page.locator("[data-do='later']").click()
    page.get_by_role("button", name="Score", exact=True).click()
    page.locator(".confirm").click()
    expect(page.locator(".line-card.waiting")).to_have_count(1)
    page.context.set_offline(False)
    seen(page, 2)
    [line] = state(service, session)["lines"]
    assert line["wins"][0]["player"] == 2
    assert line["wins"][0]["photo_url"] is not None
    assert service.photos() == 1
