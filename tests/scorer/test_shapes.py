"""Hands are cut into sets in every way, and waits are found whole."""

from __future__ import annotations

import pytest
from hypothesis import given

from scorer import Hand, load_rules, parse_hand, parse_tiles, waits
from scorer.examples import facts_of
from scorer.shapes import Shapes
from scorer.tiles import FLOWERS, TILES, count_kinds
from scorer.view import views
from tests.scorer.hands import winning_hands

TAIWAN = load_rules("taiwan")


def cuts(text: str) -> list[list[str]]:
    counts = bytes(count_kinds(parse_tiles(text))[:FLOWERS])
    found = TAIWAN.shapes.decompositions(counts, ())
    return [[*map(str, cut.pairs), *sorted(map(str, cut.sets))] for cut in found]


def test_triplets_and_chows_of_the_same_tiles_are_both_found() -> None:
    assert cuts("111222333m456p789s55z") == [
        ["55z", "111m", "222m", "333m", "456p", "789s"],
        ["55z", "123m", "123m", "123m", "456p", "789s"],
    ]


def test_every_pair_is_tried() -> None:
    pairs = {cut[0] for cut in cuts("11122233344455566m")}
    assert pairs == {"33m", "66m"}


def test_no_decomposition_is_given_twice() -> None:
    for text in ["11112222333344m55z", "11223344556677m999p", "22223333444455m66m6m"]:
        found = cuts(text)
        assert len({tuple(cut) for cut in found}) == len(found)


def test_seven_pairs_are_a_decomposition_of_their_own() -> None:
    assert cuts("1144m2255p3366s77z111z")[-1] == ["11m", "44m", "22p", "55p", "33s", "66s", "77z", "111z"]
    assert len(cuts("11223344556677m999p")) == 4


def test_every_placement_of_the_winning_tile_is_tried_once() -> None:
    placed = [str(view.placed) for view in views(facts_of("11123m456p789s66z999m+1m"))]
    assert placed == ["111m", "123m"]


@given(winning_hands())
def test_every_cut_holds_exactly_the_tiles_of_the_hand(hand: Hand) -> None:
    facts = facts_of(str(hand))
    for view in views(facts):
        tiles = [tile for each in (*view.sets, *view.pairs) for tile in each.tiles]
        assert sorted(tiles) == list(facts.tiles)
        assert facts.winning in view.placed.tiles
        assert view.placed in (*view.sets, *view.pairs)


@given(winning_hands())
def test_a_hand_waits_for_the_tile_it_won_on(hand: Hand) -> None:
    assert hand.winning in waits(hand, TAIWAN)


@given(winning_hands())
def test_waits_are_the_tiles_that_complete_the_hand_when_tried_one_by_one(hand: Hand) -> None:
    facts = facts_of(str(hand))
    tried = []
    for tile in range(FLOWERS):
        counts = bytearray(facts.before)
        counts[tile] += 1
        if facts.held_before(tile) < 4 and TAIWAN.shapes.decompositions(bytes(counts), facts.melds):
            tried.append(TILES[tile])
    assert list(waits(hand, TAIWAN)) == tried


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123456789m23456p55s", "147p"),
        ("1112m[222p][333p][444p][555p]", "23m"),
        ("2m[123p][123p][345p][345m][567m]", "2m"),
        ("1144m2255p3366s77z11z", "14m25p36s17z"),
        ("1144m2255p3366s7z111z", "7z"),
    ],
)
def test_some_waits(text: str, expected: str) -> None:
    assert waits(parse_hand(text), TAIWAN) == parse_tiles(expected)


def test_a_tile_held_four_times_is_a_formal_wait_only() -> None:
    hand = parse_hand("23m789p55s[1111m][777z][999m]")
    assert waits(hand, TAIWAN) == ("4m",)
    assert waits(hand, load_rules("taiwan", {"waits": "formal"})) == ("1m", "4m")
    four_held = parse_hand("1m[111m][222p][333p][444p][555p]")
    assert waits(four_held, TAIWAN) == ()


def test_a_hand_of_another_size_waits_for_nothing() -> None:
    assert waits(parse_hand("123m"), TAIWAN) == ()
    assert waits(parse_hand("123456789m23456p55s7p"), TAIWAN) == ()


def test_thirteen_tile_hands_are_cut_too() -> None:
    shapes = Shapes(4)
    counts = bytes(count_kinds(parse_tiles("11123456789999m"))[:FLOWERS])
    assert shapes.tiles == 14
    assert shapes.wins(counts, ())
    assert not TAIWAN.shapes.wins(counts, ())
