"""What a person does on the page, one function a gesture."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from scorer import parse_hand

OUR_CLUB = """extends = "taiwan"
id = "our_club"
version = "1"
names = { zh-Hant = "我們的", zh-Hans = "我们的", en = "Ours" }
[rows.dragon_triplet]
tai = 5
"""


def take_photo(page: Page, photo: Path) -> None:
    page.set_input_files(".camera input", photo)
    expect(page.locator(".strip")).to_be_visible()


def tile(page: Page, name: str, group: str = "") -> Locator:
    """Find the first tile of that name in the strip."""
    return page.locator(f".strip {group} [data-tile='{name}']").first


def correct(page: Page, wrong: str, right: str) -> None:
    """Tap a tile and choose another name among the large keys or the 42."""
    tile(page, wrong).click()
    page.locator(f".picker [data-tile='{right}']").first.click()
    expect(page.locator(".picker")).to_have_count(0)


def next_step(page: Page) -> None:
    page.locator(".bar .primary").click()


def say_win(page: Page, winner: str, how: str) -> None:
    page.locator(f"[data-choice='who-{winner}']").click()
    page.locator(f"[data-choice='how-{how}']").click()


def to_sheet(page: Page, *, winner: str = "S", how: str = "W") -> None:
    """Go from a hand that wins to its sheet."""
    next_step(page)
    say_win(page, winner, how)
    next_step(page)
    expect(page.locator(".sheet .total b")).to_be_visible()


def name_tiles(page: Page, hand: str) -> None:
    """Name the tiles of a hand that nobody took a photo of."""
    page.get_by_text("No photo").click()
    page.get_by_text("Add tiles").click()
    tiles = parse_hand(hand).all_tiles
    for name in tiles:
        page.locator(f".picker .all [data-tile='{name}']").click()
    expect(page.locator(".so-far")).to_have_text(f"{len(tiles)} so far")
    page.get_by_label("Close").click()
    expect(page.locator(".picker")).to_have_count(0)


def choose_rules(page: Page, rules: str) -> None:
    """Choose a rule set on the screen of the win."""
    page.locator(".rules select").first.select_option(rules)


def open_rules(page: Page, leaf: str) -> None:
    """Open the options, what counts or the house rules of the chosen rule set, from the screen of the win."""
    page.locator(f".chip[data-leaf='{leaf}']").click()
    expect(page.locator(f".leaves [data-leaf='{leaf}']")).to_have_attribute("aria-current", "true")


def turn_to(page: Page, leaf: str) -> None:
    """Turn to another leaf of the open rules."""
    page.locator(f".leaves [data-leaf='{leaf}']").click()


def add_file(page: Page, text: str) -> None:
    """Choose a file of a club's own rules."""
    file: Any = {"name": "club.toml", "mimeType": "", "buffer": text.encode()}
    page.locator(".house input").set_input_files([file])


def close_rules(page: Page) -> None:
    page.locator(".rules-dialog header button").click()
    expect(page.locator(".rules-dialog")).to_have_count(0)


def hold(page: Page, name: str) -> None:
    """Press a tile long; again where it moved away under the finger, as it may while the sheet below it changes."""
    chosen = page.locator(".bar.select")
    for _ in range(5):
        tile(page, name).hover()
        page.mouse.down()
        with suppress(TimeoutError):
            chosen.wait_for(timeout=1500)
        page.mouse.up()
        if chosen.is_visible():
            return
    expect(chosen).to_be_visible()


def total(page: Page) -> Locator:
    return page.locator(".bar-total:not(.stale) b")
