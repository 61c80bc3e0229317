"""Find labels that name another tile than is seen, by confident learning.

Northcutt, Jiang, Chuang: "Confident Learning: Estimating Uncertainty in Dataset Labels", JAIR 70 (2021); in code, the
package cleanlab. A reader is surer of some names than of others, and of some tile sets than of others. So each name's
probability is taken less what the reader gives it, on average, where it is labelled: a name that it always takes for
another is then held against no label.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from labels.audit.finding import Finding
from labels.audit.pairing import Paired, Seen
from labels.forms.classes import CLASS_INDEX, STRIP
from labels.forms.dataset import Label, class_of

PRIOR = 2.0
"""How many labels read with the set's mean probability are added to those of each name, where it has few."""


def wrong_names(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the labels whose tile is named otherwise; the score is the margin between the two names, each adjusted."""
    usual = _Usual(pairs)
    for pair in pairs:
        for at, label in enumerate(pair.photo.labels):
            tile = pair.tile_of(at)
            others = {} if tile is None else {n: c - usual.of(n) for n, c in tile.chances.items() if n != label.tile}
            if tile is None or not others:
                continue
            other = max(others, key=lambda name: others[name])
            mine = tile.chances.get(label.tile, 0.0)
            score = others[other] - (mine - usual.of(label.tile, without=mine))
            if score > 0 and tile.chances[other] > mine:
                name = _named(other, label)
                yield Finding(pair.photo.name, "name", min(1.0, score), label.corners, class_of(label), name, at=at)


class _Usual:
    """What probability the reader gives each name, on average, where it is labelled."""

    def __init__(self, pairs: Sequence[Paired]) -> None:
        self._sum: dict[str, float] = defaultdict(float)
        self._count = Counter[str]()
        for label, tile in _both(pairs):
            self._sum[label.tile] += tile.chances.get(label.tile, 0.0)
            self._count[label.tile] += 1
        self._mean = sum(self._sum.values()) / max(1, self._count.total())

    def of(self, name: str, *, without: float | None = None) -> float:
        """Give a name's; `without` takes one label away again, which has this probability."""
        total, count = self._sum[name] + PRIOR * self._mean, self._count[name] + PRIOR
        return total / count if without is None else (total - without) / (count - 1)


def _both(pairs: Sequence[Paired]) -> Iterator[tuple[Label, Seen]]:
    for pair in pairs:
        for at, label in enumerate(pair.photo.labels):
            if (tile := pair.tile_of(at)) is not None:
                yield label, tile


def _named(tile: str, label: Label) -> str:
    """Give the class name of a tile in place of a label's; the strip's where the label is of a strip."""
    strip = f"{tile}{STRIP}"
    return strip if label.part != "face" and strip in CLASS_INDEX else tile
