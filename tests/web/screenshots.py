"""The README's pictures of the page, taken in Chromium from a sample photo that the project's own models read.

    python -m tests.web.screenshots      writes docs/images/page.png and page-wide.png anew

One tile is misread on purpose, so that the pictures show how it is put right.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.conftest import PHONE, RIGHT, SAMPLE, WRONG, Service
from tests.web.stand_in import SAMPLES, NearSighted
from tests.web.steps import correct, next_step, say_win, take_photo, tile
from vision import Reader

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PHONE_WIDTH, GAP = 300, 16


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


def main() -> None:
    """Write the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    program = os.environ.get("TAILENS_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        service = Service(Path(data), NearSighted(Reader(), RIGHT, WRONG))
        service.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        keep(side_by_side(phone_screens(browser, service, "en-US")), "page")
        keep(wide_screen(browser, service), "page-wide")
        browser.close()
        service.stop()


if __name__ == "__main__":
    main()
