"""Choose the faces that are of the hand: as the sorter says, and where it is in doubt, so that the hand wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from scorer import BACK
from vision.rows import Frames, rows_of
from vision.shapes import is_flower, sets_and_pair
from vision.sort import Opinion
from vision.split import hidden_kongs

DOUBT, MOST_DOUBTS, MOST_FLIPS = 3.5, 8, 2
"""Log-odds within which a face may be of the hand or not, how many such faces are weighed, how many at once."""
WINS = 2.5
"""What a hand that wins as it lies counts, in log-odds. Chosen on held-out training photos and drawn tables."""
FEWEST, MOST = 8, 22
"""Tiles, flowers left out, that a hand may have."""


def members_of_hand(names: Sequence[str], frames: Frames, opinion: Opinion) -> list[int] | None:
    """Give the faces of the hand, or None where there is none to be made out."""
    if opinion.hand < 0:
        return None
    members = likeliest(names, frames, opinion)
    plain = sum(not is_flower(names[i]) and names[i] != BACK for i in members)
    return members if FEWEST <= plain <= MOST else None


def likeliest(names: Sequence[str], frames: Frames, opinion: Opinion) -> list[int]:
    """Give the faces that the photo is about: the likeliest choice, where a hand that wins is likelier than another.

    A winning hand has tiles enough for no more and no fewer: so a doubtful face beside a hand that wins without it
    is left out, and one that a hand lacks is taken in.
    """
    odds = opinion.member
    sure = frozenset(np.flatnonzero(odds > 0).tolist())
    doubts = sorted(np.flatnonzero(np.abs(odds) < DOUBT).tolist(), key=lambda i: abs(float(odds[i])))[:MOST_DOUBTS]
    best, most = sorted(sure), WINS if wins(names, frames, sorted(sure)) else 0.0
    for count in range(1, MOST_FLIPS + 1):
        for flipped in combinations(doubts, count):
            price = float(np.abs(odds[list(flipped)]).sum())
            # Only a hand that wins is worth going against the sorter.
            if WINS - price > most:
                members = sorted(sure.symmetric_difference(flipped))
                if wins(names, frames, members):
                    best, most = members, WINS - price
    return best


def wins(names: Sequence[str], frames: Frames, members: Sequence[int]) -> bool:
    """Tell whether tiles make a whole hand as they lie: sets, kongs and one pair."""
    shown = [names[i] for i in members if not is_flower(names[i])]
    if BACK in shown:
        kongs = [kong for row in rows_of(frames, members) for kong in hidden_kongs(names, frames, row)]
        hidden = {i for kong in kongs for i in kong}
        shown = [names[i] for i in members if i not in hidden and not is_flower(names[i])]
    return BACK not in shown and len(shown) >= FEWEST and sets_and_pair(shown, kongs=True)
