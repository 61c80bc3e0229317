"""Face crops for the classifier, gathered from labelled photos and single-tile pictures."""

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
from labels.raster import drawn_design
from scorer import BACK
from vision.photo import Source, load_photo
from vision.rectify import TILE_SIZE, side_lengths, with_margin

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
    `source`: `photo`, `table` (drawn) or `shop` (a picture that is all face).
    """

    pixels: Image
    corners: NDArray[np.float32]
    tile: str
    scene: str
    turn_known: bool
    source: str


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


def full_size(source: Source) -> Image:
    """Give a photo's pixels at the size that its labels are in."""
    photo = load_photo(source)
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
            patches.append(Patch(pixels, corners, row["tile"], "shop", True, "shop"))
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
            "shop",
        )
        for style in DRAWN_STYLES
        for tile, faces in drawn_design(style).faces.items()
        for face in faces
        if tile != BACK
    ]


def warp(pixels: Image, corners: NDArray[np.float32], size: int = TILE_SIZE) -> Image:
    """Warp the face with these corners, and the margin that the classifier sees round it, to a square."""
    corners = with_margin(corners)
    side = side_lengths(corners).max()
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
