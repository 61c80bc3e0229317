"""Tell from names alone what tiles make: a meld, a concealed kong, sets and a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorer import BACK, TILES
from scorer.hand import MeldKind, meld_shape
from scorer.tiles import INDEX

BLANK = "5z"
"""The white dragon: many sets leave its face blank, so that the sides and backs of tiles look like it."""

SAME_UPSIDE_DOWN = frozenset(
    ["1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", BLANK, BACK]
)
"""Faces that look the same either way up, or nearly so."""


def is_flower(name: str) -> bool:
    """Tell whether a name is a flower's or season's."""
    return name.endswith("f")


def is_hidden_kong(names: Sequence[str]) -> bool:
    """Tell whether four tiles, two or more of them face down, make a concealed kong.

    >>> is_hidden_kong(["5p", "back", "back", "5p"])
    True
    """
    faces = [n for n in names if n != BACK]
    return len(names) == 4 and len(faces) < 3 and len(set(faces)) < 2 and not any(map(is_flower, faces))


def meld_kind(names: Sequence[str]) -> MeldKind | None:
    """Tell which meld three or four names make, face-down ones in a kong included; all four face down tell nothing.

    >>> meld_kind(["5p", "back", "back", "5p"])
    'kong_concealed'
    """
    if BACK in names:
        return "kong_concealed" if is_hidden_kong(names) and set(names) != {BACK} else None
    shape = meld_shape(tuple(names))
    return "kong_claimed" if shape == "kong" else shape


def sets_and_pair(names: Sequence[str], *, kongs: bool = False) -> bool:
    """Tell whether tiles make sets (kongs too, where told) and one pair, no more than four of them alike.

    >>> sets_and_pair(["1m", "2m", "3m", "7z", "7z"]), sets_and_pair(["1m", "2m", "3m", "7z", "6z"])
    (True, False)
    """
    counts = Counter(names)
    if max(counts.values(), default=0) > 4 or (len(names) % 3 != 2 and not kongs):
        return False
    return any(
        _sets_only({**counts, pair: count - 2}, kongs) for pair, count in counts.items() if count > 1 and pair in TILES
    )


def _sets_only(counts: dict[str, int], kongs: bool) -> bool:
    """Tell whether tiles make sets: the lowest one is in a kong or triplet, or begins a chow."""
    low = min((n for n, c in counts.items() if c), key=INDEX.__getitem__, default=None)
    if low is None:
        return True
    for size in (3, 4) if kongs else (3,):
        if counts[low] >= size and _sets_only({**counts, low: counts[low] - size}, kongs):
            return True
    chow = [low, *(f"{int(low[0]) + step}{low[1]}" for step in (1, 2))] if low[1] in "mps" else [""]
    return all(counts.get(n, 0) for n in chow) and _sets_only({**counts, **{n: counts[n] - 1 for n in chow}}, kongs)
