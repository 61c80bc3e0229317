from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from labels.facebank import FaceBank, Image
from labels.layout import LAYOUTS
from labels.tables import RenderedTable, RenderedTile, main, plan_table, render_table
from scorer import BACK, is_legal, load_rules, parse_hand

ROLES = {"concealed", "meld", "flower", "winning", "other"}
LOPSIDED = {"1s", "5m", "7m", "2z", "4z", "6z", "1f", "3f", "5f", "6f", "8f", "7p"}
"""Faces that look unlike their mirror image."""


def cut(table: RenderedTable, tile: RenderedTile, size: tuple[int, int]) -> Image:
    """Warp a tile back by the corners that the truth gives."""
    wide, high = size
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(tile.corners - np.float32(0.5), target)
    return np.asarray(cv2.warpPerspective(table.image, matrix, (wide, high)), np.uint8)


def likeness(a: Image, b: Image) -> float:
    """Correlate two pictures, 1 for the same."""
    return float(np.corrcoef(a.mean(axis=2).ravel(), b.mean(axis=2).ravel())[0, 1])


@pytest.fixture(scope="module")
def grids(bank: FaceBank) -> list[tuple[Image, Image, Image]]:
    """Faces of drawn grids: as cut out by their corners, by corners moved by a tenth, and as they should be."""
    found = []
    for seed in range(5):
        table = render_table(np.random.default_rng(seed), bank, width=960, height=960, kind="grid", hard=0.0)
        for tile in table.tiles:
            large = np.linalg.norm(tile.corners[3] - tile.corners[0]) > 40
            if large and tile.visible > 0.95 and tile.tile in LOPSIDED:
                face = bank.designs[0].faces[tile.tile][0].at(96)
                size = (face.shape[1], face.shape[0])
                moved = replace(tile, corners=tile.corners + (tile.corners[1] - tile.corners[0]) / 10)
                found.append((cut(table, tile, size), cut(table, moved, size), face))
    assert len(found) > 20
    return found


def test_the_corners_lie_where_the_face_was_drawn(grids: list[tuple[Image, Image, Image]]) -> None:
    for seen, moved, face in grids:
        assert likeness(seen, face) > max(0.75, likeness(moved, face))


def test_no_face_is_mirrored(grids: list[tuple[Image, Image, Image]]) -> None:
    for seen, _, face in grids:
        assert likeness(seen, face) > likeness(seen, np.ascontiguousarray(face[:, ::-1])) + 0.04


@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_every_kind_of_table_is_drawn_with_a_truth_that_can_be(bank: FaceBank, kind: str) -> None:
    for seed in range(3):
        table = render_table(np.random.default_rng([seed, 9]), bank, width=320, height=256, kind=kind)
        assert table.image.shape == (256, 320, 3)
        assert table.image.dtype == np.uint8
        for tile in table.tiles:
            assert tile.corners.shape == (4, 2)
            assert np.isfinite(tile.corners).all()
            assert 0 < tile.visible <= 1
            assert tile.role in ROLES
            assert (tile.hand is None) or tile.role != "other"


def test_the_same_seed_gives_the_same_photo_and_truth(bank: FaceBank) -> None:
    one, two = (render_table(np.random.default_rng(7), bank, width=256, height=256) for _ in range(2))
    assert np.array_equal(one.image, two.image)
    assert [t.tile for t in one.tiles] == [t.tile for t in two.tiles]
    assert all(np.array_equal(a.corners, b.corners) for a, b in zip(one.tiles, two.tiles, strict=True))


def test_the_tiles_seen_of_a_hand_are_those_of_its_text(bank: FaceBank) -> None:
    rules = load_rules("taiwan")
    for seed in range(12):
        table = render_table(np.random.default_rng(seed), bank, width=256, height=256, kind="hand")
        assert table.hand is not None
        hand = parse_hand(table.hand)
        assert is_legal(hand, rules)
        of_role = {role: Counter(t.tile for t in table.tiles if t.role == role) for role in ROLES}
        assert of_role["concealed"] <= Counter(hand.concealed)
        assert of_role["flower"] <= Counter(hand.flowers)
        assert of_role["winning"] <= Counter([hand.winning])
        melded = Counter(tile for meld in hand.melds for tile in meld.tiles)
        faces_up = Counter({tile: n for tile, n in of_role["meld"].items() if tile != BACK})
        assert faces_up <= melded
        kongs = sum(meld.kind == "kong_concealed" for meld in hand.melds)
        assert of_role["meld"][BACK] <= 4 * kongs


def test_a_hidden_tile_is_said_to_be_less_visible(bank: FaceBank) -> None:
    shares = [
        tile.visible
        for seed in range(4)
        for tile in render_table(np.random.default_rng(seed), bank, width=320, height=320, kind="rack").tiles
    ]
    assert min(shares) < 0.5 < max(shares)


def test_the_command_writes_photos_with_their_truth(bank: FaceBank, tmp_path: Path) -> None:
    (tmp_path / "crops" / "images").mkdir(parents=True)
    rows = ["image,tile,source"]
    for tile, faces in bank.designs[0].faces.items():
        cv2.imwrite(str(tmp_path / "crops" / "images" / f"{tile}.png"), faces[0].levels[0])
        rows.append(f"{tile}.png,{tile},drawn")
    (tmp_path / "crops" / "crops.csv").write_text("\n".join(rows), "utf-8")
    crops, out = str(tmp_path / "crops"), tmp_path / "out"
    assert main([str(out), "--count", "2", "--seed", "3", "--crops", crops, "--width", "200", "--height", "160"]) == 0
    assert sorted(path.name for path in (out / "photos").iterdir()) == ["drawn-000000.jpg", "drawn-000001.jpg"]
    assert len(json.loads((out / "photos.json").read_text("utf-8"))) == 2


def test_a_plan_is_what_the_picture_would_show(bank: FaceBank) -> None:
    for seed in range(6):
        plan = plan_table(np.random.default_rng(seed), width=480, height=480, kind="hand")
        table = render_table(np.random.default_rng(seed), bank, width=480, height=480, kind="hand")
        told = {(t.tile, t.role, t.meld, *t.corners.ravel().tolist()) for t in plan.tiles if t.visible > 0.9}
        shown = {(t.tile, t.role, t.meld, *t.corners.ravel().tolist()) for t in table.tiles}
        assert len(told & shown) >= 0.9 * len(told)  # things on the table may cover some


def test_a_meld_s_tiles_bear_its_number() -> None:
    for seed in range(20):
        plan = plan_table(np.random.default_rng(seed), kind="hand")
        assert plan.hand is not None
        for tile in plan.tiles:
            assert (tile.meld is not None) == (tile.role == "meld")
            if tile.meld is not None and tile.tile != "back":
                assert tile.tile in plan.hand.melds[tile.meld].tiles
