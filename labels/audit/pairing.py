"""Pair a photo's labels with the tiles that were seen in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from labels.forms.dataset import Box, Corners, Label, SetPhoto
from labels.measure import LEAST_INSIDE, LEAST_OVERLAP, box_of

Array = npt.NDArray[np.float64]

LOOSE: Final = 0.1
"""Overlap from which a label and a tile that have found no better belong together; the label then lies beside it."""
LOOSELY_INSIDE: Final = 0.3
"""The same of the share of a flower's strip that lies in the face seen."""
SAME_TILE: Final = 0.6
"""Overlap from which two labels are of one tile."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A tile that was seen in a photo.

    Attributes:
        tile: its name, or `back`.
        chances: probability of each name that was thought of, the likeliest first; they sum to 1 at most.
        corners: pixels of the upright photo, from the printed top left.
        role: what it is to the hand.
        mirrored: probability of each name that was thought of in the tile's mirror image; empty where not looked.
    """

    tile: str
    confidence: float
    chances: Mapping[str, float]
    corners: Corners
    role: str
    mirrored: Mapping[str, float]

    @property
    def box(self) -> Box:
        """The upright box round the corners."""
        return box_of(self.corners)


@dataclass(frozen=True, slots=True)
class Paired:
    """A photo's labels, and what was seen of it.

    Attributes:
        of: for each label the index of its tile among `seen`, or None.
        overlap: for each label the intersection over union with its tile; 0 without one.
        free: indices of the tiles seen that no label is of.
        read: whether there is a reading of the photo; without one nothing was seen.
    """

    photo: SetPhoto
    seen: tuple[Seen, ...]
    of: tuple[int | None, ...]
    overlap: tuple[float, ...]
    free: tuple[int, ...]
    read: bool

    def tile_of(self, at: int) -> Seen | None:
        """Give the tile that a label is of."""
        of = self.of[at]
        return None if of is None else self.seen[of]


def seen_in(document: Mapping[str, Any], size: tuple[int, int]) -> tuple[Seen, ...]:
    """Give the tiles of a reading document, cut off at the edges of a photo of a size."""
    return tuple(_seen(tile, size) for tile in document.get("tiles", ()))


def _seen(tile: Mapping[str, Any], size: tuple[int, int]) -> Seen:
    confidence = min(float(tile["confidence"]), 1.0)
    others = {name: float(chance) for name, chance in tile.get("alternatives", ())}
    total = confidence + sum(others.values())
    chances = {name: chance / max(1.0, total) for name, chance in {tile["tile"]: confidence, **others}.items()}
    a, b, c, d = ((min(max(float(x), 0.0), size[0]), min(max(float(y), 0.0), size[1])) for x, y in tile["corners"])
    mirrored = {name: float(chance) for name, chance in tile.get("mirrored", ())}
    return Seen(tile["tile"], confidence, chances, (a, b, c, d), tile.get("role", ""), mirrored)


def paired(photo: SetPhoto, document: Mapping[str, Any] | None) -> Paired:
    """Pair a photo's labels with the tiles of its reading, one to one: the best fits first, then what merely touches.

    A flower's strip fits the face that it lies in.
    """
    seen = seen_in(document or {}, (photo.width, photo.height))
    of: list[int | None] = [None] * len(photo.labels)
    overlap = [0.0] * len(photo.labels)
    used: set[int] = set()
    if seen and photo.labels:
        shares, inside = overlaps([label.box for label in photo.labels], [tile.box for tile in seen])
        strips = np.array([label.part != "face" for label in photo.labels])
        fits = np.where(strips[:, None], np.where(inside >= LEAST_INSIDE, inside, 0.0), shares)
        loose = np.where(strips[:, None], np.where(inside >= LOOSELY_INSIDE, inside, 0.0), shares)
        loose[loose < LOOSE] = 0.0
        # Of labels beside their tile, one of the same name is rather of it than another.
        loose[(loose > 0) & np.array([[label.tile == tile.tile for tile in seen] for label in photo.labels])] += 1
        fits[fits < LEAST_OVERLAP] = 0.0
        for order in (fits, loose):
            for at, index in _best_first(order):
                if of[at] is None and index not in used:
                    of[at], overlap[at] = index, float(shares[at, index])
                    used.add(index)
    free = tuple(index for index in range(len(seen)) if index not in used)
    return Paired(photo, seen, tuple(of), tuple(overlap), free, document is not None and "tiles" in document)


def _best_first(fits: Array) -> list[tuple[int, int]]:
    order = np.argsort(-fits, axis=None, kind="stable")
    rows, columns = np.unravel_index(order[: np.count_nonzero(fits > 0)], fits.shape)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def overlaps(labels: Sequence[Box], seen: Sequence[Box]) -> tuple[Array, Array]:
    """Give for each label and tile the boxes' intersection over union, and its share of the label's box."""
    a, b = np.array(labels, np.float64)[:, None], np.array(seen, np.float64)[None]
    sides = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    shared = np.prod(np.clip(sides, 0, None), axis=-1)
    area_a, area_b = (np.prod(box[..., 2:] - box[..., :2], axis=-1) for box in (a, b))
    return shared / np.maximum(area_a + area_b - shared, 1e-9), shared / np.maximum(area_a, 1e-9)


def same_tile(a: Label, b: Label) -> bool:
    """Tell whether two labels lie on one tile."""
    return float(overlaps([a.box], [b.box])[0][0, 0]) >= SAME_TILE


def rest(count: int, total: int) -> float:
    """Give the share of a photo's labels beside one that are not in doubt as it is, of `count` that are."""
    return 1 - (count - 1) / max(1, total - 1)
