from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorer import RuleSet, check, is_legal, load_rules, parse_hand
from tests.vision.laid import Laid
from vision.assemble import Assembly
from vision.reading import Change
from vision.suggest import suggest

Chances = list[list[tuple[str, float]]]


@pytest.fixture(scope="module")
def taiwan() -> RuleSet:
    return load_rules("taiwan")


def read(text: str) -> tuple[list[str], Assembly]:
    laid = Laid().row(text, 0, 0)
    return laid.names, laid.assembled()


def chances(names: Sequence[str], *doubts: tuple[int, str, float]) -> Chances:
    """Sure of every name but for some, which may be another: (index, other name, its probability)."""
    given: Chances = [[(name, 0.99)] for name in names]
    for at, other, chance in doubts:
        given[at] = [*given[at], (other, chance)]
        given[at][0] = (names[at], 0.98 - sum(c for _, c in given[at][1:]))
    return given


def test_the_change_that_makes_the_hand_legal_is_offered(taiwan: RuleSet) -> None:
    names, found = read("123456789m111222s57z")
    offer = suggest(names, chances(names, (16, "5z", 0.4), (3, "5m", 0.45)), found, taiwan)
    assert offer is not None
    assert offer.changes == (Change(16, "7z", "5z"),)
    assert offer.hand == "123456789m111222s55z"
    assert is_legal(parse_hand(offer.hand), taiwan)
    assert 0.3 < offer.confidence < 0.5


def test_the_likelier_of_two_ways_is_offered(taiwan: RuleSet) -> None:
    names, found = read("123456789m111222s57z")
    first = suggest(names, chances(names, (16, "5z", 0.1), (15, "7z", 0.3)), found, taiwan)
    second = suggest(names, chances(names, (16, "5z", 0.3), (15, "7z", 0.1)), found, taiwan)
    assert first is not None and second is not None
    assert (first.changes[0].tile, second.changes[0].tile) == (15, 16)


def test_two_changes_are_offered_only_where_no_single_one_does(taiwan: RuleSet) -> None:
    names, found = read("123456789m114222s57z")
    doubts = [(11, "1s", 0.2), (16, "5z", 0.2), (15, "7z", 0.05)]
    offer = suggest(names, chances(names, *doubts), found, taiwan)
    assert offer is not None
    assert [(c.tile, c.after) for c in offer.changes] == [(11, "1s"), (16, "5z")]


@pytest.mark.parametrize(
    ("text", "at", "other", "reason", "mended"),
    [
        ("123456789m111113s55z", 13, "2s", "five_of_a_kind", "123456789m111123s55z"),
        ("123456789m111222s55z11f", 18, "2f", "flower_twice", "123456789m111222s55z|12f"),
    ],
)
def test_five_of_a_kind_and_a_flower_twice_are_mended_beside_the_reading(
    text: str, at: int, other: str, reason: str, mended: str, taiwan: RuleSet
) -> None:
    names, found = read(text)
    before = found.hand
    assert before is not None
    assert reason in check(before, taiwan).reasons
    offer = suggest(names, chances(names, (at, other, 0.2)), found, taiwan)
    assert offer is not None
    assert offer.hand == mended
    assert found.hand == before
    assert names == read(text)[0]


def test_a_misread_tile_in_a_meld_is_mended_in_its_meld(taiwan: RuleSet) -> None:
    laid = Laid().row("123456m456s11122z", 0, 1.3).row("554p", 2, 0)
    found = laid.assembled()
    offer = suggest(laid.names, chances(laid.names, (16, "5p", 0.3)), found, taiwan)
    assert offer is not None
    assert parse_hand(offer.hand).melds[0].tiles == ("5p", "5p", "5p")


def test_a_change_that_breaks_a_meld_is_not_offered(taiwan: RuleSet) -> None:
    laid = Laid().row("123456m456s11123z", 0, 1.3).row("555p", 2, 0)
    found = laid.assembled()
    assert str(found.hand) == "123456m456s11123z[555p]"
    assert suggest(laid.names, chances(laid.names, (14, "4p", 0.4)), found, taiwan) is None


def test_nothing_is_offered_for_a_legal_hand(taiwan: RuleSet) -> None:
    names, found = read("123456789m111222s55z")
    assert suggest(names, chances(names, (16, "7z", 0.4)), found, taiwan) is None


def test_nothing_is_offered_where_no_change_is_likely(taiwan: RuleSet) -> None:
    names, found = read("123456789m111222s57z")
    assert suggest(names, chances(names), found, taiwan) is None
    assert suggest(names, chances(names, (16, "5z", 0.0001)), found, taiwan) is None


def test_nothing_is_offered_without_a_hand(taiwan: RuleSet) -> None:
    names, found = read("123m")
    assert suggest(names, chances(names), found, taiwan) is None


@pytest.mark.parametrize("text", ["123456789m111222s5z", "123456789m111222s55z3p"])
def test_a_hand_of_the_wrong_size_is_kept_and_nothing_is_made_up(text: str, taiwan: RuleSet) -> None:
    names, found = read(text)
    offer = suggest(names, chances(names, (0, "4m", 0.4)), found, taiwan)
    assert offer is None
    assert found.hand is not None
    assert sorted(found.hand.all_tiles) == sorted(names)
