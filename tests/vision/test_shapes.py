from __future__ import annotations

import pytest

from tests.vision.laid import tiles
from vision.shapes import is_hidden_kong, meld_kind, sets_and_pair


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("312m", "chow"), ("555z", "pung"), ("7777s", "kong_claimed"), ("5p--5p", "kong_concealed"),
        ("-5p5p-", "kong_concealed"), ("---5p", "kong_concealed"), ("----", None), ("5p--6p", None), ("--5p", None),
        ("124m", None), ("123z", None), ("11m", None), ("1f--1f", None),
    ],
)  # fmt: skip
def test_names_tell_the_meld(text: str, kind: str | None) -> None:
    assert meld_kind(tiles(text)) == kind


def test_four_backs_are_a_concealed_kong_without_a_name() -> None:
    assert is_hidden_kong(tiles("----"))
    assert not is_hidden_kong(tiles("1m2m--"))


def test_a_pung_beside_a_back_is_no_kong() -> None:
    assert not is_hidden_kong(tiles("1m1m1m-"))


@pytest.mark.parametrize("text", ["11m", "123m44z", "111222333m55s", "123345567p88m111z", "22m345m345m345m"])
def test_sets_and_a_pair_are_known(text: str) -> None:
    assert sets_and_pair(tiles(text))


@pytest.mark.parametrize("text", ["12m", "123m4z", "111222333m56s", "123m", "11123m456z99p", "11111m", "12344z"])
def test_what_makes_no_sets_and_pair_is_refused(text: str) -> None:
    assert not sets_and_pair(tiles(text))


def test_a_kong_counts_as_a_set_only_where_told() -> None:
    assert sets_and_pair(tiles("1111m22p"), kongs=True)
    assert not sets_and_pair(tiles("1111m22p"))
