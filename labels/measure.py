"""Measure readings against labelled photos: what was found, what it was named, and how sure the reader was."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from labels.photoset import LabelledPhoto, LabelledTile
from scorer.tiles import BACK

LEAST_OVERLAP = 0.5
"""Intersection over union of upright boxes from which a claim is of a labelled face."""
LEAST_INSIDE = 0.7
"""Share of a labelled strip that must lie inside a claim, since the face is larger than its strip."""
UNSEEN = "unseen"

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Claim:
    """A tile that a reading gives to the hand: its name, upright box in pixels and confidence."""

    tile: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """How one photo was read: `pairs` of (label, claim or None), and the claims that are of no label."""

    photo: str
    pairs: tuple[tuple[LabelledTile, Claim | None], ...]
    extra: tuple[Claim, ...]

    @property
    def claimed(self) -> int:
        """Count the claims."""
        return self.found + len(self.extra)

    @property
    def found(self) -> int:
        """Count the labelled tiles that a claim found, whatever its name."""
        return sum(claim is not None for _, claim in self.pairs)

    @property
    def named(self) -> int:
        """Count the labelled tiles that a claim found and named right."""
        return sum(claim is not None and claim.tile == label.tile for label, claim in self.pairs)

    @property
    def corrections(self) -> int:
        """Count the single-tile corrections (rename, add, remove) from the claims to the labels, places left aside."""
        labelled = Counter(label.tile for label, _ in self.pairs)
        claimed = Counter(claim.tile for _, claim in self.pairs if claim) + Counter(c.tile for c in self.extra)
        return max((labelled - claimed).total(), (claimed - labelled).total())


def claims_of(document: Mapping[str, Any]) -> list[Claim]:
    """Give the claims of a reading document: its tiles that have a name and are not `other`; none where it failed."""
    return [
        Claim(tile["tile"], box_of(tile["corners"]), float(tile["confidence"]))
        for tile in document.get("tiles", ())
        if tile["tile"] != BACK and tile["role"] != "other"
    ]


def box_of(corners: Sequence[Sequence[float]]) -> Box:
    """Give the upright box of corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def compare(photo: LabelledPhoto, claims: Sequence[Claim]) -> PhotoResult:
    """Pair a photo's labels with claims one to one, the best fitting pair first, then the surer claim.

    Labelled backs are left aside, as no claim is of one.
    """
    labels = [label for label in photo.tiles if label.tile != BACK]
    fits = [
        (fit(claim.box, label), claim.confidence, at, of)
        for at, claim in enumerate(claims)
        for of, label in enumerate(labels)
    ]
    taken: dict[int, int] = {}
    used: set[int] = set()
    for quality, _, at, of in sorted(fits, key=lambda f: (-f[0], -f[1], f[2], f[3])):
        if quality > 0 and at not in used and of not in taken:
            taken[of] = at
            used.add(at)
    pairs = tuple((label, claims[taken[of]] if of in taken else None) for of, label in enumerate(labels))
    return PhotoResult(photo.path.name, pairs, tuple(c for at, c in enumerate(claims) if at not in used))


def fit(claim: Box, label: LabelledTile) -> float:
    """Give how well a claim fits a label, 0 where it is not of it."""
    wide = min(claim[2], label.box[2]) - max(claim[0], label.box[0])
    high = min(claim[3], label.box[3]) - max(claim[1], label.box[1])
    if wide <= 0 or high <= 0:
        return 0.0
    shared, labelled = wide * high, _area(label.box)
    if label.part != "face":
        return shared / labelled if shared >= LEAST_INSIDE * labelled else 0.0
    overlap = shared / (_area(claim) + labelled - shared)
    return overlap if overlap >= LEAST_OVERLAP else 0.0


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


@dataclass(slots=True)
class Figures:
    """Figures over photos.

    Attributes:
        photos, labelled: how many there were.
        recall: labelled tiles found and named right, as a share of all labelled.
        precision: claims of a labelled tile with the right name, as a share of all claims.
        naming: share named right of the labelled tiles that were found.
        average_precision: mean over the classes of the area under precision by recall, the surest claims first.
        exact: share of photos whose claims are just the labelled tiles.
        by_class: of each class, how many were labelled, named right and claimed.
        confused: how often a labelled tile was given another name (`unseen`: not found; labelled `none`: not labelled).
    """

    photos: int = 0
    labelled: int = 0
    recall: float = 0.0
    precision: float = 0.0
    naming: float = 0.0
    average_precision: float = 0.0
    exact: float = 0.0
    by_class: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)


def figures(results: Sequence[PhotoResult]) -> Figures:
    """Sum results up."""
    labelled, named, claimed = Counter[str](), Counter[str](), Counter[str]()
    hits: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    confused = Counter[tuple[str, str]]()
    for result in results:
        for label, claim in result.pairs:
            labelled[label.tile] += 1
            confused[label.tile, claim.tile if claim else UNSEEN] += 1
            if claim:
                right = claim.tile == label.tile
                named[label.tile] += right
                claimed[claim.tile] += 1
                hits[claim.tile].append((claim.confidence, right))
        for claim in result.extra:
            claimed[claim.tile] += 1
            confused["none", claim.tile] += 1
            hits[claim.tile].append((claim.confidence, False))
    total, found = labelled.total(), sum(result.found for result in results)
    return Figures(
        len(results),
        total,
        named.total() / max(1, total),
        named.total() / max(1, claimed.total()),
        named.total() / max(1, found),
        float(np.mean([area_under(hits[tile], labelled[tile]) for tile in labelled])) if labelled else 0.0,
        sum(result.corrections == 0 for result in results) / max(1, len(results)),
        {tile: (labelled[tile], named[tile], claimed[tile]) for tile in sorted(labelled | claimed)},
        confused,
    )


def area_under(hits: Sequence[tuple[float, bool]], total: int) -> float:
    """Give the all-point average precision of claims (confidence, right), of `total` labelled tiles."""
    right: npt.NDArray[np.float64] = np.array([hit for _, hit in sorted(hits, key=lambda h: -h[0])], np.float64)
    if not len(right):
        return 0.0
    true = np.cumsum(right)
    precision = np.maximum.accumulate((true / np.arange(1, len(right) + 1))[::-1])[::-1]
    return float((precision * right).sum() / total)
