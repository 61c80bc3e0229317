"""Find photos with more of one tile than a set of tiles has: five of a kind, a flower twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from labels.audit.finding import Finding
from labels.audit.pairing import Paired, same_tile
from labels.forms.classes import STRIP
from labels.forms.dataset import class_of
from scorer.tiles import BACK, FLOWERS, INDEX

KIND: Final = 4
"""Tiles of one kind in a set; of each flower there is one."""


def impossible_photos(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give, for each tile too many in a photo, the label that the reading speaks for least.

    Where a photo has too many of one tile or two, a label is wrong; where of more, several sets of tiles lie there.
    """
    for pair in pairs:
        labels: dict[str, list[int]] = defaultdict(list)
        for at, label in enumerate(pair.photo.labels):
            if label.tile != BACK:
                # A flower's strip and its whole face may both be labelled.
                name = class_of(label)
                if not any(same_tile(label, pair.photo.labels[other]) for other in labels[name]):
                    labels[name].append(at)
        over = {name: places for name, places in labels.items() if len(places) > _limit(name)}
        for name, places in over.items():
            doubted = sorted(places, key=lambda at: _spoken_for(pair, at))
            for at in doubted[: len(places) - _limit(name)]:
                label, tile = pair.photo.labels[at], pair.tile_of(at)
                other = "" if tile is None or tile.tile == label.tile else tile.tile
                score = max(0.5, 1 - _spoken_for(pair, at)) / len(over)
                yield Finding(pair.photo.name, "impossible", score, label.corners, name, other or name, at=at)


def _limit(name: str) -> int:
    return KIND if INDEX[name.removesuffix(STRIP)] < FLOWERS else 1


def _spoken_for(pair: Paired, at: int) -> float:
    """Give the probability that a label's name is right, by the reading; half where it has none."""
    tile = pair.tile_of(at)
    return tile.chances.get(pair.photo.labels[at].tile, 0.0) if tile else 0.5
