"""An evening of sixteen hands on four phones: what happens at a table, seen on all of them, and its books."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.club_steps import (
    NAMES,
    back,
    balances,
    bare,
    card,
    come_in,
    confirm,
    drawn,
    enter,
    invite,
    number,
    open_table,
    photographed,
    say,
    seen,
    to_books,
    write_hand,
    written,
)
from tests.web.conftest import SAMPLE, TOKEN, Reads, Service
from tests.web.stand_in import TruthReader

FLOWERS = "123456m789p55566677z|12345678f"
FULL = "234567m234567p345s5z+5z"
FLUSH = "123456789m123m55m66m+6m"


def state(service: Service, session: str) -> dict[str, Any]:
    """Give the table as a program would see it."""
    answer = httpx2.get(f"{service.url}/api/sessions/{session}", headers={"authorization": f"Bearer {TOKEN}"})
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def table_of_four(service: Service, phone: Callable[..., BrowserContext], **terms: Any) -> tuple[list[Page], str]:
    """Open a table on one phone and come to it with three more, in three languages."""
    locales = ("zh-TW", "en-US", "zh-CN", "en-US")
    pages = [phone(locale=locale).new_page() for locale in locales]
    pages[0].goto(service.join_link)
    session = open_table(pages[0], **terms)
    link = invite(pages[0])
    for page, name in zip(pages[1:], NAMES[1:], strict=True):
        come_in(page, link, name)
    return pages, session


def test_an_evening_of_sixteen_hands_on_four_phones(
    serve: Callable[[Reads], Service], phone: Callable[..., BrowserContext], photo: Path
) -> None:
    service = serve(TruthReader(SAMPLE))
    pages, session = table_of_four(service, phone, rules="ccaa")
    first, second, third, fourth = pages

    def all_see(last: int) -> None:
        for page in pages:
            seen(page, last)
        assert len({tuple(balances(page)) for page in pages}) == 1

    # Whoever is nearest enters: every phone sees every hand.
    bare(first, 1, 2, 8)
    all_see(2)
    bare(second, 0, "self_draw", 6)
    all_see(3)
    drawn(third)
    all_see(4)
    photographed(fourth, 3, 0, photo)
    all_see(5)
    bare(first, 2, 3, 5)
    all_see(6)

    # Two win the same tile: under these rules both do.
    write_hand(second, FLUSH)
    say(second, 1, 0)
    second.locator(".bar .primary").click()
    expect(second.locator(".sheet .payments")).to_be_visible()
    second.locator("[data-do='another']").click()
    expect(second.locator(".beside li")).to_have_count(1)
    second.locator(".tools .plain").first.click()
    for tile in ("1m", "1m", "1m", "9p", "9p", "9p", "3s", "3s", "3s", "7z", "7z", "7z", "5z", "5z", "2s", "2s", "2s"):
        second.locator(f".picker .all [data-tile='{tile}']").click()
    second.get_by_label("Close").click()
    second.locator(".bar .primary").click()
    expect(second.locator("[data-choice='who-S']")).to_have_count(0)  # has won already
    second.locator("[data-choice='who-W']").click()
    second.locator(".bar .primary").click()
    expect(second.locator(".sheet .payments")).to_be_visible()
    confirm(second)
    all_see(7)
    double = state(service, session)["lines"][-1]
    assert [win["player"] for win in double["wins"] if win["counts"]] == [1, 2]
    assert double["gains"][0] < 0 and double["gains"][3] == 0

    # All eight flowers.
    write_hand(third, FLOWERS)
    third.locator("[data-choice='who-W']").click()
    third.locator("[data-choice='how-flowers']").click()
    third.locator(".bar .primary").click()
    expect(third.locator(".sheet .payments")).to_be_visible()
    confirm(third)
    all_see(8)
    assert state(service, session)["lines"][-1]["won_by"] == "flowers"

    # A connection is lost: the hand waits visibly, and is there once, when it is back.
    fourth.context.set_offline(True)
    bare(fourth, 0, 1, 4)
    expect(fourth.locator(".line-card.waiting")).to_have_count(1)
    expect(fourth.locator(".outbox")).to_contain_text("1 confirmed hand")
    assert number(fourth) == 8
    fourth.context.set_offline(False)
    all_see(9)
    expect(fourth.locator(".outbox")).to_have_count(0)

    for hand, (winner, how, tai) in enumerate(
        [(0, 3, 4), (1, "self_draw", 7), (2, 0, 5), (3, "self_draw", 6), (0, 1, 9), (2, 1, 8), (3, 2, 10), (1, 0, 4)]
    ):
        bare(pages[hand % 4], winner, how, tai)
        all_see(10 + hand)
    assert sum(line["kind"] in ("hand", "drawn") for line in state(service, session)["lines"]) == 16
    before = balances(first)

    # Three hands back somebody had typed wrongly: it is taken back, everything after it follows, and comes again.
    to_books(first, "hands")
    card(first, 14).click()
    first.locator("[data-do='undo']").click()
    expect(card(first, 14)).to_have_count(0)
    for page in pages[1:]:
        seen(page, 18)
    without = state(service, session)
    assert [player["balance"] for player in without["players"]] != before
    assert sum(player["balance"] for player in without["players"]) + without["pot"] == 0
    first.locator("[data-leaf='history']").click()
    expect(first.locator(".history li[data-event='14']")).to_contain_text("已收回")
    first.locator(".history li[data-event='14'] [data-do='redo']").click()
    expect(first.locator(".history li[data-event='19']")).to_contain_text(NAMES[0])
    back(first)
    all_see(19)
    assert balances(first) == before and sum(before) == 0

    # The books: standings, the course of the evening, and the photo of the hand that had one.
    to_books(first)
    expect(first.locator(".rank")).to_have_count(4)
    expect(first.locator(".chart polyline")).to_have_count(4)
    points = first.locator(".chart polyline").first.get_attribute("points")
    assert points is not None and len(points.split()) == 17
    first.locator("[data-leaf='hands']").click()
    card(first, 5).click()
    expect(first.locator(".line-photo")).to_have_js_property("complete", True)
    first.keyboard.press("Escape")
    back(first)
    enter(first, "finished")
    for page in pages:
        expect(page.locator(".table-doors .note")).to_be_visible()
    assert state(service, session)["finished"]


def test_a_hand_is_amended_and_what_follows_is_worked_out_anew(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    session = open_table(page)
    written(page, 0, "self_draw", FULL)
    bare(page, 1, 0, 3)
    seen(page, 3)
    dealt = state(service, session)["lines"][1]
    assert dealt["dealer"] == 0 and dealt["streak"] == 1
    to_books(page, "hands")
    card(page, 2).click()
    page.locator("[data-do='amend']").click()
    expect(page.locator(".strip [data-tile='5z']")).to_have_count(2)
    page.locator(".bar .primary").click()
    expect(page.locator("[data-choice='who-E']")).to_have_attribute("aria-pressed", "true")
    say(page, 2, 1)
    page.locator(".bar .primary").click()
    expect(page.locator(".sheet .payments")).to_be_visible()
    confirm(page)
    seen(page, 4)
    lines = state(service, session)["lines"]
    assert lines[0]["wins"][0]["player"] == 2 and lines[0]["from"] == 1
    assert lines[1]["dealer"] == 1 and lines[1]["streak"] == 0
    expect(card(page, 2)).to_contain_text("amended")


def test_two_phones_at_once_do_not_enter_a_hand_twice(service: Service, phone: Callable[..., BrowserContext]) -> None:
    """The second to confirm is told what happened meanwhile, and confirms again only if that was another hand."""
    (first, second, *_), session = table_of_four(service, phone)
    second.locator("[data-entry='no_photo']").click()
    second.locator("[data-entry='tai']").click()
    say(second, 0, 1)
    second.locator("[data-tai='3']").click()
    expect(second.locator(".payments")).to_be_visible()
    second.route("**/live", lambda route: route.abort())
    second.context.set_offline(True)
    bare(first, 0, 1, 3)
    seen(first, 2)
    second.locator(".confirm").click()
    expect(second.locator(".line-card.waiting")).to_have_count(1)
    second.context.set_offline(False)
    refused = second.locator(".outbox", has_text="Another phone has entered something meanwhile")
    expect(refused).to_be_visible()
    assert state(service, session)["number"] == 2
    refused.get_by_text("Discard it").click()
    expect(second.locator(".outbox")).to_have_count(0)
    seen(second, 2)


def test_penalties_the_pot_and_other_seats_are_entered_and_sum_to_zero(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    session = open_table(page)
    enter(page, "penalty", payer=1, payee=0, amount=60)
    seen(page, 2)
    enter(page, "pot_in", player=2, amount=30)
    seen(page, 3)
    expect(page.locator(".pot")).to_contain_text("30")
    enter(page, "false_win", player=3, amount=10)
    seen(page, 4)
    assert balances(page) == [70, -50, -20, -30]
    enter(page, "note", note="one was late")
    page.locator("[data-entry='more']").click()
    page.locator("[data-entry='seats']").last.click()
    page.locator("[data-place='0']").click()
    page.locator("[data-place='1']").click()
    page.locator("[data-choice='since-start']").click()
    page.locator(".entry .enter").click()
    seen(page, 6)
    expect(page.locator(".plate.deals")).to_have_attribute("data-player", "1")
    found = state(service, session)
    assert sum(player["balance"] for player in found["players"]) + found["pot"] == 0


def test_a_viewer_looks_and_can_enter_nothing(service: Service, phone: Callable[..., BrowserContext]) -> None:
    owner = phone().new_page()
    owner.goto(service.join_link)
    open_table(owner)
    link = invite(owner, "viewer")
    viewer = phone().new_page()
    come_in(viewer, link)
    bare(owner, 1, 2, 3)
    seen(viewer, 2)
    expect(viewer.locator(".camera")).to_have_count(0)
    expect(viewer.locator(".table-doors")).to_contain_text("watching")
    expect(viewer.locator("[data-entry]")).to_have_count(0)
