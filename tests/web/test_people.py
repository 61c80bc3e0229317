"""Who comes in: by a typed code, by a password, on another phone; what an owner does about members and players."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.club_steps import NAMES, bare, come_in, invite, open_table, seen, to_books, to_club
from tests.web.conftest import Service

PASSWORD = "correct horse battery"


def to_account(page: Page) -> None:
    to_club(page)
    page.locator("[data-go='account']").click()
    expect(page.locator(".account")).to_be_visible()


def sign(page: Page, way: str, name: str, password: str = PASSWORD) -> None:
    """Sign up or in."""
    page.locator(f"[data-way='{way}']").click()
    page.locator("[name='name']").fill(name)
    page.locator("[name='password']").fill(password)
    page.locator(".way .primary").click()


def test_an_account_made_on_one_phone_opens_its_tables_on_another(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    first = phone().new_page()
    first.goto(service.join_link)
    session = open_table(first)
    first.goto(f"{service.url}/#/account")
    sign(first, "sign_up", "Wang 小明")
    expect(first.locator(".who-card")).to_have_attribute("data-guest", "false")

    second = phone().new_page()
    second.goto(f"{service.url}/#/club")
    expect(second.locator(".account")).to_be_visible()  # not joined: the ways in are offered
    sign(second, "sign_in", "Wang 小明", "not the password")
    expect(second.locator(".trouble[data-code='signin_wrong']")).to_be_visible()
    second.locator("[name='password']").fill(PASSWORD)
    second.locator(".way .primary").click()
    expect(second.locator(f"[data-session='{session}']")).to_be_visible()


def test_who_types_the_code_comes_to_the_table(service: Service, phone: Callable[..., BrowserContext]) -> None:
    owner = phone().new_page()
    owner.goto(service.join_link)
    session = open_table(owner)
    owner.locator("[data-do='share']").click()
    code = owner.locator(".invite .code").inner_text()
    other = phone().new_page()
    other.goto(f"{service.url}/#/account")
    other.locator("[data-way='code']").click()
    other.locator("[name='code']").fill(code.lower())
    other.locator(".way .primary").click()
    other.locator(".way .choose", has_text=NAMES[2]).click()
    expect(other.locator(".table-screen")).to_be_visible()
    assert other.url.endswith(session)
    expect(other.locator(".plate.below")).to_have_attribute("data-player", "2")  # the table lies as he sits


def test_a_wrong_join_link_is_told_on_the_page_in_the_readers_language(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    for locale, told in (("zh-TW", "已失效"), ("zh-CN", "已失效"), ("en-US", "no longer")):
        page = phone(locale=locale).new_page()
        page.goto(f"{service.url}/join/taken-back")
        expect(page.locator(".trouble[data-code='invite_unknown']")).to_contain_text(told)
        page.locator(".come-in [data-go='account']").click()
        expect(page.locator("[data-way='code']")).to_be_visible()


def test_a_deleted_player_leaves_the_books_their_sums_under_no_name(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    open_table(page)
    bare(page, 1, 2, 5)
    seen(page, 2)
    page.goto(f"{service.url}/#/people")
    page.locator("[data-player]", has_text=NAMES[1]).click()
    page.get_by_text("Delete the player").click()
    page.locator(".sure").click()
    expect(page.locator("[data-player]", has_text=NAMES[1])).to_have_count(0)
    page.goto(f"{service.url}/#/club")
    page.locator("[data-session]").click()
    to_books(page)
    gone = page.locator(".rank[data-player='1']")
    expect(gone).to_contain_text("(deleted)")
    expect(gone.locator(".money")).to_have_text("+200")


def test_an_owner_gives_roles_and_a_way_back_to_a_lost_password(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    owner = phone().new_page()
    owner.goto(service.join_link)
    open_table(owner)
    owner.goto(f"{service.url}/#/people")
    owner.locator("[data-do='invite']").click()
    owner.locator("[data-choice='role-player']").click()
    link = owner.locator(".invite .link").input_value()
    owner.keyboard.press("Escape")
    member = phone().new_page()
    member.goto(link)
    member.locator("[name='name']").fill("Mei")
    member.locator(".way .primary").click()
    expect(member.locator(".club-screen")).to_be_visible()
    expect(member.locator("[data-go='open']")).to_have_count(0)  # players open no tables
    member.goto(f"{service.url}/#/account")
    sign(member, "sign_up", "Mei")
    expect(member.locator(".who-card")).to_have_attribute("data-guest", "false")

    owner.reload()
    owner.locator("[data-member]", has_text="Mei").click()
    owner.get_by_text("Scorekeeper").click()
    expect(owner.locator("[data-member]", has_text="Mei")).to_contain_text("Scorekeeper")
    owner.locator("[data-member]", has_text="Mei").click()
    owner.locator("[data-do='reset']").click()
    code = owner.locator(".menu .code").inner_text()

    lost = phone().new_page()
    lost.goto(f"{service.url}/#/account")
    lost.locator("[data-way='reset']").click()
    lost.locator("[name='code']").fill(code)
    lost.locator(".way .primary").click()
    lost.locator("[name='password']").fill("another good one")
    lost.locator(".way .primary").click()
    expect(lost.locator("[data-go='open']")).to_be_visible()


def test_an_invite_that_was_taken_back_says_so(service: Service, phone: Callable[..., BrowserContext]) -> None:
    owner = phone().new_page()
    owner.goto(service.join_link)
    open_table(owner)
    link = invite(owner)
    owner.goto(f"{service.url}/#/people")
    owner.locator(".invite-line button").click()
    expect(owner.locator(".invite-line")).to_have_count(0)
    late = phone().new_page()
    late.goto(link)
    expect(late.locator(".trouble[data-code='invite_unknown']")).to_be_visible()


def test_the_season_sums_up_what_the_evenings_came_to(service: Service, phone: Callable[..., BrowserContext]) -> None:
    page = phone().new_page()
    page.goto(service.join_link)
    open_table(page)
    bare(page, 1, 2, 5)
    seen(page, 2)
    page.goto(f"{service.url}/#/season")
    rows = page.locator(".wide-table tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text(NAMES[1])
    expect(rows.first).to_contain_text("+200")
    expect(rows.last).to_contain_text(NAMES[2])
    expect(page.locator(".chart polyline")).to_have_count(4)


def test_the_history_names_whose_phone_a_hand_was_entered_on(
    service: Service, phone: Callable[..., BrowserContext]
) -> None:
    owner = phone().new_page()
    owner.goto(service.join_link)
    open_table(owner)
    other = phone().new_page()
    come_in(other, invite(owner), NAMES[3])
    bare(owner, 1, 2, 3)
    seen(other, 2)
    bare(other, 2, 1, 3)
    seen(owner, 3)
    to_books(owner, "history")
    expect(owner.locator(".history li[data-event='2'] small")).to_contain_text(NAMES[0])
    expect(owner.locator(".history li[data-event='3'] small")).to_contain_text(NAMES[3])
