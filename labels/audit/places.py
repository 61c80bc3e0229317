"""Find tiles that were missed, labels where nothing is, labels beside their tile, and two labels on one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from labels.audit.finding import Finding
from labels.audit.pairing import SAME_TILE, Array, Paired, overlaps, rest
from labels.forms.dataset import class_of
from labels.measure import LEAST_OVERLAP
from scorer.tiles import BACK

SLIPS: Final = 0.02
"""Share of the tiles that people mean to label and miss, as is supposed before a set is seen."""
STRAYS: Final = 0.004
"""Share of the labels that lie where no tile is, as is supposed before a set is seen."""
NEAR: Final = 1.6
"""Reach, in a tile's longer sides, within which others are its neighbours."""
NEIGHBOURS: Final = 2
USUAL: Final = 0.1
"""Share of a tile's side by which a label's edge may differ from what is usual in the set."""

Place = tuple[bool, bool, int]
"""Whether a tile is face down, whether it is beside the hand, and how many of its neighbours are labelled:
-1 without any, else 0 for none, 1 for some, 2 for all."""


def missed_tiles(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the tiles that are seen and not labelled.

    Most sets leave tiles unlabelled on purpose: a wall, discards, backs. So a tile is held against a set by how usual
    it is there to label such a one: where a share L of them is labelled and one in fifty of what is to be labelled is
    missed, L / 50 of the 1 - L that are not labelled are mistakes.
    """
    places = [_places(pair) for pair in pairs]
    total, labelled = Counter[Place](), Counter[Place]()
    for pair, there in zip(pairs, places, strict=True):
        free = set(pair.free)
        total.update(there)
        labelled.update(place for index, place in enumerate(there) if index not in free)
    for pair, there in zip(pairs, places, strict=True):
        for index in pair.free:
            tile, place = pair.seen[index], there[index]
            share = (labelled[place] + 1) / (total[place] + 2)
            score = tile.confidence * min(1.0, SLIPS * share / (1 - share)) * _bare(pair, index)
            yield Finding(pair.photo.name, "missed", score, tile.corners, "", tile.tile)


def _bare(pair: Paired, index: int) -> float:
    """Give how much of a tile seen lies in no one label: what lies in one is rather a piece of that label's tile."""
    if not pair.photo.labels:
        return 1.0
    _, inside = overlaps([pair.seen[index].box], [label.box for label in pair.photo.labels])
    return float(1 - inside.max())


def _places(pair: Paired) -> list[Place]:
    if not pair.seen:
        return []
    middles = np.array([np.mean(tile.corners, axis=0) for tile in pair.seen])
    sides = np.array([max(_size(tile.box)) for tile in pair.seen])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2) + np.diag(np.full(len(middles), np.inf))
    labelled = np.ones(len(middles), bool)
    labelled[list(pair.free)] = False
    found: list[Place] = []
    for index, tile in enumerate(pair.seen):
        near = [other for other in np.argsort(away[index])[:NEIGHBOURS] if away[index, other] < NEAR * sides[index]]
        count = int(labelled[near].sum())
        around = -1 if not near else 0 if not count else 2 if count == len(near) else 1
        found.append((tile.tile == BACK, tile.role == "other", around))
    return found


def stray_labels(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the labels where no tile is seen; doubted the less the more labels the reader misses, there and overall."""
    read = [pair for pair in pairs if pair.read]
    total = sum(len(pair.of) for pair in read)
    unseen = sum(of is None for pair in read for of in pair.of)
    score = STRAYS / max(STRAYS, unseen / max(1, total))
    for pair in read:
        here = [at for at, of in enumerate(pair.of) if of is None]
        for at in here:
            label = pair.photo.labels[at]
            fair = rest(len(here), len(pair.of))
            yield Finding(pair.photo.name, "stray", score * fair, label.corners, class_of(label), "", at=at)


def boxes_off(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the labels that lie otherwise on their tile than the set's labels do.

    How tightly a set's boxes are drawn, and how exactly, is taken from the set. Where most boxes of a photo are off,
    it is rather the reader that is.
    """
    places = [(pair, at) for pair in pairs for at, label in enumerate(pair.photo.labels) if _has_box(pair, at)]
    if not places:
        return
    edges = np.array([_edges(pair, at) for pair, at in places])
    fair = np.array([pair.overlap[at] >= LEAST_OVERLAP for pair, at in places])
    usual = np.median(edges[fair] if fair.any() else edges, axis=0)
    spread = 1.4826 * np.median(np.abs(edges[fair] - usual), axis=0) if fair.any() else np.zeros(4)
    off = (np.abs(edges - usual) / (USUAL + spread)).max(axis=1)
    here = Counter(pair.photo.name for (pair, _), much in zip(places, off, strict=True) if much > 1)
    for (pair, at), much in zip(places, off.tolist(), strict=True):
        if much > 1:
            left = rest(here[pair.photo.name], len(pair.of))
            yield _box_off(pair, at, (1 - 1 / much) * left, usual)


def _has_box(pair: Paired, at: int) -> bool:
    return pair.of[at] is not None and pair.photo.labels[at].part == "face"


def _edges(pair: Paired, at: int) -> Array:
    """Give how far each edge of a label lies from its tile's, in shares of the tile's side."""
    tile = pair.tile_of(at)
    assert tile is not None
    wide, high = _size(tile.box)
    return np.subtract(pair.photo.labels[at].box, tile.box) / (wide, high, wide, high)


def _box_off(pair: Paired, at: int, doubt: float, usual: Array) -> Finding:
    label, tile = pair.photo.labels[at], pair.tile_of(at)
    assert tile is not None
    wide, high = _size(tile.box)
    x0, y0, x1, y1 = (np.array(tile.box) + usual * (wide, high, wide, high)).tolist()
    better = tile.corners if label.turned else ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    name = class_of(label)
    return Finding(pair.photo.name, "box", tile.confidence * doubt, label.corners, name, name, at=at, better=better)


def _size(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return max(1.0, box[2] - box[0]), max(1.0, box[3] - box[1])


def labelled_twice(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the worse of two labels that lie on one tile."""
    for pair in pairs:
        labels = pair.photo.labels
        if len(labels) < 2:
            continue
        shares, _ = overlaps([label.box for label in labels], [label.box for label in labels])
        for at, other in np.argwhere(np.triu(shares >= SAME_TILE, 1)).tolist():
            if labels[at].part == labels[other].part:
                worse = min((at, other), key=lambda which: (_support(pair, which), -which))
                label, share = labels[worse], float(shares[at, other])
                yield Finding(pair.photo.name, "twice", share, label.corners, class_of(label), "", at=worse)


def _support(pair: Paired, at: int) -> float:
    """Give how much of a label is seen: its name's probability, and how it lies on its tile."""
    tile = pair.tile_of(at)
    return 0.0 if tile is None else tile.chances.get(pair.photo.labels[at].tile, 0.0) + pair.overlap[at]
