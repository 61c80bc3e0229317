"""What a person does on the page, one function a gesture."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect


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


def hold(page: Page, name: str) -> None:
    """Press a tile long."""
    tile(page, name).hover()
    page.mouse.down()
    expect(page.locator(".bar.select")).to_be_visible()
    page.mouse.up()


def total(page: Page) -> Locator:
    return page.locator(".bar-total:not(.stale) b")
