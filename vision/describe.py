"""Say in numbers what the faces of one photo are and how they lie, for the network that sorts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer import BACK
from vision.classify import CLASSES, NO_FACE
from vision.plane import flatten
from vision.rectify import side_lengths
from vision.rows import Frames, frames_of
from vision.shapes import BLANK

Floats = NDArray[np.float32]
NO_FACE_AT = CLASSES.index(NO_FACE)
OWN = len(CLASSES) + 10
"""Numbers about one face."""
BETWEEN = 13
"""Numbers about one face as another sees it."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The faces seen in one photo, as the other networks give them.

    Attributes:
        chances: N x 44, probabilities of CLASSES.
        confidence: N, how sure the locator is of each.
        corners: N x 4 x 2, pixels of the upright photo, clockwise from the printed top left.
        size: width and height of the photo.
    """

    chances: Floats
    confidence: Floats
    corners: Floats
    size: tuple[int, int]

    @property
    def names(self) -> list[str]:
        """Give each face's likeliest name."""
        return [CLASSES[i] for i in self.chances[:, :NO_FACE_AT].argmax(axis=1).tolist()]

    def some(self, numbers: Sequence[int]) -> Seen:
        """Give only the faces of these numbers."""
        at = list(numbers)
        return Seen(self.chances[at], self.confidence[at], self.corners[at], self.size)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the faces of one photo are and how they lie.

    Attributes:
        faces: N x OWN.
        pairs: N x N x BETWEEN, of the second face as the first sees it.
        frames: how they lie, seen from straight above.
    """

    faces: Floats
    pairs: Floats
    frames: Frames


def describe(seen: Seen) -> Scene:
    """Describe the faces of a photo."""
    if not len(seen.corners):
        empty = frames_of(np.zeros((0, 4, 2)))
        return Scene(np.zeros((0, OWN), np.float32), np.zeros((0, 0, BETWEEN), np.float32), empty)
    frames = frames_in(seen)
    return Scene(_own(seen, frames), _between(seen.chances, frames), frames)


def frames_in(seen: Seen) -> Frames:
    """Lay the faces flat and give their axes."""
    doubtful = np.array([name in (BACK, BLANK) for name in seen.names], bool)
    return frames_of(flatten(seen.corners, doubtful))


def _own(seen: Seen, frames: Frames) -> Floats:
    corners, size = seen.corners, seen.size
    long = max(size)
    sides = side_lengths(corners)
    across, down = (sides[:, 0] + sides[:, 2]) / 2 + 1e-6, (sides[:, 1] + sides[:, 3]) / 2 + 1e-6
    extent = np.sqrt(across * down)
    middle = corners.mean(axis=1)
    up = (corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]) / 2
    up = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    rim = np.minimum(corners, np.array(size) - corners).min(axis=(1, 2)) / extent
    flat = frames.sizes / max(float(np.median(frames.sizes)), 1e-6)
    return np.column_stack(
        [
            seen.chances,
            seen.confidence,
            (middle - np.array(size) / 2) / long,
            np.log(extent / long) + 3,
            np.log(extent / np.median(extent)),
            np.log(np.clip(flat, 0.05, 20)),
            up,
            np.log(np.clip(down / across, 0.1, 10)),
            np.clip(rim, -1, 3) / 3,
        ]
    ).astype(np.float32)


def _between(chances: Floats, frames: Frames) -> Floats:
    unit = frames.down / np.maximum(np.linalg.norm(frames.down, axis=1, keepdims=True), 1e-9)
    cos = unit @ unit.T
    sin = unit[:, None, 0] * unit[None, :, 1] - unit[:, None, 1] * unit[None, :, 0]
    offset = frames.centres[None] - frames.centres[:, None]
    right = np.column_stack([unit[:, 1], -unit[:, 0]])
    x, y = np.einsum("ijk,ik->ij", offset, right), np.einsum("ijk,ik->ij", offset, unit)
    sizes = np.log(np.maximum(frames.sizes, 1e-6))
    same = chances @ chances.T
    return np.stack(
        [
            np.tanh(x / 8),
            np.tanh(y / 8),
            np.tanh(x / 1.5),
            np.tanh(y / 1.5),
            np.clip(frames.gap_across, -1.5, 1.5),
            np.clip(frames.gap_down, -1.5, 1.5),
            np.exp(-np.maximum(np.maximum(frames.gap_across, frames.gap_down), 0)),
            cos,
            sin,
            2 * cos * cos - 1,
            np.tanh(sizes[None] - sizes[:, None]),
            same,
            chances @ _NEXT @ chances.T,
        ],
        axis=2,
    ).astype(np.float32)


def _next_to() -> Floats:
    """Tell which names may stand in one chow."""
    near = np.zeros((len(CLASSES), len(CLASSES)), np.float32)
    for i, one in enumerate(CLASSES):
        for j, other in enumerate(CLASSES):
            if one[-1] == other[-1] and one[-1] in "mps" and 0 < abs(int(one[0]) - int(other[0])) < 3:
                near[i, j] = 1
    return near


_NEXT = _next_to()
