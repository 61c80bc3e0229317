"""The README's pictures of the page, taken in Chromium from a sample photo that the project's own models read.

    python -m tests.web.screenshots          writes docs/images/page.png, -why, -wide and -evening anew
    python -m tests.web.screenshots FOLDER   writes all screens there, in each language and colour

One tile is misread on purpose, so that the pictures show how it is put right.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Literal, get_args

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.chromium import started
from tests.web.club_walk import walk_of_evening
from tests.web.conftest import PHONE, RIGHT, SAMPLE, WRONG, Service
from tests.web.stand_in import SAMPLES, NearSighted, TruthReader
from tests.web.steps import (
    OUR_CLUB,
    add_file,
    close_rules,
    correct,
    next_step,
    open_rules,
    say_win,
    take_photo,
    tile,
    turn_to,
)
from vision import Reader

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PHONE_WIDTH, GAP = 300, 16
IN_A_ROW = 7
EVENING = ("table", "sheet", "standings", "history")

Colours = Literal["light", "dark"]


def screen(page: Page) -> Image.Image:
    """Take the screen once the score has caught up."""
    expect(page.locator(".bar-total.stale, .sheet.stale")).to_have_count(0)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def keep(picture: Image.Image, name: str) -> None:
    """Store a picture in 256 colours, which makes it small."""
    picture.quantize(256, kmeans=4, dither=Image.Dither.NONE).save(IMAGES / f"{name}.png", optimize=True)


def phone_screens(browser: Browser, service: Service, locale: str) -> list[Image.Image]:
    """Take the hand with an unsure tile, its picker, the win and the sheet."""
    page = browser.new_page(viewport=PHONE, locale=locale, reduced_motion="reduce")
    page.goto(service.join_link)
    take_photo(page, SAMPLES / f"{SAMPLE}.jpg")
    expect(page.locator(".verdict.no")).to_be_visible()
    shots = [screen(page)]
    tile(page, WRONG).click()
    expect(page.locator(".picker .crop")).to_be_visible()
    shots.append(screen(page))
    page.keyboard.press("Escape")
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "W")
    shots.append(screen(page))
    next_step(page)
    page.locator(".row").first.click()
    shots.append(screen(page))
    page.close()
    return shots


def why_screens(browser: Browser, service: Service, locale: str, colours: Colours) -> list[Image.Image]:
    """Take the tiles to change, an opened row, the options, what counts, and a club's own rules with a faulty file."""
    page = browser.new_page(viewport=PHONE, locale=locale, color_scheme=colours, reduced_motion="reduce")
    page.goto(service.join_link)
    take_photo(page, SAMPLES / f"{SAMPLE}.jpg")
    page.locator(".status .nearest > .plain").click()
    page.locator(".status .change").first.click()
    shots = [screen(page)]
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "W")
    open_rules(page, "options")
    page.locator("[data-option='waits'] select").select_option("formal")
    page.locator(".rules-dialog header").click()
    shots.append(screen(page))
    turn_to(page, "rulebook")
    expect(page.locator(".rulebook li").first).to_be_visible()
    shots.append(screen(page))
    turn_to(page, "house")
    add_file(page, OUR_CLUB)
    expect(page.locator("[data-house]")).to_be_visible()
    add_file(page, OUR_CLUB.replace('"1"', '"2"').replace("= 5", '= "five"'))
    expect(page.locator(".house .trouble")).to_be_visible()
    shots.append(screen(page))
    close_rules(page)
    next_step(page)
    page.locator(".row").first.click()
    page.locator(".row").first.scroll_into_view_if_needed()
    page.locator(".panel-sheet").evaluate("panel => panel.scrollBy(0, 180)")
    shots.append(screen(page))
    for fold in page.locator(".sheet .fold summary").all():
        fold.click()
    page.locator(".sheet .fine").last.scroll_into_view_if_needed()
    shots.append(screen(page))
    page.close()
    return shots


def side_by_side(shots: list[Image.Image]) -> Image.Image:
    """Put phone screens beside each other on white."""
    height = round(PHONE_WIDTH * PHONE["height"] / PHONE["width"])
    whole = Image.new("RGB", (len(shots) * (PHONE_WIDTH + GAP) - GAP, height), "white")
    for nth, shot in enumerate(shots):
        whole.paste(shot.resize((PHONE_WIDTH, height), Image.Resampling.LANCZOS), (nth * (PHONE_WIDTH + GAP), 0))
    return whole


def wide_screen(browser: Browser, service: Service) -> Image.Image:
    """Take the wide screen, where everything stands side by side."""
    page = browser.new_page(
        viewport={"width": 1280, "height": 800}, locale="en-US", color_scheme="dark", reduced_motion="reduce"
    )
    page.goto(service.join_link)
    take_photo(page, SAMPLES / f"{SAMPLE}.jpg")
    correct(page, WRONG, RIGHT)
    say_win(page, "S", "W")
    shot = screen(page)
    page.close()
    return shot


def look(browser: Browser, service: Service, folder: Path) -> None:
    """Write the screens that are not in the README, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    for locale in ("zh-TW", "zh-CN", "en-US"):
        for colours in get_args(Colours):
            side_by_side(why_screens(browser, service, locale, colours)).save(folder / f"{locale}-{colours}.png")
            evening = list(evening_screens(browser, locale, colours).values())
            for part, start in enumerate(range(0, len(evening), IN_A_ROW), 1):
                shots = evening[start : start + IN_A_ROW]
                side_by_side(shots).save(folder / f"{locale}-{colours}-evening-{part}.png")


def evening_screens(browser: Browser, locale: str, colours: Colours) -> dict[str, Image.Image]:
    """Take every screen of an evening at a table by its name, with a service of its own."""
    with tempfile.TemporaryDirectory() as data:
        service = Service(Path(data), TruthReader(SAMPLE))
        service.start()
        page = browser.new_page(viewport=PHONE, locale=locale, color_scheme=colours, reduced_motion="reduce")
        page.goto(service.join_link)
        shots = {
            name: Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            for name in walk_of_evening(page, SAMPLES / f"{SAMPLE}.jpg")
        }
        page.close()
        service.stop()
    return shots


def main() -> None:
    """Write the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        service = Service(Path(data), NearSighted(Reader(), RIGHT, WRONG))
        service.start()
        browser = started(playwright)
        if len(sys.argv) > 1:
            look(browser, service, Path(sys.argv[1]))
        else:
            keep(side_by_side(phone_screens(browser, service, "en-US")), "page")
            keep(side_by_side(why_screens(browser, service, "en-US", "light")), "page-why")
            keep(wide_screen(browser, service), "page-wide")
            evening = evening_screens(browser, "en-US", "light")
            keep(side_by_side([evening[name] for name in EVENING]), "page-evening")
        browser.close()
        service.stop()


if __name__ == "__main__":
    main()
