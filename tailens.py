"""TaiLens for programs: read a photo of a revealed mahjong hand, score it, settle it.

>>> from tailens import load_rules, parse_hand, score, settle, Win
>>> hand = parse_hand("123456789m55p56s[777z]+7s")
>>> sheet = score(hand, Win("discard", seat="S", from_seat="W"), load_rules("taiwan"))
>>> sheet.total
1
>>> sum(settle(sheet).values())
0

`read` takes a path, bytes, a file object, a Pillow image or an array (H x W x 3, RGB), and gives a `TableReading`.
"""

from __future__ import annotations

from functools import cache

from scorer import Hand, RuleSet, ScoreSheet, Win, load_rules, parse_hand, score, settle
from vision import PhotoError, Reader, TableReading
from vision.photo import Source

__all__ = [
    "read",
    "score",
    "settle",
    "parse_hand",
    "load_rules",
    "Hand",
    "Win",
    "RuleSet",
    "ScoreSheet",
    "TableReading",
    "PhotoError",
]


@cache
def _reader() -> Reader:
    """Load the models once, on the first photo."""
    return Reader()


def read(photo: Source, *, rules: RuleSet | None = None, name: str | None = None) -> TableReading:
    """Read the tiles of one photo.

    Args:
        rules: judges which hands are legal; by default `taiwan`.
        name: what the reading calls the photo; by default its file name.

    Raises:
        PhotoError: the photo can't be read; `code` says why.
    """
    return _reader().read(photo, rules=rules, name=name)
