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
from vision.shapes import SAME_UPSIDE_DOWN

NO_FACE = "none"
CLASSES: tuple[str, ...] = (*TILES, BACK, NO_FACE)
BATCH = 16
AT_ONCE = 0.8
"""Probability of a face's turn from which one look is enough; names in doubt are looked at more closely (`verify`)."""
SAME = [CLASSES.index(name) for name in sorted(SAME_UPSIDE_DOWN - {BACK})]
TURNLESS = [CLASSES.index(BACK), CLASSES.index(NO_FACE)]


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """What a crop shows.

    Attributes:
        chances: probability of each of CLASSES; calibrated.
        turn: clockwise quarter turns of the crop from upright, 0 to 3.
    """

    chances: NDArray[np.float32]
    turn: int


def classify(crops: Sequence[Pixels], session: onnxruntime.InferenceSession, temperature: float = 1.0) -> list[Naming]:
    """Name each crop (S x S x 3 bytes, RGB); `temperature` divides the logits and comes from the model's card.

    A crop of whose turn the network is not sure at once is seen in the other three turns too, and the network's
    opinions are averaged. Which way up a face is that looks the same upside down is no doubt.
    """
    if not crops:
        return []
    pixels = np.stack(crops)
    names, turns = _look(pixels, session)
    doubtful = _turned_somehow(names.argmax(axis=1), softmax(turns))
    if doubtful.any():
        others = [_look(np.rot90(pixels[doubtful], -turn, axes=(1, 2)), session) for turn in (1, 2, 3)]
        names[doubtful] = (names[doubtful] + sum(n for n, _ in others)) / 4
        turned = sum(np.roll(t, -turn, axis=1) for turn, (_, t) in zip((1, 2, 3), others, strict=True))
        turns[doubtful] = (turns[doubtful] + turned) / 4
    chances = softmax(names / temperature)
    return [Naming(n, int(t.argmax())) for n, t in zip(chances, turns, strict=True)]


def _turned_somehow(named: NDArray[np.intp], turns: Floats) -> NDArray[np.bool_]:
    """Tell of which of N crops, by their likeliest class and the chances of their turns, the turn is in doubt."""
    either_way = np.maximum(turns.max(axis=1), (turns[:, :2] + turns[:, 2:]).max(axis=1) * np.isin(named, SAME))
    return np.asarray((either_way < AT_ONCE) & ~np.isin(named, TURNLESS), np.bool_)


def _look(pixels: Pixels, session: onnxruntime.InferenceSession) -> tuple[Floats, Floats]:
    """Give the logits of the classes and of the turns for N x S x S x 3 bytes."""
    logits = look(pixels, session)
    return logits[:, : len(CLASSES)], logits[:, len(CLASSES) :]


def look(pixels: Pixels, session: onnxruntime.InferenceSession) -> Floats:
    """Give what a network of crops gives for N x S x S x 3 bytes, a row each."""
    parts = [
        session.run(None, {"crops": to_input(pixels[first : first + BATCH])})[0]
        for first in range(0, len(pixels), BATCH)
    ]
    return np.concatenate(parts)


def softmax(logits: Floats) -> Floats:
    """Turn rows of logits into rows of probabilities."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
