"""Labelled sets on the page: consent, what goes in and out, and a review that needs no mouse and overwrites nobody."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import SAMPLE, Reads, Service
from tests.web.set_steps import Auditor, OnService, archive_of, doubt, edits, to_sets, truth_of, with_mistakes
from tests.web.test_looks import EVENING, faults_of

DESK = {"width": 1440, "height": 900}
TRUTH = truth_of(SAMPLE)
RIGHT = sorted(label.tile for label in TRUTH)


@pytest.fixture
def service(serve: Callable[[Reads], Service]) -> Service:
    """A service that reads every photo rightly."""
    return serve(Auditor(SAMPLE))


@pytest.fixture
def on(service: Service) -> Iterator[OnService]:
    found = OnService(service)
    yield found
    found.client.close()


def desk(phone: Callable[..., BrowserContext], service: Service, place: str = "") -> Page:
    page = phone(viewport=DESK, has_touch=False).new_page()
    page.goto(service.join_link)
    if place:
        page.goto(f"{service.url}/#/{place}")
    return page


def test_a_set_is_put_right_by_keys_alone(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    made = on.audited_set(archive_of(SAMPLE, with_mistakes(TRUTH)))
    page = desk(phone, service, f"review/{made}")
    expect(page.locator(".review")).to_be_visible()
    found = []
    while page.locator(".review").count():
        found.append(doubt(page))
        edits(page, "Space")
    assert sorted(found) == ["box", "missed", "name"]
    expect(page.locator(".review-over")).to_contain_text("Nothing is left")
    (photo,) = on.photos(made)
    assert sorted(label["tile"] for label in photo["labels"]) == RIGHT
    corners = {tuple(map(tuple, label["corners"])) for label in photo["labels"]}
    near = [
        any(
            all(abs(a - b) < 2 for p, q in zip(label.corners, c, strict=True) for a, b in zip(p, q, strict=True))
            for c in corners
        )
        for label in TRUTH
    ]
    assert all(near)
    # Taken back one by one, the newest first.
    page.keyboard.press("z")
    expect(page.locator(f"[data-doubt='{found[-1]}']")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(f"[data-doubt='{found[-2]}']")).to_be_visible()


def test_what_is_sent_again_after_a_lost_answer_is_done_once_and_can_be_taken_back(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    made = on.audited_set(archive_of(SAMPLE, with_mistakes(TRUTH)))
    page = desk(phone, service, f"review/{made}")
    expect(page.locator(".review")).to_be_visible()
    (photo,) = on.photos(made)

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    def fails(key: str, how: Callable[[Route], None]) -> None:
        page.route("**/edits", how, times=1)
        page.keyboard.press(key)
        expect(page.locator(".review .trouble")).to_be_visible()

    fails("Space", swallow)
    edits(page, "Space")
    expect(page.locator(".review .trouble")).to_have_count(0)
    assert on.photos(made)[0]["number"] == photo["number"] + 1
    fails("z", lambda route: route.abort())
    edits(page, "z")
    assert on.photos(made)[0]["labels"] == photo["labels"]


def test_tiles_are_named_drawn_moved_and_taken_away_by_keys(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    made = on.audited_set(archive_of(SAMPLE, TRUTH[:4]))
    (photo,) = on.photos(made)
    page = desk(phone, service, f"review/{made}/{photo['id']}")
    expect(page.locator(".review")).to_be_visible()
    page.keyboard.press("w")
    for key in (".", ".", "7", "z"):  # the second tile gets another name
        page.keyboard.press(key)
    expect(page.locator(".label-tiles [aria-pressed='true']")).to_have_attribute("data-tile", "7z")
    for key in ("Shift+ArrowLeft", "c", "ArrowUp"):  # the tile, then one corner
        page.keyboard.press(key)
    page.keyboard.press(".")
    page.keyboard.press("x")  # the third is no tile
    for key in ("a", "2", "f"):  # and one is missing
        page.keyboard.press(key)
    page.keyboard.press("a")
    page.keyboard.press("z")  # not that one
    page.keyboard.press("Enter")
    expect(page.locator(".note[role='status']")).to_have_count(0)
    (after,) = on.photos(made)
    assert [label["tile"] for label in after["labels"]] == [TRUTH[0].tile, "7z", TRUTH[3].tile, "2f"]
    before = photo["labels"][1]["corners"]
    [(ax, ay), (bx, by), *_] = after["labels"][1]["corners"]
    left = before[0][0] - ax
    assert left > 1 and abs(before[1][0] - bx - left) < 0.3  # all corners went left
    assert before[0][1] - ay == pytest.approx(left / 10, abs=0.3) and by == pytest.approx(
        before[1][1], abs=0.11
    )  # one, up


def test_a_tile_is_drawn_and_dragged_with_the_mouse(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    made = on.audited_set(archive_of(SAMPLE, ()))
    (photo,) = on.photos(made)
    page = desk(phone, service, f"review/{made}/{photo['id']}")
    page.locator(".stage svg").wait_for()
    page.keyboard.press("w")
    box = page.locator(".stage svg").bounding_box()
    assert box is not None

    def drag(*way: tuple[float, float]) -> None:
        page.mouse.move(box["x"] + way[0][0], box["y"] + way[0][1])
        page.mouse.down()
        for x, y in way[1:]:
            page.mouse.move(box["x"] + x, box["y"] + y)
        page.mouse.up()

    drag((100, 100), (150, 150), (160, 180))
    expect(page.locator(".marked.chosen")).to_have_count(1)
    drag((130, 140), (150, 160), (180, 190))  # all of it by 50 pixels
    drag((210, 230), (220, 240), (230, 250))  # its last corner by 20
    page.keyboard.press("5")
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(page.locator(".note[role='status']")).to_have_count(0)
    (label,) = on.photos(made)[0]["labels"]
    scale = photo["width"] / box["width"]
    wanted = [[150, 150], [210, 150], [230, 250], [150, 230]]
    assert label["tile"] == "5p"
    for point, (x, y) in zip(label["corners"], wanted, strict=True):
        assert point == pytest.approx([x * scale, y * scale], abs=1.5 * scale)


def test_two_people_get_different_photos_and_nothing_of_theirs_is_overwritten(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    made = on.audited_set(archive_of(SAMPLE, with_mistakes(TRUTH), with_mistakes(TRUTH)))
    pages = [desk(phone, service, f"review/{made}") for _ in range(2)]
    for page in pages:
        expect(page.locator(".review")).to_be_visible()
    ids = [page.locator(".stage").get_attribute("data-photo") for page in pages]
    assert ids[0] != ids[1]
    # A third one opens the first's photo, and sees that somebody looks at it; he is faster.
    third = desk(phone, service, f"review/{made}/{ids[0]}")
    expect(third.locator(".review .note")).to_be_visible()
    third.keyboard.press("Escape")
    edits(third, "Space")
    mine = pages[0]
    mine.keyboard.press("9")
    mine.keyboard.press("m")
    mine.keyboard.press("Enter")
    expect(mine.locator(".trouble[data-code='set_photo_moved_on']")).to_be_visible()
    (photo,) = [each for each in on.photos(made) if each["id"] == ids[0]]
    assert len([each for each in photo["findings"] if each["settled"] is not None]) == 1
    assert mine.locator(".review").get_attribute("data-number") == str(photo["number"])
    edits(mine, "Space")  # and goes on from there


def test_a_version_shows_what_has_changed_since_and_another_set_is_put_in(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    other = on.audited_set(archive_of(SAMPLE, TRUTH[:2]), key="other", name="Saturday")
    made = on.audited_set(archive_of(SAMPLE, TRUTH[:1], TRUTH[:1]))
    on.post(f"/api/sets/{made}/versions", {})
    first, second = on.photos(made)
    renamed = {"kind": "labels", "labels": [{**first["labels"][0], "tile": "7z"}], "findings": []}
    on.post(f"/api/sets/{made}/photos/{first['id']}/edits", {"after": first["number"], "edit": renamed}, key="rename")
    on.client.delete(f"/api/sets/{made}/photos/{second['id']}").raise_for_status()
    page = desk(phone, service, f"set/{made}")
    page.locator("[data-do='merge']").click()
    page.locator("[name='other']").select_option(other)
    page.locator("[data-do='merge-set']").click()
    expect(page.locator(".merge-set .trouble[data-code='sets_differ']")).to_be_visible()
    page.locator("[data-choice='prefer-theirs']").click()
    page.locator("[name='other']").select_option("")  # what was said of one set is not said of another
    expect(page.locator(".merge-set .trouble")).to_have_count(0)
    page.locator("[name='other']").select_option(other)
    expect(page.locator("[data-do='merge-set']")).to_be_disabled()
    page.locator("[data-choice='prefer-theirs']").click()
    page.locator("[data-do='merge-set']").click()
    expect(page.locator("[data-added='0']")).to_be_visible()
    assert on.tiles(made) == [sorted(label.tile for label in TRUTH[:2])]
    page.locator("[data-changes='1']").click()
    changes = page.locator(".set-changes")
    expect(changes).to_contain_text("1 photos labelled otherwise")
    expect(changes.locator(".line-tai")).to_contain_text("+ ")


def walk_of_sets(page: Page, archive: bytes) -> Iterator[str]:
    """Go through the screens of labelled sets, stopping at each; a hand is confirmed already."""
    to_sets(page)
    page.locator("[data-do='consent']").click()
    expect(page.locator("[data-consent='true']")).to_be_visible()
    yield "sets"
    page.locator("[data-do='make']").click()
    page.locator("[name='set-name']").fill("Friday 星期五")
    yield "make"
    page.locator("[data-do='make-set']").click()
    page.locator("[data-do='hands']").click()
    expect(page.locator("[data-hand]")).to_have_count(1)
    yield "hands"
    page.locator("[data-do='add-hands']").click()
    expect(page.locator("[data-added='1']")).to_be_visible()
    page.locator("[data-do='import']").click()
    yield "import"
    file: Any = {"name": "set.zip", "mimeType": "application/zip", "buffer": archive}
    page.locator(".import-set input").set_input_files([file])
    expect(page.locator("[data-photos='2']")).to_be_visible()
    page.locator("[data-do='version']").click()
    expect(page.locator("[data-version='1']")).to_be_visible()
    page.locator("[data-do='audit']").click()
    expect(page.locator("[data-go='review']")).to_be_enabled()
    yield "set"
    page.locator("[data-do='merge']").click()
    expect(page.locator(".merge-set .empty")).to_be_visible()
    yield "merge"
    page.keyboard.press("Escape")
    page.locator("[data-changes='1']").click()
    expect(page.locator(".set-changes .empty")).to_be_visible()
    yield "changes"
    page.keyboard.press("Escape")
    page.locator("[data-do='export']").click()
    with page.expect_download() as download:
        page.locator(".export-link").click()
    names = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())).namelist()
    assert sum(name.endswith(".jpg") for name in names) == 2
    yield "export"
    page.keyboard.press("Escape")
    page.locator("[data-go='review']").click()
    expect(page.locator("[data-doubt]")).to_be_visible()
    yield "review"
    page.locator("[data-do='keys']").click()
    yield "keys"
    page.keyboard.press("Escape")
    page.locator(".label-tiles [data-label='1']").click()
    page.locator("[data-do='name']").click()
    yield "name"
    page.locator(".picker .all [data-tile='9s']").click()
    expect(page.locator("[data-do='right']")).to_be_visible()
    yield "changed"


@pytest.mark.parametrize(("locale", "colours", "width", "height"), EVENING)
def test_every_screen_of_sets_fits_and_can_be_used(
    service: Service,
    on: OnService,
    phone: Callable[..., BrowserContext],
    photo: Path,
    locale: str,
    colours: str,
    width: int,
    height: int,
) -> None:
    on.confirm_hand(photo)
    page = phone(
        locale=locale, color_scheme=colours, viewport={"width": width, "height": height}, accept_downloads=True
    ).new_page()
    page.goto(service.join_link)
    assert faults_of(page, walk_of_sets(page, archive_of(SAMPLE, with_mistakes(TRUTH)))) == []


def test_without_consent_the_page_offers_no_download(
    service: Service, on: OnService, phone: Callable[..., BrowserContext]
) -> None:
    made = on.audited_set(archive_of(SAMPLE, TRUTH))
    page = desk(phone, service)
    to_sets(page)
    expect(page.locator("[data-consent='false']")).to_be_visible()
    page.locator(f"[data-set='{made}']").click()
    page.locator("[data-do='export']").click()
    expect(page.locator(".picker .note")).to_contain_text("has not agreed")
    assert page.locator(".export-link").count() == 0
