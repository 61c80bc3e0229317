"""What the camera saw: tiles with corners, names and roles, the hand they make, and warnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

SURE = 0.8
"""Confidence from which a name is shown as sure. On held-out training scenes two thirds of the wrong names lie below it
and one tile in twenty."""

Role = Literal["concealed", "meld", "flower", "winning", "other"]


@dataclass(frozen=True, slots=True, eq=False)
class ReadTile:
    """One tile in the photo.

    Attributes:
        tile: its name, or `back`.
        confidence: calibrated probability that the name is right.
        corners: 4 x 2, pixels of the upright photo, clockwise from the printed face's top left.
        role: what it is to the hand.
        hand: index into the reading's hands; None for `other`, and where no hand was made out.
        alternatives: the next likeliest names with their probabilities.
    """

    tile: str
    confidence: float
    corners: NDArray[np.float32]
    role: Role
    hand: int | None
    alternatives: tuple[tuple[str, float], ...]

    def to_document(self) -> dict[str, Any]:
        """Give the tile as plain JSON values."""
        return {
            "tile": self.tile,
            "confidence": round(self.confidence, 4),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.corners],
            "role": self.role,
            "hand": self.hand,
            "alternatives": [[name, round(chance, 4)] for name, chance in self.alternatives],
        }


@dataclass(frozen=True, slots=True)
class Change:
    """One tile to rename: its index in the reading, and from which name to which."""

    tile: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal hand close to the one read. `confidence`: its probability against the reading's own, 0 to 1."""

    hand: str
    changes: tuple[Change, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class ReadHand:
    """A hand made out in the photo, in our notation, whether it is a legal winning hand, and what else it may be."""

    hand: str
    legal: bool
    suggestion: Suggestion | None

    def to_document(self) -> dict[str, Any]:
        """Give the hand as plain JSON values."""
        other = self.suggestion
        return {
            "hand": self.hand,
            "legal": self.legal,
            "suggestion": None
            if other is None
            else {
                "hand": other.hand,
                "changes": [{"tile": c.tile, "from": c.before, "to": c.after} for c in other.changes],
                "confidence": round(other.confidence, 4),
            },
        }


@dataclass(frozen=True, slots=True)
class ReadingWarning:
    """Something the photographer can mend. `tile` is an index into the reading's tiles, or None for the whole photo."""

    code: str
    message: str
    tile: int | None = None


@dataclass(frozen=True, slots=True)
class TableReading:
    """Everything read from one photo; `width` and `height` in pixels of the upright photo.

    The hand's tiles come first, row by row as its owner reads them; then what else lies on the table.
    """

    photo: str
    width: int
    height: int
    tiles: tuple[ReadTile, ...]
    hands: tuple[ReadHand, ...]
    warnings: tuple[ReadingWarning, ...]

    def to_document(self) -> dict[str, Any]:
        """Give the `tailens read --json` document."""
        return {
            "photo": self.photo,
            "width": self.width,
            "height": self.height,
            "tiles": [tile.to_document() for tile in self.tiles],
            "hands": [hand.to_document() for hand in self.hands],
            "warnings": [{"code": w.code, "tile": w.tile, "message": w.message} for w in self.warnings],
        }
