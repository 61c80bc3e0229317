"""Find photos that show the same: byte for byte, in another size or quality, turned, or mirrored.

A fingerprint holds the signs of the 16 x 16 lowest frequencies of the grey photo, squeezed to a square: pHash (Zauner
2010) with more frequencies, so that two deals on one table stay apart. Turning or mirroring a photo only moves and
flips such signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Pixels

SIDE: Final = 16
SEEN_AT: Final = 64
"""Pixels of the square that the frequencies are taken of."""
APART: Final = 24
"""Differing signs of 255 from which two photos are not of the same picture."""
BLOCK: Final = 512

Signs = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Alike:
    """Two photos that show the same, by their places in the list; the first is the earlier.

    Attributes:
        apart: how many of the 255 signs differ.
        mirrored: whether one is the other's mirror image.
    """

    first: int
    second: int
    apart: int
    mirrored: bool


def fingerprint(image: Pixels) -> str:
    """Give the fingerprint of a photo (H x W x 3, RGB), in hexadecimal."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (SEEN_AT, SEEN_AT), interpolation=cv2.INTER_AREA).astype(np.float32)
    waves = cv2.dct(small)[:SIDE, :SIDE]
    waves[0, 0] = 0
    return np.packbits(waves > 0).tobytes().hex()


def alike(fingerprints: Sequence[str]) -> Iterator[Alike]:
    """Give each two photos that show the same, and how: the best fit of the eight ways to lay one on the other."""
    signs = _signs(fingerprints)
    for start in range(0, len(signs), BLOCK):
        block, rest = signs[start : start + BLOCK], signs[start:].reshape(-1, SIDE * SIDE)
        best = np.full((len(block), len(rest)), APART, np.float32)
        flipped = np.zeros(best.shape, bool)
        for view, mirrored in _views(block):
            apart = (SIDE * SIDE - 1 - view.reshape(len(view), -1) @ rest.T) / 2
            better = apart < best
            best[better] = apart[better]
            flipped[better] = mirrored
        for row, column in np.argwhere(np.triu(best < APART, 1)).tolist():
            yield Alike(start + row, start + column, round(float(best[row, column])), bool(flipped[row, column]))


def _signs(fingerprints: Sequence[str]) -> Signs:
    packed = np.frombuffer(bytes.fromhex("".join(fingerprints)), np.uint8)
    signs = np.unpackbits(packed).reshape(-1, SIDE, SIDE).astype(np.float32) * 2 - 1
    signs[:, 0, 0] = 0
    return signs


def _views(signs: Signs) -> Iterator[tuple[Signs, bool]]:
    """Give the fingerprints of the photos in each of the eight ways to lay them, and whether that mirrors."""
    odd = np.where(np.arange(SIDE) % 2, -1, 1).astype(np.float32)
    for turned in (False, True):
        laid = signs.transpose(0, 2, 1) if turned else signs
        for across in (False, True):
            for down in (False, True):
                view = laid * (odd if across else 1) * (odd[:, None] if down else 1)
                yield np.ascontiguousarray(view, np.float32), turned ^ across ^ down
