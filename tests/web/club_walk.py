"""Every screen of an evening and of the club, one after the other, to be looked at and measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.club_steps import (
    NAMES,
    back,
    bare,
    card,
    confirm,
    drawn,
    enter,
    say,
    seen,
    to_books,
    to_club,
    write_hand,
)

FLUSH = "123456789m123m55m66m+6m"


def walk_of_evening(page: Page, photo: Path) -> Iterator[str]:
    """Go through the screens of an evening, stopping at each."""
    wide = (page.viewport_size or {"width": 0})["width"] >= 1000

    def next_step() -> None:
        if not wide:
            page.locator(".bar .primary").click()

    to_club(page)
    expect(page.locator(".club-screen .empty")).to_be_visible()
    yield "club-new"
    page.locator("[data-go='open']").click()
    for at, name in enumerate(NAMES):
        page.locator(f"[name='player-{at}']").fill(name)
    page.locator(".rules select").first.select_option("ccaa")
    page.locator("[data-choice='own-0']").click()
    yield "open"
    page.locator(".open-table").click()
    expect(page.locator(".table-screen")).to_be_visible()
    yield "table-new"
    bare(page, 1, 2, 8)
    drawn(page)
    bare(page, 0, "self_draw", 6)
    page.set_input_files(".camera input", photo)
    expect(page.locator(".strip")).to_be_visible()
    next_step()
    say(page, 3, 0)
    yield "win"
    next_step()
    expect(page.locator(".sheet .payments")).to_be_visible()
    yield "sheet"
    page.locator("[data-do='another']").click()
    if not wide:
        page.locator(".steps button").nth(1).click()
    page.locator("[data-choice='who-W']").click()
    yield "win-beside"
    page.locator(".steps button").nth(2).click() if not wide else None
    page.locator(".beside .icon").first.click()
    back(page)
    expect(page.locator(".door.wide")).to_be_visible()
    enter(page, "pot_in", player=2, amount=50)
    seen(page, 5)
    yield "table"
    page.locator("[data-entry='no_photo']").click()
    yield "no-photo"
    page.locator("[data-entry='tai']").click()
    say(page, 1, 0)
    page.locator("[data-tai='7']").click()
    expect(page.locator(".payments")).to_be_visible()
    yield "bare"
    confirm(page)
    write_hand(page, FLUSH) if not wide else bare(page, 1, 3, 9)
    if not wide:
        say(page, 0, 3)
        page.locator(".bar .primary").click()
        confirm(page)
    page.locator("[data-entry='drawn']").click()
    yield "drawn"
    page.keyboard.press("Escape")
    page.locator("[data-entry='more']").click()
    yield "more"
    page.locator("[data-entry='penalty']").last.click()
    page.locator("[data-choice='payer-1']").click()
    page.locator(".entry [name='amount']").fill("60")
    expect(page.locator(".entry .gains")).to_be_visible()
    yield "penalty"
    page.keyboard.press("Escape")
    for entry in ("seats", "terms", "next_game"):
        page.locator("[data-entry='more']").click()
        page.locator(f"[data-entry='{entry}']").last.click()
        if entry == "seats":
            page.locator("[data-choice='since-start']").click()
        yield entry
        page.keyboard.press("Escape")
    page.locator("[data-do='share']").click()
    expect(page.locator(".qr")).to_be_visible()
    link = page.locator(".invite .link").input_value()
    yield "share"
    page.keyboard.press("Escape")
    to_books(page)
    expect(page.locator(".chart")).to_be_visible()
    yield "standings"
    page.locator("[data-leaf='hands']").click()
    yield "hands"
    card(page, 7).click()
    expect(page.locator(".won-part").first).to_be_visible()
    yield "line"
    page.locator("[data-do='undo']").click()
    page.locator("[data-leaf='history']").click()
    expect(page.locator(".history li[data-kind='undo']")).to_be_visible()
    yield "history"
    back(page)
    back(page)
    expect(page.locator("[data-session]")).to_be_visible()
    yield "club"
    page.locator("[data-go='season']").click()
    expect(page.locator(".wide-table")).to_be_visible()
    yield "season"
    back(page)
    page.locator("[data-go='people']").click()
    expect(page.locator("[data-player]").first).to_be_visible()
    yield "people"
    page.locator("[data-player]").first.click()
    yield "player"
    page.keyboard.press("Escape")
    back(page)
    page.locator("[data-go='account']").click()
    expect(page.locator(".who-card")).to_be_visible()
    yield "account"
    page.locator("[data-way='sign_up']").click()
    yield "sign-up"
    page.goto(link)
    expect(page.locator(".way .primary")).to_be_visible()
    yield "come-in"
