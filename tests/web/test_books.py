"""What becomes of an evening beside its hands: another name, off the list and back, from a spreadsheet, liability."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.club_steps import back, balances, confirm, enter, open_table, say, seen, write_hand
from tests.web.conftest import Service
from tests.web.test_evening import state

DRAGONS = "234m5p[555z][666z][777z]+5p"


def to_table(page: Page, session: str) -> None:
    page.locator(f"[data-session='{session}']").click()
    expect(page.locator(".table-screen")).to_be_visible()


def test_an_evening_is_renamed_removed_and_brought_back(service: Service, phone: Callable[..., BrowserContext]) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    session = open_table(page)
    enter(page, "renamed", title="Winter solstice")
    seen(page, 2)
    expect(page.locator(".top")).to_contain_text("Winter solstice")
    enter(page, "removed")
    seen(page, 3)
    expect(page.locator(".table-doors")).to_contain_text("removed")
    expect(page.locator(".camera")).to_have_count(0)
    back(page)
    expect(page.locator(".club-screen .empty")).to_be_visible()
    page.locator(".removed summary").click()
    to_table(page, session)
    page.locator("[data-do='restore']").click()
    expect(page.locator(".camera")).to_be_visible()
    back(page)
    expect(page.locator(f"section [data-session='{session}']")).to_contain_text("Winter solstice")
    expect(page.locator(".removed")).to_have_count(0)


def test_an_old_book_is_brought_in_from_a_spreadsheet(
    service: Service, phone: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = phone().new_page()
    page.goto(f"{service.join_link}")
    page.locator("[data-go='club']").click()
    book = tmp_path / "冬至.csv"
    book.write_text("甲,乙,丙,丁\n120,-120,0,0\n30,0,0,-31\n", encoding="utf-8")
    page.set_input_files(".club-screen input[type='file']", book)
    expect(page.locator(".trouble[data-code='not_zero_sum']")).to_be_visible()
    expect(page.locator(".club-screen .menu")).to_contain_text("line 3")
    book.write_text("甲,乙,丙,丁\n120,-120,0,0\n30,0,0,-30\n", encoding="utf-8")
    page.set_input_files(".club-screen input[type='file']", book)
    expect(page.locator(".table-screen")).to_be_visible()
    expect(page.locator(".top")).to_contain_text("冬至")
    assert balances(page) == [150, -120, 0, -30]


def test_who_fed_the_third_dragon_pays_alone_by_the_calls(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    session = open_table(page, rules="guangdong")
    write_hand(page, DRAGONS)
    say(page, 0, "self_draw")
    page.locator(".called summary").click()
    for called, feeder in ((1, "W"), (0, "W"), (2, "S")):
        page.locator(f"[data-choice='called-{called}-{feeder}']").click()
    expect(page.locator(".called-set").nth(2)).to_contain_text("no. 3")
    page.locator(".bar .primary").click()
    expect(page.locator(".sheet .payments")).to_be_visible()
    confirm(page)
    seen(page, 2)
    line = state(service, session)["lines"][0]
    assert line["gains"][0] == -line["gains"][1] > 0
    assert line["gains"][2:] == [0, 0]


def test_a_hand_broken_off_is_dealt_again_and_a_finished_evening_goes_on(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    session = open_table(page, rules="taiwan_online")
    enter(page, "drawn", abort="four_west")
    seen(page, 2)
    enter(page, "finished")
    expect(page.locator(".camera")).to_have_count(0)
    enter(page, "reopened")
    expect(page.locator(".camera")).to_be_visible()
    found = state(service, session)
    assert [line["kind"] for line in found["lines"]] == ["aborted", "finished", "reopened"]
    assert found["next"]["dealer"] == 0
