"""Face crops for the classifier: gathered from labelled photos and single-tile pictures, drawn anew each time."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from labels.faces import Style
from labels.light import compress
from labels.raster import drawn_design
from scorer import BACK
from vision.classify import CLASSES, NO_FACE
from vision.photo import load_photo
from vision.rectify import TILE_SIZE

Image = NDArray[Any]
"""Bytes, H x W x 3, RGB; OpenCV's own types do not say that it keeps them bytes."""
Corners = dict[str, tuple[list[list[float]], bool]]
"""By label (see `label_key`): a face's corners in its photo, and whether the first is the printed top left."""
GROUND = "#e0e0e0"
DRAWN_STYLES = (
    Style(body=False, ivory=GROUND),
    Style(body=False, ivory=GROUND, red="#b02a20", green="#205a38", blue="#27408b", black="#2a2a30"),
    Style(body=False, ivory=GROUND, red="#202020", green="#202020", blue="#202020", black="#202020"),
)
MARGIN = 0.35


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of a photo with one labelled face in it.

    `corners`: 4 x 2, pixels of `pixels`, clockwise from the printed top left where `turn_known`, else from any.
    """

    pixels: Image
    corners: NDArray[np.float32]
    tile: str
    scene: str
    turn_known: bool
    shop: bool


def cut(photo: Image, corners: NDArray[np.float32]) -> tuple[Image, NDArray[np.float32]]:
    """Cut the face with a margin of 35 % round it, at most 160 pixels high; gives pixels and shifted corners."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    grow = (high - low) * MARGIN
    x0, y0 = np.maximum(np.floor(low - grow), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(high + grow), [photo.shape[1], photo.shape[0]]).astype(int)
    piece = photo[y0:y1, x0:x1]
    moved = corners - np.array([x0, y0], np.float32)
    shrink = 160.0 / max(piece.shape[:2])
    if shrink < 1:
        width, height = max(1, round(piece.shape[1] * shrink)), max(1, round(piece.shape[0] * shrink))
        moved = moved * np.array([width / piece.shape[1], height / piece.shape[0]], np.float32)
        piece = cv2.resize(piece, (width, height), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(piece), moved.astype(np.float32)


def upright_box(x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float32]:
    """Give a box as four corners, clockwise from the top left."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def label_key(photo: str, box: Sequence[float]) -> str:
    """Name a label by its photo and the box's top left."""
    return f"{photo}:{box[0]:.0f},{box[1]:.0f}"


def full_size(path: Path) -> Image:
    """Decode a photo at the size that its labels are in."""
    photo = load_photo(path)
    if photo.scale == 1:
        return photo.image
    return np.asarray(cv2.resize(photo.image, (photo.width, photo.height), interpolation=cv2.INTER_LINEAR), np.uint8)


def shop_patches(folder: Path) -> list[Patch]:
    """Read the single-tile pictures of `folder`/crops.csv; each whole picture is one upright face."""
    patches = []
    with (folder / "crops.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            pixels: Image = load_photo(folder / "images" / row["image"]).image
            scale = min(1.0, 160.0 / pixels.shape[0])
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            corners = upright_box(0, 0, pixels.shape[1], pixels.shape[0])
            patches.append(Patch(pixels, corners, row["tile"], "shop", True, True))
    return patches


def drawn_patches() -> list[Patch]:
    """Give the project's own drawn faces, as the sample photos and the page show them, in three colourings."""
    return [
        Patch(
            face.levels[1],
            upright_box(0, 0, face.levels[1].shape[1], face.levels[1].shape[0]),
            tile,
            "drawn",
            True,
            True,
        )
        for style in DRAWN_STYLES
        for tile, faces in drawn_design(style).faces.items()
        for face in faces
        if tile != BACK
    ]


def warp(pixels: Image, corners: NDArray[np.float32], size: int = TILE_SIZE) -> Image:
    """Warp the face with these corners to a square of `size` pixels."""
    side = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max()
    shrink = side / size
    if shrink > 1.7:
        pixels = cv2.resize(pixels, None, fx=1.3 / shrink, fy=1.3 / shrink, interpolation=cv2.INTER_AREA)
        corners = corners * (1.3 / shrink)
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    return cv2.warpPerspective(pixels, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def turned(corners: NDArray[np.float32], turn: int) -> NDArray[np.float32]:
    """Renumber corners so that a crop warped by them shows the face `turn` clockwise quarter turns from upright."""
    return np.roll(corners, turn, axis=0)


def blank(rng: np.random.Generator, pixels: Image) -> Image:
    """Wipe the print off a crop, keeping its own light: a blank white dragon."""
    grey = pixels.min(axis=2)
    body = np.percentile(grey[12:-12, 12:-12], 80)
    ink = (grey < body - 12).astype(np.uint8)
    ink = cv2.dilate(ink, np.ones((5, 5), np.uint8))
    ink[:5], ink[-5:], ink[:, :5], ink[:, -5:] = 0, 0, 0, 0
    small = cv2.resize(cv2.inpaint(pixels, ink, 3, cv2.INPAINT_TELEA), (8, 8), interpolation=cv2.INTER_AREA)
    smooth = cv2.resize(small, (TILE_SIZE, TILE_SIZE), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    keep = cv2.GaussianBlur(1.0 - ink.astype(np.float32), (5, 5), 0)[..., None]
    noise = rng.normal(0, rng.uniform(0.5, 2.5), pixels.shape)
    return np.clip(pixels * keep + (smooth + noise) * (1 - keep), 0, 255).astype(np.uint8)


def face_down(rng: np.random.Generator, pixels: Image) -> Image:
    """Recolour a blank crop to a tile's back: any colour but near-white, with the crop's light and edges."""
    light = blank(rng, pixels).astype(np.float32).mean(axis=2, keepdims=True) / 255.0
    hue, saturation = rng.uniform(0, 180), rng.uniform(90, 255)
    if rng.random() < 0.2:
        saturation, value = rng.uniform(0, 90), rng.uniform(30, 120)
    else:
        value = rng.uniform(60, 255)
    colour = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
    return np.clip(light / max(0.05, float(light.max())) * colour, 0, 255).astype(np.uint8)


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
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.8))
    if rng.random() < 0.15:
        length = int(rng.integers(3, 8))
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


def jitter(rng: np.random.Generator, corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move a quadrilateral as an imperfect locator would: shift, size, turn and each corner by itself."""
    centre = corners.mean(axis=0)
    axes = np.stack([corners[1] - corners[0], corners[3] - corners[0]])
    angle = np.deg2rad(rng.normal(0, 5))
    rotate = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (corners - centre) @ rotate.T * rng.uniform(0.88, 1.16)
    shift = rng.normal(0, 0.035, 2) @ axes
    loose = rng.normal(0, 0.03, (4, 2)) @ axes
    return (moved + centre + shift + loose).astype(np.float32)


def draw(rng: np.random.Generator, patch: Patch, kind: str) -> tuple[Image, int, int]:
    """Draw one training crop: (pixels S x S x 3, class index, quarter turns or -1).

    `kind`: `face`, `blank` (a white dragon without a frame), `back`, or `none` (no face: between tiles, or a corner).
    """
    turn = int(rng.integers(4))
    corners = turned(patch.corners, turn)
    if kind == NO_FACE:
        axes = np.stack([corners[1] - corners[0], corners[3] - corners[0]])
        offset = rng.uniform(0.45, 0.7, 2) * rng.choice([-1, 1], 2)
        if rng.random() < 0.6:
            offset[int(rng.integers(2))] *= rng.uniform(0, 0.5)
        corners = (
            (corners + offset @ axes)
            if rng.random() < 0.6
            else ((corners - corners.mean(axis=0)) * rng.choice([0.4, 1.7]) + corners.mean(axis=0))
        )
        pixels = warp(patch.pixels, corners.astype(np.float32))
        return weather(rng, pixels), CLASSES.index(NO_FACE), -1
    pixels = warp(patch.pixels, jitter(rng, corners))
    if kind == "blank":
        return weather(rng, blank(rng, pixels)), CLASSES.index("5z"), -1
    if kind == BACK:
        return weather(rng, face_down(rng, pixels)), CLASSES.index(BACK), -1
    return weather(rng, pixels), CLASSES.index(patch.tile), turn if patch.turn_known else -1
