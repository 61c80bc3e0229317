"""Why no model was made; without torch, so that the command can say so where torch is missing."""

from __future__ import annotations

from typing import Final

from scorer.errors import TaiLensError

TRAIN_ERROR_CODES: Final = {
    "train_extra_missing": "torch or another package of the `train` extra is not installed",
    "nothing_to_learn": "no whole face is labelled in the photos",
    "nothing_to_gain": "the faces are named right already, or as many as would be",
    "model_loses": "what was learnt costs too much of what was known",
    "out_exists": "what is to be written is there already",
}
"""What stops `tailens train`: code and meaning."""


class TrainError(TaiLensError):
    """Refuse to make a model. Its code is a key of `TRAIN_ERROR_CODES`."""
