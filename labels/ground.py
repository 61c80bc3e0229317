"""Make what tiles lie on: cloth, wood, mats, glass, stone and plain tables, as textures without end."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera
from labels.facebank import Image

SIDE = 512
"""Texture side in pixels."""
Floats = npt.NDArray[np.float32]


def noise(rng: np.random.Generator, cells: tuple[int, int]) -> Floats:
    """Give smooth noise (SIDE, SIDE) of zero mean and about unit spread, so many cells down and across."""
    grid = rng.standard_normal(cells).astype(np.float32)
    return np.asarray(cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def hsv(hue: float, saturation: float, value: float) -> Floats:
    """Give an RGB colour of 0 to 255."""
    return np.array(colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1)), np.float32) * 255


def cloth(rng: np.random.Generator) -> Image:
    """Felt or woven cloth, most often green or blue."""
    hue = rng.choice([0.36, 0.4, 0.45, 0.58, 0.62, 0.0, rng.random()]) + rng.normal(0, 0.02)
    base = hsv(hue, rng.uniform(0.25, 0.95), rng.uniform(0.18, 0.8))
    pattern = noise(rng, (SIDE, SIDE)) * rng.uniform(0.01, 0.09) + noise(rng, (6, 6)) * 0.03
    if rng.random() < 0.4:
        step = rng.uniform(3, 14)
        y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
        pattern = pattern + rng.uniform(0.03, 0.12) * np.sin(x * 6.28 / step) * np.sin(y * 6.28 / step)
    return shade(base, pattern)


def wood(rng: np.random.Generator) -> Image:
    """Boards with a grain, from pale to dark brown."""
    base = hsv(rng.uniform(0.05, 0.12), rng.uniform(0.15, 0.7), rng.uniform(0.3, 0.92))
    stretch = noise(rng, (SIDE // 2, 4)) * 0.5 + noise(rng, (60, 3))
    wave = np.sin(noise(rng, (5, 2)) * 4 + np.linspace(0, rng.uniform(20, 120), SIDE, dtype=np.float32)[:, None])
    pattern = stretch * rng.uniform(0.02, 0.1) + wave * rng.uniform(0.0, 0.07)
    if rng.random() < 0.4:
        boards = int(rng.integers(2, 7))
        pattern = pattern + np.repeat(rng.normal(0, 0.08, boards), SIDE // boards + 1)[:SIDE, None].astype(np.float32)
        pattern[:: SIDE // boards] -= 0.3
    texture = shade(base, pattern)
    return np.ascontiguousarray(np.rot90(texture)) if rng.random() < 0.5 else texture


def mat(rng: np.random.Generator) -> Image:
    """A cutting mat or checked oilcloth: a grid of lines on one colour."""
    base = hsv(rng.choice([0.45, 0.5, 0.6, rng.random()]), rng.uniform(0.1, 0.8), rng.uniform(0.1, 0.9))
    texture = shade(base, noise(rng, (SIDE, SIDE)) * 0.02 + noise(rng, (8, 8)) * 0.03)
    line = np.clip(base * rng.uniform(0.5, 1.8) + rng.uniform(-20, 50), 0, 255)
    for step, width in ((int(rng.integers(16, 60)), 1), (int(rng.integers(60, 170)), int(rng.integers(1, 4)))):
        for offset in range(0, SIDE, step):
            texture[offset : offset + width] = texture[offset : offset + width] * 0.4 + line * 0.6
            texture[:, offset : offset + width] = texture[:, offset : offset + width] * 0.4 + line * 0.6
    return texture


def plain(rng: np.random.Generator) -> Image:
    """An even table of paint, glass or plastic, often white or grey."""
    base = hsv(rng.random(), rng.uniform(0, 0.15) if rng.random() < 0.7 else rng.uniform(0, 1), rng.choice([rng.uniform(0.75, 1), rng.random()]))
    return shade(base, noise(rng, (4, 4)) * rng.uniform(0, 0.06) + noise(rng, (SIDE, SIDE)) * 0.012)


def stone(rng: np.random.Generator) -> Image:
    """Marble, carpet or terrazzo: noise of every size."""
    base = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.15, 0.95))
    pattern = sum((noise(rng, (size, size)) * rng.uniform(0, 0.12) for size in (5, 12, 40, 130, SIDE)), np.zeros((SIDE, SIDE), np.float32))
    return shade(base, pattern)


def printed(rng: np.random.Generator) -> Image:
    """Cloth with big shapes printed on it."""
    texture = cloth(rng)
    for _ in range(int(rng.integers(2, 14))):
        colour = tuple(float(c) for c in hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 1)))
        spot = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
        if rng.random() < 0.5:
            cv2.ellipse(texture, spot, (int(rng.integers(10, 120)), int(rng.integers(10, 120))), rng.uniform(0, 360), 0, 360, colour, int(rng.choice([-1, 2, 6])), cv2.LINE_AA)
        else:
            other = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
            cv2.line(texture, spot, other, colour, int(rng.integers(2, 20)), cv2.LINE_AA)
    return texture


def shade(base: Floats, pattern: Floats) -> Image:
    """Give a colour made lighter and darker by a pattern."""
    return np.clip(base * (1 + pattern[:, :, None]), 0, 255).astype(np.uint8)


MAKERS = (cloth, wood, mat, plain, stone, printed)
CHANCES = (0.36, 0.2, 0.08, 0.18, 0.1, 0.08)


def make_ground(rng: np.random.Generator, patches: Sequence[Image] = ()) -> Image:
    """Make one texture, a real photo's patch now and then where there are any."""
    if patches and rng.random() < 0.35:
        patch = patches[int(rng.integers(len(patches)))]
        return np.asarray(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    return MAKERS[int(rng.choice(len(MAKERS), p=CHANCES))](rng)


def lay_ground(camera: Camera, texture: Image, *, size: tuple[int, int], scale: float, turn: float, height: float) -> Image:
    """Draw a texture on the endless plane z = height.

    Args:
        size: width and height of the picture.
        scale: millimetres a texture pixel.
        turn: radians that the texture is turned by.
    """
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    spread: Array = np.array([[cos, -sin, -cos * SIDE / 2], [sin, cos, -sin * SIDE / 2], [0, 0, 1.0]])
    matrix = camera.ground_homography(height) @ spread
    picture = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    rise = camera.rotation[:, 2] / [camera.focal[0], camera.focal[1], 1.0]
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) - camera.centre
    if (corners @ rise[:2] + rise[2]).max() > -0.02:
        x, y = np.arange(size[0]) - camera.centre[0], np.arange(size[1]) - camera.centre[1]
        above = (x * rise[0])[None, :] + (y * rise[1])[:, None] + rise[2] > -0.02
        picture[above] = texture.reshape(-1, 3).mean(axis=0)
    return np.asarray(picture, np.uint8)
