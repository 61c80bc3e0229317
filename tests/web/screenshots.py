"""The README's pictures of the page, taken in Chromium from a sample photo that the project's own models read.

python -m tests.web.screenshots      writes docs/images/page-*.png anew
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


def keep(page: Page, name: str) -> None:
    """Store the screen as a small picture of 256 colours."""
    expect(page.locator(".stale")).to_have_count(0)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(IMAGES / f"page-{name}.png", optimize=True)


def phone_pictures(browser: Browser, service: Service, locale: str) -> None:
    """Take the hand with an unsure tile, its picker, and the sheet."""
    page = browser.new_page(viewport=PHONE, locale=locale, reduced_motion="reduce")
    page.goto(service.join_link)
    take_photo(page, SAMPLES / f"{SAMPLE}.jpg")
    expect(page.locator(".verdict.no")).to_be_visible()
    keep(page, "hand")
    tile(page, WRONG).click()
    expect(page.locator(".picker .crop")).to_be_visible()
    keep(page, "picker")
    page.keyboard.press("Escape")
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "W")
    next_step(page)
    page.locator(".row").first.click()
    keep(page, "sheet")
    page.close()


def wide_picture(browser: Browser, service: Service) -> None:
    """Take the wide screen, where everything stands side by side."""
    page = browser.new_page(
        viewport={"width": 1280, "height": 800}, locale="en-US", color_scheme="dark", reduced_motion="reduce"
    )
    page.goto(service.join_link)
    take_photo(page, SAMPLES / f"{SAMPLE}.jpg")
    correct(page, WRONG, RIGHT)
    say_win(page, "S", "W")
    keep(page, "wide")
    page.close()


def main() -> None:
    """Write the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    program = os.environ.get("TAILENS_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        service = Service(Path(data), NearSighted(Reader(), RIGHT, WRONG))
        service.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        phone_pictures(browser, service, "zh-TW")
        wide_picture(browser, service)
        browser.close()
        service.stop()


if __name__ == "__main__":
    main()
