"""Train the classifier of face crops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor, nn

from labels.photoset import LabelledPhoto
from training.crops import Corners, Patch, cut, full_size, label_key, turned, upright_box, warp
from training.run import Batch
from vision.classify import CLASSES
from vision.rectify import TILE_SIZE

SMOOTHING = 0.03
"""Share of a name's probability that goes to all classes."""
TURNS = 4


def photo_patches(photos: Sequence[LabelledPhoto], corners: Corners | None = None) -> list[Patch]:
    """Cut out every whole labelled face; `corners` gives better corners than the label's box, and turns."""
    known = corners or {}
    patches = []
    for photo in photos:
        pixels = full_size(photo.path)
        for tile in photo.tiles:
            if tile.part != "face":
                continue
            quad, turn_known = known.get(label_key(photo.path.name, tile.box), (None, False))
            piece, moved = cut(pixels, upright_box(*tile.box) if quad is None else np.array(quad, np.float32))
            patches.append(Patch(piece, moved, tile.tile, photo.scene, turn_known, "photo"))
    return patches


def loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of name and of turn."""
    pixels, names, turns = batch
    out = net(pixels.float().div_(255).contiguous(memory_format=torch.channels_last))
    return judged(out, smoothed(names, out.shape[1] - TURNS), turns)


def smoothed(names: Tensor, classes: int = len(CLASSES)) -> Tensor:
    """Give each class the probability that it should have where a face has this name: N x classes for N indices."""
    return nn.functional.one_hot(names, classes) * (1 - SMOOTHING) + SMOOTHING / classes


def judged(out: Tensor, names: Tensor, turns: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Give the loss of logits, and its parts; turns that are not known are -1.

    Args:
        names: N x classes, the probability that each should have.
    """
    named, turned_ = out.split([names.shape[1], TURNS], dim=1)
    name = nn.functional.cross_entropy(named, names)
    turn = nn.functional.cross_entropy(turned_, turns, ignore_index=-1) if (turns >= 0).any() else out.sum() * 0
    right = (named.argmax(1) == names.argmax(1)).float().mean()
    parts = {"name": float(name.detach()), "turn": float(turn.detach()), "right": float(right)}
    return name + 0.3 * turn, parts


@torch.no_grad()
def log_probabilities(net: nn.Module, patches: list[Patch], size: int = TILE_SIZE) -> np.ndarray:
    """Give log p(class) and log p(turn) of each patch in each of its four numberings: N x 4 x (classes + 4).

    Args:
        size: side of the network's crops in pixels.
    """
    net.eval()
    out = []
    for first in range(0, len(patches), 64):
        some = [warp(p.pixels, turned(p.corners, turn), size) for p in patches[first : first + 64] for turn in range(4)]
        x = torch.from_numpy(np.stack(some)).permute(0, 3, 1, 2).float() / 255
        y = net(x)
        split = [y[:, : len(CLASSES)].log_softmax(1), y[:, len(CLASSES) :].log_softmax(1)]
        out.append(torch.cat(split, 1).view(-1, 4, len(CLASSES) + 4).numpy())
    return np.concatenate(out)


def with_turns(net: nn.Module, patches: list[Patch], sure: float = 0.8) -> list[Patch]:
    """Number each patch's corners from its printed top left where the network, knowing the name, is sure."""
    table = log_probabilities(net, patches)
    known = []
    for patch, rows in zip(patches, table, strict=True):
        name = CLASSES.index(patch.tile)
        # The numbering shifted by s shows the face turned t; were it upright at shift u, t = s - u.
        score = np.array([sum(rows[s, len(CLASSES) + (s - u) % 4] for s in range(4)) for u in range(4)])
        score = score + np.array([0.5 * rows[u, name] for u in range(4)])
        chance = np.exp(score - score.max())
        best = int(score.argmax())
        if chance[best] / chance.sum() >= sure:
            known.append(replace(patch, corners=turned(patch.corners, best), turn_known=True))
        else:
            known.append(patch)
    return known


def accuracy(net: nn.Module, patches: list[Patch], size: int = TILE_SIZE) -> tuple[float, float]:
    """Give the shares of patches named right and, of those whose turn is known, turned right."""
    table = log_probabilities(net, patches, size)[:, 0]
    names = np.array([CLASSES.index(p.tile) for p in patches])
    right = table[:, : len(CLASSES)].argmax(1) == names
    known = np.array([p.turn_known for p in patches])
    upright = table[known, len(CLASSES) :].argmax(1) == 0
    return float(right.mean()), float(upright.mean()) if known.any() else 0.0
