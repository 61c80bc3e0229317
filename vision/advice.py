"""Warnings that the photographer can act on, each naming its cause and, where it is one tile's, the tile."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scorer import BACK, Hand, RuleSet, is_legal
from vision.faults import Fault, Looks, cut_off, fault_of
from vision.missed import missed_beside
from vision.photo import Photo
from vision.reading import SURE, ReadingWarning, ReadTile
from vision.rectify import side_lengths
from vision.shapes import BLANK

WARNING_CODES = {
    "no_tiles": "no tile was found in the photo",
    "too_dark": "the photo is too dark: more light, or another angle",
    "too_small": "the tiles are too small in the photo: come closer",
    "photo_blurred": "the photo is blurred: hold still, and tap the tiles to focus",
    "cut_off": "a tile is cut off at the photo's border",
    "glare": "a light's reflection covers part of a tile",
    "blurred": "a tile is blurred",
    "unsure": "a tile's name is unsure",
    "glare_beside": "a light's reflection covers a tile beside this one, which could not be read",
    "blurred_beside": "a tile beside this one is blurred and could not be read",
    "missed_beside": "a tile beside this one could not be read",
    "hand_incomplete": "the hand has fewer tiles than the rules ask for",
    "hand_too_large": "the hand has more tiles than the rules allow",
    "too_many_of_a_kind": "a tile is there more often than a set has it",
}
DARK = 45.0
SMALL_SIDE = 18.0
CLEAR = 0.9
"""Confidence from which a tile is read well enough, whatever lies on it."""
MANY = 0.5
"""Share of the hand's tiles that are blurred from which the photo is, not the tiles."""
MOST = 25
"""Where more tiles make no hand, nobody photographed one: nothing is missed there."""


def advise(
    photo: Photo, tiles: Sequence[ReadTile], hand: Hand | None, repeated: Sequence[str], rules: RuleSet
) -> tuple[ReadingWarning, ...]:
    """Give the warnings about one reading; `other` tiles give none.

    Args:
        hand: the hand made out, or None.
        repeated: names that were read more often than a set has them.
    """
    if not tiles:
        dark = [_of("too_dark")] if _brightness(photo) < DARK else []
        return (_of("no_tiles"), *dark)
    mine = [i for i, tile in enumerate(tiles) if tile.role != "other" and tile.tile != BACK]
    found = _of_photo(photo, [tiles[i] for i in mine])
    looks = Looks(photo, [tiles[i].corners for i in mine])
    found += _of_tiles(tiles, mine, looks)
    wanted = rules.shapes.tiles
    if not is_legal(hand, rules) if hand is not None else len(mine) <= MOST:
        found += _of_missed(tiles, mine, looks)
    if hand is not None and hand.size != wanted:
        code = "hand_incomplete" if hand.size < wanted else "hand_too_large"
        found.append(ReadingWarning(code, f"{hand.size} of {wanted} tiles were found"))
    found += [
        ReadingWarning("too_many_of_a_kind", f"{name} was read more often than a set has it") for name in repeated
    ]
    return tuple(found)


def _of(code: str, tile: int | None = None) -> ReadingWarning:
    return ReadingWarning(code, WARNING_CODES[code], tile)


def _of_photo(photo: Photo, mine: Sequence[ReadTile]) -> list[ReadingWarning]:
    """Say what is wrong with the light, and with how far away the hand lies."""
    found = []
    if mine and float(np.median([_light(photo, tile) for tile in mine])) < DARK:
        found.append(_of("too_dark"))
    if mine and float(np.median([side_lengths(tile.corners).min() for tile in mine])) < SMALL_SIDE:
        found.append(_of("too_small"))
    return found


def _of_tiles(tiles: Sequence[ReadTile], mine: Sequence[int], looks: Looks) -> list[ReadingWarning]:
    """Say what is wrong with single tiles; one read well is left alone, unless the border cuts it."""
    blank = [tiles[i].tile == BLANK for i in mine]
    cut = cut_off(looks)
    faults: dict[int, Fault | None] = {}
    for at, i in enumerate(mine):
        if at in cut:
            faults[i] = "cut_off"
        elif tiles[i].confidence < CLEAR:
            faults[i] = fault_of(looks, at, blank)
    found = []
    blurred = [i for i, fault in faults.items() if fault == "blurred"]
    if len(blurred) > max(1.0, MANY * len(mine)):
        found.append(_of("photo_blurred"))
        faults.update(dict.fromkeys(blurred))
    for i, fault in faults.items():
        if fault is not None:
            found.append(_of(fault, i))
        elif tiles[i].confidence < SURE:
            found.append(_of("unsure", i))
    return found


def _of_missed(tiles: Sequence[ReadTile], mine: Sequence[int], looks: Looks) -> list[ReadingWarning]:
    """Say beside which tiles there lies one that was not read."""
    others = [tile.corners for i, tile in enumerate(tiles) if i not in mine]
    return [_of(f"{one.fault or 'missed'}_beside", mine[one.beside]) for one in missed_beside(looks, others)]


def _light(photo: Photo, tile: ReadTile) -> float:
    """Give the mean brightness of the tile's upright extent, its outer fifth left off."""
    points = tile.corners * photo.scale
    low, high = points.min(axis=0), points.max(axis=0)
    rim = (high - low) * 0.2
    x0, y0 = np.clip(low + rim, 0, None).astype(int)
    x1, y1 = np.ceil(high - rim).astype(int)
    return float(photo.image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)].mean())


def _brightness(photo: Photo) -> float:
    return float(cv2.resize(photo.image, (32, 32), interpolation=cv2.INTER_AREA).mean())
