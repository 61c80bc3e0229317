from __future__ import annotations

import numpy as np
import pytest

from labels.camera import Camera, frame, look_at


@pytest.fixture
def camera() -> Camera:
    seen = look_at(np.zeros(3), distance=700.0, elevation=0.8, heading=0.4, roll=0.2, focal=800.0)
    corners = np.array([[-200.0, -100, 0], [200, -100, 0], [200, 100, 0], [-200, 100, 0]])
    return frame(seen, corners, width=640, height=480, fill=0.9, place=(0.5, 0.5), squeeze=1.0)


def test_the_ground_homography_and_the_projection_agree(camera: Camera) -> None:
    points = np.array([[12.0, -30, 5], [150, 60, 5], [-80, 40, 5]])
    mapped = np.column_stack([points[:, :2], np.ones(3)]) @ camera.ground_homography(5.0).T
    assert np.allclose(mapped[:, :2] / mapped[:, 2:], camera.project(points))


def test_the_camera_never_mirrors(camera: Camera) -> None:
    assert np.linalg.det(camera.rotation) == pytest.approx(1.0)


def test_framing_fills_the_asked_share_of_the_picture(camera: Camera) -> None:
    corners = np.array([[-200.0, -100, 0], [200, -100, 0], [200, 100, 0], [-200, 100, 0]])
    pixels = camera.project(corners)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    assert max((high - low) / [640, 480]) == pytest.approx(0.9, abs=0.01)
    assert (low + high) / 2 == pytest.approx([320, 240], abs=0.5)


def test_a_polygon_that_passes_behind_the_camera_is_cut_off_before_it(camera: Camera) -> None:
    behind = camera.position - camera.rotation[2] * 500
    triangle = np.array([[0.0, 0, 0], [50, 0, 0], behind])
    cut = camera.polygon(triangle)
    assert len(cut) == 4
    assert np.isfinite(cut).all()
    assert len(camera.polygon(np.array([behind, behind + 1, behind + np.array([1, 0, 0])]))) == 0
