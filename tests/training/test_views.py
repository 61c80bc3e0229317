from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is an extra, for training only")
from training.locator import aligned
from training.views import (
    AREA,
    BOX,
    CELL_WEIGHT,
    CELLS,
    EXACT,
    GLIDE,
    HEAT,
    SURE,
    VIEW,
    Scene,
    targets,
    view,
)
from vision.locate import STRIDE, decode


def tile(x: float, y: float, angle: float, width: float = 40.0, height: float = 54.0) -> np.ndarray:
    turn = np.deg2rad(angle)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return (box @ spin.T + [x, y]).astype(np.float32)


NONE = np.zeros((0, 4, 2), np.float32)


@pytest.mark.parametrize("angle", [0, 15, 45, 80, -30])
def test_what_the_locator_is_taught_decodes_to_the_face_it_was_made_from(angle: float) -> None:
    face = tile(160, 150, angle)
    maps = targets(face[None], np.array([True]), NONE, True)
    y, x = np.argwhere(maps[HEAT] == 1)[0]
    logits = np.zeros((10, CELLS, CELLS), np.float32)
    logits[0] = -9.0
    logits[0, y, x] = 9.0
    logits[1:5, y, x] = np.log(maps[BOX, y, x] / 8.0)
    shares = np.clip(np.concatenate([maps[GLIDE, y, x], [maps[AREA, y, x]]]), 1e-4, 1 - 1e-4)
    logits[5:10, y, x] = np.log(shares / (1 - shares))
    corners, _ = decode(logits)
    assert min(np.abs(np.roll(corners[0], k, axis=0) - face).max() for k in range(4)) < 2.0


def test_each_face_has_one_centre_and_cells_that_weigh_one() -> None:
    faces = np.stack([tile(60 + 42 * i, 160, 0) for i in range(5)])
    maps = targets(faces, np.ones(5, bool), NONE, True)
    assert (maps[HEAT] == 1).sum() == 5
    assert maps[CELL_WEIGHT].sum() == pytest.approx(5)


def test_a_face_cut_by_the_view_teaches_nothing() -> None:
    maps = targets(tile(4, 160, 0)[None], np.array([True]), NONE, True)
    assert maps[HEAT].max() == 0
    assert maps[SURE, 160 // STRIDE, 1] == 0


def test_what_may_be_an_unlabelled_face_is_no_background() -> None:
    photo = targets(NONE, np.zeros(0, bool), tile(160, 160, 0)[None], False)
    assert photo[SURE, 40, 40] == 0
    assert photo[SURE, 2, 2] == 0.5
    assert targets(NONE, np.zeros(0, bool), NONE, True)[SURE].min() == 1


def test_a_label_of_unknown_turn_teaches_no_corners() -> None:
    maps = targets(tile(160, 160, 0)[None], np.array([False]), NONE, False)
    assert maps[EXACT].max() == 0
    assert maps[CELL_WEIGHT].sum() == pytest.approx(1)


def test_a_view_never_mirrors_the_photo() -> None:
    # So large that no view leaves it. Red, green, blue clockwise from the top left.
    pixels = np.full((2400, 2400, 3), 40, np.uint8)
    face = tile(1200, 1200, 0)
    pixels[:1200, :1200], pixels[:1200, 1200:], pixels[1200:, 1200:] = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    scene = Scene(pixels, face[None], np.array([True]), NONE, True)
    seen = 0
    for seed in range(40):
        image, _ = view(np.random.default_rng(seed), scene)
        middles = []
        for channel in range(3):
            strong = (image[..., channel].astype(int) - image.max(axis=2, initial=0) == 0) & (image[..., channel] > 90)
            others = [c for c in range(3) if c != channel]
            strong &= image[..., others].max(axis=2) < image[..., channel] * 0.6
            if strong.sum() < 60:
                break
            ys, xs = np.nonzero(strong)
            middles.append((xs.mean(), ys.mean()))
        if len(middles) == 3:
            (ax, ay), (bx, by), (cx, cy) = middles
            assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0
            seen += 1
    assert seen >= 10


def test_only_boxes_in_straight_touching_rows_are_taken_for_corners() -> None:
    row = np.stack([tile(60 + 41 * i, 160, 0) for i in range(4)])
    slanted = np.stack([tile(60 + 38 * i, 100 + 12 * i, 0) for i in range(4)])
    assert aligned(row).all()
    assert not aligned(slanted).any()
    assert not aligned(row[:1]).any()
    assert VIEW == CELLS * STRIDE
