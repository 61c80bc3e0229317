"""Every screen in every language: nothing cut or beside the screen, targets for thumbs, nothing that axe minds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.club_walk import walk_of_evening
from tests.web.conftest import RIGHT, SAMPLE, WRONG, Reads, Service
from tests.web.schema import WEB
from tests.web.stand_in import TruthReader
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

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

# (browser's language, colours, width, height); the narrowest is a small phone's.
EVERY_SCREEN = [
    ("zh-TW", "light", 390, 844),
    ("en-US", "dark", 1440, 900),
    ("zh-CN", "dark", 360, 740),
    ("en-US", "light", 1440, 900),
    ("en-US", "light", 360, 740),
    ("en-US", "dark", 390, 844),
]
# Phone and wide screen, both colours; an evening's walk takes half a minute. `make soak` walks all.
SCREENS, EVENING = EVERY_SCREEN[:2], EVERY_SCREEN[:1]
if "TAILENS_EVERYWHERE" in os.environ:
    SCREENS = EVENING = EVERY_SCREEN

SMALL_TARGETS = """() =>
  [...document.querySelectorAll('button, select, summary, input, a, label:has(input[type=file])')]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.matches('.visually-hidden'))
  .map(e => [e.className || e.tagName, e.getBoundingClientRect()])
  .filter(([, r]) => r.width > 0 && (r.width < 43.9 || r.height < 43.9))
  .map(([name, r]) => `${name}: ${r.width.toFixed(1)} x ${r.height.toFixed(1)}`)"""

CUT_TEXTS = """() => [...document.querySelectorAll('button, label, h1, h2, h3, p, li, summary, small, b')]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.visually-hidden, .tile, .top-title'))
  .filter(e => e.innerText?.trim())
  .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
  .map(e => `${e.className || e.tagName}: ${e.innerText}`)"""

BESIDE = """() => [...document.querySelectorAll('body *')]
  .filter(e => !e.closest('.photo, .visually-hidden, .fan, .wide-table'))
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
  .map(e => e.className || e.tagName)"""


def walk(page: Page, photo: Path, *, wide: bool) -> Iterator[str]:
    """Go through the screens, stopping at each."""
    yield "start"
    take_photo(page, photo)
    page.locator(".status .nearest > .plain").click()
    page.locator(".status .change").first.click()
    yield "hand"
    tile(page, WRONG).click()
    expect(page.locator(".picker")).to_be_visible()
    yield "picker"
    page.keyboard.press("Escape")
    correct(page, WRONG, RIGHT)
    expect(page.locator(".verdict.yes")).to_be_visible()
    page.locator(".group.other summary").click()
    page.locator(".tools .plain").nth(1).click()
    yield "selecting"
    page.locator(".bar.select .primary").click()
    page.locator(".tools .plain").nth(0).click()
    yield "placing"
    page.locator(".bar.select .plain").last.click()
    if not wide:
        next_step(page)
    say_win(page, "S", "W")
    page.locator(".chip.more").click()
    yield "win"
    open_rules(page, "options")
    page.locator("[data-option='cap'] input").fill("2")
    expect(page.locator(".option.changed")).to_be_visible()
    yield "options"
    turn_to(page, "rulebook")
    expect(page.locator(".rulebook li").first).to_be_visible()
    yield "rulebook"
    turn_to(page, "house")
    add_file(page, OUR_CLUB)
    page.locator("[data-house] button").click()
    add_file(page, OUR_CLUB.replace("= 5", "= []"))
    expect(page.locator(".house .trouble")).to_be_visible()
    yield "house"
    close_rules(page)
    if not wide:
        next_step(page)
    expect(page.locator(".sheet:not(.stale) .total b")).to_be_visible()
    page.locator(".row").first.click()
    for fold in page.locator(".sheet .fold summary").all():
        fold.click()
    yield "sheet"
    page.locator(".confirm").click()
    expect(page.locator(".done .payments")).to_be_visible()
    yield "done"


@pytest.mark.parametrize(("locale", "colours", "width", "height"), SCREENS)
def test_every_screen_fits_and_can_be_used(
    phone: Callable[..., BrowserContext],
    service: Service,
    photo: Path,
    locale: str,
    colours: str,
    width: int,
    height: int,
) -> None:
    page = phone(locale=locale, color_scheme=colours, viewport={"width": width, "height": height}).new_page()
    page.goto(service.join_link)
    assert faults_of(page, walk(page, photo, wide=width >= 1000)) == []


@pytest.mark.parametrize(("locale", "colours", "width", "height"), EVENING)
def test_every_screen_of_an_evening_fits_and_can_be_used(
    phone: Callable[..., BrowserContext],
    serve: Callable[[Reads], Service],
    photo: Path,
    locale: str,
    colours: str,
    width: int,
    height: int,
) -> None:
    page = phone(locale=locale, color_scheme=colours, viewport={"width": width, "height": height}).new_page()
    page.goto(serve(TruthReader(SAMPLE)).join_link)
    assert faults_of(page, walk_of_evening(page, photo)) == []


def faults_of(page: Page, screens: Iterator[str]) -> list[str]:
    """Give what is small, cut, beside the screen, or minded by axe, of each screen."""
    faults: list[str] = []
    for screen in screens:
        for fault, found in (
            ("small", page.evaluate(SMALL_TARGETS)),
            ("cut", page.evaluate(CUT_TEXTS)),
            ("beside", page.evaluate(BESIDE)),
            ("axe", serious(page)),
        ):
            faults += [f"{screen}: {fault}: {each}" for each in found]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{screen}: scrolls sideways")
    return faults


def serious(page: Page) -> list[str]:
    """Give what axe finds serious or critical."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']} at {node['target']}: {node.get('failureSummary', '')[:200]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(
    ("locale", "lang", "words"),
    [
        ("zh-TW", "zh-Hant", "拍照"),
        ("zh-HK", "zh-Hant", "拍照"),
        ("zh-CN", "zh-Hans", "从相册选"),
        ("fr-FR", "en", "Take a photo"),
    ],
)
def test_the_language_is_the_browsers(
    phone: Callable[..., BrowserContext], service: Service, locale: str, lang: str, words: str
) -> None:
    page = phone(locale=locale).new_page()
    page.goto(service.join_link)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator(".start")).to_contain_text(words)


