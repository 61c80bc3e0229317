"""A face to draw on: shapes in the faces' own units (300 by 400), inked, then carved and worn as a set's faces are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from labels.facebank import BODY, Image

Ink = tuple[int, int, int]
Points = NDArray[np.float64]
WIDTH, HEIGHT = 300, 400
PIXELS = 1.6
"""Pixels a unit while drawing; the finished picture is half as fine."""
PAPER: Ink = (BODY, BODY, BODY)


@dataclass(frozen=True, slots=True)
class Finish:
    """How a set's ink lies in the tile."""

    rough: float
    """How far edges stray, in drawn pixels."""
    bevel: float
    """How strongly the carving's sides catch the light."""
    angle: float
    fade: float
    """Share of the ink that is gone."""
    patchy: float
    """How unevenly it is gone."""
    grain: float
    soft: float


class Sheet:
    """One face being drawn; `zoom` and `shift` move all that is drawn about the middle of the face."""

    def __init__(self) -> None:
        self.pixels: Image = np.full((round(HEIGHT * PIXELS), round(WIDTH * PIXELS), 3), BODY, np.uint8)
        self.zoom = (1.0, 1.0)
        self.shift = (0.0, 0.0)

    def polygon(self, points: Points, ink: Ink) -> None:
        """Fill a closed shape."""
        cv2.fillPoly(self.pixels, [self._fixed(points)], ink, cv2.LINE_AA, 4)

    def line(self, points: Points, ink: Ink, width: float, closed: bool = False) -> None:
        """Draw a line of even width."""
        scale = PIXELS * (self.zoom[0] * self.zoom[1]) ** 0.5
        thick = max(1, round(width * scale))
        cv2.polylines(self.pixels, [self._fixed(points)], closed, ink, thick, cv2.LINE_AA, 4)

    def shape(self, points: Points, ink: Ink, width: float, filled: bool) -> None:
        """Fill a closed shape, or draw only its outline over bare tile."""
        self.polygon(points, ink if filled else PAPER)
        if not filled:
            self.line(points, ink, width, closed=True)

    def stroke(self, points: Points, ink: Ink, widths: Sequence[float]) -> None:
        """Draw a line whose width changes evenly along it through `widths`."""
        along = np.linspace(0, len(widths) - 1, len(points))
        half = np.interp(along, np.arange(len(widths)), widths)[:, None] / 2
        step = np.gradient(points, axis=0)
        across = np.stack([-step[:, 1], step[:, 0]], axis=1) / (np.linalg.norm(step, axis=1, keepdims=True) + 1e-9)
        self.polygon(np.concatenate([points + across * half, (points - across * half)[::-1]]), ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """Fill a circle."""
        self.polygon(circle(x, y, radius), ink)

    def ring(self, x: float, y: float, radius: float, width: float, ink: Ink) -> None:
        """Draw a circle's line, its middle at `radius`."""
        self.line(circle(x, y, radius), ink, width, closed=True)

    def stamp(self, mask: Image, x: float, y: float, width: float, height: float, ink: Ink) -> None:
        """Ink a mask (255 where inked) so that it fills the box whose middle is (x, y)."""
        (left, top), (right, bottom) = self._pixel(
            np.array([[x - width / 2, y - height / 2], [x + width / 2, y + height / 2]])
        )
        size = max(1, round(right - left)), max(1, round(bottom - top))
        shrinking = size[0] < mask.shape[1]
        small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR)
        x0, y0 = round(left), round(top)
        cut_x, cut_y = max(0, -x0), max(0, -y0)
        target = self.pixels[y0 + cut_y : y0 + size[1], x0 + cut_x : x0 + size[0]]
        alpha = small[cut_y : cut_y + target.shape[0], cut_x : cut_x + target.shape[1], None].astype(np.float32) / 255
        target[:] = (target * (1 - alpha) + np.array(ink, np.float32) * alpha).astype(np.uint8)

    def finished(self, rng: np.random.Generator, finish: Finish) -> Image:
        """Give the face with rough edges, bevel, fading and grain, half as fine as it was drawn."""
        drawn: NDArray[Any] = self.pixels
        if finish.rough > 0:
            drawn = _stray(rng, drawn, finish.rough)
        drawn = cv2.resize(drawn, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        image: NDArray[Any] = drawn.astype(np.float32)
        darkest = cv2.min(cv2.min(image[..., 0], image[..., 1]), image[..., 2])
        depth = cv2.GaussianBlur(np.clip((BODY - darkest) / 120, 0, 1), (0, 0), 0.8)
        keep: NDArray[Any] = 1 - finish.fade - finish.patchy * _noise(rng, depth.shape, 9)
        image = np.asarray(BODY + (image - BODY) * np.clip(keep, 0.2, 1)[..., None])
        if finish.bevel > 0:
            right, down = cv2.Sobel(depth, cv2.CV_32F, 1, 0), cv2.Sobel(depth, cv2.CV_32F, 0, 1)
            slope: NDArray[Any] = right * cos(finish.angle) + down * sin(finish.angle)
            image = np.asarray(image + finish.bevel * slope[..., None])
        speckle: NDArray[Any] = np.asarray(rng.standard_normal(depth.shape, np.float32))
        image = image + finish.grain * speckle[..., None]
        out = np.clip(image, 0, 255).astype(np.uint8)
        return np.asarray(cv2.GaussianBlur(out, (0, 0), finish.soft) if finish.soft > 0.3 else out, np.uint8)

    def _pixel(self, points: Points) -> Points:
        middle = np.array([WIDTH / 2, HEIGHT / 2])
        return np.asarray(((points - middle) * self.zoom + middle + self.shift) * PIXELS)

    def _fixed(self, points: Points) -> NDArray[np.int32]:
        return np.asarray(np.round((self._pixel(points) - 0.5) * 16), np.int32)


def circle(x: float, y: float, radius: float, tall: float = 1.0) -> Points:
    """Give a circle, or with `tall` an ellipse, as a closed line."""
    angles = np.linspace(0, 2 * pi, max(16, min(64, int(radius * 1.5))), endpoint=False)
    return np.stack([x + radius * np.cos(angles), y + radius * tall * np.sin(angles)], axis=1)


def curve(*places: tuple[float, float], steps: int = 20) -> Points:
    """Give the Bézier curve of two, three or four places as a line."""
    points = np.array(places, float)[None].repeat(steps + 1, axis=0)
    t = np.linspace(0, 1, steps + 1)[:, None, None]
    while points.shape[1] > 1:
        points = points[:, :-1] * (1 - t) + points[:, 1:] * t
    return np.asarray(points[:, 0])


def placed(points: Points, x: float, y: float, turn: float = 0.0, size: float = 1.0) -> Points:
    """Turn points about the origin (radians, clockwise to the eye), size them and move them to (x, y)."""
    matrix = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return np.asarray(points * size @ matrix + [x, y])


def moved(points: Points, x: float, y: float) -> Points:
    """Shift points."""
    return np.asarray(points + np.array([x, y]))


def leaf(length: float, width: float, bend: float = 0.0) -> Points:
    """Give a pointed leaf from the origin to the right; `bend` lifts its tip."""
    t = np.linspace(0, 1, 13)
    middle = np.stack([t * length, -bend * t**2], axis=1)
    side = np.stack([np.zeros(13), width / 2 * np.sin(pi * t) ** 0.8], axis=1)
    return np.concatenate([middle + side, (middle - side)[::-1]])


def _noise(rng: np.random.Generator, shape: tuple[int, ...], cells: int) -> NDArray[np.float32]:
    coarse = rng.random((cells * 4 // 3, cells), np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


@lru_cache(maxsize=4)
def _places(high: int, wide: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
    return rows, columns


def _stray(rng: np.random.Generator, image: Image, far: float) -> Image:
    """Move every pixel a little, its neighbours nearly alike."""
    high, wide = image.shape[:2]
    rows, columns = _places(high, wide)
    moves = [(_noise(rng, image.shape, 40) - 0.5) * 2 * far for _ in range(2)]
    return np.asarray(
        cv2.remap(image, columns + moves[0], rows + moves[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
