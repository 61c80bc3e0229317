"""Make out the hand on the table: which faces are of it, and what each is to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import onnxruntime

from scorer import BACK, TILES, Hand, Meld
from scorer.tiles import in_order
from vision.describe import Floats, Seen, describe
from vision.members import WINNING, members_of_hand, wins
from vision.reading import Role
from vision.rows import Frames, in_reading_order
from vision.shapes import is_flower, is_hidden_kong, meld_kind
from vision.sort import sort
from vision.split import split

HAND_SIZE = 17
MOST_HANDS = 4


@dataclass(frozen=True, slots=True)
class Assembly:
    """What the faces are to one hand.

    Attributes:
        roles: of every face.
        hand: None where no hand was made out.
        members: the faces of the hand, in reading order.
        melds: the faces of each meld, and of each group that lies like one though its names make none.
    """

    roles: tuple[Role, ...]
    hand: Hand | None
    members: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...]

    def renumbered(self, order: Sequence[int]) -> Assembly:
        """Give the same for the faces in another order, which names their old indices."""
        new = {old: at for at, old in enumerate(order)}
        return Assembly(
            tuple(self.roles[i] for i in order),
            self.hand,
            tuple(new[i] for i in self.members),
            tuple(tuple(new[i] for i in meld) for meld in self.melds),
        )


def assemble(seen: Seen, sorter: onnxruntime.InferenceSession, size: int = HAND_SIZE) -> list[Assembly]:
    """Give each hand on the table, the one that the photo is about first; one without a hand where there is none.

    What is not of a hand gets `other`. Where no hand is made out, every face is `concealed` (a flower `flower`, a
    back `other`) but those that the sorter takes for what lies about. A second hand must win as it lies.

    Args:
        size: tiles of a full hand, kongs counted as three.
    """
    first = _assemble_one(seen, sorter, size)
    found = [first]
    while found[-1].hand is not None and len(found) < MOST_HANDS:
        taken = {i for assembly in found for i in assembly.members}
        left = [i for i in range(len(seen.corners)) if i not in taken]
        if len(left) < WINNING:
            break
        further = _assemble_one(seen.some(left), sorter, size, must_win=True)
        if further.hand is None:
            break
        roles: list[Role] = ["other"] * len(seen.corners)
        for at, role in zip(left, further.roles, strict=True):
            roles[at] = role
        members = tuple(left[i] for i in further.members)
        melds = tuple(tuple(left[i] for i in meld) for meld in further.melds)
        found.append(Assembly(tuple(roles), further.hand, members, melds))
    return found


def _assemble_one(seen: Seen, sorter: onnxruntime.InferenceSession, size: int, *, must_win: bool = False) -> Assembly:
    """Make out the likeliest hand among some faces."""
    scene, names = describe(seen), seen.names
    told = sort(scene, sorter)
    members = members_of_hand(names, scene.frames, told, size)
    if members is None or (must_win and not wins(names, scene.frames, members)):
        return Assembly(_loose(names, told), None, (), ())
    roles, melds = roles_of(names, scene.frames, members)
    order = [i for i in in_reading_order(scene.frames, members) if roles[i] != "other"]
    return Assembly(tuple(roles), hand_of(names, roles, order, melds), tuple(order), tuple(map(tuple, melds)))


def roles_of(names: Sequence[str], frames: Frames, members: Sequence[int]) -> tuple[list[Role], list[list[int]]]:
    """Give the role of every face where these are the members of the hand, and the faces of its melds."""
    melds, winning = split(names, frames, members)
    melded = {i for meld in melds if _is_sound([names[i] for i in meld]) for i in meld}
    roles: list[Role] = ["other"] * len(names)
    for i in members:
        plain: Role = "flower" if is_flower(names[i]) else "other" if names[i] == BACK else "concealed"
        roles[i] = "meld" if i in melded else "winning" if i == winning else plain
    return roles, melds


def _loose(names: Sequence[str], told: Floats) -> tuple[Role, ...]:
    """Give the roles where there is no hand."""
    return tuple(
        "other" if name == BACK or odds < 0 else "flower" if is_flower(name) else "concealed"
        for name, odds in zip(names, told.tolist(), strict=True)
    )


def _is_sound(names: Sequence[str]) -> bool:
    """Tell whether a group of tiles apart is a meld by its names too, which one misread name prevents."""
    return meld_kind(names) is not None or is_hidden_kong(names)


def hand_of(names: Sequence[str], roles: Sequence[Role], order: Sequence[int], melds: Sequence[Sequence[int]]) -> Hand:
    """Put the hand together from names and roles.

    A group that lies like a meld but is none by its names counts as concealed tiles; a kong all face down has no name.
    """
    made: list[Meld] = []
    melded: set[int] = set()
    for meld in melds:
        tiles = [names[i] for i in meld]
        kind = meld_kind(tiles)
        if kind is not None:
            faces = tuple(n for n in tiles if n != BACK)
            made.append(Meld(kind, faces[:1] * 4 if kind.startswith("kong") else in_order(faces)))
            melded.update(meld)
    winning = next((names[i] for i in order if roles[i] == "winning"), None)
    flowers = [names[i] for i in order if roles[i] == "flower"]
    rest = [names[i] for i in order if roles[i] in ("concealed", "meld") and i not in melded and names[i] != BACK]
    return Hand(in_order(rest), tuple(made), winning, in_order(flowers))


def too_many(names: Sequence[str]) -> list[str]:
    """Give the names held more often than a set has them."""
    counts = Counter(n for n in names if n in TILES)
    return [n for n, k in counts.items() if k > (1 if is_flower(n) else 4)]
