"""What is wrong with how single faces were taken: a light's reflection, a blur, the photo's border through one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Photo, Pixels
from vision.rectify import MARGIN, rectify, side_lengths

Fault = Literal["cut_off", "glare", "blurred"]
Corners = NDArray[np.float32]
LARGEST, SMALLEST = 80, 26
"""Sides in pixels of the crops that are measured: the face's own resolution between them."""
RIM = (MARGIN + 0.1) / (1 + 2 * MARGIN)
"""Share of a crop's side that is margin or the face's edge: only what lies inside is measured."""
BRIGHTER, LIGHTER, BLOWN = 1.15, 25.0, 250.0
"""A reflection is that much brighter than the paper of the tiles beside, or at the end of what a photo holds."""
OVEREXPOSED = 232.0
"""Paper so white leaves no room to tell a reflection from it."""
PAPER = 0.85
"""Share of a face below whose brightness most of it lies: dense prints leave little paper bare."""
GLARE_SHARE = 0.12
NEIGHBOURS, FEWEST = 5, 2
"""The nearest faces that tell how bright paper is here, and how few tell nothing."""
FLAT = 14.0
"""Contrast in grey levels below which a face shows hardly any print: strong blur takes it away."""
SHARP, SHARP_BESIDE = 0.2, 0.75
"""Sharpness below which a face is blurred where its neighbours are sharper by so much."""
SHARP_ALONE = 0.12
"""Sharpness below which a face is blurred whatever its neighbours are."""
OUTSIDE = 0.12
NARROWER = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one face looks like.

    Attributes:
        inside: the middle of its upright crop, RGB.
        least: the least of each pixel's three colours: high only where it is white.
        paper: `least` of the bare tile, 0 to 255.
        sharpness: the steepest edges' rise a pixel, as a share of the contrast; it doesn't grow with light or size. Of
            the directions in which they are steepest and least steep the geometric mean: what is shaken stays sharp
            across the shake.
    """

    inside: Pixels
    least: Pixels
    paper: float
    sharpness: float


def look_at_face(photo: Photo, corners: Corners) -> Look:
    """Measure one face; its corners lie in the photo, or not far outside."""
    side = float(side_lengths(corners).mean()) * photo.scale * (1 + 2 * MARGIN)
    size = round(min(max(side, SMALLEST), LARGEST))
    crop = rectify(photo, corners, size)
    rim = round(RIM * size)
    inside = np.ascontiguousarray(crop[rim : size - rim, rim : size - rim])
    red, green, blue = cv2.split(inside)
    least = np.asarray(cv2.min(cv2.min(red, green), blue), np.uint8)
    grey = cv2.GaussianBlur(cv2.cvtColor(inside, cv2.COLOR_RGB2GRAY).astype(np.float32), (0, 0), 0.7)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    slanted = (across + down) / np.sqrt(2), (across - down) / np.sqrt(2)
    rises = [at_share(np.abs(rise), 0.97) for rise in (across, down, *slanted)]
    contrast = max(at_share(grey, 0.97) - at_share(grey, 0.03), FLAT)
    return Look(inside, least, at_share(least, PAPER), float(np.sqrt(min(rises) * max(rises))) / contrast)


def at_share(values: NDArray[Any], share: float) -> float:
    """Give the value that so large a share of them lies below."""
    at = round(share * (values.size - 1))
    return float(np.partition(values, at, axis=None)[at])


class Looks:
    """The looks of a hand's faces, each measured when first asked for."""

    def __init__(self, photo: Photo, faces: Sequence[Corners]) -> None:
        self.photo = photo
        self.corners = np.array(faces, np.float32).reshape(-1, 4, 2)
        self.centres = self.corners.mean(axis=1)
        self._known: dict[int, Look] = {}

    def __getitem__(self, at: int) -> Look:
        if at not in self._known:
            self._known[at] = look_at_face(self.photo, self.corners[at])
        return self._known[at]

    def nearest(self, at: int) -> list[int]:
        """Give the faces that lie nearest to one, nearest first, without itself."""
        away = np.square(self.centres - self.centres[at]).sum(axis=1)
        return [i for i in np.argsort(away, kind="stable").tolist() if i != at][:NEIGHBOURS]


def glare_share(look: Look, paper: float) -> float:
    """Give the share of a face that one reflection covers, by the paper's brightness on the tiles beside it."""
    if paper > OVEREXPOSED:
        return 0.0
    bright = look.least >= min(BLOWN, max(BRIGHTER * paper, paper + LIGHTER))
    _, _, parts, _ = cv2.connectedComponentsWithStats(bright.astype(np.uint8))
    return float(parts[1:, cv2.CC_STAT_AREA].max(initial=0) / bright.size)


def is_blurred(look: Look, beside: float) -> bool:
    """Tell whether a face is blurred, where those beside it have such a sharpness."""
    return look.sharpness < SHARP_ALONE or look.sharpness < min(SHARP, SHARP_BESIDE * beside)


def fault_of(looks: Looks, at: int, blank: Sequence[bool]) -> Fault | None:
    """Name what is wrong with a face, the border left aside; `blank` ones bear no print that could be sharp."""
    look, near = looks[at], looks.nearest(at)
    paper = float(np.median([looks[i].paper for i in near])) if len(near) >= FEWEST else look.paper
    if glare_share(look, paper) > GLARE_SHARE:
        return "glare"
    printed = [looks[i].sharpness for i in near if not blank[i]]
    beside = float(np.median(printed)) if printed else 0.0
    return "blurred" if not blank[at] and is_blurred(look, beside) else None


def cut_off(looks: Looks) -> list[int]:
    """Give the faces that the photo's border cuts: partly outside, or ending there and narrower than others."""
    if not len(looks.corners):
        return []
    low, high = looks.corners.min(axis=1), looks.corners.max(axis=1)
    size = np.array([looks.photo.width, looks.photo.height])
    slack = OUTSIDE * np.array([side_lengths(corners).min() for corners in looks.corners])[:, None]
    outside = ((low < -slack) | (high > size + slack)).any(axis=1)
    # What the locator sees of a cut tile often ends at the border.
    pixel = 2 / looks.photo.scale
    at_border = (low < pixel) | (high > size - pixel)
    found = np.flatnonzero(outside).tolist()
    for at in np.flatnonzero(at_border.any(axis=1) & ~outside).tolist():
        near = looks.nearest(at)
        if near:
            usual = np.median((high - low)[near], axis=0)
            if (at_border[at] & ((high - low)[at] < NARROWER * usual)).any():
                found.append(at)
    return found
