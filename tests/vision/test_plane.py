from __future__ import annotations

import numpy as np
import pytest

from tests.vision.laid import Laid, seen_aslant, turned_about
from vision.plane import ASPECT, flatten


def table() -> Laid:
    return Laid().row("123456789m123p", 0, 0).row("555z", 1, 1.4, turned=[1]).row("12f", 8, 1.4)


def sides(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.linalg.norm(points[:, 1] - points[:, 0], axis=1), np.linalg.norm(points[:, 3] - points[:, 0], axis=1)


@pytest.mark.parametrize("tilt", [0.0, 0.6, -0.6])
@pytest.mark.parametrize("angle", [0, 35, 90, 180, 250])
def test_faces_come_out_one_wide_and_upright_from_any_seat(tilt: float, angle: float) -> None:
    flat = flatten(turned_about(seen_aslant(table().corners, tilt), angle))
    wide, high = sides(flat)
    assert wide == pytest.approx(np.ones(17), abs=0.08)
    assert high == pytest.approx(np.full(17, ASPECT), abs=0.1)


def test_a_squeezed_photo_is_stretched_back() -> None:
    wide, high = sides(flatten((table().corners * [0.5, 1.4]).astype(np.float32)))
    assert (high / wide).mean() == pytest.approx(ASPECT, abs=0.05)


def test_backs_of_standing_tiles_do_not_mislead_the_faces() -> None:
    laid = table()
    for at in range(4):
        laid.quads.append(np.add([[0, 0], [30, 0], [30, 9], [0, 9]], [500 + 80 * at, -200.0]))
    wide, high = sides(flatten(seen_aslant(laid.corners, 0.5), np.arange(21) >= 17))
    assert wide[:17] == pytest.approx(np.ones(17), abs=0.1)
    assert high[:17] == pytest.approx(np.full(17, ASPECT), abs=0.12)


def test_nothing_is_mirrored() -> None:
    flat = flatten(turned_about(table().corners, 130))
    across, down = flat[:, 1] - flat[:, 0], flat[:, 3] - flat[:, 0]
    assert (across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0] > 0).all()


def test_no_faces_give_no_faces() -> None:
    assert flatten(np.zeros((0, 4, 2), np.float32)).shape == (0, 4, 2)
