"""Light a drawn table and photograph it: shadows, gradients, glare, blur, noise, white balance, JPEG."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera
from labels.facebank import Image
from labels.polygon import fill, hull
from labels.shape import PlacedTile, TileShape

Floats = npt.NDArray[np.float32]


def cast_shadows(
    image: Image,
    camera: Camera,
    tiles: Sequence[PlacedTile],
    shape: TileShape,
    *,
    sun: Array,
    strength: float,
    softness: float,
) -> None:
    """Darken the ground where tiles keep the light off, softly, and close under them.

    Args:
        sun: unit vector towards the light.
        softness: blur of the shadow as a share of a tile's height in the picture.
    """
    if not tiles:
        return
    high, wide = image.shape[:2]
    step = 2
    cast, close = np.zeros((high // step, wide // step), np.uint8), np.zeros((high // step, wide // step), np.uint8)
    half = np.array([shape.width, shape.height, shape.thickness]) / 2
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    centres, turns = np.array([t.centre for t in tiles]), np.array([t.turn for t in tiles])
    boxes = np.einsum("nij,kj->nki", turns, signs * half) + centres[:, None]
    grown = boxes + (boxes - centres[:, None]) * 0.08
    slide = boxes[..., 2:] / max(sun[2], 0.25)
    thrown = camera.project(np.concatenate([boxes - slide * sun, boxes * [1, 1, 0]], axis=1)) / step
    footprint = camera.project(grown * [1, 1, 0]) / step
    for shadow, foot in zip(thrown, footprint, strict=True):
        if shadow.max() < 0 or shadow.min() > 2 * max(wide, high) or np.abs(shadow).max() > 1e4:
            continue
        fill(cast, hull(shadow), 255, smooth=False)
        fill(close, hull(foot), 255, smooth=False)
    ruler = camera.project(np.array([centres.mean(axis=0), centres.mean(axis=0) + camera.rotation[0] * shape.height]))
    unit = float(np.linalg.norm(ruler[1] - ruler[0])) / step
    cast_soft = _blur(cast, unit * softness)
    close_soft = _blur(close, unit * 0.06)
    dark = cv2.addWeighted(cast_soft, strength, close_soft, 0.25, 0)
    keep = cv2.resize(cv2.bitwise_not(dark), (wide, high), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(image, cv2.merge([keep] * 3), dst=image, scale=1 / 255)


def _blur(mask: Image, sigma: float) -> Image:
    if sigma < 0.4:
        return mask
    if sigma > 3:
        shrunk = 0.5 if sigma < 8 else 0.25
        small = cv2.resize(mask, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), min(sigma, 60) * shrunk)
        return np.asarray(cv2.resize(soft, mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.uint8)


def light_table(rng: np.random.Generator, image: Image, owner: npt.NDArray[np.int32], *, hard: float = 1.0) -> Image:
    """Give the picture under uneven light: falloff, a person's shadow, lamp glare that tiles mirror most.

    Args:
        owner: not 0 where a tile is seen.
        hard: 0 gives even light, 1 the whole range.
    """
    side = 48
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    gain = 1 + rng.uniform(0, 0.55 * hard) * (x * np.cos(angle) + y * np.sin(angle))
    middle = rng.uniform(-0.3, 0.3, 2)
    gain = gain - rng.uniform(0, 0.6 * hard) * ((x - middle[0]) ** 2 + (y - middle[1]) ** 2)
    if rng.random() < 0.35 * hard:
        tilt, edge, soft = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3), rng.uniform(0.01, 0.1)
        across = x * np.cos(tilt) + y * np.sin(tilt) - edge
        if rng.random() < 0.5:
            across = np.abs(across) - rng.uniform(0.05, 0.2)
        gain = gain * (1 - rng.uniform(0.15, 0.55) / (1 + np.exp(np.clip(across / soft, -40, 40))))
    image = scaled(image, np.asarray(gain, np.float32))
    if rng.random() < 0.3 * hard:
        glare = np.zeros((side, side), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            spot, size = rng.uniform(-0.5, 0.5, 2), rng.uniform(0.02, 0.15, 2)
            bright = rng.uniform(40, 260)
            glare += bright * np.exp(-(((x - spot[0]) / size[0]) ** 2) - ((y - spot[1]) / size[1]) ** 2)
        big = cv2.resize(cv2.convertScaleAbs(glare), image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        dull = cv2.convertScaleAbs(big, alpha=rng.uniform(0.05, 0.6))
        seen = np.where(owner != 0, big, dull)
        image = np.asarray(cv2.add(image, cv2.merge([seen] * 3)), np.uint8)
    return image


def scaled(image: Image, gain: Floats) -> Image:
    """Multiply a picture by a small map of gains (0 to 1.99), stretched over it."""
    coarse = cv2.convertScaleAbs(cv2.resize(gain, (96, 96), interpolation=cv2.INTER_CUBIC), alpha=128)
    full = cv2.resize(coarse, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(image, cv2.merge([full] * 3), scale=1 / 128), np.uint8)


def photograph(rng: np.random.Generator, image: Image, *, tile_height: float, hard: float = 1.0) -> Image:
    """Give the picture as a phone would: colour cast, exposure, blur, noise, sharpening, JPEG.

    Args:
        tile_height: a tile's height in pixels; blur stays in proportion, so that prints stay readable.
        hard: 0 gives a clean photo, 1 the whole range.
    """
    gain = np.exp(rng.normal(0, 0.07 * hard, 3)) * np.exp(rng.normal(0, 0.05 * hard) * np.array([1, 0, -1]))
    exposure = float(np.exp(rng.normal(0.02, 0.2 * hard)))
    gamma = float(np.exp(rng.normal(0, 0.18 * hard)))
    ramp = np.arange(256) / 255
    table = np.clip(255 * np.clip(ramp[:, None] * gain * exposure, 0, 1.3) ** gamma, 0, 255)
    if rng.random() < 0.5:
        table = 255 * (
            table / 255 + rng.uniform(0, 0.5) * hard * (table / 255) * (1 - table / 255) * (2 * table / 255 - 1) * 2
        )
    image = np.asarray(cv2.LUT(image, np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3)), np.uint8)
    image = _blurred(rng, image, tile_height, hard)
    if rng.random() < 0.75:
        sigma = rng.uniform(0.5, 9) * hard
        high, wide = image.shape[:2]
        coarse = int(rng.choice([1, 2]))
        strip = np.empty((high // coarse // 4 + 1, wide // coarse, 3), np.int8)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(strip, np.zeros(3), sigma * np.array([1.0, 0.8, 1.2]))
        fuzz = np.tile(strip, (4, 1, 1))[: high // coarse]
        if coarse == 2:
            fuzz = np.asarray(
                cv2.resize(fuzz.astype(np.int16), (wide, high), interpolation=cv2.INTER_NEAREST), np.int16
            )
        image = np.asarray(cv2.add(image, fuzz, dtype=cv2.CV_8U), np.uint8)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        amount = float(rng.uniform(0.2, 0.9))
        image = np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.7:
        quality = int(100 - rng.uniform(3, 55) * hard)
        image = compress(image, quality)
    return image


def _blurred(rng: np.random.Generator, image: Image, tile_height: float, hard: float) -> Image:
    kind = rng.random()
    if kind < 0.45:
        sigma = rng.uniform(0.2, 0.022 * tile_height + 0.4) * hard
        if sigma > 0.25:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    elif kind < 0.6:
        length = rng.uniform(1, 0.07 * tile_height + 1) * hard
        size = max(3, int(np.ceil(length)) | 1)
        kernel = np.zeros((size, size), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        middle = (size - 1) / 2
        ends = np.round((np.array([-reach, reach]) + middle) * 16).astype(int)
        cv2.line(kernel, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 1.0, 1, cv2.LINE_AA, 4)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1e-6)), np.uint8)
    if rng.random() < 0.15 * hard and tile_height > 40:
        scale = rng.uniform(0.45, 0.85)
        high, wide = image.shape[:2]
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)
    return image


def compress(image: Image, quality: int) -> Image:
    """Give a picture as a JPEG of that quality keeps it."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
