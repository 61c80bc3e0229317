"""Look again, and closer, at what the classifier takes for flowers: sets differ in them more than in anything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import onnxruntime

from scorer import TILES
from scorer.tiles import FLOWERS
from vision.classify import CLASSES, Naming, look, softmax
from vision.locate import Face
from vision.photo import Photo
from vision.rectify import rectify
from vision.shapes import is_flower

FLOWER_SIZE = 112
"""Side in pixels of the crops that are looked at."""
SAID_BEFORE = 0.5
"""How much the classifier's opinion counts, beside 1 for the second look. Chosen on flowers of drawn tables."""
FLOWERS_AT = slice(FLOWERS, len(TILES))
"""Where the eight flowers lie among the classes."""


def look_again(
    photo: Photo,
    faces: Sequence[Face],
    namings: Sequence[Naming],
    session: onnxruntime.InferenceSession,
    temperature: float = 1.0,
) -> list[Naming]:
    """Name anew which flower a face is, where it was taken for one; whether it is one is not asked again.

    Args:
        faces: as they were named, each with corners that lie in the photo or hardly outside.
        namings: what the classifier says of each.
        session: the flowers' network.
        temperature: divides its logits; from its card.
    """
    out = list(namings)
    flowers = [i for i, naming in enumerate(namings) if is_flower(CLASSES[int(naming.chances.argmax())])]
    if not flowers:
        return out
    upright = (np.roll(faces[i].corners, -namings[i].turn, axis=0) for i in flowers)
    told = look(np.stack([rectify(photo, corners, FLOWER_SIZE) for corners in upright]), session)
    told = told[:, : len(TILES) - FLOWERS] / temperature
    before = np.array([namings[i].chances[FLOWERS_AT] for i in flowers], np.float32)
    both = softmax(told + SAID_BEFORE * np.log(before + np.float32(1e-6)))
    for i, chances in zip(flowers, both * before.sum(axis=1, keepdims=True), strict=True):
        named = namings[i].chances.copy()
        named[FLOWERS_AT] = chances
        out[i] = replace(namings[i], chances=named)
    return out
