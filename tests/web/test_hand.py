"""From a photo to a confirmed hand, in Chromium at phone size."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import RIGHT, SAMPLE, WRONG, Service
from tests.web.stand_in import NearSighted, Reads, TruthReader
from tests.web.steps import correct, hold, name_tiles, next_step, say_win, take_photo, tile, to_sheet, total
from vision import Reader, TableReading

TRUTH = TruthReader(SAMPLE).truth["hand"]


def test_a_photo_becomes_a_confirmed_hand_with_a_misread_tile_corrected_on_the_way(
    serve: Callable[[Reads], Service], phone: Callable[..., BrowserContext], photo: Path
) -> None:
    """The whole way with our own models; the misreading is made on purpose, for they read the sample whole."""
    service = serve(NearSighted(Reader(), RIGHT, WRONG))
    page = phone().new_page()
    page.goto(service.join_link)
    page.set_input_files(".camera input", photo)
    expect(page.locator(".outline.unsure").first).to_be_visible()
    expect(tile(page, WRONG)).to_have_class(re.compile("unsure"))
    expect(page.locator(".verdict.no")).to_contain_text("Not a winning hand yet")
    expect(page.locator(".warnings")).to_contain_text("glare")

    tile(page, WRONG).click()
    expect(page.get_by_label("This tile in the photo")).to_be_visible()
    page.locator(".likely").get_by_text("6 dots").click()
    expect(page.locator(".verdict.yes")).to_be_visible()
    expect(page.locator(f".strip .concealed [data-tile='{WRONG}']")).to_have_count(0)
    expect(tile(page, RIGHT)).not_to_have_class(re.compile("unsure"))

    to_sheet(page, winner="S", how="W")
    page.locator(".row").first.click()
    expect(page.locator(".outline.lit").first).to_be_visible()
    page.locator(".confirm").click()
    expect(page.locator(".done")).to_contain_text("Recorded")

    [record] = service.hands()
    assert record["hand"] == TRUTH
    assert record["win"]["seat"] == "S" and record["win"]["from"] == "W"
    assert sum(record["settlement"].values()) == 0 and record["settlement"]["S"] > 0
    assert sorted(t["tile"] for t in record["tiles"] if t["role"] != "other").count(WRONG) == 0
    assert page.request.get(service.url + record["photo_url"]).headers["content-type"] == "image/jpeg"


def test_the_photo_is_there_before_the_reading(
    serve: Callable[[Reads], Service], phone: Callable[..., BrowserContext], photo: Path
) -> None:
    seen = Event()

    class Waiting(TruthReader):
        def read(self, photo: Any, *, rules: Any = None, name: str | None = None) -> TableReading:
            assert seen.wait(60)
            return super().read(photo, rules=rules, name=name)

    page = phone().new_page()
    page.goto(serve(Waiting(SAMPLE)).join_link)
    page.set_input_files(".camera input", photo)
    expect(page.locator(".progress")).to_contain_text("Looking for the tiles")
    expect(page.locator(".on-the-way img")).to_have_js_property("complete", True)
    seen.set()
    expect(page.locator(".outline").first).to_be_visible()


def test_the_offered_change_is_taken_with_one_tap_and_undone(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    expect(page.locator(".suggestion")).to_contain_text("Tile 3: 6 dots instead of 4 dots?")
    page.get_by_text("Change it").click()
    expect(page.locator(".verdict.yes")).to_be_visible()
    expect(page.locator(".suggestion")).to_have_count(0)
    page.get_by_text("Undo").click()
    expect(page.locator(".verdict.no")).to_be_visible()


def test_the_score_follows_every_change(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    expect(total(page)).to_have_text("–")
    correct(page, WRONG, RIGHT)
    expect(total(page)).to_have_text("3")
    next_step(page)
    say_win(page, "S", "self_draw")
    before = int(total(page).inner_text())
    page.locator("[data-event='last_tile']").click()
    expect(total(page)).not_to_have_text(str(before))
    assert int(total(page).inner_text()) > before


def test_a_missing_tile_is_added_where_it_lies(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    pieces = page.locator(".strip .concealed [data-piece]")
    count = pieces.count()
    tile(page, WRONG).click()
    page.get_by_text("Not a tile").click()
    expect(pieces).to_have_count(count - 1)
    page.get_by_text("A tile is missing").click()
    expect(page.locator(".photo.placing")).to_be_visible()
    box = page.locator(".photo-moved svg").bounding_box()
    assert box
    lies = next(t for t in TruthReader(SAMPLE).truth["tiles"] if t["tile"] == RIGHT)
    x = sum(c[0] for c in lies["corners"]) / 4 / 2016 * box["width"]
    y = sum(c[1] for c in lies["corners"]) / 4 / 1512 * box["height"]
    page.mouse.click(box["x"] + x, box["y"] + y)
    page.locator(f".picker .all [data-tile='{RIGHT}']").click()
    expect(pieces).to_have_count(count)
    names = pieces.evaluate_all("all => all.map(e => e.dataset.tile)")
    assert names.index(RIGHT) == 2, "it stands where it lies"
    expect(page.locator(".verdict.yes")).to_be_visible()


def test_tiles_are_joined_to_a_meld_and_pulled_out_by_long_press(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    hold(page, "6p")
    for name in ("7p", "8p"):
        tile(page, name).click()
    page.get_by_text("Make a meld").click()
    expect(page.locator(".group.meld")).to_have_count(4)
    expect(page.locator(".verdict.yes")).to_be_visible()
    hold(page, "7p")
    page.get_by_text("Back to the hand").click()
    expect(page.locator(".group.meld")).to_have_count(3)


def test_the_winning_tile_is_marked_and_its_absence_is_said(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    tile(page, "5m", ".winning").click()
    page.locator(".roles").get_by_text("Back to the hand").click()
    expect(page.locator(".which")).to_be_visible()
    to_sheet(page)
    expect(page.locator(".sheet")).to_contain_text("Nobody named the winning tile")
    page.get_by_role("button", name="Hand", exact=True).click()
    page.locator(".which").click()
    tile(page, "4m").click()
    page.locator(".bar.select").get_by_text("Winning tile").click()
    expect(page.locator(".winning [data-tile='4m']")).to_be_visible()


def test_the_kind_of_kong_and_what_is_not_of_the_hand_can_be_said(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.post_data_json["hand"]) if r.url.endswith("/scores") else None)
    page.locator(".kong").select_option("kong_added")
    expect(total(page)).to_be_visible()
    with page.expect_response("**/api/scores"):
        tile(page, "2f").click()
        page.locator(".roles").get_by_text("Not in hand").click()
    assert "[555+5p]" in asked[-1] and asked[-1].endswith("|6f")


def test_a_broken_meld_is_explained_and_not_sent(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    correct(page, "7z", "6z")
    expect(page.locator(".verdict.no")).to_contain_text("neither chow, pung nor kong")
    expect(page.locator(".group.broken")).to_have_count(1)
    to_win = page.locator(".bar .primary")
    to_win.click()
    say_win(page, "E", "self_draw")
    to_win.click()
    expect(page.locator(".confirm")).to_be_disabled()


def test_a_hand_without_photo_is_named_tile_by_tile_and_recorded(page: Page, service: Service) -> None:
    name_tiles(page, "123456789m111234p55z")
    expect(page.locator(".verdict.yes")).to_be_visible()
    to_sheet(page, winner="E", how="self_draw")
    page.locator(".confirm").click()
    expect(page.locator(".done")).to_be_visible()
    assert service.hands()[0]["hand"] == "123456789m111234p55z"
    assert service.hands()[0]["photo_url"] is None


def test_the_strip_works_from_the_keyboard(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    tile(page, "3m").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("6p")
    expect(page.locator(".verdict.yes")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".picker")).to_have_count(0)


def test_confirm_waits_until_somebody_says_who_won(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator(".sheet")).to_contain_text("Until you say who won")
    expect(page.locator(".confirm")).to_have_count(0)
    page.get_by_text("Say who won first").click()
    expect(page.locator("[data-choice='who-S']")).to_be_visible()


@pytest.mark.parametrize("winner", ["S", "W"])
def test_whoever_won_cannot_have_discarded(page: Page, photo: Path, winner: str) -> None:
    take_photo(page, photo)
    next_step(page)
    say_win(page, "S" if winner == "W" else "W", winner)
    page.locator(f"[data-choice='who-{winner}']").click()
    expect(page.locator(f"[data-choice='how-{winner}']")).to_have_count(0)
    expect(page.locator(".how [aria-pressed='true']")).to_have_count(0)
