"""Train the locator of tile faces on labelled photos and synthetic tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from labels.photoset import LabelledPhoto
from training.crops import Image, full_size, upright_box
from training.run import Batch
from training.views import AREA, BOX, CELL_WEIGHT, EXACT, GLIDE, HEAT, SURE, Floats, Scene, view
from vision.locate import DISTANCE_UNIT

BATCH = 12
VIEWS_A_TABLE = 3


def photo_scene(photo: LabelledPhoto) -> Scene:
    """Read a labelled photo.

    A strip label (`index`) becomes an area of one strip more to every side that is left out of the loss.
    """
    boxes = np.array([upright_box(*t.box) for t in photo.tiles if t.part == "face"], np.float32).reshape(-1, 4, 2)
    unsure = [around(t.box) for t in photo.tiles if t.part != "face"]
    return Scene(
        full_size(photo.path), boxes, aligned(boxes), np.array(unsure, np.float32).reshape(-1, 4, 2), not photo.tiles
    )


def around(box: Sequence[float]) -> Floats:
    """Give the area that the face of a labelled strip may take."""
    x0, y0, x1, y1 = box
    grow = 1.2 * max(x1 - x0, y1 - y0)
    return upright_box(x0 - grow, y0 - grow, x1 + grow, y1 + grow)


def aligned(boxes: Floats) -> NDArray[np.bool_]:
    """Tell which upright boxes (N x 4 x 2) are the faces' own corners: those in rows along the photo's sides.

    A box whose nearest neighbour touches it, is of its size and lies straight across or down from it.
    """
    sure = np.zeros(len(boxes), bool)
    sizes, centres = boxes[:, 2] - boxes[:, 0], boxes.mean(axis=1)
    for i in range(len(boxes)):
        apart = np.linalg.norm(centres - centres[i], axis=1)
        apart[i] = np.inf
        if len(boxes) < 2:
            break
        j = int(apart.argmin())
        step = np.abs(centres[j] - centres[i])
        alike = bool((np.abs(np.log(sizes[i] / sizes[j])) < 0.15).all())
        touching = bool((step < 1.3 * sizes[i]).all())
        sure[i] = alike and touching and step.min() < 0.06 * step.max()
    return sure


class Views:
    """Draws batches: a share from photos, the rest from synthetic tables, each table giving several views."""

    def __init__(self, photos: list[Scene], table: Callable[[np.random.Generator], Scene], photo_share: float) -> None:
        self.photos, self.table, self.photo_share = photos, table, photo_share
        weight = np.array([0.4 if scene.complete else min(2.0, 0.5 + len(scene.faces) / 12) for scene in photos])
        self.chance = weight / weight.sum()

    def batch(self, rng: np.random.Generator) -> Batch:
        """Draw pixels N x 3 x V x V bytes and maps N x 13 x C x C."""
        drawn: list[tuple[Image, Floats]] = []
        while len(drawn) < BATCH:
            if rng.random() < self.photo_share:
                drawn.append(view(rng, self.photos[int(rng.choice(len(self.photos), p=self.chance))]))
            else:
                scene = self.table(rng)
                drawn.extend(view(rng, scene) for _ in range(VIEWS_A_TABLE))
        drawn = drawn[:BATCH]
        pixels = np.stack([d[0] for d in drawn]).transpose(0, 3, 1, 2)
        return torch.from_numpy(np.ascontiguousarray(pixels)), torch.from_numpy(np.stack([d[1] for d in drawn]))


def loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Penalty-reduced focal loss on centres, generalised IoU on extents, corner coding where it is known."""
    pixels, maps = batch
    out = net(pixels.float().div_(255).contiguous(memory_format=torch.channels_last)).float()
    heat, chance = maps[:, HEAT], out[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    centre = heat >= 1
    # Unlabelled faces are no background: where the photo may hold one and the network sees one, nothing is learnt.
    sure = torch.where(
        (maps[:, SURE] > 0.4) & (maps[:, SURE] < 0.6) & (chance.detach() > 0.25), 0.0, maps[:, SURE].ceil()
    )
    found = -((1 - chance) ** 2 * chance.log())[centre].sum()
    empty = -(sure * (1 - heat) ** 4 * chance**2 * (1 - chance).log())[~centre].sum()
    count = centre.sum().clamp(min=8)
    focal = (found + empty) / count
    weight = maps[:, CELL_WEIGHT]
    cells = weight > 0
    share = weight[cells]
    total = share.sum().clamp(min=1.0)
    told = (out[:, BOX].permute(0, 2, 3, 1)[cells].clamp(-4, 5)).exp() * DISTANCE_UNIT
    true = maps[:, BOX].permute(0, 2, 3, 1)[cells]
    box = (share * (1 - overlap(told, true)) + share * 0.2 * (told.log() - true.log()).abs().sum(1)).sum() / total
    exact = share * maps[:, EXACT][cells]
    slanted = exact * (maps[:, AREA][cells] < 0.95)
    where = maps[:, GLIDE].permute(0, 2, 3, 1)[cells]
    # Near zero turn a corner jumps from one end of its side to the other: a likelihood picks an end, a distance
    # would halve it.
    glide = nn.functional.binary_cross_entropy_with_logits(
        out[:, GLIDE].permute(0, 2, 3, 1)[cells], where, reduction="none"
    )
    floor = -(where * where.clamp(min=1e-6).log() + (1 - where) * (1 - where).clamp(min=1e-6).log())
    glide = (glide - floor).sum(1)
    area = (out[:, AREA][cells].sigmoid() - maps[:, AREA][cells]).abs()
    corners = (slanted * glide).sum() / slanted.sum().clamp(min=1.0) + 2 * (exact * area).sum() / exact.sum().clamp(
        min=1.0
    )
    value = focal + 1.5 * box + 0.7 * corners
    return value, {"focal": float(focal.detach()), "box": float(box.detach()), "corners": float(corners.detach())}


def overlap(one: Tensor, other: Tensor) -> Tensor:
    """Give the generalised IoU of boxes coded as distances (left, top, right, bottom) from one point."""
    low, high = torch.minimum(one, other), torch.maximum(one, other)
    inner = (low[:, 0] + low[:, 2]) * (low[:, 1] + low[:, 3])
    hull = (high[:, 0] + high[:, 2]) * (high[:, 1] + high[:, 3])
    sum_ = (one[:, 0] + one[:, 2]) * (one[:, 1] + one[:, 3]) + (other[:, 0] + other[:, 2]) * (other[:, 1] + other[:, 3])
    union = sum_ - inner
    return inner / union - (hull - union) / hull
