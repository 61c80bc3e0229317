"""A club's own labelled photos, as faces to learn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from torch import nn

import models
from labels.forms.dataset import SetPhoto
from labels.kept import KnownFace
from scorer import BACK
from training.classifier import with_turns
from training.corners import fitting
from training.crops import Patch, cut, full_size, warp
from vision.locate import locate
from vision.photo import load_photo


def own_patches(photos: Iterable[SetPhoto], net: nn.Module, folder: Path = models.FOLDER) -> list[Patch]:
    """Cut out every whole labelled face of a set's photos.

    Args:
        net: a classifier, which says how a face is turned whose label is only a box round it.
        folder: of the locator, which says where such a face's corners are.
    """
    session = models.session("locator", 1, folder)
    patches = []
    for photo in photos:
        labels = [label for label in photo.labels if label.part == "face" and label.tile != BACK]
        boxes = [label for label in labels if not label.turned]
        taken = load_photo(photo.path)
        faces = [face.corners for face in locate(taken, session)] if boxes else []
        pixels = full_size(taken)
        for label in labels:
            corners = np.array(label.corners, np.float32) if label.turned else fitting(label.box, faces)
            piece, moved = cut(pixels, corners)
            if min(piece.shape[:2]) > 5:
                patches.append(Patch(piece, moved, label.tile, photo.scene or photo.name, label.turned, "photo"))
    return list(_turned(net, patches))


def _turned(net: nn.Module, patches: list[Patch]) -> Iterator[Patch]:
    """Number the corners of faces whose turn nobody said, where the network is sure of it."""
    untold = [patch for patch in patches if not patch.turn_known]
    told = iter(with_turns(net, untold) if untold else ())
    return (patch if patch.turn_known else next(told) for patch in patches)


def known_faces(patches: Iterable[Patch]) -> list[KnownFace]:
    """Give patches as the classifier sees them."""
    return [KnownFace(np.asarray(warp(patch.pixels, patch.corners), np.uint8), patch.tile) for patch in patches]
