"""Adapt the shipped classifier to a club's own tile set, from a handful of its photos."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from labels.madeup import draw_faces
from training.classifier import loss
from training.crops import Patch, drawn_patches, upright_box
from training.nets import Classifier
from training.pool import Pool
from training.run import train

FIXED = 8
"""Parts of the encoder, from its start, that stay as they are: edges and strokes are the same on every tile."""
REHEARSED, SEED = 24, 2003
"""Made-up tile sets that are learnt beside the club's, so that no face is unlearnt that its photos don't show."""
PEAK = 4e-4
STEPS = 240


class Still(nn.Module):
    """A classifier whose first parts and normalisations stay as they are while it learns.

    A handful of photos says nothing of the statistics that normalisations would take from it.
    """

    def __init__(self, net: Classifier) -> None:
        super().__init__()
        self.net = net
        for parameter in net.body[:FIXED].parameters():
            parameter.requires_grad_(False)

    def forward(self, x: Tensor) -> Tensor:
        """Give the logits."""
        out: Tensor = self.net(x)
        return out

    def train(self, mode: bool = True) -> Still:
        """Switch everything but the normalisations."""
        super().train(mode)
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eval()
        return self


def rehearsed(count: int = REHEARSED) -> list[Patch]:
    """Give the faces of made-up sets and of the project's own, to go on learning while a club's are learnt."""
    patches = drawn_patches()
    for number in range(count):
        for tile, face in draw_faces(np.random.default_rng((SEED, number)), ()).items():
            corners = upright_box(0, 0, face.shape[1], face.shape[0])
            patches.append(Patch(face, corners, tile, "made-up", True, "shop"))
    return patches


def adapted(
    net: Classifier, own: Sequence[Patch], old: Sequence[Patch], *, checkpoint: Path, steps: int = STEPS
) -> Classifier:
    """Go on training a copy of `net`: most often on the club's faces of a class, else on old ones; gives the copy."""
    pool = Pool([*own, *old], [], [])
    still = Still(copy.deepcopy(net))
    learnt = train(still, pool.batch, loss, steps=steps, peak=PEAK, checkpoint=checkpoint, decay=0.98)
    assert isinstance(learnt, Still)
    return learnt.net


@torch.no_grad()
def blended(before: Classifier, after: Classifier, share: float) -> Classifier:
    """Give the network between two: `share` of the way from `before` to `after`, weight by weight.

    The way back from what was unlearnt, after Wortsman et al., "Robust fine-tuning of zero-shot models" (2022).
    """
    out = copy.deepcopy(before)
    for mine, its in zip(out.parameters(), after.parameters(), strict=True):
        mine.lerp_(its, share)
    return out
