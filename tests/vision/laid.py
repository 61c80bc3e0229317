"""Tiles laid on a table made in memory: names and corners, as the camera stages hand them on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import onnxruntime
from numpy.typing import NDArray

import models
from scorer import parse_tiles
from vision.assemble import Assembly, assemble
from vision.classify import CLASSES
from vision.describe import Seen

WIDTH, HEIGHT = 30.0, 40.0


def tiles(text: str) -> list[str]:
    """`123m--` as names; each `-` is a tile face down."""
    parts = text.replace("-", " - ").split()
    return [name for part in parts for name in (["back"] if part == "-" else parse_tiles(part))]


@dataclass
class Laid:
    """Names and corners of what lies on the table, row by row."""

    names: list[str] = field(default_factory=list)
    quads: list[NDArray[np.float64]] = field(default_factory=list)

    def row(self, text: str, x: float, y: float, *, gap: float = 1.0, turned: Sequence[int] = ()) -> Laid:
        """Add a row from the left; places are in tile widths and rows, `turned` are indices that lie crosswise."""
        left, top = x * WIDTH, y * HEIGHT
        for at, name in enumerate(tiles(text)):
            wide, high = (HEIGHT, WIDTH) if at in turned else (WIDTH, HEIGHT)
            box = np.add([[0, 0], [wide, 0], [wide, high], [0, high]], [left, top + HEIGHT - high])
            self.names.append(name)
            self.quads.append(np.roll(box, -1, axis=0) if at in turned else box)
            left += wide + gap
        return self

    @property
    def corners(self) -> NDArray[np.float32]:
        return np.array(self.quads, np.float32).reshape(-1, 4, 2)

    def assembled(self) -> Assembly:
        return assembled(self.names, self.corners)

    def hand(self) -> str:
        """The hand as text, or nothing."""
        found = self.assembled().hand
        return "" if found is None else str(found)


@cache
def sorter() -> onnxruntime.InferenceSession:
    return models.session("sorter", 1)


def seen(names: Sequence[str], corners: NDArray[np.floating]) -> Seen:
    """Faces surely read, in a photo with some room round them."""
    chances = np.full((len(names), len(CLASSES)), 0.02 / (len(CLASSES) - 1), np.float32)
    chances[np.arange(len(names)), [CLASSES.index(name) for name in names]] = 0.98
    points = corners.reshape(-1, 2)
    low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.ones(2))
    room = 0.1 * float((high - low).max())
    width, height = (high - low + 2 * room).tolist()
    placed = (corners - low + room).astype(np.float32)
    return Seen(chances, np.full(len(names), 0.95, np.float32), placed, (round(width), round(height)))


def assembled(names: Sequence[str], corners: NDArray[np.floating]) -> Assembly:
    """The first hand made out, or none."""
    return assemble(seen(names, corners), sorter())[0]


def turned_about(corners: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """The same table photographed with the camera turned."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (corners @ turn.T).astype(np.float32)


def seen_aslant(corners: NDArray[np.float32], tilt: float) -> NDArray[np.float32]:
    """The same table seen from a low seat: far rows are smaller, and everything is squashed."""
    centred = corners - corners.reshape(-1, 2).mean(axis=0)
    far = 1 - tilt * centred[..., 1:] / 1000
    return (centred * [1.0, 0.5] / far).astype(np.float32)
