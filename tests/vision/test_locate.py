from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.locate import STRIDE, Face, decode, distinct

W, H = 40, 30


def maps_with(*faces: NDArray[np.float32], heat: float = 6.0) -> NDArray[np.float32]:
    """The locator's maps as they would be for faces given by corners in input pixels."""
    maps = np.zeros((10, H, W), np.float32)
    maps[0] = -8.0
    for corners in faces:
        low, high = corners.min(axis=0), corners.max(axis=0)
        cx, cy = (corners.mean(axis=0) / STRIDE).astype(int)
        point = (np.array([cx, cy]) + 0.5) * STRIDE
        maps[0, cy, cx] = heat
        maps[1:5, cy, cx] = np.log(np.concatenate([point - low, high - point]) / 8.0)
        top, right = corners[corners[:, 1].argmin()], corners[corners[:, 0].argmax()]
        bottom, left = corners[corners[:, 1].argmax()], corners[corners[:, 0].argmin()]
        size = high - low
        share = np.array(
            [
                (top[0] - low[0]) / size[0],
                (right[1] - low[1]) / size[1],
                (high[0] - bottom[0]) / size[0],
                (high[1] - left[1]) / size[1],
            ]
        )
        share = np.clip(share, 1e-4, 1 - 1e-4)
        maps[5:9, cy, cx] = np.log(share / (1 - share))
        x, y = corners[:, 0], corners[:, 1]
        area = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / size.prod()
        area = np.clip(area, 1e-4, 1 - 1e-4)
        maps[9, cy, cx] = np.log(area / (1 - area))
    return maps


def tile(x: float, y: float, angle: float, width: float = 20.0, height: float = 28.0) -> NDArray[np.float32]:
    turn = np.deg2rad(angle)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return (box @ spin.T + [x, y]).astype(np.float32)


def cyclic_error(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(min(np.abs(one - np.roll(other, k, axis=0)).max() for k in range(4)))


@pytest.mark.parametrize("angle", [0, 12, 30, 45, 60, 88, -20, -75])
def test_a_turned_face_is_decoded_to_its_own_corners(angle: float) -> None:
    face = tile(80, 60, angle)
    corners, confidence = decode(maps_with(face))
    assert len(corners) == 1
    assert cyclic_error(corners[0], face) < 1.5
    assert confidence[0] > 0.99


def test_corners_run_clockwise_from_the_top_left() -> None:
    corners = decode(maps_with(tile(80, 60, 10)))[0][0]
    assert corners.sum(axis=1).argmin() == 0
    x, y = corners[:, 0], corners[:, 1]
    assert np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)) > 0


def test_an_empty_map_has_no_faces() -> None:
    corners, confidence = decode(maps_with())
    assert corners.shape == (0, 4, 2)
    assert confidence.shape == (0,)


def test_touching_faces_stay_apart() -> None:
    row = [tile(30 + 20 * i, 60, 0) for i in range(6)]
    corners, confidence = decode(maps_with(*row))
    faces = distinct([Face(c, float(p)) for c, p in zip(corners, confidence, strict=True)])
    assert len(faces) == 6


def test_a_diagonal_row_of_touching_faces_stays_apart() -> None:
    step = 20 * np.array([np.cos(np.pi / 4), np.sin(np.pi / 4)])
    row = [tile(25 + step[0] * i, 25 + step[1] * i, 45) for i in range(5)]
    corners, confidence = decode(maps_with(*row))
    assert len(distinct([Face(c, float(p)) for c, p in zip(corners, confidence, strict=True)])) == 5


def test_of_two_faces_in_one_place_the_surer_stays() -> None:
    faces = distinct([Face(tile(80, 60, 0), 0.5), Face(tile(83, 61, 5), 0.9)])
    assert [face.confidence for face in faces] == [0.9]


def test_a_small_face_inside_a_large_one_goes() -> None:
    faces = distinct([Face(tile(80, 60, 0, 60, 80), 0.9), Face(tile(80, 60, 0, 12, 16), 0.8)])
    assert len(faces) == 1
