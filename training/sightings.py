"""What the sorter learns from: laid tables as the other networks would see them, and readings of real photos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

import models
from labels.photoset import LabelledPhoto, LabelledTile
from labels.tables import Plan, plan_table
from scorer import BACK, TILES
from training.corners import overlap
from training.crops import upright_box
from training.run import Batch
from training.sorter import ROLES, UNKNOWN
from vision.classify import CLASSES
from vision.describe import NO_FACE_AT, Seen, describe
from vision.locate import locate
from vision.namer import Namer
from vision.photo import load_photo
from vision.rectify import rectify, side_lengths
from vision.shapes import BLANK, SAME_UPSIDE_DOWN

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
BATCH, MOST = 24, 90
REAL = 0.45
"""Share of readings of labelled photos among what is learnt from."""
KINDS = {"hand": 0.62, "rack": 0.18, "grid": 0.1, "loose": 0.06, "close": 0.04}
BLANKS = 0.3
"""Share of sightings in which some tiles of the hand become white dragons. Hardly one blank face in the training photos
is a tile, most are sides of tiles: without more, whatever is blank would be a stranger."""
FACE_DOWN = 0.15
"""Share of laid hands with a kong whose kong lies all face down."""
SIZES = ((640, 640), (640, 480), (480, 640), (640, 360))


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The faces seen in one photo, and what is known of them (-1 where it is not).

    Attributes:
        seen: the faces.
        member: N, whether the face is of what the photo is about.
        role: N, index into ROLES.
        meld: N, the number of its meld; -2 where it is known to be of none.
        hand: whether there is a whole hand.
    """

    seen: Seen
    member: Ints
    role: Ints
    meld: Ints
    hand: int


NO_MELD = -2


def drawn(rng: np.random.Generator, plan: Plan, size: tuple[int, int]) -> Sighting:
    """See a drawn table as the networks would: some faces missed, misread or turned, some seen where none is."""
    tiles = [tile for tile in plan.tiles if rng.random() < _chance_to_see(tile.visible)][:MOST]
    whole = plan.kind == "hand" or (plan.kind == "rack" and plan.hand is not None and len(plan.hand.melds) > 0)
    corners = [_as_located(rng, tile.corners, tile.tile) for tile in tiles]
    member = [UNKNOWN if plan.kind == "pond" else int(tile.role != "other") for tile in tiles]
    role = [ROLES.index(tile.role) if whole and tile.role in ROLES else UNKNOWN for tile in tiles]
    meld = [(NO_MELD if tile.meld is None else tile.meld) if whole else UNKNOWN for tile in tiles]
    names = [tile.tile for tile in tiles]
    confidence = [_as_sure(rng, tile.tile) * min(1.0, 0.4 + tile.visible) for tile in tiles]
    kongs = [n for n in set(meld) if n >= 0 and meld.count(n) == 4]
    if kongs and rng.random() < FACE_DOWN:
        down = int(rng.choice(kongs))
        names = [BACK if of == down else name for name, of in zip(names, meld, strict=True)]
    for _ in range(int(rng.integers(1, 7)) if tiles and rng.random() < 0.3 else 0):
        below = tiles[int(rng.integers(len(tiles)))].corners
        shift = (below[3] - below[0]) * rng.choice([-1, 1]) * rng.uniform(0.6, 1.0)
        corners.append(_as_located(rng, (below + shift).astype(np.float32), BLANK))
        names.append(str(rng.choice([BLANK, BACK, BACK, TILES[int(rng.integers(42))]])))
        member.append(0)
        role.append(UNKNOWN)
        meld.append(NO_MELD if whole else UNKNOWN)
        confidence.append(rng.uniform(0.3, 0.8))
    chances = np.array([_as_read(rng, name) for name in names], np.float32).reshape(-1, len(CLASSES))
    quads = np.array(corners, np.float32).reshape(-1, 4, 2)
    return Sighting(
        Seen(chances, np.array(confidence, np.float32), quads, size),
        np.array(member, np.int64),
        np.array(role, np.int64),
        np.array(meld, np.int64),
        int(whole),
    )


def _chance_to_see(visible: float) -> float:
    return 0.985 if visible > 0.6 else 0.6 if visible > 0.35 else 0.03


def _as_sure(rng: np.random.Generator, name: str) -> float:
    """Give the locator's confidence; it is less sure of what bears no print."""
    return float(rng.uniform(0.36, 0.8) if name == BLANK else rng.uniform(0.5, 1.0))


