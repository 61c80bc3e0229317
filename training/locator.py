"""Train the locator of tile faces on labelled photos and synthetic tables."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from training.crops import upright_box
from training.nets import DISTANCE_UNIT, LOCATOR_STRIDE
from training.run import Batch
from training.views import AREA, BOX, CELL_WEIGHT, EXACT, GLIDE, HEAT, SURE, Scene, view

BATCH = 12
VIEWS_A_TABLE = 3
NO_FACES = np.zeros((0, 4, 2), np.float32)


def photo_scenes(folder: Path, split: str, *, corners_file: Path | None = None) -> dict[str, tuple[str, Scene]]:
    """Read a split of labelled photos: name to (scene, photo with its faces).

    A strip label (`index`) becomes an area of half a face more to every side that is left out of the loss.
    """
    exact = json.loads(corners_file.read_text()) if corners_file else {}
    rows = defaultdict(list)
    for row in csv.DictReader((folder / f"{split}.csv").open(encoding="utf-8")):
        rows[row["photo"]].append(row)
    scenes = {}
    for name, labels in rows.items():
        pixels = cv2.cvtColor(cv2.imread(str(folder / split / name)), cv2.COLOR_BGR2RGB)
        faces, known, unsure = [], [], []
        for row in labels:
            if not row["tile"]:
                continue
            box = [float(row[key]) for key in ("x0", "y0", "x1", "y1")]
            if row["part"] == "face":
                corners = exact.get(f"{name}:{box[0]:.0f},{box[1]:.0f}")
                faces.append(upright_box(*box) if corners is None else np.array(corners, np.float32))
                known.append(corners is not None)
            else:
                grow = 1.2 * max(box[2] - box[0], box[3] - box[1])
                unsure.append(upright_box(box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow))
        empty = not faces and not unsure
        scenes[name] = labels[0]["scene"], Scene(
            pixels, np.array(faces, np.float32).reshape(-1, 4, 2), np.array(known, bool),
            np.array(unsure, np.float32).reshape(-1, 4, 2), empty,
        )
    return scenes


class Views:
    """Draws batches: a share from photos, the rest from synthetic tables, each table giving several views."""

    def __init__(self, photos: list[Scene], table: Callable[[np.random.Generator], Scene], photo_share: float) -> None:
        self.photos, self.table, self.photo_share = photos, table, photo_share
        weight = np.array([0.4 if scene.complete else min(2.0, 0.5 + len(scene.faces) / 12) for scene in photos])
        self.chance = weight / weight.sum()

    def batch(self, rng: np.random.Generator) -> Batch:
        """Draw pixels N x 3 x V x V bytes and maps N x 13 x C x C."""
        drawn = []
        while len(drawn) < BATCH:
            if rng.random() < self.photo_share:
                drawn.extend(view(rng, self.photos[int(rng.choice(len(self.photos), p=self.chance))]) for _ in range(1))
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
    sure = torch.where((maps[:, SURE] > 0.4) & (maps[:, SURE] < 0.6) & (chance.detach() > 0.25), 0.0, maps[:, SURE].ceil())
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
    glide = (out[:, GLIDE].permute(0, 2, 3, 1)[cells].sigmoid() - maps[:, GLIDE].permute(0, 2, 3, 1)[cells]).abs().sum(1)
    area = (out[:, AREA][cells].sigmoid() - maps[:, AREA][cells]).abs()
    corners = (slanted * glide).sum() / slanted.sum().clamp(min=1.0) + 2 * (exact * area).sum() / exact.sum().clamp(min=1.0)
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


assert LOCATOR_STRIDE == 4
