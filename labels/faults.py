"""Spoil one chosen tile of a drawn photo the way lamps, hands and photographers do: glare, blur, a cut, darkness."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from labels.facebank import Image

Corners = npt.NDArray[np.float32]
CORE, SOFT = 0.8, 0.15
"""How far out a reflection is full, and how soon it fades beyond, as shares of its radius."""


def add_glare(rng: np.random.Generator, image: Image, corners: Corners, share: float) -> Image:
    """Give the photo with a lamp mirrored on one tile: blown white over about such a share of its face, soft beyond.

    Args:
        corners: 4 x 2 pixels of the face.
    """
    middle = corners.mean(axis=0) + rng.uniform(-0.2, 0.2, 2) @ (corners[[1, 3]] - corners[0])
    area = cv2.contourArea(corners) * share
    stretch = rng.uniform(1.0, 2.2)
    radius = float(np.sqrt(area / np.pi / stretch))
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    along = (x - middle[0]) * np.cos(turn) + (y - middle[1]) * np.sin(turn)
    across = (y - middle[1]) * np.cos(turn) - (x - middle[0]) * np.sin(turn)
    away = np.sqrt((along / (radius * stretch)) ** 2 + (across / radius) ** 2)
    light = 255 * np.exp(-np.square(np.maximum(away - CORE, 0) / SOFT))
    light *= face_mask(image, corners, soft=0.03)
    return np.asarray(np.clip(image + light[:, :, None], 0, 255), np.uint8)


def blur_tile(rng: np.random.Generator, image: Image, corners: Corners, strength: float, *, motion: bool) -> Image:
    """Give the photo with one tile out of focus, or shaken; `strength` is the blur's spread in tile heights."""
    height = float(np.linalg.norm(corners[3] - corners[0]))
    if motion:
        size = max(3, int(np.ceil(strength * height * 3.46)) | 1)
        kernel = np.zeros((size, size), np.float32)
        angle, middle = rng.uniform(0, np.pi), size // 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        start, end = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
        cv2.line(kernel, tuple(start.tolist()), tuple(end.tolist()), 1.0)
        soft = cv2.filter2D(image, -1, kernel / kernel.sum())
    else:
        soft = cv2.GaussianBlur(image, (0, 0), max(strength * height, 0.1))
    mask = face_mask(image, corners, soft=0.08)[:, :, None]
    return np.asarray(image * (1 - mask) + soft * mask, np.uint8)


def face_mask(image: Image, corners: Corners, *, soft: float) -> npt.NDArray[np.float32]:
    """Give 1 on a face and 0 off it, fading over a share of its height."""
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1.0)
    height = float(np.linalg.norm(corners[3] - corners[0]))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, soft * height)), np.float32)


def darken(rng: np.random.Generator, image: Image, gain: float) -> Image:
    """Give the photo taken in so much of the light, with the noise that phones add there."""
    dark = image * gain + rng.normal(0, 4 * (1 - gain), image.shape)
    return np.asarray(np.clip(dark, 0, 255), np.uint8)
