"""Name face crops and tell how each is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from scorer import BACK, TILES
from vision.locate import Floats, to_input
from vision.photo import Pixels

NO_FACE = "none"
CLASSES: tuple[str, ...] = (*TILES, BACK, NO_FACE)
BATCH = 48


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """What a crop shows.

    Attributes:
        chances: probability of each of CLASSES; calibrated.
        turn: clockwise quarter turns of the crop from upright, 0 to 3.
        upright: probability that `turn` is right.
    """

    chances: NDArray[np.float32]
    turn: int
    upright: float


def classify(crops: Sequence[Pixels], session: onnxruntime.InferenceSession, temperature: float = 1.0) -> list[Naming]:
    """Name each crop (S x S x 3 bytes, RGB); `temperature` divides the logits and comes from the model's card."""
    namings: list[Naming] = []
    for first in range(0, len(crops), BATCH):
        logits = session.run(None, {"crops": to_input(np.stack(crops[first : first + BATCH]))})[0]
        chances = softmax(logits[:, : len(CLASSES)] / temperature)
        turns = softmax(logits[:, len(CLASSES) :])
        namings += [Naming(c, int(t.argmax()), float(t.max())) for c, t in zip(chances, turns, strict=True)]
    return namings


def softmax(logits: Floats) -> Floats:
    """Turn rows of logits into rows of probabilities."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
