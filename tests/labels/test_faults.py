from __future__ import annotations

import numpy as np
import pytest

from labels.faults import add_glare, blur_tile, darken

CORNERS = np.array([[60, 40], [132, 44], [130, 140], [58, 136]], np.float32)


def photo() -> np.ndarray:
    """A striped tile on a dark table."""
    image = np.full((180, 240, 3), 60, np.uint8)
    image[42:138, 60:130] = 210
    image[50:130:8, 66:124] = 30
    return image


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_glare_blows_out_about_the_share_asked_for_and_stays_on_the_tile(share: float) -> None:
    image = add_glare(np.random.default_rng(2), photo(), CORNERS, share)
    blown = (image.min(axis=2) >= 250)[46:134, 64:126]
    assert 0.4 * share < blown.mean() < 2.0 * share
    assert np.array_equal(image[:, 150:], photo()[:, 150:])


@pytest.mark.parametrize("motion", [False, True])
def test_a_blurred_tile_loses_its_edges_and_no_other(motion: bool) -> None:
    image = blur_tile(np.random.default_rng(1), photo(), CORNERS, 0.1, motion=motion)
    steps = np.abs(np.diff(image[60:120, 90:100].astype(int), axis=0)).max()
    assert steps < np.abs(np.diff(photo()[60:120, 90:100].astype(int), axis=0)).max() / 2
    assert np.array_equal(image[:, 180:], photo()[:, 180:])


def test_a_dark_photo_keeps_its_picture_and_gets_noise() -> None:
    image = darken(np.random.default_rng(1), photo(), 0.2)
    assert image.mean() == pytest.approx(0.2 * photo().mean(), rel=0.05)
    assert image[:, 150:].std() > 1
