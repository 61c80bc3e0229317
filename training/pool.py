"""Draws the crops that the classifier learns from: faces of photos, of drawn tables and of shops, and what is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from scorer import BACK, TILES
from scorer.tiles import FLOWERS
from training.crops import Image, Patch, jitter, turned, warp
from training.run import Batch
from training.weather import face_down, other_set, weather, wiped
from vision.classify import CLASSES, NO_FACE
from vision.rectify import TILE_SIZE

BATCH = 64
KINDS, SHARES = ("face", "blank", BACK, NO_FACE, "beside"), (0.82, 0.03, 0.03, 0.09, 0.03)
MORE_BLANK = (0.785, 0.06, 0.035, 0.09, 0.03)
"""Shares with twice as many white dragons without a print."""
SOURCES, SOURCE_SHARES = ("shop", "table", "photo"), (0.15, 0.25, 0.6)
FLOWER_NAMES, FLOWER_SHARES = TILES[FLOWERS:], (0.5, 0.2, 0.3)
"""Of the flowers drawn beside their share, more are single pictures: sets differ in them most."""
REPEATED = 20
"""How many times a real single-tile picture counts beside those of thousands of made-up sets."""
ROUND = 0.35
"""Share of a shop picture's width and height that is put round it."""


class Pool:
    """Patches by class and source. A draw takes a class evenly, then a source by a fixed share.

    Args:
        faces: with their names.
        backs: as drawn tables show them.
        nothing: pieces of photos that are no face.
        shares: of the KINDS.
        flowers: share of the faces that are flowers beside those that fall to them as to every class.
        sources: shares of the SOURCES.
        upright: share of the crops that are upright whatever falls to them.
        size: side of the crops in pixels.
    """

    def __init__(
        self,
        faces: Sequence[Patch],
        backs: Sequence[Patch],
        nothing: Sequence[Patch],
        *,
        shares: Sequence[float] = SHARES,
        flowers: float = 0.0,
        sources: Sequence[float] = SOURCE_SHARES,
        upright: float = 0.0,
        size: int = TILE_SIZE,
    ) -> None:
        self.backs, self.nothing, self.shares, self.flowers = backs, nothing, shares, flowers
        self.sources, self.upright, self.size = sources, upright, size
        self.by: dict[tuple[str, str], list[Patch]] = defaultdict(list)
        for patch in faces:
            self.by[patch.tile, patch.source].append(patch)
        self.names = sorted({patch.tile for patch in faces})

    def pick(self, rng: np.random.Generator) -> Patch:
        """Draw one face."""
        flower = self.flowers > 0 and rng.random() < self.flowers
        names = FLOWER_NAMES if flower else self.names
        name = names[int(rng.integers(len(names)))]
        wanted = str(rng.choice(SOURCES, p=FLOWER_SHARES if flower else self.sources))
        some = next(self.by[name, s] for s in (wanted, *SOURCES[::-1]) if self.by[name, s])
        return one_of(rng, some)

    def draw(self, rng: np.random.Generator) -> tuple[Image, int, int]:
        """Draw one crop: pixels S x S x 3, class index, clockwise quarter turns from upright or -1 where not known."""
        kind, turn = str(rng.choice(KINDS, p=self.shares)), int(rng.integers(4))
        if self.upright and rng.random() < self.upright:
            turn = 0
        if kind == NO_FACE and self.nothing:
            return self.seen(rng, one_of(rng, self.nothing), turn), CLASSES.index(NO_FACE), -1
        if kind == BACK and self.backs and rng.random() < 0.7:
            return self.seen(rng, one_of(rng, self.backs), turn), CLASSES.index(BACK), -1
        patch = self.pick(rng)
        pixels, corners = self.placed(rng, patch)
        corners = turned(corners, turn)
        if kind in (NO_FACE, "beside"):
            return weather(rng, warp(pixels, beside(rng, corners), self.size)), CLASSES.index(NO_FACE), -1
        crop = warp(pixels, jitter(rng, corners), self.size)
        if kind == "blank":
            return weather(rng, wiped(rng, crop)), CLASSES.index("5z"), -1
        if kind == BACK:
            return weather(rng, face_down(rng, crop)), CLASSES.index(BACK), -1
        known = turn if patch.turn_known else -1
        return weather(rng, other_set(rng, crop)), CLASSES.index(patch.tile), known

    def seen(self, rng: np.random.Generator, patch: Patch, turn: int) -> Image:
        """Give a patch's crop as a camera would, with nothing changed in the print."""
        return weather(rng, warp(patch.pixels, jitter(rng, turned(patch.corners, turn)), self.size))

    def placed(self, rng: np.random.Generator, patch: Patch) -> tuple[Image, NDArray[np.float32]]:
        """Give a patch's pixels and corners, with something round it where it is all face."""
        return self.framed(rng, patch) if patch.source == "shop" else (patch.pixels, patch.corners)

    def framed(self, rng: np.random.Generator, patch: Patch) -> tuple[Image, NDArray[np.float32]]:
        """Put something round a picture that is all face: a plain or photographed ground, neighbours, a side."""
        high, wide = patch.pixels.shape[:2]
        x, y = int(wide * ROUND), int(high * ROUND)
        chance = rng.random()
        if chance < 0.3 or not self.nothing:
            out = np.empty((high + 2 * y, wide + 2 * x, 3), np.uint8)
            out[:] = rng.integers(0, 256, 3)
        elif chance < 0.75:
            out = cv2.resize(one_of(rng, self.nothing).pixels, (wide + 2 * x, high + 2 * y)).astype(np.uint8)
        else:
            out = cv2.copyMakeBorder(patch.pixels, y, y, x, x, cv2.BORDER_REPLICATE).astype(np.uint8)
        neighbour = self.pick(rng)
        if neighbour.source == "shop" and rng.random() < 0.5:
            other = cv2.resize(neighbour.pixels, (wide, high))
            if rng.random() < 0.7:
                out[y : y + high, :x] = other[:, wide - x :]
            if rng.random() < 0.7:
                out[y : y + high, x + wide :] = other[:, :x]
        if rng.random() < 0.6:
            thick = int(high * rng.uniform(0.05, ROUND))
            body = np.median(patch.pixels.reshape(-1, 3), axis=0)
            out[y + high : y + high + thick, x : x + wide] = body * rng.uniform(0.6, 1)
        out[y : y + high, x : x + wide] = patch.pixels
        return out, patch.corners + np.array([x, y], np.float32)

    def batch(self, rng: np.random.Generator) -> Batch:
        """Draw a batch: pixels N x 3 x S x S bytes, class indices, turns (-1 unknown)."""
        drawn = [self.draw(rng) for _ in range(BATCH)]
        pixels = np.stack([d[0] for d in drawn]).transpose(0, 3, 1, 2)
        return (
            torch.from_numpy(np.ascontiguousarray(pixels)),
            torch.tensor([d[1] for d in drawn]),
            torch.tensor([d[2] for d in drawn]),
        )


def one_of(rng: np.random.Generator, some: Sequence[Patch]) -> Patch:
    """Draw one, each as likely."""
    return some[int(rng.integers(len(some)))]


def beside(rng: np.random.Generator, corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move a face's corners to what is no face: between it and the next, a part of it, or far more than it."""
    centre = corners.mean(axis=0)
    if rng.random() < 0.4:
        return np.asarray((corners - centre) * rng.choice([0.4, 1.7]) + centre, np.float32)
    axes = np.stack([corners[1] - corners[0], corners[3] - corners[0]])
    offset = rng.uniform(0.45, 0.7, 2) * rng.choice([-1, 1], 2)
    if rng.random() < 0.6:
        offset[int(rng.integers(2))] *= rng.uniform(0, 0.5)
    return np.asarray(corners + offset @ axes, np.float32)
