"""How faces lie to one another: who is whose neighbour, which groups touch, which belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ASLANT = 20.0
"""Degrees by which neighbours in a row may be turned to one another."""
SAME_ROW = 3.0
"""Gap in tile widths across which two faces still lie in one row."""


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """The local axes of N faces, in tile widths of the table as seen from straight above.

    Attributes:
        centres: N x 2.
        across, down: N x 2, from the printed left to the right side, and from the top to the bottom.
        gap_across, gap_down: N x N, from one face's rim to another's along the former's axes, in tile widths;
            negative where they overlap on that axis. Measured in both faces' frames (their axes swapped where one
            lies crosswise to the other) and averaged.
        crosswise: N x N, whether one face is turned a quarter to the other.
        square: N x N, whether one face lies straight or crosswise to the other, not aslant.
    """

    centres: Floats
    across: Floats
    down: Floats
    gap_across: Floats
    gap_down: Floats
    crosswise: NDArray[np.bool_]
    square: NDArray[np.bool_]

    @property
    def sizes(self) -> Floats:
        """Give the square root of each face's area, in pixels."""
        return np.sqrt(np.abs(self.across[:, 0] * self.down[:, 1] - self.across[:, 1] * self.down[:, 0]))

    def turn_between(self, i: int, j: int) -> float:
        """Give the angle from face i's upright to face j's, in degrees, -180 to 180."""
        one, other = self.down[i], self.down[j]
        cross = one[0] * other[1] - one[1] * other[0]
        return float(np.degrees(np.arctan2(cross, one @ other)))

    def turned(self, i: int, j: int) -> float:
        """Give the angle between two faces, either way up: 0 to 90 degrees."""
        turn = abs(self.turn_between(i, j))
        return min(turn, 180 - turn)

    def distance(self, i: int, others: Sequence[int]) -> float:
        """Give the gap in tile widths from a face to the nearest of others."""
        return float(np.maximum(self.gap_across[i, others], self.gap_down[i, others]).min())


def frames_of(corners: Floats) -> Frames:
    """Measure N x 4 x 2 corners, laid flat, clockwise from each face's printed top left."""
    points = corners
    across = (points[:, 1] - points[:, 0] + points[:, 2] - points[:, 3]) / 2
    down = (points[:, 3] - points[:, 0] + points[:, 2] - points[:, 1]) / 2
    centres = points.mean(axis=1)
    count = len(points)
    if not count:
        empty = np.zeros((0, 0))
        return Frames(centres, across, down, empty, empty, np.zeros((0, 0), bool), np.zeros((0, 0), bool))
    basis = np.stack([across, down], axis=2)
    spread = np.abs(np.linalg.det(basis))
    basis[spread < 1.0] = np.eye(2)
    local = np.einsum("iab,ijkb->ijka", np.linalg.inv(basis), points[None] - centres[:, None, None])
    low, high = local.min(axis=2), local.max(axis=2)
    gap = np.maximum(low - 0.5, -0.5 - high)
    # Along the face's height the unit is its height; bring it to widths, about 4 : 3.
    gap = gap * np.array([1.0, 4 / 3])
    unit = down / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-9)
    likeness = np.abs(unit @ unit.T)
    crosswise = likeness < np.cos(np.pi / 4)
    square = (likeness > np.cos(np.radians(ASLANT))) | (likeness < np.sin(np.radians(ASLANT)))
    theirs = gap.transpose(1, 0, 2)
    theirs = np.where(crosswise[..., None], theirs[..., ::-1], theirs)
    both = (gap + theirs) / 2
    return Frames(centres, across, down, both[..., 0], both[..., 1], crosswise, square)


def components(linked: NDArray[np.bool_]) -> list[list[int]]:
    """Give the connected components of a symmetric relation, each sorted, largest first."""
    left, groups = set(range(len(linked))), []
    while left:
        edge, group = [left.pop()], []
        while edge:
            node = edge.pop()
            group.append(node)
            near = [other for other in np.nonzero(linked[node])[0].tolist() if other in left]
            left.difference_update(near)
            edge += near
        groups.append(sorted(group))
    return sorted(groups, key=lambda group: (-len(group), group))


def side_by_side(frames: Frames, gap: float) -> NDArray[np.bool_]:
    """Tell which faces lie beside one another in one row, at most `gap` tile widths apart."""
    beside = _beside(frames, gap)
    return beside | beside.T


def _beside(frames: Frames, gap: float) -> NDArray[np.bool_]:
    return (frames.gap_across <= gap) & (frames.gap_down < -0.5) & (frames.gap_across > -0.6) & frames.square


def gap_between(frames: Frames, one: int, other: int) -> float:
    """Give the gap in tile widths between two neighbours of a row, of which either may lie crosswise to the row."""
    along = frames.gap_across[one, other], frames.gap_across[other, one]
    return float(max(along) if frames.crosswise[one, other] else along[0])


def rows_of(frames: Frames, members: Sequence[int]) -> list[list[int]]:
    """Sort faces of one hand into rows from top to bottom, each from left to right, as the hand's owner sees them."""
    if not members:
        return []
    some = list(members)
    down = frames.down[some]
    down = down / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-9)
    # The line that most faces lie along, and of its two ways the one that most are turned: some may be upside down.
    y_axis = np.linalg.eigh(down.T @ down)[1][:, -1]
    y_axis = y_axis if float((down @ y_axis).sum()) >= 0 else -y_axis
    x_axis = np.array([y_axis[1], -y_axis[0]])
    upright = np.abs(down @ y_axis) > np.cos(np.pi / 4)
    # A tile that lies crosswise is in the row in whose own frame it lies beside another.
    close = _beside(frames, SAME_ROW)[np.ix_(some, some)] & upright[:, None]
    rows = components(close | close.T)
    rows = [[some[i] for i in row] for row in rows]
    rows.sort(key=lambda row: float(np.mean(frames.centres[row] @ y_axis)))
    return [sorted(row, key=lambda i: float(frames.centres[i] @ x_axis)) for row in rows]


def in_reading_order(frames: Frames, members: Sequence[int]) -> list[int]:
    """Give the faces of one hand row by row."""
    return [tile for row in rows_of(frames, members) for tile in row]
