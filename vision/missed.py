"""Tiles of a row that were not read: places beside a face, a tile's width on, that look like a tile and hold none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PhotoError
from vision.faults import Corners, Fault, Look, Looks, at_share, glare_share, is_blurred, look_at_face
from vision.photo import Photo

STEP, STEP_UP = 1.04, 1.15
"""Widths and heights of a face to the places beside it and above it, where its row doesn't say."""
NEXT, ROOM = 1.6, (1.85, 3.6)
"""Widths within which a face is the next in its row, and how far apart two lie that have room for one between them."""
TAKEN, SAME_PLACE, IN_ROW = 0.7, 0.6, 0.45
"""Widths within which a face holds a place, within which two places are one, and in which a row may be untidy."""
PAPER_SHARE, GROUND_SHARE = 0.6, 0.15
"""Shares of a place that look like a tile's paper: at least so much on a tile, at most so much on the table."""
DIM, COLOURED = 0.78, 0.22


Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Missed:
    """A tile that was not read: the face beside which it lies (an index), and what is wrong with it, if that shows."""

    beside: int
    fault: Fault | None


def missed_beside(looks: Looks, others: Sequence[Corners]) -> list[Missed]:
    """Look for tiles that were not read, between two faces of a row of the hand or at its end.

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
    for at, steps in _gaps(looks.centres, aside, held):
        middle = looks.centres[at] + steps * aside[at]
        taken = float(np.linalg.norm(held - middle, axis=1).min()) < TAKEN * width[at]
        if not taken and not (np.linalg.norm(places - middle, axis=1) < SAME_PLACE * width[at]).any():
            seen = _tile_there(looks.photo, faces[at] + steps * aside[at], looks[at])
            if seen is not None:
                places = np.vstack([places, middle])
                found.append(Missed(at, _fault(seen, looks, at)))
    return found


def _gaps(centres: Floats, aside: Floats, held: Floats) -> list[tuple[int, float]]:
    """Give the faces beside which their row has a gap or its end, and how many widths aside a tile would lie there."""
    apart = held[None] - centres[:, None]
    square = np.square(aside).sum(axis=1)[:, None]
    along = (apart * aside[:, None]).sum(axis=2) / square
    off = np.abs(apart[..., 0] * aside[:, None, 1] - apart[..., 1] * aside[:, None, 0]) / square
    in_row = (off < IN_ROW) & (np.abs(along) > IN_ROW)
    right = np.where(in_row & (along > 0), along, np.inf).min(axis=1)
    left = np.where(in_row & (along < 0), -along, np.inf).min(axis=1)
    usual = [step for step in (*right, *left) if step < NEXT]
    step = float(np.median(usual)) if usual else STEP
    gaps: list[tuple[int, float]] = []
    for way, ahead, behind in ((1, right, left), (-1, left, right)):
        for at in np.flatnonzero(ahead >= NEXT).tolist():
            # A row must lead there: what is seen beside a single face may be its own side.
            if ahead[at] < ROOM[1]:
                gaps += [(at, way * float(ahead[at]) / 2)] if ahead[at] > ROOM[0] else []
            elif behind[at] < NEXT:
                gaps.append((at, way * step))
    return gaps


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
    # Brighter than paper counts as paper: a reflection has no colour to compare.
    relative = np.minimum(look.inside * (1 / np.maximum(paper, 1)).astype(np.float32), 1)
    red, green, blue = cv2.split(relative)
    spread = cv2.max(cv2.max(red, green), blue) - cv2.min(cv2.min(red, green), blue)
    return float(((spread < COLOURED) & (red + green + blue > 3 * DIM)).mean())


def _fault(seen: Look, looks: Looks, beside: int) -> Fault | None:
    near = [beside, *looks.nearest(beside)]
    if glare_share(seen, looks[beside].paper) > PAPER_SHARE / 2:
        return "glare"
    return "blurred" if is_blurred(seen, float(np.median([looks[i].sharpness for i in near]))) else None
