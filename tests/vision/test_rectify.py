from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import Photo, PhotoError
from vision.rectify import TILE_SIZE, rectify


def quarters() -> np.ndarray:
    """A square whose quarters are red, green, blue and white, clockwise from the top left."""
    face = np.zeros((80, 80, 3), np.uint8)
    face[:40, :40], face[:40, 40:], face[40:, 40:], face[40:, :40] = (
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (255, 255, 255),
    )
    return face


def photo_with(corners: np.ndarray, width: int = 400, height: int = 300) -> Photo:
    source = np.array([[0, 0], [80, 0], [80, 80], [0, 80]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    return Photo(np.asarray(cv2.warpPerspective(quarters(), matrix, (width, height)), np.uint8), width, height)


@pytest.mark.parametrize(
    "corners",
    [
        [[100, 80], [180, 80], [180, 190], [100, 190]],
        [[150, 60], [230, 110], [190, 200], [90, 150]],
        [[180, 190], [100, 190], [100, 80], [180, 80]],
        [[20, 20], [380, 25], [370, 280], [30, 270]],
    ],
    ids=["upright", "turned", "upside down", "large"],
)
def test_a_face_comes_out_upright_from_its_own_corners(corners: list[list[int]]) -> None:
    quad = np.array(corners, np.float32)
    crop = rectify(photo_with(quad), quad)
    assert crop.shape == (TILE_SIZE, TILE_SIZE, 3)
    q, r = TILE_SIZE // 4, 3 * TILE_SIZE // 4
    assert crop[q, q].argmax() == 0 and crop[q, q, 1] < 60
    assert crop[q, r].argmax() == 1
    assert crop[r, r].argmax() == 2
    assert crop[r, q].min() > 200


def test_corners_are_in_pixels_of_the_photo_as_taken_not_of_the_reduced_one() -> None:
    quad = np.array([[100, 80], [180, 80], [180, 190], [100, 190]], np.float32)
    whole = photo_with(quad)
    half = Photo(
        np.asarray(cv2.resize(whole.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8), 400, 300
    )
    assert np.abs(rectify(half, quad).astype(int) - rectify(whole, quad)).mean() < 12


def test_a_face_over_the_border_repeats_the_last_pixels() -> None:
    quad = np.array([[-10, 80], [70, 80], [70, 190], [-10, 190]], np.float32)
    assert rectify(photo_with(quad), quad).shape == (TILE_SIZE, TILE_SIZE, 3)


def test_a_face_outside_the_photo_is_refused() -> None:
    quad = np.array([[-300, 80], [-220, 80], [-220, 190], [-300, 190]], np.float32)
    with pytest.raises(PhotoError) as caught:
        rectify(Photo(np.zeros((300, 400, 3), np.uint8), 400, 300), quad)
    assert caught.value.code == "face_outside_photo"
