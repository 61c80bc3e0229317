"""Split the faces of a hand into melds, concealed tiles and the winning tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, product

import numpy as np

from scorer import BACK
from vision.rows import Frames, gap_between, rows_of
from vision.shapes import is_flower, is_hidden_kong, meld_kind, sets_and_pair

CLEAR_GAP, GAP_DOUBT = 0.12, 0.12
"""Tile widths by which a gap must exceed the usual one to part a row, and how sure that is."""
BOUNDARY = 9.0
ROW_END = 0.3
MELD_PRICE, ODD_PRICE = 0.6, 2.0
TURNED_BONUS, ROW_BONUS, LEGAL_BONUS, COUNT_BONUS = 1.6, 0.5, 2.0, 0.5
STRAY_PRICE, SORTED_PRICE, MIXED_PRICE, BETWEEN_PRICE = 0.6, 4.0, 0.3, 1.0
DISORDER_PRICE, ORDER_PRICE, ABOVE_BONUS = 1.6, 0.5, 0.15
WIDE, WIDE_BONUS = 0.6, 1.0
FEWEST_IN_SETS, NOT_IN_SETS = 8, 5
WAYS = 6
CROSSWISE = 25.0
APART, OWN_ROW, RIGHT, TURN_UNIT = 0.15, 0.5, 0.15, 30.0


@dataclass(frozen=True, slots=True)
class Way:
    """One way to split a run of a row: the melds at its two ends, the rest between them, and what speaks for it."""

    score: float
    melds: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]


def split(names: Sequence[str], frames: Frames, members: Sequence[int]) -> tuple[list[list[int]], int | None]:
    """Give the faces of each meld, and the winning tile where it shows.

    Gaps, crosswise tiles and rows of their own speak for melds; the rules of the game break ties: what is left must
    make sets and a pair. The winning tile is a single tile apart, or the one that lies crosswise.
    """
    rows = rows_of(frames, members)
    gaps = [gap_between(frames, a, b) for row in rows for a, b in pairwise(row)]
    usual = max(0.0, float(np.median([g for g in gaps if g < 1.0] or [0.0])))
    kongs: list[tuple[int, ...]] = []
    runs: list[list[int]] = []
    row_of: list[int] = []
    for number, row in enumerate(rows):
        hidden, parts = _runs(names, frames, row)
        kongs += hidden
        runs += parts
        row_of += [number] * len(parts)
    choices = [_ways(names, frames, run, usual) for run in runs]
    best = max(product(*choices), key=lambda ways: _worth(names, frames, ways, runs, row_of), default=())
    melds = [list(m) for m in kongs] + [list(m) for way in best for m in way.melds]
    rest = [list(way.rest) for way in best if way.rest]
    _add_stacked(names, frames, melds, rest)
    return melds, _winning(frames, rest, [i for meld in melds for i in meld], usual)


def _runs(names: Sequence[str], frames: Frames, row: Sequence[int]) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """Take the kongs with tiles face down out of a row, and cut it there and at its flowers."""
    kongs = hidden_kongs(names, frames, row)
    hidden = {i for kong in kongs for i in kong}
    runs: list[list[int]] = [[]]
    for tile in row:
        if tile in hidden or is_flower(names[tile]):
            runs.append([])
        elif names[tile] != BACK:
            runs[-1].append(tile)
    return kongs, [run for run in runs if run]


def hidden_kongs(names: Sequence[str], frames: Frames, row: Sequence[int]) -> list[tuple[int, ...]]:
    """Find the kongs with tiles face down in a row; tiles of a wall beside them must lie clear of them."""
    gaps = [BOUNDARY, *(gap_between(frames, a, b) for a, b in pairwise(row)), BOUNDARY]
    shown = ["", *(names[i] for i in row), ""]
    found: list[tuple[float, tuple[int, ...]]] = []
    for at in range(len(row) - 3):
        four = tuple(row[at : at + 4])
        widest = max(gaps[at + 1 : at + 4])
        beside = [gaps[i] for i, name in ((at, shown[at]), (at + 4, shown[at + 5])) if name == BACK]
        clear = min(beside, default=BOUNDARY) > widest + CLEAR_GAP
        if clear and widest < 1 and is_hidden_kong([names[i] for i in four]):
            found.append((widest, four))
    kongs: list[tuple[int, ...]] = []
    for _, four in sorted(found):
        if not any(set(four) & set(kong) for kong in kongs):
            kongs.append(four)
    return kongs


def _ways(names: Sequence[str], frames: Frames, run: Sequence[int], usual: float) -> list[Way]:
    """Give the likeliest ways to split a run: melds from either end, the rest between."""
    size = len(run)
    gap = [BOUNDARY, *(gap_between(frames, a, b) - usual for a, b in pairwise(run)), BOUNDARY]

    def worth(first: int, last: int) -> float | None:
        """Weigh tiles first to last (not included) as a meld: the gaps beside it against those inside."""
        some = run[first:last]
        kind = meld_kind([names[i] for i in some])
        beside, inside = min(gap[first], gap[last]), max(gap[first + 1 : last])
        if kind is None and (last - first != 3 or beside < inside + 3 * CLEAR_GAP):
            return None
        turned = 0 < sum(frames.crosswise[some[0], i] for i in some) < len(some)
        clear = beside - inside - CLEAR_GAP
        apart = (
            ROW_END if beside == BOUNDARY else float(np.clip(clear / GAP_DOUBT, -1, 1)) + WIDE_BONUS * (clear > WIDE)
        )
        return apart + (TURNED_BONUS * turned - MELD_PRICE if kind else -ODD_PRICE)

    worths = {(a, b): worth(a, b) for a in range(size) for b in (a + 3, a + 4) if b <= size}
    heads: dict[int, Way] = {0: Way(0.0, (), ())}
    feet: dict[int, Way] = {size: Way(0.0, (), ())}
    for (first, last), score in sorted(worths.items(), key=lambda item: item[0][1]):
        _chain(heads, first, last, score, tuple(run[first:last]))
    for (first, last), score in sorted(worths.items(), reverse=True):
        _chain(feet, last, first, score, tuple(run[first:last]))
    ways = []
    for a, head in heads.items():
        for b, foot in feet.items():
            if a <= b:
                bonus = ROW_BONUS * (a == b) - BETWEEN_PRICE * (0 < a < b < size)
                melds = (*head.melds, *foot.melds[::-1])
                ways.append(Way(head.score + foot.score + bonus, melds, tuple(run[a:b])))
    return sorted(ways, key=lambda way: -way.score)[:WAYS]


def _chain(best: dict[int, Way], start: int, end: int, score: float | None, meld: tuple[int, ...]) -> None:
    """Lengthen the best chain of melds that reaches `start` by one to `end`, where that beats the best there."""
    if score is not None and start in best:
        before = best[start]
        if end not in best or before.score + score > best[end].score:
            best[end] = Way(before.score + score, (*before.melds, meld), ())


def _worth(
    names: Sequence[str], frames: Frames, ways: Sequence[Way], runs: Sequence[Sequence[int]], row_of: Sequence[int]
) -> float:
    """Weigh one way to split each run, all together; `row_of` numbers the row that each run lies in."""
    rest = [i for way in ways for i in way.rest]
    score = sum(way.score for way in ways)
    score -= STRAY_PRICE * max(0, sum(len(way.rest) > 1 for way in ways) - 1)
    if len(rest) % 3 == 2:
        score += COUNT_BONUS
        score += LEGAL_BONUS if sets_and_pair([names[i] for i in rest]) else 0.0
    with_rest = {row for row, way in zip(row_of, ways, strict=True) if way.rest}
    with_melds = {row for row, way in zip(row_of, ways, strict=True) if way.melds}
    if with_melds - with_rest:
        # Melds lie together: where they have rows of their own, none is at an end of the concealed tiles.
        score -= MIXED_PRICE * bool(with_melds & with_rest)
        main = max(range(len(ways)), key=lambda at: len(ways[at].rest))
        score += sum(ABOVE_BONUS if row < row_of[main] else -ABOVE_BONUS for row in with_melds - with_rest)
    if not rest:
        score -= SORTED_PRICE
    score -= DISORDER_PRICE * any(not is_orderly([names[i] for i in way.rest]) for way in ways)
    for at, way in enumerate(ways):
        # A sorted hand laid open with gaps between its sets: not five calls.
        plain = all(len(m) == 3 and not frames.crosswise[m[0], list(m)].any() for m in way.melds)
        if len(way.melds) > 3 and len(way.rest) == 2 and plain:
            score -= SORTED_PRICE
        if way.melds and plain:
            whole = [names[i] for n, each in enumerate(ways) for i in (runs[n] if n == at else each.rest)]
            score -= ORDER_PRICE * (len(rest) > 2 and is_sorted(whole))
    return score


def is_orderly(names: Sequence[str]) -> bool:
    """Tell whether tiles lie as a player keeps them: suit by suit, or set by set.

    >>> is_orderly("1m 2m 3s 4s 4s".split()), is_orderly("5s 5s 2m 3m 4m 1m 1m 1m 7z".split())
    (True, True)
    >>> is_orderly("3m 1m 2m 5s 2m".split())
    False
    """
    return is_sorted(names) or _is_in_sets(names)


def is_sorted(names: Sequence[str]) -> bool:
    """Tell whether tiles lie suit by suit, up or down; one at an end may be the winning tile.

    >>> is_sorted("1m 2m 3s 4s 4s 2m".split()), is_sorted("2m 3m 4m 1m 1m 1m".split())
    (True, False)
    """
    return any(map(_is_sorted, (names, names[1:], names[:-1])))


def _is_sorted(names: Sequence[str]) -> bool:
    suits = [[int(name[0]) for name in suit] for _, suit in groupby(names, key=lambda name: name[1])]
    once = len({name[1] for name in names}) == len(suits)
    return once and all(ranks in (sorted(ranks), sorted(ranks, reverse=True)) for ranks in suits)


def _is_in_sets(names: Sequence[str]) -> bool:
    """Tell whether all but a pair and a set that lacks a tile lie in sets."""
    in_sets = [0]
    for end in range(1, len(names) + 1):
        whole = end > 2 and meld_kind(names[end - 3 : end]) is not None
        in_sets.append(max(in_sets[-1], in_sets[end - 3] + 3 if whole else 0))
    return len(names) >= FEWEST_IN_SETS and len(names) - in_sets[-1] <= NOT_IN_SETS


def _add_stacked(names: Sequence[str], frames: Frames, melds: list[list[int]], rest: list[list[int]]) -> None:
    """Join a single tile that lies on or against a pung of its own kind to it: a kong."""
    for piece in [p for p in rest if len(p) == 1]:
        for meld in melds:
            same = len(meld) == 3 and {names[i] for i in meld} == {names[piece[0]]}
            if same and min(max(frames.gap_across[i, piece[0]], frames.gap_down[i, piece[0]]) for i in meld) < APART:
                meld.append(piece[0])
                rest.remove(piece)
                break


def _winning(frames: Frames, rest: list[list[int]], others: Sequence[int], usual: float) -> int | None:
    """Give the winning tile: a single one outside the concealed row, the one crosswise, or one at an end with a gap.

    Where several may be it, a drawn tile is more likely the one further off, aslant, or at the right end.
    """
    concealed = [i for part in rest for i in part]
    if len(concealed) < 2:
        return None
    main = max(rest, key=len)
    turned = [i for i in concealed if abs(frames.turned(main[0], i)) > 90 - CROSSWISE]
    if len(concealed) > 2 and len(turned) == len(concealed) - 1:
        turned = [i for i in concealed if i not in turned]
    if len(turned) == 1 and (len(concealed) > 2 or turned[0] != main[0]):
        return turned[0]
    single = [part[0] for part in rest if len(part) == 1 and (part is not main or len(concealed) == 2)]
    apart = [(OWN_ROW + frames.distance(i, [j for j in (*concealed, *others) if j != i]), i) for i in single]
    if len(main) > 1:
        ends = [(gap_between(frames, *main[-2:]) + RIGHT, main[-1]), (gap_between(frames, *main[:2]), main[0])]
        apart += [(gap, tile) for gap, tile in ends if gap > usual + APART + RIGHT * (tile == main[-1])]
    upright = main[len(main) // 2] if len(main) > 1 else others[0] if others else main[0]
    return max((gap + frames.turned(upright, tile) / TURN_UNIT, tile) for gap, tile in apart)[1] if apart else None