def _as_located(rng: np.random.Generator, corners: Floats, name: str) -> Floats:
    """Move corners as the locator does, and now and then number them from another than the printed top left."""
    side = float(side_lengths(corners).mean())
    moved = corners + rng.normal(0, 0.02, (1, 2)) * side + rng.normal(0, 0.02, (4, 2)) * side
    chance = rng.random()
    if name in (BACK, BLANK):
        turn = 2 * int(chance < 0.5)
    else:
        turn = 2 if chance < (0.12 if name in SAME_UPSIDE_DOWN else 0.025) else int(rng.integers(4)) * (chance > 0.99)
    return np.roll(moved, turn, axis=0).astype(np.float32)


def _as_read(rng: np.random.Generator, name: str) -> Floats:
    """Give probabilities as the classifier does, wrong now and then."""
    chances = rng.dirichlet(np.full(len(CLASSES), 0.05)).astype(np.float32)
    chance = rng.random()
    top = name if chance > 0.03 else BACK if name == BLANK and chance < 0.02 else str(rng.choice(TILES))
    doubtful = rng.random() < (0.5 if name == BLANK else 0.12) or top != name
    sure = rng.uniform(0.3, 0.9) if doubtful else rng.uniform(0.9, 1.0)
    chances *= np.float32(1 - sure)
    chances[CLASSES.index(top)] += np.float32(sure)
    return chances


def sightings(photos: Sequence[LabelledPhoto], folder: Path) -> Iterator[Sighting]:
    """Read labelled photos with a folder's models: a face on a label is of what the photo is about, another is not."""
    locator, namer = models.session("locator", 2, folder), Namer(2, folder)
    for photo in photos:
        taken = load_photo(photo.path)
        located = [f for f in locate(taken, locator) if _inside(f.corners, taken.width, taken.height)]
        namings = namer.name([rectify(taken, face.corners) for face in located])
        namings = namer.verified(taken, located, namings)
        kept = [i for i, naming in enumerate(namings) if int(naming.chances.argmax()) != NO_FACE_AT]
        corners = [np.roll(located[i].corners, -namings[i].turn, axis=0) for i in kept]
        quads = np.array(corners, np.float32).reshape(-1, 4, 2)
        chances = np.array([namings[i].chances for i in kept], np.float32).reshape(-1, len(CLASSES))
        confidence = np.array([located[i].confidence for i in kept], np.float32)
        yield Sighting(
            Seen(chances, confidence, quads, (taken.width, taken.height)),
            labelled(quads, photo),
            role=np.full(len(kept), UNKNOWN, np.int64),
            meld=np.full(len(kept), UNKNOWN, np.int64),
            hand=UNKNOWN,
        )


def _inside(corners: Floats, width: int, height: int) -> bool:
    slack = float(side_lengths(corners).min())
    return bool((corners > -slack).all() and (corners < np.array([width, height]) + slack).all())


def labelled(corners: Floats, photo: LabelledPhoto) -> Ints:
    """Tell which faces (N x 4 x 2) lie on a label: half its box, or most of a strip."""
    member = np.zeros(len(corners), np.int64)
    for tile in photo.tiles if len(corners) else ():
        fit = [_fit(quad, tile) for quad in corners]
        best = int(np.argmax(fit))
        member[best] |= fit[best] >= 0.5
    return member


def _fit(corners: Floats, tile: LabelledTile) -> float:
    box = upright_box(*tile.box)
    if tile.part == "face":
        return overlap(corners, box)
    low, high = np.maximum(corners.min(axis=0), box[0]), np.minimum(corners.max(axis=0), box[2])
    return float(np.maximum(high - low, 0).prod() / (box[2] - box[0]).prod()) * 0.8


