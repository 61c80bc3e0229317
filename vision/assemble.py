"""Make out the hand on the table: which faces are of it, and what each is to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from scorer import BACK, TILES, Hand, Meld
from scorer.hand import MeldKind, meld_shape
from scorer.tiles import in_order
from vision.reading import Role
from vision.rows import Frames, components, frames_of, in_reading_order, rows_of, side_by_side

TOUCHING = 0.3
GAPS = (TOUCHING, 1.0)
"""Gaps in tile widths across which faces of one row may still be one group: first touching rows, then loose ones."""
SEEDS = 6
APART = 0.12
REACH_SINGLE, REACH_GROUP, REACH_FLOWERS = 2.2, 3.2, 4.5
SAME_TURN = 32.0
FEWEST, MOST = 11, 22
HAND_SIZE = 17


@dataclass(frozen=True, slots=True)
class Assembly:
    """What the faces are to the hand.

    Attributes:
        roles: of every face.
        hand: None where no hand was made out.
        members: the faces of the hand, in reading order.
        melds: the faces of each meld.
    """

    roles: tuple[Role, ...]
    hand: Hand | None
    members: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...]


def assemble(names: Sequence[str], corners: NDArray[np.float32], size: int = HAND_SIZE) -> Assembly:
    """Give each face its role.

    Args:
        names: N tile names, `back` for face down.
        corners: N x 4 x 2, pixels of the upright photo, clockwise from the printed top left.
        size: tiles of a full hand, kongs counted as three.

    A hand is the longest row of touching faces with whatever lies near it the same way up: further rows, flowers, a
    winning tile apart or crosswise, kongs. Fewer than 11 or more than 22 such tiles are no hand: then every face is
    `concealed` (a flower `flower`) and there is no hand.
    """
    frames = frames_of(corners)
    members = hand_members(names, frames, size)
    if members is None:
        loose: list[Role] = ["other" if n == BACK else "flower" if is_flower(n) else "concealed" for n in names]
        return Assembly(tuple(loose), None, (), ())
    melds, winning = split(names, frames, members)
    melded = {i for meld in melds for i in meld}
    roles: list[Role] = ["other"] * len(names)
    for i in members:
        roles[i] = "meld" if i in melded else "flower" if is_flower(names[i]) else "other" if names[i] == BACK else "concealed"
    if winning is not None:
        roles[winning] = "winning"
    order = [i for i in in_reading_order(frames, members) if roles[i] != "other"]
    return Assembly(tuple(roles), hand_of(names, roles, order, melds), tuple(order), tuple(map(tuple, melds)))


def is_flower(name: str) -> bool:
    """Tell whether a name is a flower's or season's."""
    return name.endswith("f")


def hand_members(names: Sequence[str], frames: Frames, size: int) -> list[int] | None:
    """Give the faces of the hand, or None where there is none to be made out.

    Several rows may be its heart; the best is the one that grows to the fullest hand, then the one of the largest tiles.
    """
    found: list[tuple[int, float, list[int]]] = []
    for touching in GAPS:
        groups = components(side_by_side(frames, touching))
        shown = [g for g in groups if _plain(names, g) > 1 or len(g) > 2 and _plain(names, g)]
        for seed in shown[:SEEDS]:
            members = _grown(names, frames, groups, seed, size)
            count = _count(names, members)
            turned = np.mean([abs(frames.turn_between(seed[0], i)) for i in members])
            found.append((min(count, size) - max(0, count - size), float(frames.sizes[members].mean() - turned), members))
    if not found:
        return None
    members = max(found, key=lambda f: (f[0], f[1]))[2]
    return sorted(members) if FEWEST <= _plain(names, members) <= MOST else None


def _grown(names: Sequence[str], frames: Frames, groups: list[list[int]], seed: list[int], size: int) -> list[int]:
    """Grow a hand from one row: nearest group first, as long as a hand has room for it."""
    lead = _upright(names, frames, seed)
    chosen, base = list(seed), list(seed)
    gap = np.maximum(frames.gap_across, frames.gap_down)
    waiting = [g for g in groups if g is not seed]
    while True:
        lacking = size - _count(names, chosen)
        near = [
            (float(gap[np.ix_(chosen if _all_flowers(names, g) else base, g)].min()), g) for g in waiting
            if (_plain(names, g) <= lacking or _is_set(names, g)) and _alike(names, frames, g, lead, base)
        ]
        within = [(d, g) for d, g in near if d <= _reach(names, g, lacking)]
        if not within:
            return chosen
        _, group = min(within)
        waiting.remove(group)
        chosen += group
        if len(group) > 2:
            base += group


def _plain(names: Sequence[str], group: Sequence[int]) -> int:
    """Count the faces that are neither flowers nor face down."""
    return sum(names[i] != BACK and not is_flower(names[i]) for i in group)


def _count(names: Sequence[str], group: Sequence[int]) -> int:
    """Count tiles towards a full hand: a kong with tiles face down counts three."""
    backs = sum(names[i] == BACK for i in group)
    return _plain(names, group) + (backs + 1) // 2


def _reach(names: Sequence[str], group: Sequence[int], lacking: int) -> float:
    """Give how many tile widths from the hand a group may lie: flowers, sets and the one missing tile further than others."""
    if _all_flowers(names, group) or len(group) == lacking == 1:
        return REACH_FLOWERS
    return REACH_SINGLE if len(group) < 3 else REACH_GROUP


def _all_flowers(names: Sequence[str], group: Sequence[int]) -> bool:
    return all(is_flower(names[i]) for i in group)


def _upright(names: Sequence[str], frames: Frames, group: Sequence[int]) -> int:
    """Give the group's face whose turn is most like the others'."""
    faces = [i for i in group if names[i] != BACK]
    turns = [[abs(frames.turn_between(i, j)) for j in faces] for i in faces]
    return faces[int(np.argmin(np.median(turns, axis=1)))]


def _alike(names: Sequence[str], frames: Frames, group: Sequence[int], lead: int, inside: Sequence[int]) -> bool:
    """Tell whether a group lies as the hand does: of like size, the same way up or (some of it) crosswise."""
    ratio = float(np.median(frames.sizes[list(group)]) / np.median(frames.sizes[list(inside)]))
    if not 0.6 < ratio < 1.6:
        return False
    faces = [i for i in group if names[i] != BACK]
    if not faces:
        return False
    upright = sum(abs(frames.turn_between(lead, i)) < SAME_TURN for i in faces)
    crosswise = sum(abs(abs(frames.turn_between(lead, i)) - 90) < SAME_TURN for i in faces)
    if len(group) == 1:
        return bool(upright or crosswise)
    return upright >= len(faces) / 2 and upright + crosswise >= 0.75 * len(faces)


def split(names: Sequence[str], frames: Frames, members: Sequence[int]) -> tuple[list[list[int]], int | None]:
    """Split the hand's faces into melds and the rest; gives the melds and the winning tile's index where it shows.

    Rows are cut at their gaps. A piece of three or four tiles that make a set is a meld where it lies in another row
    than the concealed tiles, or at one end of theirs. The winning tile is a single tile apart, or one crosswise.
    """
    rows = [_pieces(names, frames, row) for row in rows_of(frames, members)]
    rows = [row for row in rows if row]
    if not rows:
        return [], None
    main = max(rows, key=lambda row: (max(len(p) for p in row if not _is_set(names, p)) if any(not _is_set(names, p) for p in row) else 0, sum(map(len, row))))
    melds = [p for row in rows if row is not main for p in row if _is_set(names, p)]
    if melds:
        melds += [p for p in main if _is_set(names, p) and (len(p) == 4 or any(names[i] == BACK for i in p))]
    else:
        melds = _at_one_end(names, main)
    taken = {i for p in melds for i in p}
    rest = [p for row in rows for p in row if not taken.intersection(p)]
    _add_stacked(names, frames, melds, rest)
    return melds, _winning(names, frames, rest, main)


def _is_set(names: Sequence[str], piece: Sequence[int]) -> bool:
    return len(piece) in (3, 4) and meld_kind([names[i] for i in piece]) is not None


def _pieces(names: Sequence[str], frames: Frames, row: Sequence[int]) -> list[list[int]]:
    """Cut a row, in reading order, where its gaps are wider than between its touching tiles; flowers are left out."""
    gaps = [_gap(frames, a, b) for a, b in pairwise(row)]
    usual = float(np.median(gaps)) if gaps else 0.0
    pieces: list[list[int]] = [[]]
    for at, tile in enumerate(row):
        if at and gaps[at - 1] > max(usual, 0.0) + APART:
            pieces.append([])
        if is_flower(names[tile]):
            pieces.append([])
        else:
            pieces[-1].append(tile)
    found: list[list[int]] = []
    for piece in pieces:
        found += _cut_kongs(names, piece)
    return found


def _gap(frames: Frames, one: int, other: int) -> float:
    """Give the gap in tile widths between two neighbours of a row, of which either may lie crosswise to the row."""
    along = frames.gap_across[one, other], frames.gap_across[other, one]
    return float(max(along) if frames.crosswise[one, other] else along[0])


def _cut_kongs(names: Sequence[str], piece: list[int]) -> list[list[int]]:
    """Cut concealed kongs (x back back x, back x x back, ...) out of a piece that touches them."""
    found: list[list[int]] = [[]]
    at = 0
    while at < len(piece):
        four = piece[at : at + 4]
        if len(four) == 4 and meld_kind([names[i] for i in four]) == "kong_concealed":
            found += [four, []]
            at += 4
        else:
            found[-1].append(piece[at])
            at += 1
    return [p for p in found if p]


def _at_one_end(names: Sequence[str], row: list[list[int]]) -> list[list[int]]:
    """Give the melds that stand at one end of the concealed tiles' row: as many pieces in turn as make sets."""
    def leading(pieces: list[list[int]]) -> list[list[int]]:
        return list(takewhile(lambda p: _is_set(names, p), pieces))

    first, last = leading(row), leading(row[::-1])
    ends = max(first, last, key=len)
    inner = [p for p in row if p not in ends and (_is_set(names, p) and any(names[i] == BACK for i in p))]
    plain = sum(len(p) for p in row)
    if len(ends) == len(row) or (len(ends) == 5 and plain - sum(map(len, ends)) == 2):
        # Every piece is a set: a sorted hand laid open, not calls, but for its kongs.
        ends = [p for p in ends if len(p) == 4]
    return ends + inner


