"""Lay faces flat: undo perspective and squeeze, so that every face is about one wide and four thirds high."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.rows import Floats

ASPECT = 4 / 3
"""Height of a tile's face by its width."""
ROUNDS = 4
SLOPE_DOUBT = 4.0
"""Holds back a slope that the faces hardly show, such as that across a single row."""
LEAST_NEARNESS = 0.2
LONGER = 1.1
OWN_AREA = 0.2
DOUBTFUL_TRUST, FACES_ENOUGH = 0.01, 6


def flatten(corners: NDArray[np.floating], doubtful: NDArray[np.bool_] | None = None) -> Floats:
    """Give the faces' corners as seen from straight above, in tile widths.

    Args:
        corners: N x 4 x 2, pixels of the upright photo, clockwise from the printed top left.
        doubtful: which of them are backs or blank: tiles that stand or lie in walls show such, so the others tell
            the plane better.

    All tiles are of one size and lie on one plane, near enough. A face's area then goes with the cube of a nearness
    that is linear in the photo's coordinates: that gives the horizon. What is left is a stretch that makes the faces
    upright rectangles again.
    """
    points = corners.astype(np.float64)
    if not len(points):
        return points
    middle = np.median(points.mean(axis=1), axis=0)
    areas = np.maximum(_areas(points), 1.0)
    points = (points - middle) / np.sqrt(np.median(areas))
    nearness = np.cbrt(areas / np.median(areas))
    told = np.ones(len(points))
    if doubtful is not None and (~doubtful).sum() >= FACES_ENOUGH:
        told[doubtful] = DOUBTFUL_TRUST
    slope = _slope(points.mean(axis=1), nearness, told)
    points = points / (1 + points @ slope)[..., None]
    return _numbered(points @ _stretch(points, told))


def _numbered(points: Floats) -> Floats:
    """Number the corners of faces that lie across their length a quarter on: a circle looks the same any way up."""
    across = np.linalg.norm(points[:, 1] - points[:, 0] + points[:, 2] - points[:, 3], axis=1)
    down = np.linalg.norm(points[:, 3] - points[:, 0] + points[:, 2] - points[:, 1], axis=1)
    return np.where((across > LONGER * down)[:, None, None], np.roll(points, 1, axis=1), points)


def _areas(points: Floats) -> Floats:
    x, y = points[..., 0], points[..., 1]
    return np.asarray(np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2, np.float64)


def _slope(centres: Floats, nearness: Floats, told: Floats) -> Floats:
    """Fit nearness = scale * (1 + slope . centre), faces that don't fit (standing, cut off) counting little."""
    design = np.column_stack([np.ones(len(centres)), centres])
    weight = told
    fit: Floats = np.zeros(3)
    for _ in range(ROUNDS):
        normal = design.T @ (weight[:, None] * design) + np.diag([0.0, SLOPE_DOUBT, SLOPE_DOUBT])
        fit = np.asarray(np.linalg.solve(normal, design.T @ (weight * nearness)), np.float64)
        weight = told * _trust(np.abs(design @ fit - nearness))
    slope = fit[1:] / max(fit[0], 0.1)
    lowest = float((centres @ slope).min())
    # The horizon must stay clear of every face.
    return np.asarray(slope * min(1.0, (1 - LEAST_NEARNESS) / max(-lowest * 1.2, 1e-9)), np.float64)


def _stretch(points: Floats, told: Floats) -> Floats:
    """Find the stretch after which most faces are one wide, `ASPECT` high and square."""
    across = (points[:, 1] - points[:, 0] + points[:, 2] - points[:, 3]) / 2
    down = (points[:, 3] - points[:, 0] + points[:, 2] - points[:, 1]) / 2 / ASPECT

    def products(one: Floats, other: Floats) -> Floats:
        mixed = one[:, 0] * other[:, 1] + one[:, 1] * other[:, 0]
        return np.column_stack([one[:, 0] * other[:, 0], mixed, one[:, 1] * other[:, 1]])

    design = np.stack([products(across, across), products(down, down), products(across, down)], axis=1)
    wanted = np.array([1.0, 1.0, 0.0])
    areas = _areas(points)
    # A face that stands or lies aslant shows by its area; its shape would mislead.
    flat = told * np.exp(-((np.log(np.maximum(areas, 1e-6) / np.median(areas)) / OWN_AREA) ** 2)) + 1e-3
    weight = flat
    metric = np.eye(2)
    for _ in range(ROUNDS):
        normal = np.einsum("n,nki,nkj->ij", weight, design, design) + 1e-6 * np.eye(3)
        a, b, c = np.linalg.solve(normal, np.einsum("n,nki,k->i", weight, design, wanted))
        values, axes = np.linalg.eigh(np.array([[a, b], [b, c]]))
        metric = (axes * np.maximum(values, 0.05)) @ axes.T
        weight = flat * _trust(np.abs(design @ [metric[0, 0], metric[0, 1], metric[1, 1]] - wanted).max(axis=1)) ** 2
    return np.asarray(np.linalg.cholesky(metric), np.float64)


def _trust(residuals: Floats) -> Floats:
    """Weigh what lies further off than most down, the more the further."""
    scale = max(1.5 * float(np.median(residuals)), 0.02)
    return scale / np.maximum(residuals, scale)
