"""Doubt a whole set: every check, and one ranking over all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from labels.audit.finding import Finding
from labels.forms.dataset import Dataset

Readings = Mapping[str, Mapping[str, Any]]
"""By a photo's SHA-256, the document of its reading: `width`, `height`, `tiles` as `tailens read --json` has them.

Two keys may be there besides: `fingerprint`, what the photo looks like as a whole, and `mirrored`, the reading of the
photo mirrored (`labels.audit.look` makes both).
"""


def findings(dataset: Dataset, readings: Readings) -> list[Finding]:
    """Give every doubt about a set, the likeliest mistake first.

    Args:
        readings: of a photo that has none, only what the labels themselves tell is found.
    """
    return []
