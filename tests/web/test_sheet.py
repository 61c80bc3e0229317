"""Why the sheet says what it says, on a tap."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import RIGHT, WRONG
from tests.web.steps import (
    choose_rules,
    close_rules,
    correct,
    name_tiles,
    next_step,
    open_rules,
    say_win,
    take_photo,
    tile,
    to_sheet,
)


def test_a_row_tapped_shows_its_tiles_in_photo_and_hand_and_the_sentence_it_comes_from(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page)
    expect(page.locator(".why")).to_have_count(0)
    row = page.locator(".row[data-row='dragon_triplet']")
    row.click()
    expect(row).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".outline.lit")).to_have_count(3)
    expect(page.locator(".why .cut .lit")).to_have_count(3)
    expect(page.get_by_role("img", name="Red dragon, Red dragon, Red dragon")).to_be_visible()
    expect(page.locator(".why q")).to_contain_text("箭字坎")
    row.press("Enter")
    expect(row).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".outline.lit")).to_have_count(0)
    expect(page.locator(".why")).to_have_count(0)


def test_another_row_lights_its_own_tiles_and_the_first_stays_open(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    to_sheet(page, how="self_draw")
    page.locator(".row[data-row='dragon_triplet']").click()
    page.locator(".row[data-row='self_draw']").click()
    expect(page.locator(".outline.lit")).to_have_count(1)
    expect(page.locator(".outline.winning.lit")).to_have_count(1)
    expect(page.locator(".why")).to_have_count(2)


def test_a_row_that_does_not_count_names_the_row_that_has_its_place(page: Page) -> None:
    name_tiles(page, "123456m789p55566677z")
    to_sheet(page)
    page.locator(".not-counted summary").click()
    row = page.locator(".not-counted .row[data-row='dragon_triplet']").first
    counted = page.locator(".row[data-row='small_three_dragons'] .row-name").inner_text()
    expect(row).to_contain_text(f"already in {counted}")
    row.click()
    expect(page.locator(".not-counted .cut .lit")).to_have_count(3)
    expect(page.locator(".not-counted q")).to_contain_text("箭字坎")


def test_a_hand_that_does_not_win_says_which_tiles_would_have_to_change_and_lights_them(
    page: Page, photo: Path
) -> None:
    take_photo(page, photo)
    page.locator(".status").get_by_role("button", name="One tile would have to change").click()
    change = page.locator(f".status .change[data-from='{WRONG}']")
    expect(change).to_contain_text("4 dots to 6 dots")
    change.click()
    expect(change).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".outline.lit")).to_have_count(1)
    expect(tile(page, WRONG)).to_have_class(re.compile(r"\blit\b"))
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator(".sheet")).to_contain_text("No score")
    expect(page.locator(".panel-sheet .nearest")).to_be_visible()


def test_a_hand_below_the_minimum_says_how_much_it_lacks(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "W")
    choose_rules(page, "ccaa")
    open_rules(page, "options")
    page.locator("[data-option='minimum'] input").fill("99")
    close_rules(page)
    next_step(page)
    lacks = page.locator(".sheet:not(.stale) .lacks")
    expect(lacks).to_be_visible()
    has, more = map(int, re.findall(r"\d+", lacks.inner_text()))
    assert has > 0 and has + more == 99
    expect(page.locator(".panel-sheet .row").first).to_be_visible()
    expect(page.locator(".confirm")).to_be_disabled()


def test_what_each_one_pays_for_and_what_changes_nothing_are_said(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "E")
    page.locator("[data-event='last_tile']").click()
    next_step(page)
    expect(page.locator(".sheet:not(.stale)")).to_contain_text("Changes nothing here: Last tile of the wall")
    page.locator(".shares summary").click()
    expect(page.locator(".shares li")).to_have_count(1)
    expect(page.locator(".shares li")).to_contain_text(re.compile(r"East to South: \d+ tai.*Dealer 1", re.DOTALL))
    page.locator(".how summary").click()
    expect(page.locator(".how .cut.meld")).to_have_count(3)
    expect(page.locator(".how .cut .won")).to_have_count(1)
