"""What people do at a table whose books are kept, one function a gesture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

NAMES = ("王小明", "Amélie", "陈大文", "Nobuhiro")
SEATS = "ESWN"
"""The letter by which the page names a player, in the order of the opening, whatever wind he has by now."""


def to_club(page: Page) -> None:
    """Go from the start to the club's tables."""
    page.locator("[data-go='club']").click()
    expect(page.locator("[data-go='open']")).to_be_visible()


def open_table(page: Page, *, rules: str = "taiwan", base: int = 100, per_tai: int = 20) -> str:
    """Open a table for the four, and give its id."""
    to_club(page)
    page.locator("[data-go='open']").click()
    for at, name in enumerate(NAMES):
        page.locator(f"[name='player-{at}']").fill(name)
    page.locator(".facts input").nth(0).fill(str(base))
    page.locator(".facts input").nth(1).fill(str(per_tai))
    page.locator(".rules select").first.select_option(rules)
    page.locator("[data-choice='own-0']").click()
    page.locator(".open-table").click()
    expect(page.locator(".table-screen")).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def invite(page: Page, role: str = "player") -> str:
    """Make an invite to the table that stands there, and give its link."""
    page.locator("[data-do='share']").click()
    page.locator(f"[data-choice='role-{role}']").click()
    expect(page.locator(f"[data-choice='role-{role}']")).to_have_attribute("aria-pressed", "true")
    link = page.locator(".invite .link")
    expect(link).to_be_visible()
    url = link.input_value()
    page.keyboard.press("Escape")
    return url


def come_in(page: Page, link: str, name: str = "") -> None:
    """Open an invite's link, say who one is, and stand at the table."""
    page.goto(link)
    expect(page.locator(".way")).to_be_visible()
    mine = page.locator(".way .choose", has_text=name) if name else page.locator(".nothing")
    if name and mine.count():
        mine.first.click()
    else:
        if name:
            page.locator("[name='name']").fill(name)
        page.locator(".way .primary").click()
    expect(page.locator(".table-screen")).to_be_visible()


def number(page: Page) -> int:
    """Give the number of the last line that this phone has seen."""
    shown = page.locator("[data-number]").get_attribute("data-number")
    assert shown is not None
    return int(shown)


def seen(page: Page, last: int) -> None:
    """Wait until this phone has seen a line of the ledger."""
    expect(page.locator("[data-number]")).to_have_attribute("data-number", str(last))


def say(page: Page, winner: int, how: str | int) -> None:
    """Say who won, and how: self_draw, flowers, or from whom."""
    page.locator(f"[data-choice='who-{SEATS[winner]}']").click()
    page.locator(f"[data-choice='how-{SEATS[how] if isinstance(how, int) else how}']").click()


def bare(page: Page, winner: int, how: str | int, tai: int) -> None:
    """Enter a win by its tai only."""
    page.locator("[data-entry='no_photo']").click()
    page.locator("[data-entry='tai']").click()
    say(page, winner, how)
    page.locator(f"[data-tai='{tai}']").click()
    confirm(page)


def written(page: Page, winner: int, how: str | int, hand: str) -> None:
    """Enter a win by its hand's notation."""
    write_hand(page, hand)
    say(page, winner, how)
    page.locator(".bar .primary").click()
    expect(page.locator(".sheet .total b")).to_be_visible()
    confirm(page)


def write_hand(page: Page, hand: str) -> None:
    """Write a hand, and go on to how it was won."""
    page.locator("[data-entry='no_photo']").click()
    page.locator("[name='notation']").fill(hand)
    page.locator(".notation button").click()
    expect(page.locator(".strip")).to_be_visible()
    page.locator(".bar .primary").click()


def photographed(page: Page, winner: int, how: str | int, photo: Path) -> None:
    """Enter a win by a photo that is read rightly."""
    page.set_input_files(".camera input", photo)
    expect(page.locator(".strip")).to_be_visible()
    page.locator(".bar .primary").click()
    say(page, winner, how)
    page.locator(".bar .primary").click()
    expect(page.locator(".sheet .payments")).to_be_visible()
    confirm(page)


def drawn(page: Page) -> None:
    """Enter a drawn hand."""
    enter(page, "drawn")


def enter(page: Page, entry: str, **facts: Any) -> None:
    """Enter what needs no more than a tap and perhaps a choice or an amount."""
    if page.locator(f".table-screen [data-entry='{entry}']").count() == 0:
        page.locator("[data-entry='more']").click()
    page.locator(f"[data-entry='{entry}']").last.click()
    for name, value in facts.items():
        if name in ("amount", "note", "title"):
            page.locator(f".entry [name='{name}']").fill(str(value))
        else:
            page.locator(f"[data-choice='{name}-{value}']").click()
    page.locator(".entry .enter").click()
    expect(page.locator(".entry")).to_have_count(0)


def confirm(page: Page) -> None:
    """Confirm, and stand at the table again."""
    button = page.locator(".confirm")
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator(".table-screen")).to_be_visible()


def to_books(page: Page, leaf: str = "standings") -> None:
    """Open the books from the table."""
    page.locator(".table-tools button").first.click()
    page.locator(f"[data-leaf='{leaf}']").click()
    expect(page.locator(f"[data-leaf='{leaf}']")).to_have_attribute("aria-current", "page")


def back(page: Page) -> None:
    page.locator(".top .icon").first.click()


def balances(page: Page) -> list[int]:
    """Give what the plates round the felt show, by player."""
    found = []
    for player in range(4):
        text = page.locator(f".plate[data-player='{player}'] .money").inner_text()
        found.append(int(text.replace("−", "-").replace("+", "").replace(",", "")))
    return found


def card(page: Page, line: int) -> Locator:
    """Find the card of a line."""
    return page.locator(f".line-card[data-line='{line}']")
