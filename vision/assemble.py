"""Make out the hand on the table: which faces are of it, and what each is to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer import BACK, TILES, Hand, Meld
from scorer.tiles import in_order
from vision.members import members_of_hand
from vision.plane import flatten
from vision.reading import Role
from vision.rows import Frames, frames_of, in_reading_order
from vision.shapes import BLANK, is_flower, is_hidden_kong, meld_kind
from vision.split import split

HAND_SIZE = 17
SMALL_SIZE = 0.5


@dataclass(frozen=True, slots=True)
class Assembly:
    """What the faces are to the hand.

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


def assemble(names: Sequence[str], corners: NDArray[np.float32], size: int = HAND_SIZE) -> Assembly:
    """Give each face its role.

    Args:
        names: N tile names, `back` for face down.
        corners: N x 4 x 2, pixels of the upright photo, clockwise from the printed top left.
        size: tiles of a full hand, kongs counted as three.

    A hand lies in rows, with its melds, flowers and winning tile near them and the same way up; what else lies on the
    table gets `other`. Where no hand is made out, every face is `concealed` (a flower `flower`, a back `other`).
    """
    doubtful = np.array([name in (BACK, BLANK) for name in names], bool)
    frames = frames_of(flatten(corners, doubtful))
    members = members_of_hand(names, frames, size)
    if members is None:
        return Assembly(_loose(names, frames), None, (), ())
    melds, winning = split(names, frames, members)
    melded = {i for meld in melds if _is_sound([names[i] for i in meld]) for i in meld}
    roles: list[Role] = ["other"] * len(names)
    for i in members:
        plain: Role = "flower" if is_flower(names[i]) else "other" if names[i] == BACK else "concealed"
        roles[i] = "meld" if i in melded else "winning" if i == winning else plain
    order = [i for i in in_reading_order(frames, members) if roles[i] != "other"]
    return Assembly(tuple(roles), hand_of(names, roles, order, melds), tuple(order), tuple(map(tuple, melds)))


def _loose(names: Sequence[str], frames: Frames) -> tuple[Role, ...]:
    """Give the roles where there is no hand; a face much smaller than the rest is hardly a tile on the table."""
    faces = [i for i, name in enumerate(names) if name not in (BACK, BLANK)]
    usual = float(np.median(frames.sizes[faces])) if faces else 0.0
    return tuple(
        "other" if name == BACK or size < SMALL_SIZE * usual else "flower" if is_flower(name) else "concealed"
        for name, size in zip(names, frames.sizes.tolist(), strict=True)
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
