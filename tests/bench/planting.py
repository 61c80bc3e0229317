"""Plant mistakes in a labelled set, as people make them, and see which of them a list of doubts points at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from labels.audit import Finding, mended
from labels.audit.pairing import overlaps
from labels.forms.dataset import Box, Dataset, Label, SetPhoto, corners_of, label_in
from labels.forms.errors import FormError
from labels.measure import box_of
from scorer.tiles import BACK, TILES

SHARES: Mapping[str, float] = {"name": 0.02, "missed": 0.02, "box": 0.01}
"""Of all labels of whole faces: named otherwise, taken away, and moved."""
FAR = (0.25, 0.6)
"""By how much of its own side a label is moved, to one side or, of two, to both."""
TRIES = 8
"""How often a move that would lead out of the photo is thought over."""
BACK_AGAIN = 0.7
"""Overlap with the true box from which a moved label is mended."""


@dataclass(frozen=True)
class Planted:
    """A mistake: of which kind, of which photo, the label as it was, and where it now is among the labels."""

    kind: str
    photo: str
    true: Label
    at: int | None


def plant(dataset: Dataset, seed: int) -> tuple[Dataset, list[Planted]]:
    """Give a set with mistakes, and what they are."""
    rng = np.random.default_rng(seed)
    places = [(p, at) for p, photo in enumerate(dataset) for at, label in enumerate(photo.labels) if _whole(label)]
    order = rng.permutation(len(places)).tolist()
    kinds: dict[tuple[int, int], str] = {}
    for kind, share in SHARES.items():
        for _ in range(round(share * len(places))):
            kinds[places[order.pop()]] = kind
    photos, planted = [], list[Planted]()
    for p, photo in enumerate(dataset):
        labels = list[Label]()
        for at, label in enumerate(photo.labels):
            kind = kinds.get((p, at), "")
            changed = _changed(rng, kind, label, photo) if kind else label
            if kind and changed != label:
                planted.append(Planted(kind, photo.name, label, len(labels) if changed else None))
            if changed is not None:
                labels.append(changed)
        photos.append(replace(photo, labels=tuple(labels)))
    return Dataset(tuple(photos)), planted


def _whole(label: Label) -> bool:
    return label.part == "face" and label.tile != BACK


def _changed(rng: np.random.Generator, kind: str, label: Label, photo: SetPhoto) -> Label | None:
    if kind == "missed":
        return None
    if kind == "name":
        # Half of the slips are to another tile of the suit.
        names = [tile for tile in TILES if tile != label.tile]
        near = [tile for tile in names if tile[-1] == label.tile[-1]]
        return replace(label, tile=str(rng.choice(near if rng.random() < 0.5 else names)))
    return _moved(rng, label, photo)


def _moved(rng: np.random.Generator, label: Label, photo: SetPhoto) -> Label:
    x0, y0, x1, y1 = label.box
    for _ in range(TRIES):
        far = rng.uniform(*FAR, 2) * rng.choice((-1, 1), 2) * ((1, 0), (0, 1), (1, 1))[rng.integers(3)]
        dx, dy = far * (x1 - x0, y1 - y0)
        try:
            return label_in(label.tile, (x0 + dx, y0 + dy, x1 + dx, y1 + dy), (photo.width, photo.height))
        except FormError:  # out of the photo
            continue
    return label


def points_at(finding: Finding, planted: Sequence[Planted]) -> int | None:
    """Give which planted mistake a finding points at, or None: at its label, or at the place of a label taken away."""
    for number, mistake in enumerate(planted):
        if mistake.photo != finding.photo or finding.corners is None:
            continue
        if mistake.at is not None and mistake.at == finding.at:
            return number
        if (
            mistake.at is None
            and finding.at is None
            and overlap(box_of(finding.corners or ()), mistake.true.box) >= 0.5
        ):
            return number
    return None


def is_mended(photo: SetPhoto, finding: Finding, mistake: Planted) -> bool:
    """Tell whether the finding's suggestion brings the label back: its name, and its place."""
    labels = mended(photo, finding).labels
    least = BACK_AGAIN if mistake.kind == "box" else 0.5
    return any(label.tile == mistake.true.tile and overlap(label.box, mistake.true.box) >= least for label in labels)


def overlap(a: Box, b: Box) -> float:
    """Give the intersection over union of two boxes."""
    return float(overlaps([a], [b])[0][0, 0])


def mirrored_labels(photo: SetPhoto) -> SetPhoto:
    """Give a photo's labels as they lie in its mirror image."""
    width = photo.width
    labels = (
        replace(one, corners=corners_of((width - one.box[2], one.box[1], width - one.box[0], one.box[3])))
        for one in photo.labels
    )
    return replace(photo, labels=tuple(labels), sha256=f"mirrored {photo.sha256}")
