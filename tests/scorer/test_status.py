"""A hand that can't be, or that does not win, is told so with every reason at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer import (
    TILES,
    Hand,
    HandStatus,
    Win,
    best_total,
    check,
    is_legal,
    load_rules,
    parse_hand,
    rule_set_ids,
    score,
    sheet_document,
)
from scorer.tiles import FLOWERS
from tests.scorer.hands import winning_hands, wins
from tests.scorer.test_notation import ANY_HANDS

TAIWAN = load_rules("taiwan")


@given(winning_hands())
def test_every_hand_built_from_sets_is_accepted(hand: Hand) -> None:
    assert check(hand, TAIWAN) is HandStatus.VALID


@given(winning_hands(), wins())
def test_every_hand_built_from_sets_is_scored(hand: Hand, win: Win) -> None:
    sheet = score(hand, win, TAIWAN)
    assert sheet.total is not None and sheet.total >= 0
    assert sheet.total == sum(row.tai for row in sheet.rows)


@given(winning_hands(), st.data())
def test_every_hand_one_tile_off_is_refused_with_the_reason(hand: Hand, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(hand.concealed) - 1)) if hand.concealed else None
    other = data.draw(st.sampled_from(TILES[:FLOWERS]))
    if at is None:
        off = replace(hand, winning=other)
    else:
        off = replace(hand, concealed=(*hand.concealed[:at], other, *hand.concealed[at + 1 :]))
    tiles = off.all_tiles
    too_many = max(map(tiles.count, tiles)) > 4
    wins_still = wins_by_brute_force(off)
    assume(too_many or not wins_still)
    status = check(off, TAIWAN)
    if len(off.flowers) == 8 and not wins_still:
        # All eight flowers win by themselves (花胡), so nothing but a tile that can't be speaks against the hand.
        assert status is (HandStatus.FIVE_OF_A_KIND if too_many else HandStatus.VALID)
    else:
        assert (HandStatus.FIVE_OF_A_KIND in status) == too_many
        assert (HandStatus.NOT_WINNING in status) == (not wins_still)
    sheet = score(off, Win("discard"), TAIWAN)
    assert sheet.total is None
    assert sheet.status.reasons


@given(winning_hands(), st.data())
def test_a_tile_too_few_or_too_many_is_said(hand: Hand, data: st.DataObject) -> None:
    more = replace(hand, concealed=(*hand.concealed, data.draw(st.sampled_from(TILES[:FLOWERS]))))
    assert HandStatus.TOO_MANY_TILES in check(more, TAIWAN, Win("discard"))
    fewer = replace(hand, winning=None)
    assert HandStatus.TOO_FEW_TILES in check(fewer, TAIWAN, Win("discard"))


def wins_by_brute_force(hand: Hand) -> bool:
    """Whether sets and a pair, or seven pairs and a triplet, can be taken out one by one."""
    concealed = sorted(TILES.index(tile) for tile in (*hand.concealed, *([hand.winning] if hand.winning else ())))

    def all_sets(tiles: list[int]) -> bool:
        if not tiles:
            return True
        first = tiles[0]
        options = [[first] * 3]
        if first < 27 and first % 9 <= 6:
            options.append([first, first + 1, first + 2])
        for option in options:
            rest = tiles.copy()
            try:
                for tile in option:
                    rest.remove(tile)
            except ValueError:
                continue
            if all_sets(rest):
                return True
        return False

    for pair in set(concealed):
        rest = concealed.copy()
        if rest.count(pair) >= 2:
            rest.remove(pair)
            rest.remove(pair)
            if all_sets(rest):
                return True
    counts = sorted(concealed.count(tile) for tile in set(concealed))
    return not hand.melds and counts.count(3) == 1 and all(count in (2, 3, 4) for count in counts)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("123456789m23456p55s+7p", ()),
        ("", ("too_few_tiles",)),
        ("123456789m23456p55s", ("too_few_tiles",)),
        ("123456789m234567p55s+7p", ("too_many_tiles",)),
        ("123456789m23456p55s+9p", ("not_winning",)),
        ("11111m234567p555789s", ("five_of_a_kind",)),
        ("5s[111m](1111m)[777p][666z][123m]+5s", ("five_of_a_kind",)),
        ("55s234m[555s][666z][777p][789m]+5s", ("too_many_tiles", "five_of_a_kind")),
        ("123456789m23456p55s+7p|11f", ("flower_twice",)),
        ("123456789m23456p5s1f+7p", ("flower_in_hand", "not_winning")),
        ("123456789m23456p55s+7p|1f5m", ("not_a_flower",)),
        ("11111m99p1f+3s|22f7z", ("too_few_tiles", "five_of_a_kind", "flower_twice", "flower_in_hand", "not_a_flower")),
        ("1133m|12345678f", ()),
        ("11m[111m]|12345678f", ("five_of_a_kind",)),
    ],
)
def test_every_reason_is_named_at_once(text: str, reasons: tuple[str, ...]) -> None:
    assert set(check(parse_hand(text), TAIWAN).reasons) == set(reasons)
    assert is_legal(parse_hand(text), TAIWAN) == (not reasons)


def test_five_of_one_tile_are_counted_over_hand_melds_and_winning_tile_together() -> None:
    hand = parse_hand("11m234p567p789s[123m][111m]+1m")
    assert HandStatus.FIVE_OF_A_KIND in check(hand, TAIWAN)
    assert HandStatus.FIVE_OF_A_KIND not in check(parse_hand("11m234p567p789s[123m][777m]+1m"), TAIWAN)


def test_a_flower_win_wants_all_eight_or_seven_and_a_robbed_one() -> None:
    seven = parse_hand("123m456p78s1z|1234567f")
    assert check(seven, TAIWAN, Win("flowers")).reasons == ("not_eight_flowers",)
    assert check(seven, TAIWAN, Win("flowers", from_seat="W")) is HandStatus.VALID
    assert check(seven, TAIWAN, Win("discard")).reasons == ("too_few_tiles",)
    six = parse_hand("123m456p78s1z|123456f")
    assert check(six, TAIWAN, Win("flowers", from_seat="W")).reasons == ("not_eight_flowers",)
    eight = parse_hand("123m456p78s1z|12345678f")
    assert check(eight, TAIWAN, Win("flowers")) is HandStatus.VALID


def test_the_seven_pairs_win_only_while_their_row_is_in_force() -> None:
    hand = parse_hand("1144m2255p3366s77z11z+1z")
    assert is_legal(hand, TAIWAN)
    assert check(hand, load_rules("taiwan", {"ligu_ligu": "off"})).reasons == ("not_winning",)


def test_four_equal_tiles_may_be_two_of_the_seven_pairs_unless_the_table_says_no() -> None:
    hand = parse_hand("1111m2255p3366s77z11z+1z")
    assert is_legal(hand, TAIWAN)
    assert not is_legal(hand, load_rules("taiwan", {"four_as_two_pairs": "no"}))


@given(ANY_HANDS, wins(), st.sampled_from(rule_set_ids()), st.sampled_from(["discard", "self_draw", "flowers"]))
def test_any_hand_at_all_is_answered_without_an_error(hand: Hand, win: Win, rule_set: str, won_by: Any) -> None:
    rules = load_rules(rule_set)
    sheet = score(hand, replace(win, won_by=won_by), rules)
    assert (sheet.total is None) == bool(sheet.status.reasons)
    assert best_total(hand, replace(win, won_by=won_by), rules) == sheet.total
    document = sheet_document(sheet, explain=True)
    assert document["status"] == list(sheet.status.reasons)


@pytest.mark.parametrize(
    "text", ["123456789m23456p55s+7p|5m", "123456789m23456p5s1f+7p|11f", "1" * 300 + "m", "[123m]" * 9]
)
def test_odd_hands_are_answered_under_every_rule_set(text: str) -> None:
    for rule_set in rule_set_ids():
        for won_by in ("discard", "self_draw", "flowers"):
            sheet = score(parse_hand(text), Win(won_by, seat="S"), load_rules(rule_set))
            assert sheet.total is None
            assert sheet_document(sheet, explain=True)["total"] is None
