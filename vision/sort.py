"""Ask the sorter which faces are of the hand."""

from __future__ import annotations

import numpy as np
import onnxruntime

from vision.describe import Floats, Scene


def sort(scene: Scene, session: onnxruntime.InferenceSession) -> Floats:
    """Give the log-odds of each of N faces that it is of what the photo is about."""
    if not len(scene.faces):
        return np.zeros(0, np.float32)
    absent = np.zeros((1, len(scene.faces)), np.float32)
    odds = session.run(None, {"faces": scene.faces[None], "pairs": scene.pairs[None], "absent": absent})[0][0]
    return np.asarray(odds, np.float32)
