"""Fill polygons given in continuous pixels: the few lines between our geometry and OpenCV's fixed point."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array

Colour = tuple[float, float, float]
SHIFT = 4
"""Binary digits after the point in OpenCV's polygon corners."""


def fixed(points: Array) -> npt.NDArray[np.int32]:
    """Turn continuous pixels into OpenCV's fixed point, whose zero is the first pixel's middle."""
    return np.asarray(np.round((np.clip(points, -20000, 20000) - 0.5) * (1 << SHIFT)), np.int32)


def dim(colour: Colour, light: float) -> Colour:
    """Give a colour under so much light."""
    return min(colour[0] * light, 255.0), min(colour[1] * light, 255.0), min(colour[2] * light, 255.0)


def fill(image: npt.NDArray[np.generic], points: Array, colour: Colour | int, *, smooth: bool = True) -> None:
    """Fill a convex polygon given in continuous pixels."""
    if len(points) >= 3:
        fill_fixed(image, fixed(points), colour, smooth=smooth)


def fill_fixed(
    image: npt.NDArray[np.generic], points: npt.NDArray[np.int32], colour: Colour | int, *, smooth: bool = True
) -> None:
    """Fill a convex polygon given in OpenCV's fixed point."""
    cv2.fillConvexPoly(image, points, colour, cv2.LINE_AA if smooth else cv2.LINE_8, SHIFT)  # type: ignore[arg-type]


def hull(points: Array) -> Array:
    """Give the convex hull of pixels (N, 2)."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)
