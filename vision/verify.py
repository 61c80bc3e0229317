"""Look again, and closer, at faces whose name is in doubt, and at flowers: sets differ in them most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from scorer import TILES
from scorer.tiles import FLOWERS
from vision.classify import CLASSES, NO_FACE, Naming, look, softmax
from vision.locate import Face, Floats
from vision.photo import Photo
from vision.rectify import rectify
from vision.shapes import is_flower

CLOSE_SIZE = 112
"""Side in pixels of the crops that are looked at."""
SURE = 0.95
"""Probability of a name from which it is not verified. Chosen, as the next, on drawn tables of sets never seen."""
SAID_BEFORE = 0.5
"""How much the opinion before counts, beside 1 for the closer look."""
FLOWERS_AT = np.arange(FLOWERS, len(TILES))
"""Where the eight flowers lie among the classes."""
NAMES_AT = np.arange(CLASSES.index(NO_FACE))
"""Where all names do, a back's too."""
OTHERS_AT = np.setdiff1d(NAMES_AT, FLOWERS_AT)


def verify(
    photo: Photo,
    faces: Sequence[Face],
    namings: Sequence[Naming],
    session: onnxruntime.InferenceSession,
    temperature: float = 1.0,
) -> list[Naming]:
    """Name anew the faces whose name is in doubt.

    Whether one is a face, and how it is turned, is not asked again. What was taken for a flower may become something
    else, but nothing else a flower: flowers differ so much between sets that a bird never seen looks like one.

    Args:
        faces: as they were named, each with corners that lie in the photo or hardly outside.
        namings: what the classifier says of each.
        session: the verifier.
        temperature: divides its logits; from its card.
    """
    likeliest = [CLASSES[int(naming.chances.argmax())] for naming in namings]
    doubtful = [i for i, name in enumerate(likeliest) if name != NO_FACE and float(namings[i].chances.max()) < SURE]
    out = list(namings)
    for i, told in zip(doubtful, _seen_closer(photo, faces, namings, doubtful, session), strict=True):
        among = NAMES_AT if is_flower(likeliest[i]) else OTHERS_AT
        out[i] = _shared_out(namings[i], among, told[among] / temperature)
    return out


def tell_flowers(
    photo: Photo,
    faces: Sequence[Face],
    namings: Sequence[Naming],
    session: onnxruntime.InferenceSession,
    temperature: float = 1.0,
) -> list[Naming]:
    """Name anew which flower a face is, where it was taken for one; whether it is one is not asked again.

    Args:
        faces: as for `verify`.
        namings: what is known of each.
        session: the flowers' network.
        temperature: divides its logits; from its card.
    """
    flowers = [i for i, naming in enumerate(namings) if is_flower(CLASSES[int(naming.chances.argmax())])]
    out = list(namings)
    for i, told in zip(flowers, _seen_closer(photo, faces, namings, flowers, session), strict=True):
        out[i] = _shared_out(namings[i], FLOWERS_AT, told[: len(FLOWERS_AT)] / temperature)
    return out


def _seen_closer(
    photo: Photo,
    faces: Sequence[Face],
    namings: Sequence[Naming],
    some: Sequence[int],
    session: onnxruntime.InferenceSession,
) -> Floats:
    """Give a network's logits of some faces, cut upright, a row each."""
    if not some:
        return np.zeros((0, 0), np.float32)
    upright = (np.roll(faces[i].corners, -namings[i].turn, axis=0) for i in some)
    return look(np.stack([rectify(photo, corners, CLOSE_SIZE) for corners in upright]), session)


def _shared_out(naming: Naming, among: NDArray[np.intp], told: Floats) -> Naming:
    """Share out anew the chances that some of the classes have together, by what was said before and is told now."""
    before = naming.chances[among]
    both = softmax((told + SAID_BEFORE * np.log(before + np.float32(1e-6)))[None])[0]
    chances = naming.chances.copy()
    chances[among] = both * before.sum()
    return replace(naming, chances=chances)
