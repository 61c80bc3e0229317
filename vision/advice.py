"""Warnings that the photographer can act on, each naming its cause and, where it is one tile's, the tile."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scorer import Hand, RuleSet
from vision.photo import Photo, Pixels
from vision.reading import SURE, ReadingWarning, ReadTile
from vision.rectify import side_lengths

WARNING_CODES = {
    "no_tiles": "no tile was found in the photo",
    "too_dark": "the photo is too dark",
    "too_small": "the tiles are too small in the photo: come closer",
    "cut_off": "a tile is cut off at the photo's border",
    "glare": "a light's reflection covers part of a tile",
    "blurred": "a tile is blurred",
    "unsure": "a tile's name is unsure",
    "hand_incomplete": "the hand has fewer tiles than the rules ask for",
    "hand_too_large": "the hand has more tiles than the rules allow",
    "too_many_of_a_kind": "a tile is there more often than a set has it",
}
DARK = 45.0
SMALL_SIDE = 18.0
GLARE_SHARE = 0.12
SHARPNESS = 4.0


def advise(
    photo: Photo, tiles: Sequence[ReadTile], hand: Hand | None, repeated: Sequence[str], rules: RuleSet
) -> tuple[ReadingWarning, ...]:
    """Give the warnings about one reading; `other` tiles give none."""
    if not tiles:
        dark = [_of("too_dark")] if _brightness(photo) < DARK else []
        return (_of("no_tiles"), *dark)
    found: list[ReadingWarning] = []
    mine = [i for i, tile in enumerate(tiles) if tile.role != "other" and tile.tile != "back"]
    if mine:
        lit = np.median([_middle(photo, tiles[i]).mean() for i in mine])
        if lit < DARK:
            found.append(_of("too_dark"))
        if float(np.median([_short_side(tiles[i]) for i in mine])) < SMALL_SIDE:
            found.append(_of("too_small"))
    for i in mine:
        fault = _fault(photo, tiles[i])
        if fault:
            found.append(_of(fault, i))
        elif tiles[i].confidence < SURE:
            found.append(_of("unsure", i))
    if hand is not None:
        wanted = rules.shapes.tiles
        if hand.size != wanted:
            code = "hand_incomplete" if hand.size < wanted else "hand_too_large"
            found.append(ReadingWarning(code, f"{hand.size} of {wanted} tiles were found"))
    found += [
        ReadingWarning("too_many_of_a_kind", f"{name} was read more often than a set has it") for name in repeated
    ]
    return tuple(found)


def _of(code: str, tile: int | None = None) -> ReadingWarning:
    return ReadingWarning(code, WARNING_CODES[code], tile)


def _fault(photo: Photo, tile: ReadTile) -> str | None:
    """Name what is wrong with how one tile was taken."""
    low, high = tile.corners.min(axis=0), tile.corners.max(axis=0)
    slack = 0.12 * _short_side(tile)
    if (low < -slack).any() or (high > np.array([photo.width, photo.height]) + slack).any():
        return "cut_off"
    if tile.confidence >= 0.9:
        return None
    middle = _middle(photo, tile)
    if middle.size and float((middle.min(axis=2) >= 253).mean()) > GLARE_SHARE and float(middle.mean()) < 225:
        return "glare"
    if middle.size and min(middle.shape[:2]) >= 12:
        grey = cv2.cvtColor(cv2.resize(middle, (48, 48), interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
        if tile.tile != "5z" and float(np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean()) < SHARPNESS:
            return "blurred"
    return None


def _middle(photo: Photo, tile: ReadTile) -> Pixels:
    """Give the pixels of the tile's upright extent, its outer fifth left off."""
    points = tile.corners * photo.scale
    low, high = points.min(axis=0), points.max(axis=0)
    rim = (high - low) * 0.2
    x0, y0 = np.clip(low + rim, 0, None).astype(int)
    x1, y1 = np.ceil(high - rim).astype(int)
    return photo.image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]


def _short_side(tile: ReadTile) -> float:
    return float(side_lengths(tile.corners).min())


def _brightness(photo: Photo) -> float:
    return float(cv2.resize(photo.image, (32, 32), interpolation=cv2.INTER_AREA).mean())
