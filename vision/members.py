"""Choose the faces that are of the hand: as the sorter says, and where it is in doubt, so that the hand wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from scorer import BACK
from vision.describe import Floats
from vision.rows import Frames, components, rows_of, side_by_side
from vision.shapes import is_flower, sets_and_pair
from vision.split import hidden_kongs

DOUBT, MOST_DOUBTS, MOST_FLIPS, MOST_STRANGERS = 3.5, 8, 2, 3
"""Log-odds within which a face may be of the hand or not, how many such faces are weighed, how many at once,
and how many groups may be left out of a hand too large."""
WINS = 2.5
"""What a hand that wins as it lies counts, in log-odds. Chosen on held-out training photos and drawn tables."""
FEWEST, MOST, LEAST_ROW, LOOSE = 11, 22, 6, 1.0
"""Tiles, flowers left out, that a hand may have, how many of them lie in one row, and the gaps there in tile widths."""
TOUCHING = 0.3
"""Gaps in tile widths across which faces touch."""
LONG = 8
"""Tiles of a row as long as a hand's: where there are several, the photo shows more than a hand."""
WINNING = 8
"""Tiles, flowers left out, from which what wins as it lies is a hand: two sets and a pair beside melds not in view."""


def members_of_hand(names: Sequence[str], frames: Frames, told: Floats, size: int) -> list[int] | None:
    """Give the faces of the hand, or None where there is none to be made out.

    Args:
        told: the sorter's log-odds.
        size: tiles of a full hand, kongs counted as three.

    A hand wins as it lies, or has about as many tiles as a hand, a good part of them in one row.
    """
    members = likeliest(names, frames, told, size)
    if wins(names, frames, members):
        return members
    plain = [i for i in members if not is_flower(names[i]) and names[i] != BACK]
    rows = components(side_by_side(frames, LOOSE)[np.ix_(plain, plain)])
    in_a_row = len(rows) > 0 and len(rows[0]) >= LEAST_ROW
    return members if FEWEST <= len(plain) <= MOST and in_a_row else None


def likeliest(names: Sequence[str], frames: Frames, told: Floats, size: int) -> list[int]:
    """Give the faces that the photo is about: the likeliest choice, where a hand that wins is likelier than another.

    A winning hand has tiles enough for no more and no fewer: so doubtful faces beside a hand that wins without them
    are left out, and those that a hand lacks are taken in. Tiles face down are of the hand only in kongs.
    """
    in_kongs = {i for kong in _hidden_kongs(names, frames) for i in kong}
    able = [name != BACK or i in in_kongs for i, name in enumerate(names)]
    odds = np.where(able, told, -np.inf)
    sure = frozenset(np.flatnonzero(odds > 0).tolist())
    best, most = sorted(sure), WINS if wins(names, frames, sorted(sure)) else 0.0
    doubts = _doubts(frames, odds)
    for count in range(1, MOST_FLIPS + 1):
        for some in combinations(doubts, count):
            flipped = frozenset().union(*some)
            price = float(np.abs(odds[list(flipped)]).sum())
            # Only a hand that wins is worth going against the sorter.
            if WINS - price > most:
                members = sorted(sure.symmetric_difference(flipped))
                if wins(names, frames, members):
                    best, most = members, WINS - price
    return best if most > 0 or tiles_of(names, best) <= size else _without_strangers(names, frames, odds, best, size)


def _without_strangers(names: Sequence[str], frames: Frames, odds: Floats, members: list[int], size: int) -> list[int]:
    """Leave out the groups of touching faces that speak least for themselves, where a hand would have too many tiles.

    What is left must win, or be mostly one row among shorter ones; else all stay, as of a whole set in rows.
    """
    rows = components(side_by_side(frames, TOUCHING)[np.ix_(members, members)])
    main, *groups = [[members[i] for i in row] for row in rows]
    # A face left out lowers the count by two at the most; of a heap of loose tiles no few groups can be too many.
    if tiles_of(names, members) - 2 * sum(map(len, groups[:MOST_STRANGERS])) > size:
        return members
    is_row = tiles_of(names, main) >= FEWEST and len(rows_of(frames, main)) == 1
    long = [group for group in groups if len(group) >= LONG and len(rows_of(frames, group)) == 1]
    best, most = members, -np.inf
    for count in range(1, MOST_STRANGERS + 1):
        for some in combinations(groups, count):
            left_out = {i for group in some for i in group}
            rest = [i for i in members if i not in left_out]
            if not FEWEST <= tiles_of(names, rest) <= size:
                continue
            won = wins(names, frames, rest)
            worth = WINS * won - float(odds[list(left_out)].sum())
            if (won or (is_row and not long)) and worth > most:
                best, most = rest, worth
    return best


def tiles_of(names: Sequence[str], members: Sequence[int]) -> int:
    """Count tiles towards a full hand, flowers and tiles face down left out; four of a kind count as a kong, three."""
    kinds = Counter(names[i] for i in members if not is_flower(names[i]) and names[i] != BACK)
    return kinds.total() - sum(count == 4 for count in kinds.values())


def _doubts(frames: Frames, odds: Floats) -> list[frozenset[int]]:
    """Give what may be of the hand or not: single faces, and rows of touching faces, all taken in or all left out."""
    doubtful = sorted(np.flatnonzero(np.abs(odds) < DOUBT).tolist(), key=lambda i: abs(float(odds[i])))
    inside = odds > 0
    alike = side_by_side(frames, TOUCHING) & (inside[:, None] == inside[None, :])
    rows = [[doubtful[i] for i in row] for row in components(alike[np.ix_(doubtful, doubtful)])]
    together = [frozenset(row) for row in rows if len(row) > 1]
    return [*(frozenset([i]) for i in doubtful[:MOST_DOUBTS]), *together]


def _hidden_kongs(names: Sequence[str], frames: Frames) -> list[tuple[int, ...]]:
    """Find the kongs that have tiles face down."""
    rows = [row for row in components(side_by_side(frames, LOOSE)) if any(names[i] == BACK for i in row)]
    return [kong for row in rows for line in rows_of(frames, row) for kong in hidden_kongs(names, frames, line)]


def wins(names: Sequence[str], frames: Frames, members: Sequence[int]) -> bool:
    """Tell whether tiles make a whole hand as they lie: sets, kongs and one pair."""
    shown = [names[i] for i in members if not is_flower(names[i])]
    if BACK in shown:
        kongs = [kong for row in rows_of(frames, members) for kong in hidden_kongs(names, frames, row)]
        hidden = {i for kong in kongs for i in kong}
        shown = [names[i] for i in members if i not in hidden and not is_flower(names[i])]
    return BACK not in shown and WINNING <= len(shown) <= MOST and sets_and_pair(shown, kongs=True)