def _add_stacked(names: Sequence[str], frames: Frames, melds: list[list[int]], rest: list[list[int]]) -> None:
    """Join a single tile that lies on a pung of its own kind to it: a kong."""
    for piece in [p for p in rest if len(p) == 1]:
        for meld in melds:
            same = len(meld) == 3 and {names[i] for i in meld} == {names[piece[0]]}
            if same and min(max(frames.gap_across[i, piece[0]], frames.gap_down[i, piece[0]]) for i in meld) < TOUCHING:
                meld.append(piece[0])
                rest.remove(piece)
                break


def _winning(names: Sequence[str], frames: Frames, rest: list[list[int]], main: list[list[int]]) -> int | None:
    """Give the winning tile: a single tile outside the concealed row, one crosswise in it, or one at its end with a gap."""
    concealed = [i for p in rest for i in p if names[i] != BACK]
    if len(concealed) < 2:
        return None
    lead = _upright(names, frames, concealed)
    aslant = [i for i in concealed if abs(abs(frames.turn_between(lead, i)) - 90) < SAME_TURN]
    if len(aslant) == 1:
        return aslant[0]
    singles = [p for p in rest if len(p) == 1 and names[p[0]] != BACK]
    outside = [p[0] for p in singles if p not in main]
    if len(outside) == 1:
        return outside[0]
    ends = [p[0] for p in singles if p in (main[0], main[-1])]
    if len(ends) == 1 and not outside:
        return ends[0]
    return None


