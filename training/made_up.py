"""Faces of thousands of made-up sets, as single pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from labels.madeup import draw_faces, draw_flowers, find_fonts
from training.crops import Image, Patch, upright_box
from training.processes import drawn

HIGH = 128
"""Height of a picture in pixels."""


def made_up_faces(count: int, seed: int, workers: int) -> list[Patch]:
    """Draw all faces of made-up sets, flowers of the rarer kinds among them, in processes; shows progress."""
    return drawn(_draw_set, count, seed, workers, cv2.setNumThreads, (1,), what="made-up set")


def made_up_flowers(count: int, seed: int, fonts: Sequence[Path]) -> Iterator[Patch]:
    """Draw the flowers of so many made-up sets."""
    for number in range(count):
        yield from _patches(draw_flowers(np.random.default_rng((seed, number)), fonts))


def _draw_set(numbers: tuple[int, int]) -> list[Patch]:
    rng, fonts = np.random.default_rng(numbers), find_fonts()
    return list(_patches({**draw_faces(rng, fonts), **draw_flowers(rng, fonts)}))


def _patches(faces: Mapping[str, Image]) -> Iterator[Patch]:
    for tile, face in faces.items():
        pixels = cv2.resize(face, (HIGH * face.shape[1] // face.shape[0], HIGH), interpolation=cv2.INTER_AREA)
        yield Patch(pixels, upright_box(0, 0, pixels.shape[1], HIGH), tile, "made up", True, "shop")
