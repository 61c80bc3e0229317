"""Make out the hand on the table: which faces are of it, and what each is to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer import BACK, TILES, Hand, Meld
from scorer.hand import MeldKind, meld_shape
from scorer.tiles import in_order
from vision.reading import Role
from vision.rows import Frames, components, frames_of, in_reading_order, side_by_side

TOUCHING = 0.3
NEAR = 1.9
SAME_TURN = 32.0
CROSSWISE = 25.0
FEWEST, MOST = 11, 22


class Assembly:
    """Roles of all faces, the hand they make (None where no hand was made out), and which face is which of its tiles."""

    def __init__(self, roles: list[Role], hand: Hand | None, members: list[int], melds: list[list[int]]) -> None:
        self.roles, self.hand, self.members, self.melds = roles, hand, members, melds


def assemble(names: Sequence[str], corners: NDArray[np.float32]) -> Assembly:
    """Give each face its role.

    Args:
        names: N tile names, `back` for face down.
        corners: N x 4 x 2, pixels of the upright photo, clockwise from the printed top left.

    A hand is the longest row of touching faces with whatever lies near it the same way up: further rows, flowers, a
    winning tile apart or crosswise, kongs. Fewer than 11 or more than 22 such tiles are no hand: then every face is
    `concealed` (flowers `flower`) and there is no hand.
    """
    frames = frames_of(corners)
    members = hand_members(names, frames)
    if members is None:
        return Assembly([("flower" if is_flower(n) else "concealed") if n != BACK else "other" for n in names], None, [], [])
    roles: list[Role] = ["other"] * len(names)
    melds, winning = split(names, frames, members)
    melded = {i for meld in melds for i in meld}
    for i in members:
        roles[i] = "flower" if is_flower(names[i]) else "concealed"
    for i in melded:
        roles[i] = "meld"
    if winning is not None:
        roles[winning] = "winning"
    order = in_reading_order(frames, members)
    hand = hand_of(names, roles, order, melds)
    return Assembly(roles, hand, order, melds)


def is_flower(name: str) -> bool:
    """Tell whether a name is a flower's or season's."""
    return name.endswith("f")


def hand_members(names: Sequence[str], frames: Frames) -> list[int] | None:
    """Give the faces of the hand, or None where there is none to be made out."""
    if not names:
        return None
    groups = components(side_by_side(frames, TOUCHING))
    shown = [g for g in groups if sum(names[i] != BACK for i in g) > 0]
    if not shown:
        return None
    sizes = frames.sizes
    seed = max(shown, key=lambda g: (sum(names[i] != BACK for i in g), float(sizes[g].mean())))
    lead = _upright(frames, seed)
    chosen = set(seed)
    gap = np.maximum(frames.gap_across, frames.gap_down)
    grown = True
    while grown:
        grown = False
        for group in groups:
            if chosen.issuperset(group):
                continue
            inside = sorted(chosen)
            distance = float(gap[np.ix_(group, inside)].min())
            if distance <= _reach(names, group) and _alike(names, frames, group, lead, inside):
                chosen.update(group)
                grown = True
    count = sum(not is_flower(names[i]) and names[i] != BACK for i in chosen)
    others = [i for i in range(len(names)) if i not in chosen and names[i] != BACK]
    if count < FEWEST or count > MOST or (len(others) > count and len(seed) < 5):
        return None
    return sorted(chosen)


def _reach(names: Sequence[str], group: Sequence[int]) -> float:
    """Give how many tile widths from the hand a group may lie: flowers and whole melds further than a single tile."""
    if all(is_flower(names[i]) for i in group):
        return 4.0
    return NEAR if len(group) < 3 else 3.0


def _upright(frames: Frames, group: Sequence[int]) -> int:
    """Give the group's face whose turn is most like the others'."""
    turns = [[abs(frames.turn_between(i, j)) for j in group] for i in group]
    return group[int(np.argmin(np.median(turns, axis=1)))]


def _alike(names: Sequence[str], frames: Frames, group: Sequence[int], lead: int, inside: Sequence[int]) -> bool:
    """Tell whether a group lies as the hand does: of like size, the same way up or (some of it) crosswise."""
    sizes = frames.sizes
    ratio = float(np.median(sizes[list(group)]) / np.median(sizes[list(inside)]))
    if not 0.6 < ratio < 1.6:
        return False
    if all(names[i] == BACK for i in group):
        return len(group) == 4 and ratio > 0.75
    turns = [abs(frames.turn_between(lead, i)) for i in group if names[i] != BACK]
    upright = [t for t in turns if t < SAME_TURN]
    crosswise = [t for t in turns if abs(t - 90) < CROSSWISE]
    if len(group) == 1:
        return bool(upright or crosswise)
    return len(upright) >= len(turns) / 2 and len(upright) + len(crosswise) >= 0.75 * len(turns)


def split(names: Sequence[str], frames: Frames, members: Sequence[int]) -> tuple[list[list[int]], int | None]:
    """Split the hand's faces into melds and the rest; gives the melds and the winning tile's index where it shows.

    A meld is three or four tiles that make a set and lie apart from the longest row, or hold a crosswise or face-down
    tile. The winning tile is a single tile apart or crosswise.
    """
    plain = [i for i in members if not is_flower(names[i])]
    touching = side_by_side(frames, TOUCHING)[np.ix_(plain, plain)]
    groups = [[plain[i] for i in g] for g in components(touching)]
    groups = [in_reading_order(frames, g) for g in groups]
    lead = _upright(frames, max(groups, key=len))
    crosswise = {i for i in plain if names[i] != BACK and abs(abs(frames.turn_between(lead, i)) - 90) < CROSSWISE}
    melds: list[list[int]] = []
    rest: list[list[int]] = []
    longest = max(groups, key=len)
    all_sets = len(longest) <= 4
    for group in groups:
        if len(group) in (3, 4) and (group is not longest or all_sets) and meld_kind([names[i] for i in group]):
            melds.append(group)
            continue
        found, left = _cut_kongs(names, group)
        melds += found
        rest.append(left)
    _add_stacked(names, frames, melds, rest)
    singles = [g[0] for g in rest if len(g) == 1]
    concealed = [i for g in rest for i in g]
    if all_sets and not any(set(m) & crosswise for m in melds) and len(melds) == 5 and len(concealed) == 2:
        # Five sets and a pair laid open side by side: a sorted hand, not five calls.
        keep = [m for m in melds if any(names[i] == BACK for i in m) or len(m) == 4]
        concealed += [i for m in melds if m not in keep for i in m]
        melds = keep
    if len(singles) == 1 and len(concealed) > 1 and names[singles[0]] != BACK:
        return melds, singles[0]
    aslant = [i for i in concealed if i in crosswise]
    return melds, aslant[0] if len(aslant) == 1 and len(concealed) > 1 else None


def _cut_kongs(names: Sequence[str], row: list[int]) -> tuple[list[list[int]], list[int]]:
    """Cut concealed kongs (x back back x, back x x back, ...) out of a row that touches them."""
    found: list[list[int]] = []
    left: list[int] = []
    at = 0
    while at < len(row):
        four = row[at : at + 4]
        if len(four) == 4 and meld_kind([names[i] for i in four]) == "kong_concealed":
            found.append(four)
            at += 4
        else:
            left.append(row[at])
            at += 1
    return found, left


def _add_stacked(names: Sequence[str], frames: Frames, melds: list[list[int]], rest: list[list[int]]) -> None:
    """Join a single tile that lies on a pung of its own kind to it: a kong."""
    for group in [g for g in rest if len(g) == 1]:
        for meld in melds:
            same = len(meld) == 3 and {names[i] for i in meld} == {names[group[0]]}
            if same and min(max(frames.gap_across[group[0], i], frames.gap_down[group[0], i]) for i in meld) < TOUCHING:
                meld.append(group[0])
                rest.remove(group)
                break


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