def meld_kind(names: Sequence[str]) -> MeldKind | None:
    """Tell which meld three or four names make, face-down ones in a kong included.

    >>> meld_kind(["5p", "back", "back", "5p"])
    'kong_concealed'
    """
    faces = [n for n in names if n != BACK]
    if len(faces) < len(names):
        return "kong_concealed" if len(names) == 4 and len(set(faces)) == 1 and not is_flower(faces[0]) else None
    shape = meld_shape(tuple(names))
    return "kong_claimed" if shape == "kong" else shape


def hand_of(names: Sequence[str], roles: Sequence[Role], order: Sequence[int], melds: Sequence[Sequence[int]]) -> Hand:
    """Put the hand together from names and roles."""
    def of(role: Role) -> list[str]:
        return [names[i] for i in order if roles[i] == role and names[i] != BACK]

    made = []
    for meld in melds:
        tiles = [names[i] for i in meld]
        kind = meld_kind(tiles)
        if kind is None:
            continue
        faces = tuple(n for n in tiles if n != BACK)
        made.append(Meld(kind, faces[:1] * 4 if kind.startswith("kong") else in_order(faces)))
    winning = of("winning")
    return Hand(in_order(of("concealed")), tuple(made), winning[0] if winning else None, in_order(of("flower")))


def too_many(names: Sequence[str]) -> list[str]:
    """Give the names held more often than a set has them."""
    counts = Counter(n for n in names if n in TILES)
    return [n for n, k in counts.items() if k > (1 if is_flower(n) else 4)]
