"""Adapt the shipped classifier to a club's own tile set, from a handful of its photos."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from labels.madeup import draw_faces
from training.classifier import judged, smoothed
from training.crops import Patch, drawn_patches, upright_box
from training.nets import Classifier, Still
from training.pool import Pool
from training.run import Batch, train
from vision.classify import CLASSES

FIXED = 8
"""Parts of the encoder, from its start, that stay as they are: edges and strokes are the same on every tile."""
REHEARSED, REHEARSED_SEED = 16, 2003
"""Made-up tile sets that are learnt beside the club's, so that no face is unlearnt that its photos don't show."""
LOOKS, LOOKS_SEED = 24, 11
"""Batches of crops that are drawn; what the fixed parts see of them is kept, and learning draws from that."""
STEPS, BATCH, PEAK = 150, 32, 6e-4


class Later(Still):
    """The parts of a classifier that learn from what the fixed ones see."""

    net: Classifier

    def __init__(self, net: Classifier) -> None:
        super().__init__(net)
        for parameter in net.body[:FIXED].parameters():
            parameter.requires_grad_(False)

    def forward(self, seen: Tensor) -> Tensor:
        """Give the logits of what the fixed parts have seen."""
        return self.net.judge(self.net.body[FIXED:](seen))


class Seen:
    """What the fixed parts of a classifier see of crops drawn from a pool, to draw batches from.

    Where the classifier names a crop right, its opinion is what is to be learnt, after Li and Hoiem, "Learning without
    forgetting" (2016); where it is wrong, the name is.
    """

    @torch.no_grad()
    def __init__(self, net: Classifier, pool: Pool, looks: int) -> None:
        fixed = net.eval().body[:FIXED]
        drawn = [pool.batch(np.random.default_rng((LOOKS_SEED, number))) for number in range(looks)]
        self.seen = torch.cat([fixed(pixels.float().div_(255) * 2 - 1) for pixels, _, _ in drawn])
        names, self.turns = (torch.cat([batch[part] for batch in drawn]) for part in (1, 2))
        told = torch.cat([net.judge(net.body[FIXED:](some)) for some in self.seen.split(BATCH)])[:, : len(CLASSES)]
        right = told.argmax(1) == names
        self.names = torch.where(right[:, None], told.softmax(1), smoothed(names))

    def batch(self, rng: np.random.Generator) -> Batch:
        """Draw what was seen, the probability that each class should have, and turns."""
        some = torch.from_numpy(rng.integers(len(self.names), size=BATCH))
        return self.seen[some], self.names[some], self.turns[some]


@cache
def rehearsed(count: int = REHEARSED) -> list[Patch]:
    """Give the faces of made-up sets and of the project's own, to go on learning while a club's are learnt."""
    patches = drawn_patches()
    for number in range(count):
        for tile, face in draw_faces(np.random.default_rng((REHEARSED_SEED, number)), ()).items():
            corners = upright_box(0, 0, face.shape[1], face.shape[0])
            patches.append(Patch(face, corners, tile, "made-up", True, "shop"))
    return patches


def adapted(
    net: Classifier, own: Sequence[Patch], old: Sequence[Patch], *, checkpoint: Path, steps: int = STEPS
) -> Classifier:
    """Go on training a copy of `net`: most often on the club's faces of a class, else on old ones; gives the copy."""
    later = Later(copy.deepcopy(net))
    seen = Seen(net, Pool([*own, *old], [], []), LOOKS)
    make, report = seen.batch, max(1, steps // 4)
    learnt = train(
        later, make, _loss, steps=steps, peak=PEAK, checkpoint=checkpoint, workers=0, decay=0.98, report=report
    )
    assert isinstance(learnt, Later)
    return learnt.net


def _loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    seen, names, turns = batch
    return judged(net(seen.contiguous(memory_format=torch.channels_last)), names, turns)


@torch.no_grad()
def blended(before: Classifier, after: Classifier, share: float) -> Classifier:
    """Give the network between two: `share` of the way from `before` to `after`, weight by weight.

    The way back from what was unlearnt, after Wortsman et al., "Robust fine-tuning of zero-shot models" (2022).
    """
    out = copy.deepcopy(before)
    for mine, its in zip(out.parameters(), after.parameters(), strict=True):
        mine.lerp_(its, share)
    return out
