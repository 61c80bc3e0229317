from __future__ import annotations

import numpy as np

from tests.vision.laid import Laid, turned_about
from vision.plane import flatten
from vision.rows import Frames, components, frames_of, gap_between, in_reading_order, rows_of, side_by_side


def frames(laid: Laid, angle: float = 0.0) -> Frames:
    return frames_of(flatten(turned_about(laid.corners, angle)))


def test_components_are_given_largest_first() -> None:
    linked = np.zeros((5, 5), bool)
    linked[[0, 2], [2, 0]] = linked[[2, 4], [4, 2]] = True
    assert components(linked) == [[0, 2, 4], [1], [3]]


def test_tiles_that_touch_are_one_group_and_a_gap_parts_them() -> None:
    laid = Laid().row("123m", 0, 0).row("456p", 4, 0)
    assert components(side_by_side(frames(laid), 0.3)) == [[0, 1, 2], [3, 4, 5]]
    assert components(side_by_side(frames(laid), 1.2)) == [[0, 1, 2, 3, 4, 5]]


def test_tiles_above_one_another_are_not_side_by_side() -> None:
    laid = Laid().row("1m", 0, 0).row("2m", 0, 1.02)
    assert not side_by_side(frames(laid), 1.0).any()


def test_gaps_are_in_tile_widths_also_beside_a_tile_that_lies_crosswise() -> None:
    laid = Laid().row("123m", 0, 0, gap=15, turned=[1]).row("456789m", 0, 3)
    seen = frames(laid)
    assert abs(gap_between(seen, 0, 1) - 0.5) < 0.05
    assert abs(gap_between(seen, 1, 2) - 0.5) < 0.05


def test_rows_are_read_from_the_owners_top_left_however_the_photo_is_turned() -> None:
    laid = Laid().row("123456m", 0, 0).row("789p", 1, 1.3)
    for angle in (0, 20, 90, 180, 270):
        assert rows_of(frames(laid, angle), range(9)) == [[0, 1, 2, 3, 4, 5], [6, 7, 8]]
        assert in_reading_order(frames(laid, angle), [8, 3, 0]) == [0, 3, 8]


def test_a_curved_row_is_one_row() -> None:
    laid = Laid()
    for angle in np.linspace(-0.35, 0.35, 14):
        laid.names.append("1m")
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        box = np.add([[-15, -20], [15, -20], [15, 20], [-15, 20]], [0, -31 * 14 / 0.7])
        laid.quads.append(box @ turn.T)
    assert rows_of(frames_of(flatten(laid.corners)), range(14)) == [list(range(14))]
