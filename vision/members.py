"""Choose the faces that are of the hand: grow it from its likeliest row, as far as a hand has room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scorer import BACK
from vision.rows import Frames, components, rows_of, side_by_side
from vision.shapes import BLANK, SAME_UPSIDE_DOWN, is_flower, sets_and_pair
from vision.split import hidden_kongs, split

GAPS = (0.3, 1.0)
"""Gaps in tile widths across which faces of one row may be one group: first touching rows, then loose ones."""
SEEDS = 5
REACH_STRAY, REACH_GROUP, REACH_FLOWERS, REACH_LAST = 1.6, 3.0, 4.5, 5.5
ASLANT, ASLANT_STRAY = 30.0, 20.0
FEWEST, MOST, LEAST_ROW = 11, 22, 8
IN_ROWS = 0.6
CROWD, NEARER, OFF_LINE = 2.2, 0.2, 1.0
WINNING = 4.0
ROW_LIKE = 0.7
MANY = 8
"""More than so many tiles that touch a hand's without being of it: there is no hand, but something larger."""
Worth = tuple[float, int, float]
"""How much speaks for a hand: rows and tiles, then flowers, then how straight its tiles lie."""


@dataclass(frozen=True, slots=True)
class Table:
    """The faces of a photo, laid flat.

    Attributes:
        weights: what each counts towards a full hand: 1, a flower 0, and one face-down tile of each kong 0.
        groups: faces that touch side by side, without those face down that are of no kong.
        blocks: faces that touch on any side, whichever way up, without those face down and blank ones.
    """

    names: Sequence[str]
    frames: Frames
    weights: NDArray[np.int64]
    groups: list[list[int]]
    blocks: list[list[int]]

    def plain(self, group: Sequence[int]) -> int:
        """Count the faces that are neither flowers nor face down."""
        return sum(self.names[i] != BACK and not is_flower(self.names[i]) for i in group)

    def count(self, group: Sequence[int]) -> int:
        """Count tiles towards a full hand; four of a kind are taken for a kong, which counts three."""
        kinds = Counter(self.names[i] for i in group if self.names[i] != BACK)
        return int(self.weights[list(group)].sum()) - sum(count == 4 for count in kinds.values())

    def all_flowers(self, group: Sequence[int]) -> bool:
        """Tell whether a group is flowers only."""
        return all(is_flower(self.names[i]) for i in group)


def members_of_hand(names: Sequence[str], frames: Frames, size: int) -> list[int] | None:
    """Give the faces of the hand, or None where there is none to be made out.

    A hand lies in rows: what is scattered is none. Nor is a part of something larger, such as a whole set in a grid:
    where a row that lies as the hand does was left out only because the hand had no more room, there is no hand,
    unless what was taken wins as it lies.
    """
    kongs = _hidden_kongs(names, frames)
    hidden = {i for kong in kongs for i in kong}
    kept = np.array([name != BACK or i in hidden for i, name in enumerate(names)], bool)
    weights = np.array([int(kept[i] and not is_flower(name)) for i, name in enumerate(names)], np.int64)
    weights[[next(i for i in kong if names[i] == BACK) for kong in kongs]] = 0
    found: list[tuple[Worth, list[int]]] = []
    printed = np.array([name not in (BACK, BLANK) for name in names], bool)
    touches = np.maximum(frames.gap_across, frames.gap_down) < GAPS[0]
    blocks = components((touches | touches.T) & printed[:, None] & printed[None, :])
    for touching in GAPS:
        linked = side_by_side(frames, touching) & kept[:, None] & kept[None, :]
        table = Table(names, frames, weights, [g for g in components(linked) if kept[g[0]]], blocks)
        # Sides of tiles and blank backs look like rows of blank faces: they begin no hand.
        shown = [g for g in table.groups if table.plain([i for i in g if names[i] != BLANK]) > 1]
        for seed in shown[:SEEDS]:
            if not any(set(seed) <= set(members) for _, members in found):
                found += _candidate(table, seed, size)
    return sorted(max(found, key=lambda f: f[0])[1]) if found else None


