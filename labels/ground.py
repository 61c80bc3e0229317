"""Make what tiles lie on: cloth, wood, mats, glass, stone and plain tables, as textures without end."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera
from labels.facebank import Image

SIDE = 384
"""Texture side in pixels, unless asked otherwise: enough for a picture of 640 pixels."""
Floats = npt.NDArray[np.float32]


def noise(rng: np.random.Generator, side: int, down: int, across: int | None = None) -> Floats:
    """Give smooth noise (side, side) of zero mean and about unit spread, so many cells down and across."""
    grid = rng.standard_normal((down, across or down), dtype=np.float32)
    smooth = cv2.INTER_LINEAR if down > 60 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grid, (side, side), interpolation=smooth), np.float32)


def grain(rng: np.random.Generator, side: int) -> Floats:
    """Give noise of single pixels: a quarter of it drawn, the rest its repeats."""
    quarter = rng.standard_normal((side // 2, side // 2), dtype=np.float32)
    return np.asarray(np.tile(quarter, (2, 2)), np.float32)


def hsv(hue: float, saturation: float, value: float) -> Floats:
    """Give an RGB colour of 0 to 255."""
    return np.array(colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1)), np.float32) * 255


def shade(base: Floats, pattern: Floats) -> Image:
    """Give a colour made lighter and darker by a pattern of shares, by way of a table of 256 steps."""
    index = cv2.convertScaleAbs(pattern + np.float32(0.5), alpha=255)
    steps = np.clip(base * (0.5 + np.arange(256) / 255)[:, None], 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.LUT(cv2.merge([index] * 3), steps), np.uint8)


def cloth(rng: np.random.Generator, side: int = SIDE, base: Floats | None = None) -> Image:
    """Felt or woven cloth, most often green or blue, or of a given colour."""
    hue = rng.choice([0.33, 0.36, 0.4, 0.44, 0.47, 0.58, 0.62, 0.0, rng.random()]) + rng.normal(0, 0.02)
    drawn = hsv(hue, min(rng.uniform(0.15, 1.0), 0.85), rng.uniform(0.15, 0.75))
    pattern = grain(rng, side) * rng.uniform(0.01, 0.09) + noise(rng, side, 6) * rng.uniform(0, 0.05)
    if rng.random() < 0.4:
        wave = np.sin(np.arange(side, dtype=np.float32) * (6.28 / rng.uniform(3, 14)))
        pattern += np.float32(rng.uniform(0.03, 0.14)) * wave[:, None] * wave
    return shade(drawn if base is None else base, pattern)


def wood(rng: np.random.Generator, side: int = SIDE, base: Floats | None = None) -> Image:
    """Boards with a grain, from pale to dark brown, or of a given colour."""
    drawn = hsv(rng.uniform(0.04, 0.12), rng.uniform(0.1, 0.7), rng.uniform(0.25, 0.92))
    stretch = noise(rng, side, side // 2, 4) * 0.5 + noise(rng, side, 60, 3)
    rise = np.linspace(0, rng.uniform(20, 120), side, dtype=np.float32)[:, None]
    pattern = stretch * rng.uniform(0.02, 0.1) + cv2.resize(
        np.sin(noise(rng, side, 5, 2)[::2, ::2] * 4 + rise[::2]), (side, side)
    ) * rng.uniform(0.0, 0.07)
    if rng.random() < 0.4:
        boards = int(rng.integers(2, 7))
        pattern += np.repeat(rng.normal(0, 0.08, boards), side // boards + 1)[:side, None].astype(np.float32)
        pattern[:: side // boards] -= 0.3
    texture = shade(drawn if base is None else base, pattern.astype(np.float32))
    return np.ascontiguousarray(np.rot90(texture)) if rng.random() < 0.5 else texture


def mat(rng: np.random.Generator, side: int = SIDE) -> Image:
    """A cutting mat or checked oilcloth: a grid of lines on one colour."""
    base = hsv(rng.choice([0.45, 0.5, 0.6, rng.random()]), rng.uniform(0.05, 0.7), rng.uniform(0.1, 0.9))
    texture = shade(base, grain(rng, side) * 0.02 + noise(rng, side, 8) * 0.03)
    line = np.clip(base * rng.uniform(0.5, 1.8) + rng.uniform(-20, 50), 0, 255)
    for step, width in ((int(rng.integers(16, 60)), 1), (int(rng.integers(60, 170)), int(rng.integers(1, 4)))):
        for offset in range(0, side, step):
            texture[offset : offset + width] = texture[offset : offset + width] * 0.4 + line * 0.6
            texture[:, offset : offset + width] = texture[:, offset : offset + width] * 0.4 + line * 0.6
    return texture


def plain(rng: np.random.Generator, side: int = SIDE) -> Image:
    """An even table of paint, glass or plastic, often white or grey."""
    vivid = rng.random() < 0.2
    base = hsv(
        rng.random(),
        rng.uniform(0, 0.8 if vivid else 0.12),
        rng.choice([rng.uniform(0.75, 0.97), rng.uniform(0.05, 0.9)]),
    )
    return shade(base, noise(rng, side, 4) * rng.uniform(0, 0.05) + grain(rng, side) * 0.012)


def stone(rng: np.random.Generator, side: int = SIDE) -> Image:
    """Marble, carpet or terrazzo: noise of every size."""
    base = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.15, 0.9))
    pattern = grain(rng, side) * rng.uniform(0, 0.12)
    for cells in (5, 12, 40, 130):
        pattern += noise(rng, side, cells) * rng.uniform(0, 0.12)
    return shade(base, pattern.astype(np.float32))


def printed(rng: np.random.Generator, side: int = SIDE) -> Image:
    """Cloth with a few shapes printed on it."""
    texture = cloth(rng, side)
    colours = [
        tuple(float(c) for c in hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))) for _ in range(2)
    ]
    for _ in range(int(rng.integers(1, 8))):
        colour = colours[int(rng.integers(2))]
        spot = (int(rng.integers(side)), int(rng.integers(side)))
        if rng.random() < 0.6:
            axes = (int(rng.integers(8, 90)), int(rng.integers(8, 90)))
            cv2.ellipse(
                texture, spot, axes, rng.uniform(0, 360), 0, 360, colour, int(rng.choice([-1, 2, 6])), cv2.LINE_AA
            )
        else:
            other = (int(rng.integers(side)), int(rng.integers(side)))
            cv2.line(texture, spot, other, colour, int(rng.integers(2, 14)), cv2.LINE_AA)
    return texture


MAKERS: tuple[tuple[float, Callable[[np.random.Generator, int], Image]], ...] = (
    (0.38, cloth),
    (0.2, wood),
    (0.07, mat),
    (0.2, plain),
    (0.1, stone),
    (0.05, printed),
)


def make_ground(rng: np.random.Generator, patches: Sequence[Image] = ()) -> Image:
    """Make one texture, or take a patch of a real photo now and then where there are any."""
    if patches and rng.random() < 0.35:
        patch = patches[int(rng.integers(len(patches)))]
        return np.asarray(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    chosen = int(rng.choice(len(MAKERS), p=[chance for chance, _ in MAKERS]))
    return MAKERS[chosen][1](rng, SIDE)


def lay_ground(
    camera: Camera, texture: Image, *, size: tuple[int, int], scale: float, turn: float, height: float
) -> Image:
    """Draw a texture, mirrored over and over, on the endless plane z = height.

    Args:
        size: width and height of the picture.
        scale: millimetres a texture pixel.
        turn: radians that the texture is turned by.
    """
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    border = texture.shape[0] * 3 // 4
    texture = np.asarray(cv2.copyMakeBorder(texture, *(border,) * 4, cv2.BORDER_REFLECT), np.uint8)
    side = texture.shape[0] / 2
    spread: Array = np.array([[cos, -sin, (sin - cos) * side], [sin, cos, -(sin + cos) * side], [0, 0, 1.0]])
    matrix = camera.ground_homography(height) @ spread
    picture = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    rise = camera.rotation[:, 2] @ np.array([[1 / camera.focal[0], 0, 0], [0, 1 / camera.focal[1], 0], [0, 0, 1]])
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) - camera.centre
    if (corners @ rise[:2] + rise[2]).max() > -0.02:
        x, y = np.arange(size[0]) - camera.centre[0], np.arange(size[1]) - camera.centre[1]
        above = (x * rise[0])[None, :] + (y * rise[1])[:, None] + rise[2] > -0.02
        picture[above] = cv2.mean(texture)[:3]
    return np.asarray(picture, np.uint8)
