"""How well a handful of photos teaches a tile set that nothing was trained on.

python -m training.fewshot --designs 0 1 2 3 --old ../shared/photos/train.csv

Each made-up set is drawn as photos of hands: some to learn from, as a club would confirm them, twenty others to measure
by. `--old` names labelled photos; of these the tenth of the scenes that the shipped classifier was not trained on shows
what is lost of real faces.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch

import models
from labels.facebank import FaceBank
from labels.kept import KnownFace, kept_faces, named_right
from labels.madeup import find_fonts, made_up_design
from labels.photoset import read_photos, split_by_scene
from labels.tables import render_table
from scorer import BACK
from training.__main__ import HELD_OUT, SPLIT_SEED
from training.classifier import photo_patches, with_turns
from training.corners import find_corners
from training.crops import Patch, cut
from training.errors import TrainError
from training.learn import DRAWN, NAME, adapt
from training.own import known_faces
from training.shipped import classifier

SEED = 77
"""Of made-up sets; those that the models have learnt are of another."""
SHOTS = (2, 5, 10)
MEASURED, EVERY = 20, 3
"""Photos to measure a set by; of the old real faces, one in so many."""
SIDE, WELL_SEEN = 960, 0.8


@dataclass(slots=True)
class Count:
    """Faces named right, of how many: of the set, of its flowers, of the old real ones."""

    faces: tuple[int, int] = (0, 0)
    flowers: tuple[int, int] = (0, 0)
    old: tuple[int, int] = (0, 0)

    def __add__(self, other: Count) -> Count:
        """Give both together."""
        pairs = ((self.faces, other.faces), (self.flowers, other.flowers), (self.old, other.old))
        return Count(*((a[0] + b[0], a[1] + b[1]) for a, b in pairs))

    def __str__(self) -> str:
        """Give shares and numbers."""
        parts = (("faces", self.faces), ("flowers", self.flowers), ("old real faces", self.old))
        return ", ".join(f"{name} {right / max(1, count):.4f} ({right} of {count})" for name, (right, count) in parts)


def main() -> int:
    """Print a line for each set and number of photos, and the sums."""
    parser = argparse.ArgumentParser(prog="python -m training.fewshot", description=__doc__.split("\n")[0])
    parser.add_argument("--designs", type=int, nargs="+", default=range(6), help="numbers of made-up sets")
    parser.add_argument("--old", type=Path, help="labelled photos in the documented form (docs/data.md)")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(options.threads)
    kept = {DRAWN: kept_faces()}
    old = held_out(options.old) if options.old else []
    sums = dict.fromkeys((0, *SHOTS), Count())
    for design in options.designs:
        photos = photos_of(design, max(SHOTS) + MEASURED)
        faces = known_faces(face for photo in photos[-MEASURED:] for face in photo)
        for shots in sums:
            session, told = learnt([face for photo in photos[:shots] for face in photo], kept)
            count = counted(session, faces, old)
            sums[shots] += count
            print(f"set {design}, {shots} photos: {count}; {told}", flush=True)
    for shots, count in sums.items():
        print(f"{shots} photos: {count}")
    return 0


def learnt(own: list[Patch], kept: Mapping[str, list[KnownFace]]) -> tuple[onnxruntime.InferenceSession, str]:
    """Give the classifier that learns from a club's faces, and how far it went; the shipped one where it is refused."""
    if not own:
        return models.session(NAME, 1), "as shipped"
    try:
        with tempfile.TemporaryDirectory() as room:
            found = adapt(classifier(), own, kept, checkpoint=Path(room) / "c.pt")
    except TrainError as refused:
        return models.session(NAME, 1), refused.code
    score = found.kept[DRAWN]
    return models.opened(found.file, 1), f"{found.share:.0%} of the way, kept {score.before} to {score.after}"


def counted(session: onnxruntime.InferenceSession, faces: list[KnownFace], old: list[KnownFace]) -> Count:
    """Count what a classifier names right."""
    flowers = [face for face in faces if face.tile.endswith("f")]
    return Count(*((named_right(some, session), len(some)) for some in (faces, flowers, old)))


def photos_of(design: int, count: int) -> list[list[Patch]]:
    """Draw photos of hands of one made-up set, and give of each the faces that a person would confirm."""
    bank = FaceBank([made_up_design(np.random.default_rng((SEED, design)), fonts())])
    return [hand_faces(bank, (SEED + 1, design, number)) for number in range(count)]


@cache
def fonts() -> Sequence[Path]:
    """Give the machine's fonts."""
    return find_fonts()


def hand_faces(bank: FaceBank, seed: tuple[int, ...]) -> list[Patch]:
    """Draw one photo of a hand, and cut out its faces that can be seen well."""
    table = render_table(np.random.default_rng(seed), bank, kind="hand", width=SIDE, height=SIDE, hard=0.6)
    return [
        Patch(*cut(table.image, tile.corners), tile.tile, str(seed), True, "photo")
        for tile in table.tiles
        if tile.hand == 0
        and tile.tile != BACK
        and tile.visible >= WELL_SEEN
        and tile.corners.min() >= 0
        and tile.corners.max() <= SIDE
    ]


def held_out(path: Path) -> list[KnownFace]:
    """Give the faces of the scenes that the shipped classifier was not trained on."""
    _, held = split_by_scene(read_photos(path), HELD_OUT, SPLIT_SEED)
    return known_faces(with_turns(classifier(), photo_patches(held, find_corners(held))))[::EVERY]


if __name__ == "__main__":
    raise SystemExit(main())
