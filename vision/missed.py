"""Tiles of a row that were not read: places beside a face, a tile's width on, that look like a tile and hold none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.errors import PhotoError
from vision.faults import Corners, Fault, Look, Looks, at_share, glare_share, is_blurred, look_at_face
from vision.photo import Photo

STEP_ASIDE, STEP_UP = 1.04, 1.15
"""Widths and heights of a face to the place beside it, and to those above and below it."""
TAKEN, SAME_PLACE = 0.7, 0.6
"""Widths within which a face holds a place, and within which two places are one."""
PAPER_SHARE, GROUND_SHARE = 0.6, 0.15
"""Shares of a place that look like a tile's paper: at least so much on a tile, at most so much on the table."""
DIM, COLOURED = 0.78, 0.22


@dataclass(frozen=True, slots=True)
class Missed:
    """A tile that was not read: the face beside which it lies (an index), and what is wrong with it, if that shows."""

    beside: int
    fault: Fault | None


def missed_beside(looks: Looks, others: Sequence[Corners]) -> list[Missed]:
    """Look for tiles that were not read on either side of each face of a hand.

    Args:
        looks: of the hand's faces.
        others: corners of whatever else was read; no tile is missed there.
    """
    faces = looks.corners
    if not len(faces):
        return []
    aside = (faces[:, 1] - faces[:, 0] + faces[:, 2] - faces[:, 3]) / 2
    width = np.linalg.norm(aside, axis=1)
    held = np.concatenate([looks.centres, np.array(others, np.float32).reshape(-1, 4, 2).mean(axis=1)])
    found: list[Missed] = []
    places = np.empty((0, 2), np.float32)
    for step in (STEP_ASIDE, -STEP_ASIDE):
        middles = looks.centres + step * aside
        nearest = np.linalg.norm(held[None] - middles[:, None], axis=2).min(axis=1)
        for at in np.flatnonzero(nearest >= TAKEN * width).tolist():
            if (np.linalg.norm(places - middles[at], axis=1) < SAME_PLACE * width[at]).any():
                continue
            seen = _tile_there(looks.photo, faces[at] + step * aside[at], looks[at])
            if seen is not None:
                places = np.vstack([places, middles[at]])
                found.append(Missed(at, _fault(seen, looks, at)))
    return found


def _tile_there(photo: Photo, place: Corners, like: Look) -> Look | None:
    """Give what is seen at a place, where that looks like a tile and what lies above or below it does not."""
    seen = _seen(photo, place)
    if seen is None or paper_share(seen, like) < PAPER_SHARE:
        return None
    around = [look for look in _around(photo, place) if look is not None]
    return seen if any(paper_share(look, like) <= GROUND_SHARE for look in around) else None


def _around(photo: Photo, place: Corners) -> Iterator[Look | None]:
    down = (place[3] - place[0] + place[2] - place[1]) / 2
    for step in (1, -1):
        yield _seen(photo, place + step * STEP_UP * down)


def _seen(photo: Photo, place: Corners) -> Look | None:
    """Look at a place, unless it lies outside the photo."""
    middle = place.mean(axis=0)
    if (middle < 0).any() or (middle > [photo.width, photo.height]).any():
        return None
    try:
        return look_at_face(photo, place.astype(np.float32))
    except PhotoError:
        return None


def paper_share(look: Look, like: Look) -> float:
    """Give the share of a place that has the paper's colour of another face, or is lighter."""
    paper = np.median(like.inside[like.least >= at_share(like.least, 0.6)], axis=0)
    red, green, blue = cv2.split(look.inside * (1 / np.maximum(paper, 1)).astype(np.float32))
    spread = cv2.max(cv2.max(red, green), blue) - cv2.min(cv2.min(red, green), blue)
    return float(((spread < COLOURED) & (red + green + blue > 3 * DIM)).mean())


def _fault(seen: Look, looks: Looks, beside: int) -> Fault | None:
    near = [beside, *looks.nearest(beside)]
    if glare_share(seen, looks[beside].paper) > PAPER_SHARE / 2:
        return "glare"
    return "blurred" if is_blurred(seen, float(np.median([looks[i].sharpness for i in near]))) else None
