"""Train the second look at flowers: which of the eight a crop shows, by its number, character and picture.

Sets differ in their flowers more than in anything else. The network learns from the flowers of thousands of made-up
sets, so that no picture can be learnt by heart and the marks must be read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from training.crops import Patch, jitter, turned, warp
from training.nets import Classifier
from training.pool import FLOWER_NAMES, REPEATED, Pool
from training.run import Batch
from training.weather import other_set, weather
from vision.verify import CLOSE_SIZE

BATCH = 48
UPRIGHT = 0.7
"""Share of the crops that are upright; the classifier's turn is not always right."""


class FlowerViews:
    """Crops of flowers for training.

    Args:
        faces: flowers of photos and drawn tables, and single-tile pictures.
        made_up: flowers of made-up sets.
        nothing: pieces of photos that are no face, to put round the pictures.
    """

    def __init__(self, faces: Sequence[Patch], made_up: Sequence[Patch], nothing: Sequence[Patch]) -> None:
        flowers = [patch for patch in faces if patch.tile in FLOWER_NAMES]
        single = [patch for patch in flowers if patch.source == "shop"]
        self.pool = Pool([*flowers, *single * (REPEATED - 1), *made_up], [], nothing, flowers=1.0)

    def batch(self, rng: np.random.Generator) -> Batch:
        """Draw a batch: pixels N x 3 x S x S bytes, indices of flowers, turns (-1 unknown)."""
        crops, names, turns = [], [], []
        for _ in range(BATCH):
            patch = self.pool.pick(rng)
            turn = 0 if rng.random() < UPRIGHT else int(rng.integers(4))
            pixels, corners = self.pool.placed(rng, patch)
            crop = warp(pixels, jitter(rng, turned(corners, turn)), CLOSE_SIZE)
            crops.append(weather(rng, other_set(rng, crop)))
            names.append(FLOWER_NAMES.index(patch.tile))
            turns.append(turn if patch.turn_known else -1)
        pixels = np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2))
        return torch.from_numpy(pixels), torch.tensor(names), torch.tensor(turns)


def from_classifier(classifier: Classifier) -> Classifier:
    """Build a network that sees as the classifier does, and has yet to learn what each flower is."""
    net = Classifier(len(FLOWER_NAMES))
    net.body.load_state_dict(classifier.body.state_dict())
    net.top.load_state_dict(classifier.top.state_dict())
    return net


@torch.no_grad()
def flower_logits(net: nn.Module, patches: Sequence[Patch]) -> np.ndarray:
    """Give the logits of each upright patch: N x 8."""
    net.eval()
    out = []
    for first in range(0, len(patches), 64):
        some = [warp(patch.pixels, patch.corners, CLOSE_SIZE) for patch in patches[first : first + 64]]
        out.append(net(torch.from_numpy(np.stack(some)).permute(0, 3, 1, 2).float() / 255)[:, : len(FLOWER_NAMES)])
    return torch.cat(out).numpy()
