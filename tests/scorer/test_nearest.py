"""A hand that does not win is told the fewest tiles to change, and changing them makes it win."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import TILES, Hand, is_legal, load_rules, nearest, parse_hand
from scorer.nearest import Change
from scorer.tiles import FLOWERS
from tests.scorer.hands import winning_hands

TAIWAN = load_rules("taiwan")


def changed(hand: Hand, changes: tuple[Change, ...]) -> Hand:
    tiles = Counter((*hand.concealed, *((hand.winning,) if hand.winning else ())))
    tiles.subtract(change.old for change in changes if change.old is not None)
    assert min(tiles.values()) >= 0
    tiles.update(change.new for change in changes if change.new is not None)
    return replace(hand, concealed=tuple(tiles.elements()), winning=None, flowers=())


@given(winning_hands())
def test_a_hand_that_wins_needs_no_change(hand: Hand) -> None:
    found = nearest(hand, TAIWAN)
    assert found is not None
    assert (found.count, found.changes) == (0, ())


@given(winning_hands(), st.data())
def test_a_hand_some_tiles_off_needs_no_more_changes_than_that_and_wins_after_them(
    hand: Hand, data: st.DataObject
) -> None:
    spoilt = data.draw(st.integers(1, 3))
    tiles = [*hand.concealed, *((hand.winning,) if hand.winning else ())]
    for _ in range(spoilt):
        tiles[data.draw(st.integers(0, len(tiles) - 1))] = data.draw(st.sampled_from(TILES[:FLOWERS]))
    off = replace(hand, concealed=tuple(tiles), winning=None, flowers=())
    found = nearest(off, TAIWAN)
    assert found is not None
    assert found.count <= spoilt
    assert is_legal(changed(off, found.changes), TAIWAN)
    assert (found.count == 0) == is_legal(off, TAIWAN)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("123456789m23456p55s+9p", [("9p", "1p")]),
        ("123456789m23456p55s", [(None, "1p")]),
        ("123456789m234567p55s9s", [("9s", None)]),
        ("1144m2255p3366s77z112z", [("2z", "1m")]),
        ("123456789m234567p5s1f", [("1f", "5s")]),
        ("5s[111m](2222m)[777p][666z][345m]+9s", [("5s", "9s")]),
    ],
)
def test_some_hands(text: str, changes: list[tuple[str | None, str | None]]) -> None:
    found = nearest(parse_hand(text), TAIWAN)
    assert found is not None
    assert [(change.old, change.new) for change in found.changes] == changes


def test_a_fifth_equal_tile_must_go() -> None:
    hand = parse_hand("11111m234567p555789s")
    found = nearest(hand, TAIWAN)
    assert found is not None
    assert found.changes[0].old == "1m"
    assert is_legal(changed(hand, found.changes), TAIWAN)


def test_melds_that_cannot_be_leave_nothing_to_change() -> None:
    assert nearest(parse_hand("11m[111m](1111m)"), TAIWAN) is None
    assert nearest(parse_hand("[111m][222m][333m][444m][555m][666m]"), TAIWAN) is None


def test_an_empty_hand_lacks_all_its_tiles() -> None:
    found = nearest(parse_hand(""), TAIWAN)
    assert found is not None
    assert found.count == 17
