"""Options and a club's own rules, chosen where the rule set is chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorer import load_rules
from tests.web.conftest import RIGHT, SAMPLE, WRONG, Service
from tests.web.stand_in import Reads, TruthReader
from tests.web.steps import (
    OUR_CLUB,
    add_file,
    choose_rules,
    close_rules,
    correct,
    next_step,
    open_rules,
    say_win,
    take_photo,
    total,
)
from vision import TableReading

SECOND = OUR_CLUB.replace('"1"', '"2"').replace("5", "7")
BAD = OUR_CLUB.replace("= 5", '= "five"')


def to_win(page: Page, photo: Path) -> None:
    """Go from a photo to the screen of the win, South having won from West."""
    take_photo(page, photo)
    correct(page, WRONG, RIGHT)
    page.locator(".steps button").nth(1).click()
    say_win(page, "S", "W")


def confirm(page: Page) -> None:
    next_step(page)
    expect(page.locator(".confirm")).to_be_enabled()
    page.locator(".confirm").click()
    expect(page.locator(".done-card .payments")).to_be_visible()


def test_an_option_is_sent_shown_kept_and_recorded(page: Page, service: Service, photo: Path) -> None:
    to_win(page, photo)
    expect(total(page)).to_have_text("3")
    open_rules(page, "options")
    expect(page.locator("[data-option='cap'] input")).to_have_value("0")
    page.locator("[data-option='cap'] input").fill("2")
    page.locator("[data-option='dealer_share'] select").select_option("wins_or_discards")
    expect(page.locator(".option.changed")).to_have_count(2)
    close_rules(page)
    expect(page.locator(".chip[data-leaf='options']")).to_contain_text("2 changed")
    expect(total(page)).to_have_text("2")
    page.reload()
    expect(page.locator(".chip[data-leaf='options']")).to_contain_text("2 changed")
    next_step(page)
    expect(page.locator(".sheet .chosen")).to_contain_text("Most tai anyone pays (0: no limit): 2")
    expect(page.locator(".sheet")).to_contain_text("The rows come to 3; the limit is 2.")
    page.locator(".confirm").click()
    expect(page.locator(".done-card")).to_contain_text("(taiwan), version 1.0")
    [record] = service.hands()
    assert record["rules"]["options"]["cap"] == 2
    assert record["rules"]["options"]["dealer_share"] == "wins_or_discards"


def test_options_go_back_to_the_default_by_a_tap_and_with_rules_that_do_not_have_them(page: Page, photo: Path) -> None:
    to_win(page, photo)
    chip = page.locator(".chip[data-leaf='options']")
    open_rules(page, "options")
    page.locator("[data-option='cap'] input").fill("2")
    page.get_by_text("All back to the default").click()
    expect(page.locator("[data-option='cap'] input")).to_have_value("0")
    page.locator("[data-option='waits'] select").select_option("formal")
    page.locator("[data-option='cap'] input").fill("2")
    close_rules(page)
    expect(chip).to_contain_text("2 changed")
    choose_rules(page, "ccaa")
    expect(chip).to_contain_text("1 changed")
    choose_rules(page, "taiwan")
    expect(chip).to_contain_text("1 changed")


def test_flowers_swap_seats_so_that_each_seat_keeps_two(page: Page, photo: Path) -> None:
    to_win(page, photo)
    expect(total(page)).to_have_text("3")
    open_rules(page, "options")
    seats = page.locator("[data-option='flower_seats'] select")
    seats.nth(1).select_option("N")
    expect(seats.nth(3)).to_have_value("S")
    expect(page.locator("[data-option='flower_seats']")).to_contain_text("Usually: ESWNESWN")
    close_rules(page)
    expect(total(page)).to_have_text("2")


def test_a_table_with_dragon_rounds_may_play_one(page: Page, photo: Path) -> None:
    to_win(page, photo)
    rounds = page.locator(".table .facts select").first
    expect(rounds.locator("option")).to_have_count(4)
    open_rules(page, "options")
    page.locator("[data-option='dragon_rounds'] select").select_option("yes")
    close_rules(page)
    rounds.select_option("C")
    expect(total(page)).to_have_text("4")


def test_a_photo_is_judged_by_the_rules_of_the_table(
    serve: Callable[[Reads], Service], phone: Callable[..., BrowserContext], photo: Path
) -> None:
    judged: list[str] = []

    class Noting(TruthReader):
        def read(self, photo: Any, *, rules: Any = None, name: str | None = None) -> TableReading:
            judged.append(rules.id)
            return super().read(photo, rules=rules, name=name)

    page = phone().new_page()
    page.goto(serve(Noting(SAMPLE)).join_link)
    page.get_by_text("No photo").click()
    page.get_by_role("button", name="Win", exact=True).click()
    choose_rules(page, "ccaa")
    page.get_by_role("button", name="Back", exact=True).click()
    take_photo(page, photo)
    assert judged == ["ccaa"]


def test_what_counts_is_there_to_read_row_by_row(page: Page, photo: Path) -> None:
    to_win(page, photo)
    choose_rules(page, "ccaa")
    open_rules(page, "rulebook")
    expect(page.locator(".rulebook li")).to_have_count(len(load_rules("ccaa").rows))
    expect(page.locator(".rulebook")).to_contain_text("at least 4 to win")
    row = page.locator(".rulebook [data-row='pure_straight']")
    expect(row).to_contain_text("Straight")
    expect(row).to_contain_text("5 tai")
    expect(row.locator("q")).to_contain_text("一條龍")
    page.locator(".rules-dialog select").first.select_option("guangdong")
    expect(page.locator(".rulebook li")).to_have_count(len(load_rules("guangdong").rows))
    expect(page.locator(".rulebook .rule").first).to_contain_text("fan")


def test_a_clubs_own_rules_are_added_counted_by_and_recorded_with_their_version(
    page: Page, service: Service, photo: Path
) -> None:
    to_win(page, photo)
    expect(total(page)).to_have_text("3")
    open_rules(page, "house")
    add_file(page, OUR_CLUB)
    expect(page.locator(".house")).to_contain_text("Ours, version 1, is in and chosen.")
    expect(page.locator(".rules-dialog select").first).to_have_value("our_club")
    close_rules(page)
    expect(total(page)).to_have_text("7")
    open_rules(page, "house")
    add_file(page, SECOND)
    expect(page.locator(".house")).to_contain_text("Ours, version 2, is in and chosen.")
    close_rules(page)
    expect(total(page)).to_have_text("9")
    confirm(page)
    expect(page.locator(".done-card")).to_contain_text("Ours (our_club), version 2")
    [record] = service.hands()
    assert (record["rules"]["id"], record["rules"]["version"], record["sheet"]["total"]) == ("our_club", "2", 9)


def test_own_rules_are_removed_after_a_question_and_the_table_goes_on_by_those_they_extend(
    page: Page, photo: Path
) -> None:
    to_win(page, photo)
    open_rules(page, "house")
    add_file(page, OUR_CLUB)
    entry = page.locator("[data-house='our_club']")
    entry.get_by_text("Remove", exact=True).click()
    entry.get_by_text("Cancel").click()
    entry.get_by_text("Remove", exact=True).click()
    entry.get_by_text("Remove for everybody").click()
    expect(entry).to_have_count(0)
    expect(page.locator(".rules-dialog select").first).to_have_value("taiwan")
    close_rules(page)
    expect(total(page)).to_have_text("3")


@pytest.mark.parametrize(
    ("locale", "where", "words"),
    [
        ("zh-CN", "club.toml 第 6 行", "这里要写整数。"),
        ("zh-TW", "club.toml 第 6 行", "這裡要寫整數。"),
    ],
)
def test_a_file_that_is_no_rule_set_is_refused_with_line_and_reason_and_nothing_is_lost(
    phone: Callable[..., BrowserContext], service: Service, photo: Path, locale: str, where: str, words: str
) -> None:
    page = phone(locale=locale).new_page()
    page.goto(service.join_link)
    to_win(page, photo)
    open_rules(page, "house")
    add_file(page, BAD)
    trouble = page.locator(".house .trouble[data-code='rules_invalid']")
    expect(trouble).to_contain_text(where)
    expect(trouble).to_contain_text(words)
    expect(page.locator(".rules-dialog select").first).to_have_value("taiwan")
    add_file(page, OUR_CLUB)
    expect(page.locator("[data-house='our_club']")).to_be_visible()
    expect(trouble).to_have_count(0)
    close_rules(page)
    expect(total(page)).to_have_text("7")


def test_a_version_that_is_taken_and_an_id_that_is_ours_are_refused(page: Page, photo: Path) -> None:
    to_win(page, photo)
    open_rules(page, "house")
    add_file(page, OUR_CLUB)
    expect(page.locator("[data-house='our_club']")).to_be_visible()
    add_file(page, OUR_CLUB.replace("tai = 5", "tai = 6"))
    expect(page.locator(".house .trouble[data-code='rules_version_taken']")).to_contain_text("Raise the version")
    add_file(page, OUR_CLUB.replace("our_club", "ccaa"))
    expect(page.locator(".house .trouble")).to_contain_text("come with TaiLens")


def test_a_file_that_could_not_be_sent_is_sent_again_with_one_tap(page: Page, service: Service, photo: Path) -> None:
    to_win(page, photo)
    open_rules(page, "house")
    service.stop()
    add_file(page, OUR_CLUB)
    expect(page.locator(".house .trouble[data-code='offline']")).to_be_visible()
    service.start()
    page.locator(".house").get_by_role("button", name="Try again").click()
    expect(page.locator(".house")).to_contain_text("Ours, version 1, is in and chosen.")


def test_rules_that_another_phone_removed_can_be_exchanged(page: Page, service: Service, photo: Path) -> None:
    to_win(page, photo)
    open_rules(page, "house")
    add_file(page, OUR_CLUB)
    expect(page.locator("[data-house='our_club']")).to_be_visible()
    close_rules(page)
    expect(total(page)).to_have_text("7")
    service.remove_rules("our_club")
    page.reload()
    expect(page.locator(".rules select")).to_have_value("our_club")
    expect(page.locator(".rules option:checked")).to_have_text("our_club (removed)")
    choose_rules(page, "taiwan")
    expect(total(page)).to_have_text("3")
