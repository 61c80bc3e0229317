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
from labels.audit.pairing import Paired, Seen, rest
from labels.forms.classes import CLASS_INDEX, STRIP
from labels.forms.dataset import Label, class_of

BESIDE, FITTING = 0.35, 0.75
"""Overlap of a label and its tile up to which what is seen there says nothing of its name, and from which it does."""
PRIOR = 2.0
"""How many labels read with the set's mean probability are added to those of each name, where it has few."""


def wrong_names(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the labels whose tile is named otherwise; the score is the margin between the two names, each adjusted.

    It is less where the tile seen is hardly where the label is, as when half a face is taken for a whole one, and where
    many names of the photo are read otherwise.
    """
    usual = _Usual(pairs)
    for pair in pairs:
        others = ((at, _other(pair, at, usual)) for at in range(len(pair.of)))
        found = [(at, *other) for at, other in others if other is not None]
        for at, other, margin in found:
            label = pair.photo.labels[at]
            score = min(1.0, margin) * _fits(pair, at) * rest(len(found), len(pair.of))
            name = _named(other, label)
            yield Finding(pair.photo.name, "name", score, label.corners, class_of(label), name, at=at)


def _other(pair: Paired, at: int, usual: _Usual) -> tuple[str, float] | None:
    """Give the name that a label's tile has instead, and by how much it is likelier; None where it has none."""
    tile, name = pair.tile_of(at), pair.photo.labels[at].tile
    others = {} if tile is None else {n: chance - usual.of(n) for n, chance in tile.chances.items() if n != name}
    if tile is None or not others:
        return None
    other = max(others, key=lambda each: others[each])
    mine = tile.chances.get(name, 0.0)
    margin = others[other] - (mine - usual.of(name, without=mine))
    return (other, margin) if margin > 0 and tile.chances[other] > mine else None


def _fits(pair: Paired, at: int) -> float:
    """Give by how much a label is where its tile is, for its name to be of it; strips are inside."""
    if pair.photo.labels[at].part != "face":
        return 1.0
    return min(1.0, max(0.0, (pair.overlap[at] - BESIDE) / (FITTING - BESIDE)))


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