def _candidate(table: Table, seed: list[int], size: int) -> list[tuple[Worth, list[int]]]:
    """Give the hand that grows from a row with its worth, or nothing where it is none."""
    members, crowd = _grown(table, seed, size)
    wins = _wins(table, members)
    count = wins or table.count(members)
    last = None if wins or count >= size else _last_tile(table, members)
    if last is not None:
        members, count = [*members, last], count + 1
        wins = count
    clear = CROWD if not wins else 0.0 if count == size else GAPS[-1]
    if crowd < clear or not _in_rows(table, seed, members) or _is_part(table, members):
        return []
    turned = float(np.mean([table.frames.turned(seed[0], i) for i in members]))
    flowers = sum(is_flower(table.names[i]) for i in members)
    fill = min(count, size) - max(0, count - size)
    # A row that touches says more than many tiles: discards are many, too.
    tight = components(side_by_side(table.frames, GAPS[0])[np.ix_(members, members)])
    longest = max((table.plain([members[i] for i in group]) for group in tight), default=1)
    worth = min(longest, LEAST_ROW) + fill / 2 + WINNING * (wins > 0)
    return [((worth, flowers, -turned), members)]


def _in_rows(table: Table, seed: Sequence[int], members: Sequence[int]) -> bool:
    """Tell whether there are enough tiles for a hand, most of them in rows."""
    count = table.plain(members)
    inside = set(members)
    rows = [g for g in table.groups if len(g) > 2 and inside.issuperset(g) and _is_row(table, g)]
    enough = FEWEST <= count <= MOST or len(seed) >= LEAST_ROW
    return enough and sum(map(table.plain, rows)) >= IN_ROWS * count


def _is_part(table: Table, members: Sequence[int]) -> bool:
    """Tell whether the tiles are a part of a block with many more, such as a whole set laid out in a grid."""
    inside = set(members)
    return any(
        2 * len(inside.intersection(block)) > len(inside) and table.plain([i for i in block if i not in inside]) > MANY
        for block in table.blocks
    )


def _is_row(table: Table, group: Sequence[int]) -> bool:
    """Tell whether the faces of a group follow one another, as in a row; those of a heap lie this way and that."""
    lines = rows_of(table.frames, group)
    next_to = side_by_side(table.frames, GAPS[-1])
    follow = sum(bool(next_to[a, b]) for line in lines for a, b in pairwise(line))
    return follow >= ROW_LIKE * (len(group) - len(lines)) and len(lines) <= 1 + len(group) / 6


def _hidden_kongs(names: Sequence[str], frames: Frames) -> list[tuple[int, ...]]:
    """Find the kongs that have tiles face down."""
    rows = [row for row in components(side_by_side(frames, GAPS[-1])) if any(names[i] == BACK for i in row)]
    return [kong for row in rows for line in rows_of(frames, row) for kong in hidden_kongs(names, frames, line)]


def _grown(table: Table, seed: list[int], size: int) -> tuple[list[int], float]:
    """Grow a hand from one row, nearest group first, as long as there is room for it.

    Returns:
        The faces, and how near the nearest row lies that is alike and was left out for want of room.
    """
    lead = _upright(table, seed)
    chosen = list(seed)
    gap = np.maximum(table.frames.gap_across, table.frames.gap_down)
    in_line = side_by_side(table.frames, REACH_STRAY)
    waiting = [g for g in table.groups if g is not seed and _alike(table, g, lead)]
    while True:
        complete = _wins(table, chosen)
        room = size - (complete or table.count(chosen))
        held = {table.names[i] for i in chosen}
        near = []
        crowd = np.inf
        for group in waiting:
            away = float(gap[np.ix_(chosen, group)].min())
            if table.all_flowers(group):
                others = [i for i in chosen if is_flower(table.names[i])]
                beside = away < GAPS[0] or not others or float(gap[np.ix_(others, group)].min()) < REACH_STRAY
                fits = len(group) > 1 or (beside and table.names[group[0]] not in held)
            else:
                joins = len(group) > 2 or not complete or bool(in_line[np.ix_(chosen, group)].any())
                kinds = {table.names[i] for i in group} - {BACK}
                fifth = len(kinds) == 1 and sum(table.names[i] in kinds for i in (*chosen, *group)) > 4
                fits = table.count(group) <= room and joins and not (fifth and len(group) > 1)
                crowds = len(group) > 1 and table.count(group) > room and kinds != {BLANK}
                crowd = min(crowd, away) if crowds else crowd
            fits = fits and away <= _reach(table, group, room)
            together = len(group) > 2 or (len(group) > 1 and table.all_flowers(group))
            if fits and (together or _is_nearest(table, group, chosen, away)):
                stray = len(group) < 3 and not table.all_flowers(group)
                # A lone blank face may be a tile's side.
                blank = len(group) == 1 and table.names[group[0]] == BLANK
                near.append((away + OFF_LINE * ((stray or len(group) == 1) + blank), stray, group))
        if not near:
            return chosen, crowd
        _, stray, group = min(near)
        last = _last_tile(table, chosen) if stray and not complete else None
        if last is not None:
            chosen.append(last)
            continue
        waiting.remove(group)
        chosen += [i for i in group if i not in chosen]


