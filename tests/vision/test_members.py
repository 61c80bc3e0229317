from __future__ import annotations

import numpy as np

from tests.vision.laid import Laid, assembled, seen, sorter
from vision.assemble import assemble
from vision.describe import describe
from vision.members import likeliest, tiles_of, wins

HAND = "123456789m111222s55z"


def chosen(laid: Laid, odds: dict[int, float], otherwise: float = 5.0) -> list[int]:
    """What is chosen where the sorter gives these log-odds."""
    told = np.array([odds.get(i, otherwise) for i in range(len(laid.names))], np.float32)
    return likeliest(laid.names, describe(seen(laid.names, laid.corners)).frames, told, 17)


def test_a_doubtful_tile_beside_a_hand_that_wins_without_it_is_left_out() -> None:
    laid = Laid().row(HAND, 0, 0).row("9p", 19, 0)
    assert chosen(laid, {17: 1.0}) == list(range(17))


def test_a_doubtful_tile_that_a_hand_lacks_is_taken_in() -> None:
    laid = Laid().row(HAND, 0, 0)
    assert chosen(laid, {16: -1.0}) == list(range(17))


def test_the_rules_never_overrule_a_sorter_that_is_sure() -> None:
    laid = Laid().row(HAND, 0, 0).row("9p", 19, 0)
    assert chosen(laid, {16: -4.0}) == [*range(16), 17]


def test_a_doubtful_row_is_left_out_as_a_whole() -> None:
    laid = Laid().row(HAND, 0, 0).row("2468p", 3, 4)
    assert chosen(laid, dict.fromkeys(range(17, 21), 0.3)) == list(range(17))


def test_groups_too_many_for_a_hand_are_left_out_however_sure_the_sorter_is_of_them() -> None:
    laid = Laid().row("123456789m111s55z", 0, 0).row("2468p3z", 3, 4)
    assert chosen(laid, {}) == list(range(14))


def test_a_grid_keeps_all_its_tiles() -> None:
    laid = Laid().row("1234567p", 0, 0).row("1234567m", 0, 1.02).row("1234567s", 0, 2.04)
    assert chosen(laid, {}) == list(range(21))


def test_tiles_face_down_are_of_the_hand_only_in_kongs() -> None:
    laid = Laid().row("123456m456s11122z", 0, 1.5).row("5p--5p", 2, 0).row("-----", 9, 0)
    assert chosen(laid, {}) == list(range(18))


def test_kongs_count_three_and_flowers_nothing() -> None:
    laid = Laid().row("5555p123m1f", 0, 0)
    assert tiles_of(laid.names, range(8)) == 6


def test_a_hand_with_a_concealed_kong_wins_as_it_lies() -> None:
    laid = Laid().row("123456m456s11122z", 0, 1.5).row("5p--5p", 2, 0)
    frames = describe(seen(laid.names, laid.corners)).frames
    assert wins(laid.names, frames, range(18))
    assert not wins(laid.names, frames, range(17))


def test_two_hands_on_one_table_are_two_hands() -> None:
    laid = Laid().row(HAND, 0, 0).row("234567p345678s33399m", 0, 9)
    found = assemble(seen(laid.names, laid.corners), sorter())
    assert sorted(str(one.hand) for one in found) == sorted(["123456789m111222s55z", "33399m234567p345678s"])
    assert sorted(i for one in found for i in one.members) == list(range(34))
    for one in found:
        assert [role != "other" for role in one.roles] == [i in one.members for i in range(34)]


def test_a_second_row_that_does_not_win_is_no_second_hand() -> None:
    laid = Laid().row(HAND, 0, 0).row("1479p258s1234567z69m", 0, 9)
    assert len(assemble(seen(laid.names, laid.corners), sorter())) == 1


def test_the_hand_does_not_depend_on_where_in_the_list_a_face_stands() -> None:
    laid = Laid().row(HAND, 0, 3).row("4p7s", 2, 0)
    order = np.random.default_rng(1).permutation(len(laid.names)).tolist()
    moved = assembled([laid.names[i] for i in order], laid.corners[order])
    assert str(moved.hand) == laid.hand()


def test_a_heap_of_loose_tiles_stays_together() -> None:
    laid = Laid()
    for at in range(90):
        laid.row(f"{at % 9 + 1}p", 3 * (at % 10), 3 * (at // 10))
    assert chosen(laid, {}) == list(range(90))
