"""Ask the sorter: which faces are of the hand, what each is to it, and which are of one meld."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnxruntime

from vision.classify import softmax
from vision.describe import Floats, Scene

ROLES = ("concealed", "meld", "winning")


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What the sorter thinks of N faces.

    Attributes:
        member: N, log-odds that the face is of what the photo is about.
        roles: N x 3, probabilities of ROLES, were it of the hand.
        together: N x N, log-odds that two faces are of one meld.
        hand: log-odds that there is a whole hand.
    """

    member: Floats
    roles: Floats
    together: Floats
    hand: float


def sort(scene: Scene, session: onnxruntime.InferenceSession) -> Opinion:
    """Give the sorter's opinion of a photo's faces."""
    count = len(scene.faces)
    if not count:
        none = np.zeros((0, 0), np.float32)
        return Opinion(np.zeros(0, np.float32), np.zeros((0, len(ROLES)), np.float32), none, 0.0)
    absent = np.zeros((1, count), np.float32)
    own, together = session.run(None, {"faces": scene.faces[None], "pairs": scene.pairs[None], "absent": absent})
    return Opinion(own[0, :, 0], softmax(own[0, :, 1:4]), together[0], float(own[0, 0, 4]))
