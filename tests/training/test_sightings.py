from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is an extra, for training only")
import torch

from labels.photoset import LabelledPhoto, LabelledTile
from training.sightings import BATCH, Sightings, drawn, labelled, plans, varied
from training.sorter import Membership, Sorter, loss
from vision.describe import describe


def test_a_laid_table_is_seen_with_as_many_facts_as_faces() -> None:
    for plan, size in plans(6, 1):
        one = varied(np.random.default_rng(2), drawn(np.random.default_rng(1), plan, size))
        count = len(one.seen.corners)
        assert count == len(one.member) == len(one.role) == len(one.meld) == len(one.seen.names)
        assert set(one.member.tolist()) <= {-1, 0, 1}


def test_turning_a_sighting_changes_no_distance_and_mirrors_nothing() -> None:
    plan, size = next(plans(1, 3))
    before = drawn(np.random.default_rng(1), plan, size)
    for seed in range(8):
        after = varied(np.random.default_rng(seed), before)
        x, y = after.seen.corners[..., 0], after.seen.corners[..., 1]
        area = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
        assert (area > 0).all()  # clockwise, as before
        assert sorted(after.seen.size) == sorted(before.seen.size)


def test_a_face_on_a_label_is_of_what_the_photo_is_about() -> None:
    tile = LabelledTile("1m", "face", (10, 10, 30, 40))
    strip = LabelledTile("3f", "index", (110, 10, 120, 20))
    photo = LabelledPhoto(Path("a.jpg"), "scene", "source", (tile, strip))
    boxes = [(11, 9, 31, 41), (50, 10, 70, 40), (100, 8, 122, 40)]
    corners = np.array([[[a, b], [c, b], [c, d], [a, d]] for a, b, c, d in boxes], np.float32)
    assert labelled(corners, photo).tolist() == [1, 0, 1]


def test_a_sorter_learns_from_a_batch_and_padding_changes_nothing() -> None:
    laid = list(plans(8, 4))
    batch = Sightings([], laid).batch(np.random.default_rng(0))
    assert len(batch[0]) == BATCH
    net = Sorter()
    optimiser = torch.optim.Adam(net.parameters(), 3e-3)
    values = []
    for _ in range(8):
        value, parts = loss(net, batch)
        assert all(np.isfinite(list(parts.values())))
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        values.append(float(value.detach()))
    assert values[-1] < values[0]
    scene = describe(drawn(np.random.default_rng(1), *laid[0]).seen)
    net.eval()
    alone, padded = [], []
    for room, out in ((0, alone), (5, padded)):
        count = len(scene.faces) + room
        faces, pairs = np.zeros((1, count, scene.faces.shape[1])), np.zeros((1, count, count, scene.pairs.shape[2]))
        absent = np.ones((1, count))
        n = len(scene.faces)
        faces[0, :n], pairs[0, :n, :n], absent[0, :n] = scene.faces, scene.pairs, 0
        given = (torch.from_numpy(part.astype(np.float32)) for part in (faces, pairs, absent))
        out += Membership(net)(*given)[0, :n].tolist()
    assert alone == pytest.approx(padded, abs=1e-4)
