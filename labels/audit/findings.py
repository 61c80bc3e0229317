"""Doubt a whole set: every check, and one ranking over all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from labels.audit.finding import Finding
from labels.audit.impossible import impossible_photos
from labels.audit.names import wrong_names
from labels.audit.pairing import Paired, paired
from labels.audit.photos import mirrored_photos, repeated_photos
from labels.audit.places import boxes_off, labelled_twice, missed_tiles, stray_labels
from labels.forms.dataset import Dataset

Readings = Mapping[str, Mapping[str, Any]]
"""By a photo's SHA-256, the document of its reading: `width`, `height`, `tiles` as `tailens read --json` has them.

`labels.audit.look` makes them, with two things more: the photo's `fingerprint`, and of each tile the names that its
mirror image would have. A document with `error` counts as none.
"""


def findings(dataset: Dataset, readings: Readings) -> list[Finding]:
    """Give every doubt about a set, the likeliest mistake first.

    Args:
        readings: of a photo that has none, only what the labels themselves tell is found.
    """
    pairs: list[Paired] = []
    prints: dict[str, str] = {}
    for photo in dataset:
        reading = readings.get(photo.sha256)
        pairs.append(paired(photo, reading))
        if reading and "fingerprint" in reading:
            prints[photo.sha256] = str(reading["fingerprint"])
    found = [
        *mirrored_photos(pairs),
        *repeated_photos(pairs, prints),
        *labelled_twice(pairs),
        *wrong_names(pairs),
        *impossible_photos(pairs),
        *boxes_off(pairs),
        *stray_labels(pairs),
        *missed_tiles(pairs),
    ]
    return ranked(_said_once(found))


def ranked(found: Iterable[Finding]) -> list[Finding]:
    """Give findings with the likeliest mistake first, in an order that is always the same."""
    return sorted(found, key=lambda f: (-f.score, f.photo, f.kind, -1 if f.at is None else f.at, f.corners or ()))


def _said_once(found: Sequence[Finding]) -> Iterable[Finding]:
    """Make one finding of those that say the same of one label.

    A wrong name that makes a photo impossible is doubted for both. All else of a mirrored photo counts the less the
    surer it is that it is mirrored.
    """
    mirrored: dict[str, float] = {}
    for finding in found:
        if finding.kind == "mirrored":
            mirrored[finding.photo] = max(mirrored.get(finding.photo, 0.0), finding.score)
    kinds: dict[tuple[str, int | None], dict[str, float]] = defaultdict(dict)
    for finding in found:
        kinds[finding.photo, finding.at][finding.kind] = finding.score
    for finding in found:
        others = kinds[finding.photo, finding.at] if finding.at is not None else {}
        if (finding.kind == "stray" and "twice" in others) or (finding.kind == "impossible" and "name" in others):
            continue
        score = finding.score
        if finding.kind == "name":
            score = 1 - (1 - score) * (1 - others.get("impossible", 0.0))
        if finding.corners is not None:
            score *= 1 - mirrored.get(finding.photo, 0.0)
        yield replace(finding, score=score)