def test_the_language_can_be_switched_and_is_remembered(page: Page, photo: Path) -> None:
    take_photo(page, photo)
    page.locator(".language").select_option("zh-Hans")
    expect(page.locator(".panel-hand h2")).to_have_text("是这手牌吗？")
    page.reload()
    expect(page.locator(".panel-hand h2")).to_have_text("是这手牌吗？")
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "W")
    next_step(page)
    expect(page.locator(".rows")).to_contain_text("三元牌")


def test_what_the_thumb_needs_lies_in_the_lower_half(page: Page, photo: Path) -> None:
    def lower(selector: str) -> None:
        box = page.locator(selector).first.bounding_box()
        assert box and box["y"] >= 844 / 2, selector

    lower(".camera")
    take_photo(page, photo)
    tile(page, WRONG).click()
    expect(page.locator(".picker")).to_be_visible()
    picker = page.locator(".picker").bounding_box()
    assert picker and picker["y"] + picker["height"] >= 843
    page.keyboard.press("Escape")
    correct(page, WRONG, RIGHT)
    next_step(page)
    say_win(page, "S", "W")
    next_step(page)
    lower(".confirm")


def test_a_wide_screen_shows_photo_hand_win_and_sheet_side_by_side(
    phone: Callable[..., BrowserContext], service: Service, photo: Path
) -> None:
    page = phone(viewport={"width": 1440, "height": 900}, has_touch=False).new_page()
    page.goto(service.join_link)
    take_photo(page, photo)
    for part in ("photo", "hand", "win", "sheet"):
        expect(page.locator(f".panel-{part}")).to_be_in_viewport()
    tile(page, "3m").hover()
    expect(page.locator(".outline.lit")).to_have_count(1)
