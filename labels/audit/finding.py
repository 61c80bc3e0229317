"""One doubt about a labelled set: where, of what kind, how likely, and what would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from labels.forms.classes import OWN, known_as, name_set
from labels.forms.dataset import Corners, Label, SetPhoto

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "the label names another tile than is seen",
        "missed": "a tile is seen where nothing is labelled",
        "stray": "a label lies where no tile is seen",
        "box": "a label lies beside its tile, or is much larger or smaller",
        "twice": "two labels lie on one tile",
        "impossible": "more of one tile than a set has: five of a kind, a flower twice",
        "mirrored": "the photo is mirrored",
        "duplicate": "another photo shows the same, byte for byte or nearly",
        "leak": "a photo of another split shows the same, byte for byte or nearly",
    }
)
"""What may be wrong, and what it means."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A doubt about one label, one place or one photo.

    Attributes:
        photo: the photo's name in the set.
        kind: a key of `KINDS`.
        score: how likely it is a mistake, 0 to 1; findings are ranked by it.
        corners: where, in pixels of the upright photo; of the label where there is one. None for the whole photo.
        label: the class name that is labelled there; empty where none is.
        suggestion: the class name to label it with, or empty: take the label away. Of `duplicate` and `leak`, the
            other photo's name; of `mirrored`, empty.
        at: index of the label among the photo's labels; None where none is meant.
        better: the corners that the suggestion would have; None where they stay.
    """

    photo: str
    kind: str
    score: float
    corners: Corners | None = None
    label: str = ""
    suggestion: str = ""
    at: int | None = None
    better: Corners | None = None

    def to_document(self) -> dict[str, Any]:
        """Give the finding as plain JSON values."""
        return {
            "photo": self.photo,
            "kind": self.kind,
            "corners": _plain(self.corners),
            "label": self.label,
            "suggestion": self.suggestion,
            "score": round(self.score, 4),
            "at": self.at,
            "better": _plain(self.better),
        }


def _plain(corners: Corners | None) -> list[list[float]] | None:
    return None if corners is None else [[round(x, 1), round(y, 1)] for x, y in corners]


def mended(photo: SetPhoto, finding: Finding) -> SetPhoto:
    """Give the photo's labels as the finding would have them; what is of the whole photo leaves them as they are."""
    labels = list(photo.labels)
    if finding.corners is None:
        return photo
    if finding.at is not None and not finding.suggestion:
        del labels[finding.at]
    elif finding.suggestion:
        tile, part = known_as(finding.suggestion, name_set(OWN))
        if finding.at is None:
            labels.append(Label(tile, finding.better or finding.corners, part))
        else:
            old = labels[finding.at]
            corners = finding.better or old.corners
            labels[finding.at] = replace(old, tile=tile, part=part, corners=corners, confidence=None)
    return replace(photo, labels=tuple(labels))
