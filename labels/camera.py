"""Project points of a table (millimetres) to pixels with a pinhole camera.

The table is the plane z = 0, x right, y away from the viewer, z up. Pixels are continuous: the first covers 0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
NEAR = 20.0
"""Nothing nearer than this many millimetres is drawn."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera.

    Args:
        position: where it stands, millimetres.
        rotation: rows are the picture's right, its down and the line of sight.
        focal: focal lengths along x and y, pixels; they differ in a squeezed picture.
        centre: principal point, pixels.
    """

    position: Array
    rotation: Array
    focal: tuple[float, float]
    centre: tuple[float, float]

    def to_view(self, points: Array) -> Array:
        """Give points (..., 3) in the camera's own axes: right, down, forward."""
        return (points - self.position) @ self.rotation.T

    def project(self, points: Array) -> Array:
        """Give the pixels (..., 2) of points (..., 3) that lie in front of the camera."""
        view = self.to_view(points)
        depth = np.maximum(view[..., 2], NEAR)
        return np.stack(
            [
                self.focal[0] * view[..., 0] / depth + self.centre[0],
                self.focal[1] * view[..., 1] / depth + self.centre[1],
            ],
            axis=-1,
        )

    def polygon(self, corners: Array) -> Array:
        """Give the pixels (M, 2) of a flat convex polygon (N, 3), cut off where it passes behind the camera."""
        view = self.to_view(corners)
        kept: list[Array] = []
        for here, following in zip(view, np.roll(view, -1, axis=0), strict=True):
            inside, next_inside = here[2] > NEAR, following[2] > NEAR
            if inside:
                kept.append(here)
            if inside != next_inside:
                share = (NEAR - here[2]) / (following[2] - here[2])
                kept.append(here + share * (following - here))
        if len(kept) < 3:
            return np.empty((0, 2))
        points = np.array(kept)
        return np.stack(
            [
                self.focal[0] * points[:, 0] / points[:, 2] + self.centre[0],
                self.focal[1] * points[:, 1] / points[:, 2] + self.centre[1],
            ],
            axis=1,
        )

    def ground_homography(self, height: float = 0.0) -> Array:
        """Give the 3x3 matrix from (x, y, 1) on the plane z = height to pixels."""
        lens = np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1.0]])
        offset = self.rotation @ (np.array([0.0, 0.0, height]) - self.position)
        return np.asarray(lens @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], offset]))


def look_at(target: Array, *, distance: float, elevation: float, heading: float, roll: float, focal: float) -> Camera:
    """Give a camera that looks at a point; angles in radians, elevation pi/2 is straight above.

    >>> camera = look_at(np.zeros(3), distance=500.0, elevation=1.0, heading=0.0, roll=0.0, focal=600.0)
    >>> bool(np.allclose(camera.project(np.zeros(3)), 0))
    True
    >>> bool(camera.project(np.array([10.0, 0, 0]))[0] > 0 > camera.project(np.array([0.0, 10, 0]))[1])
    True
    """
    along = np.array([math.sin(heading), math.cos(heading), 0.0])
    right = np.array([math.cos(heading), -math.sin(heading), 0.0])
    forward = math.cos(elevation) * along - math.sin(elevation) * np.array([0.0, 0.0, 1.0])
    down = np.cross(forward, right)
    cos, sin = math.cos(roll), math.sin(roll)
    rotation = np.stack([cos * right + sin * down, cos * down - sin * right, forward])
    return Camera(target - distance * forward, rotation, (focal, focal), (0.0, 0.0))


def frame(
    camera: Camera, points: Array, *, width: int, height: int, fill: float, place: tuple[float, float], squeeze: float
) -> Camera:
    """Move a camera along its line of sight and shift its picture until the points fill a share of it.

    Args:
        points: (N, 3), what the photo is about.
        fill: the larger of width and height of the points' pixel bounds, as a share of the picture.
        place: where the middle of the bounds lands, as shares of width and height.
        squeeze: focal length along y over the one along x.
    """
    focal = (camera.focal[0], camera.focal[0] * squeeze)
    middle = points.mean(axis=0)
    distance = float(np.linalg.norm(middle - camera.position))
    forward = camera.rotation[2]
    for _ in range(8):
        camera = Camera(middle - distance * forward, camera.rotation, focal, (0.0, 0.0))
        pixels = camera.project(points)
        spread = (pixels.max(axis=0) - pixels.min(axis=0)) / (width * fill, height * fill)
        distance = max(distance * float(spread.max()), float(np.ptp(points @ forward)) / 2 + 4 * NEAR)
    camera = Camera(middle - distance * forward, camera.rotation, focal, (0.0, 0.0))
    pixels = camera.project(points)
    shift = np.array([width, height]) * place - (pixels.max(axis=0) + pixels.min(axis=0)) / 2
    return Camera(camera.position, camera.rotation, focal, (float(shift[0]), float(shift[1])))