def varied(rng: np.random.Generator, sighting: Sighting) -> Sighting:
    """Turn a photo by quarters, lose a face now and then, move corners and blur names a little."""
    turns, seen = int(rng.choice(4, p=[0.7, 0.1, 0.1, 0.1])), sighting.seen
    (width, height), corners = seen.size, seen.corners
    for _ in range(turns):
        corners = np.stack([height - corners[..., 1], corners[..., 0]], axis=2)
        width, height = height, width
    kept = rng.random(len(corners)) > 0.03 * (rng.random() < 0.5)
    kept[MOST:] = False
    side = side_lengths(corners).mean(axis=1)[:, None, None]
    corners = (corners + rng.normal(0, 0.015, corners.shape) * side).astype(np.float32)
    chances = seen.chances ** rng.uniform(0.4, 1.0)
    chances = chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-6)
    for i in np.flatnonzero(rng.random(len(chances)) < 0.02).tolist():
        chances[i] = _as_read(rng, str(rng.choice(TILES)))
    confidence = seen.confidence.copy()
    mine = np.flatnonzero((sighting.member == 1) & (seen.chances.argmax(axis=1) != CLASSES.index(BACK)))
    if len(mine) and rng.random() < BLANKS:
        for i in rng.choice(mine, min(len(mine), int(rng.integers(1, 4))), replace=False).tolist():
            chances[i], confidence[i] = _as_read(rng, BLANK), _as_sure(rng, BLANK)
    return replace(
        sighting,
        seen=Seen(chances[kept].astype(np.float32), confidence[kept], corners[kept], (width, height)),
        member=sighting.member[kept],
        role=sighting.role[kept],
        meld=sighting.meld[kept],
    )


def collated(sightings: Sequence[Sighting]) -> Batch:
    """Put sightings into one batch, as `training.sorter.loss` takes it."""
    count = max(1, *(len(s.member) for s in sightings))
    scenes = [describe(s.seen) for s in sightings]
    batch = len(sightings)
    faces = np.zeros((batch, count, scenes[0].faces.shape[1]), np.float32)
    pairs = np.zeros((batch, count, count, scenes[0].pairs.shape[2]), np.float32)
    absent = np.ones((batch, count), np.float32)
    member, role = (np.full((batch, count), UNKNOWN, np.int64) for _ in range(2))
    meld = np.full((batch, count, count), UNKNOWN, np.int64)
    for b, (one, scene) in enumerate(zip(sightings, scenes, strict=True)):
        n = len(one.member)
        faces[b, :n], pairs[b, :n, :n], absent[b, :n] = scene.faces, scene.pairs, 0
        member[b, :n], role[b, :n] = one.member, one.role
        known = one.meld != UNKNOWN
        same = (one.meld[:, None] == one.meld[None]) & (one.meld >= 0)[:, None]
        meld[b, :n, :n] = np.where(known[:, None] & known[None] & ~np.eye(n, dtype=bool), same, UNKNOWN)
    hand = np.array([s.hand for s in sightings], np.int64)
    return tuple(map(torch.from_numpy, (faces, pairs, absent, member, role, meld, hand)))


def plans(count: int, seed: int) -> Iterator[tuple[Plan, tuple[int, int]]]:
    """Lay so many tables, with the size of their pictures."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        size = SIZES[int(rng.integers(len(SIZES)))]
        kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
        yield plan_table(rng, width=size[0], height=size[1], kind=kind), size


class Sightings:
    """Draws batches: a share of readings of labelled photos, the rest drawn tables; each of faces about as many."""

    def __init__(self, real: Sequence[Sighting], laid: Sequence[tuple[Plan, tuple[int, int]]]) -> None:
        self.real, self.laid = [s for s in real if len(s.member)], laid
        # A photo with a few tiles alone tells little.
        weight = np.array([min(2.0, 0.2 + len(s.member) / 15) for s in self.real])
        self.chance = weight / max(weight.sum(), 1e-9)

    def pick(self, rng: np.random.Generator) -> Sighting | tuple[Plan, tuple[int, int]]:
        """Choose one, not yet varied."""
        if self.real and rng.random() < REAL:
            return self.real[int(rng.choice(len(self.real), p=self.chance))]
        return self.laid[int(rng.integers(len(self.laid)))]

    def batch(self, rng: np.random.Generator) -> Batch:
        """Draw one batch: of so many sightings a stretch of those alike in size, so that little is padding."""
        some = sorted((self.pick(rng) for _ in range(4 * BATCH)), key=_count)
        first = int(rng.integers(4)) * BATCH
        picked = some[first : first + BATCH]
        return collated([varied(rng, one if isinstance(one, Sighting) else drawn(rng, *one)) for one in picked])


def _count(one: Sighting | tuple[Plan, tuple[int, int]]) -> int:
    return len(one.member) if isinstance(one, Sighting) else len(one[0].tiles)
