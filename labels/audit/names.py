"""Find labels that name another tile than is seen, by confident learning.

Northcutt, Jiang, Chuang: "Confident Learning: Estimating Uncertainty in Dataset Labels", JAIR 70 (2021); in code, the
package cleanlab. A reader is surer of some names than of others, and of some sets of tiles than of others. So a name
is held against a label only where the reader is as sure of it as it is, on average, where that name is labelled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from labels.audit.finding import Finding
from labels.audit.pairing import Paired, Seen
from labels.forms.classes import CLASS_INDEX, STRIP
from labels.forms.dataset import Label, class_of


def wrong_names(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the labels whose tile is named otherwise.

    The score is the normalized margin, how much likelier the other name is, less the share of such labels
    that are read so: what a reader always takes for another is no mistake of the labels.
    """
    least = thresholds(pairs)
    habits = _Habits(pairs)
    for pair in pairs:
        for at, label in enumerate(pair.photo.labels):
            tile = pair.tile_of(at)
            if tile is None:
                continue
            chance, other = max(
                ((chance, name) for name, chance in tile.chances.items() if name != label.tile), default=(0.0, "")
            )
            margin = chance - tile.chances.get(label.tile, 0.0)
            if margin <= 0 or chance < least.get(other, 0.0):
                continue
            score = margin * (1 - habits.share(label.tile, other))
            yield Finding(pair.photo.name, "name", score, label.corners, class_of(label), _named(other, label), at=at)


def thresholds(pairs: Sequence[Paired]) -> Mapping[str, float]:
    """Give for each name how sure the reader is of it, on average over the labels that have it."""
    sure: dict[str, list[float]] = defaultdict(list)
    for label, tile in both(pairs):
        sure[label.tile].append(tile.chances.get(label.tile, 0.0))
    return {name: sum(chances) / len(chances) for name, chances in sure.items()}


def both(pairs: Sequence[Paired]) -> Iterator[tuple[Label, Seen]]:
    """Give every label that a tile was seen of, with it."""
    for pair in pairs:
        for at, label in enumerate(pair.photo.labels):
            if (tile := pair.tile_of(at)) is not None:
                yield label, tile


class _Habits:
    """How often labels of one name are read as another, over the whole set."""

    def __init__(self, pairs: Sequence[Paired]) -> None:
        self._read = Counter((label.tile, tile.tile) for label, tile in both(pairs))
        self._total = Counter(label.tile for label, _ in both(pairs))

    def share(self, label: str, other: str) -> float:
        """Give the share of the other labels of a name that are read as `other`."""
        return max(0, self._read[label, other] - 1) / max(1, self._total[label])


def _named(tile: str, label: Label) -> str:
    """Give the class name of a tile in place of a label's; the strip's where the label is of a strip."""
    strip = f"{tile}{STRIP}"
    return strip if label.part != "face" and strip in CLASS_INDEX else tile
