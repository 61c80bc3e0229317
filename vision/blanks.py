"""White dragons that bear no print: told from tiles face down by the paper of the faces in their row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorer import BACK
from vision.classify import CLASSES
from vision.describe import Seen, frames_in
from vision.faults import Looks
from vision.missed import paper_share
from vision.photo import Photo
from vision.rows import Frames, components, rows_of, side_by_side
from vision.shapes import BLANK
from vision.split import hidden_kongs

IN_ROW = 1.5
"""Gap in tile widths across which faces still lie in one row of a hand."""
PAPER = 0.8
"""Share of a blank face that has the paper's colour: backs of 594 places in the training photos have 0.0."""
WITNESSES = 2
"""Printed faces, the nearest, whose paper a blank one is held against."""
BLANK_AND_BACK = [CLASSES.index(BLANK), CLASSES.index(BACK)]


def with_white_dragons(photo: Photo, seen: Seen) -> Seen:
    """Name a white dragon what was taken for a back, but is of the paper of the printed faces in its row.

    The two chances change places. A row must have more printed faces than others; tiles that lie as those of a
    concealed kong do stay face down, since there are tiles with white backs.
    """
    names = seen.names
    if BACK not in names:
        return seen
    frames = frames_in(seen)
    looks = Looks(photo, list(seen.corners))
    chances = seen.chances.copy()
    for row in components(side_by_side(frames, IN_ROW)):
        backs = [i for i in row if names[i] == BACK]
        printed = [i for i in row if names[i] not in (BACK, BLANK)]
        if backs and len(printed) > len(backs):
            in_kongs = _in_kongs(names, frames, row)
            for at in backs:
                if at not in in_kongs and _is_of_their_paper(looks, frames, at, printed):
                    chances[at, BLANK_AND_BACK] = chances[at, BLANK_AND_BACK[::-1]]
    return replace(seen, chances=chances)


def _in_kongs(names: Sequence[str], frames: Frames, row: Sequence[int]) -> set[int]:
    """Give the faces of concealed kongs that show their two outer or their two inner tiles, or none."""
    kongs = [kong for line in rows_of(frames, row) for kong in hidden_kongs(names, frames, line)]
    return {i for kong in kongs if names[kong[0]] == names[kong[3]] and names[kong[1]] == names[kong[2]] for i in kong}


def _is_of_their_paper(looks: Looks, frames: Frames, at: int, printed: Sequence[int]) -> bool:
    near = sorted(printed, key=lambda i: float(np.linalg.norm(frames.centres[i] - frames.centres[at])))
    return any(paper_share(looks[at], looks[i]) >= PAPER for i in near[:WITNESSES])