def _is_nearest(table: Table, group: Sequence[int], chosen: Sequence[int], away: float) -> bool:
    """Tell whether the hand is what lies nearest to a group; else it is rather one of many discards."""
    gap = np.maximum(table.frames.gap_across, table.frames.gap_down)[group].min(axis=0)
    outside = np.array([not is_flower(name) for name in table.names])
    outside[[*group, *chosen]] = False
    return not outside.any() or away <= float(gap[outside].min()) + NEARER


def _last_tile(table: Table, chosen: Sequence[int]) -> int | None:
    """Find the one tile that makes the hand win, which may lie further off than others, or aslant."""
    gap = np.maximum(table.frames.gap_across, table.frames.gap_down)
    singles = [g[0] for g in table.groups if len(g) == 1 and table.plain(g) and g[0] not in chosen]
    # One at the end of a row is likelier than one that lies as near off it.
    in_line = side_by_side(table.frames, REACH_LAST)
    near = sorted((float(gap[chosen, i].min()) + OFF_LINE * (not in_line[chosen, i].any()), i) for i in singles)
    return next((i for away, i in near if away <= REACH_LAST + OFF_LINE and _wins(table, [*chosen, i])), None)


def _wins(table: Table, members: Sequence[int]) -> int:
    """Count the tiles of a hand that wins as it lies, kongs as three; 0 where it doesn't win."""
    shown = [table.names[i] for i in members if not is_flower(table.names[i])]
    if BACK not in shown and not sets_and_pair(shown, kongs=True):
        return 0
    melds, _ = split(table.names, table.frames, members)
    taken = {i for meld in melds for i in meld}
    rest = [table.names[i] for i in members if i not in taken and table.plain([i])]
    return len(rest) + 3 * len(melds) if sets_and_pair(rest) else 0


def _reach(table: Table, group: Sequence[int], room: int) -> float:
    """Give how many tile widths from the hand a group may lie: a stray one less, unless it is the one tile lacking."""
    if table.all_flowers(group):
        return REACH_FLOWERS
    if all(table.names[i] == BACK for i in group):
        return REACH_STRAY
    return REACH_GROUP if len(group) > 2 or len(group) == room == 1 else REACH_STRAY


def _upright(table: Table, group: Sequence[int]) -> int:
    """Give the group's face whose turn is most like the others', one that shows which way up it lies where there is."""
    faces = [i for i in group if table.names[i] not in SAME_UPSIDE_DOWN] or list(group)
    turns = [[abs(table.frames.turn_between(i, j)) for j in faces] for i in faces]
    return faces[int(np.argmin(np.median(turns, axis=1)))]


def _alike(table: Table, group: Sequence[int], lead: int) -> bool:
    """Tell whether a group lies as the hand does: of like size, the same way up or (some of it) crosswise."""
    ratio = float(np.median(table.frames.sizes[list(group)]) / table.frames.sizes[lead])
    if not 0.6 < ratio < 1.6:
        return False
    turns = np.array([abs(table.frames.turn_between(lead, i)) for i in group])
    straight = np.minimum(turns, 180 - turns)
    slack = ASLANT if len(group) > 1 else ASLANT_STRAY
    crosswise = np.abs(turns - 90) < slack
    if len(group) == 1:
        return bool(straight[0] < slack or crosswise[0])
    same = np.array([table.names[i] in SAME_UPSIDE_DOWN for i in group]) | (table.names[lead] in SAME_UPSIDE_DOWN)
    upright = np.where(same, straight, turns) < slack
    # Few people turn every tile of a row the same way up: most must lie as the hand does, the others straight.
    return bool(upright.mean() >= 0.5 and ((straight < slack) | crosswise).mean() >= 0.75)
