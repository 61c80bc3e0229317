"""What a crop goes through before the classifier learns from it: other inks, wear, light, a phone's camera."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from labels.light import compress
from training.crops import Image
from vision.rectify import MARGIN, TILE_SIZE

RIM = MARGIN / (1 + 2 * MARGIN)
"""Share of a crop's side that is margin, at either end."""


def wiped(rng: np.random.Generator, pixels: Image) -> Image:
    """Wipe the print off a crop, keeping its own light and what lies round it: a blank white dragon."""
    side = pixels.shape[0]
    outer, inner = round(side * RIM) + 2, round(side * (RIM + 0.05))
    grey = pixels.min(axis=2)
    ink = np.zeros_like(grey)
    face = grey[inner:-inner, inner:-inner]
    ink[inner:-inner, inner:-inner] = face < np.percentile(face, 80) - 12
    ink = cv2.dilate(ink, np.ones((5, 5), np.uint8))
    ink[:outer], ink[-outer:], ink[:, :outer], ink[:, -outer:] = 0, 0, 0, 0
    smooth = cv2.GaussianBlur(cv2.inpaint(pixels, ink, 3, cv2.INPAINT_TELEA), (0, 0), side / 12).astype(np.float32)
    keep = cv2.GaussianBlur(1.0 - ink.astype(np.float32), (5, 5), 0)[..., None]
    noise = rng.normal(0, rng.uniform(0.5, 2.5), pixels.shape)
    return np.clip(pixels * keep + (smooth + noise) * (1 - keep), 0, 255).astype(np.uint8)


def face_down(rng: np.random.Generator, pixels: Image) -> Image:
    """Recolour a crop's face to a tile's back: any colour but near-white, with the crop's own light."""
    side, rim = pixels.shape[0], round(pixels.shape[0] * RIM)
    light = wiped(rng, pixels).astype(np.float32).mean(axis=2, keepdims=True) / 255.0
    hue, saturation = rng.uniform(0, 180), rng.uniform(90, 255)
    if rng.random() < 0.2:
        saturation, value = rng.uniform(0, 90), rng.uniform(30, 120)
    else:
        value = rng.uniform(60, 255)
    colour = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
    face = np.zeros((side, side), np.float32)
    face[rim : side - rim, rim : side - rim] = 1.0
    soft = cv2.GaussianBlur(face, (3, 3), 0)[..., None]
    back = light / max(0.05, float(light.max())) * colour
    return np.clip(back * soft + pixels * (1 - soft), 0, 255).astype(np.uint8)


def other_set(rng: np.random.Generator, pixels: Image) -> Image:
    """Change a face as another set might: other inks, thicker or thinner strokes, a bent print, something on it."""
    side = pixels.shape[0]
    out = pixels
    if rng.random() < 0.25:
        inks = cv2.cvtColor(out, cv2.COLOR_RGB2HSV)
        inks[..., 0] = (inks[..., 0].astype(int) + int(rng.integers(0, 180))) % 180
        if rng.random() < 0.4:
            inks[..., 1] = np.clip(inks[..., 1] * rng.uniform(0, 1.6), 0, 255).astype(np.uint8)
        out = cv2.cvtColor(inks, cv2.COLOR_HSV2RGB)
    if rng.random() < 0.2:
        stroke = np.ones((2, 2), np.uint8)
        out = cv2.erode(out, stroke) if rng.random() < 0.5 else cv2.dilate(out, stroke)
    if rng.random() < 0.25:
        knots = rng.normal(0, side * rng.uniform(0.008, 0.03), (4, 4, 2)).astype(np.float32)
        move = cv2.resize(knots, (side, side), interpolation=cv2.INTER_CUBIC)
        yy, xx = np.mgrid[0:side, 0:side].astype(np.float32)
        out = cv2.remap(out, xx + move[..., 0], yy + move[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.12:
        out = out.copy()
        wide, high = rng.integers(side // 8, side // 3, 2)
        x, y = int(rng.integers(0, side - wide)), int(rng.integers(0, side - high))
        out[y : y + high, x : x + wide] = rng.integers(0, 256, 3) if rng.random() < 0.7 else out[side // 2, side // 2]
    return out


def weather(rng: np.random.Generator, pixels: Image) -> Image:
    """Put a crop through a phone camera's troubles: light, colour, shadow, glare, blur, coarseness, noise, JPEG."""
    size = pixels.shape[0]
    image: NDArray[Any] = pixels.astype(np.float32)
    if rng.random() < 0.6:
        image = image * rng.uniform(0.85, 1.15, 3).astype(np.float32)
    if rng.random() < 0.25:
        grey = rng.uniform(0.2, 1.0)
        image = image * (1 - grey) + image.mean(axis=2, keepdims=True) * grey
    if rng.random() < 0.4:
        angle = rng.uniform(0, 2 * np.pi)
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
        ramp = np.cos(angle) * xx + np.sin(angle) * yy
        edge = 1 / (1 + np.exp(-(ramp - rng.uniform(-0.4, 0.4)) * rng.choice([3.0, 30.0])))
        image = image * (1 - rng.uniform(0.1, 0.55) * edge[..., None])
    if rng.random() < 0.15:
        centre, spread = rng.uniform(0, size, 2), rng.uniform(0.1, 0.35) * size
        yy, xx = np.mgrid[0:size, 0:size]
        spot = np.exp(-((xx - centre[0]) ** 2 + (yy - centre[1]) ** 2) / (2 * spread**2))[..., None]
        image = image + (255 - image) * spot * rng.uniform(0.3, 0.95)
    if rng.random() < 0.7:
        image = 255 * np.clip(image / 255, 0, 1) ** rng.uniform(0.55, 1.7) * rng.uniform(0.7, 1.2)
    if rng.random() < 0.3:
        mean = image.mean()
        image = (image - mean) * rng.uniform(0.5, 1.2) + mean
    out: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        coarse = int(np.exp(rng.uniform(np.log(16), np.log(size))))
        small = cv2.resize(out, (coarse, max(12, int(coarse * rng.uniform(0.7, 1.3)))), interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.8) * size / TILE_SIZE)
    if rng.random() < 0.15:
        length = int(rng.integers(3, 8)) * size // TILE_SIZE
        kernel: NDArray[Any] = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1.0 / length
        spin = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, spin, (length, length))
        out = cv2.filter2D(out, -1, kernel / max(1e-3, kernel.sum()))
    if rng.random() < 0.4:
        noise = rng.normal(0, rng.uniform(1, 12), out.shape)
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        out = compress(out, int(rng.integers(25, 90)))
    return out
