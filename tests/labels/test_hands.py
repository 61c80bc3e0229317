from __future__ import annotations

import cv2
import numpy as np
import pytest

from labels.deal import deal_hand
from labels.hands import lay_hand
from labels.pose import Row, flat
from labels.shape import PlacedTile, TileShape
from scorer import BACK, check, load_rules, parse_hand

SHAPE = TileShape(width=26.0, height=35.0, thickness=20.0, bevel=1.5, corner=2.5, back_share=0.4)


def overlap(a: PlacedTile, b: PlacedTile) -> float:
    """Give the share of a tile's area that two tiles on the table have in common."""
    rectangles = [
        (
            (float(t.centre[0]), float(t.centre[1])),
            (SHAPE.width, SHAPE.height),
            float(np.degrees(np.arctan2(t.turn[1, 0], t.turn[0, 0]))),
        )
        for t in (a, b)
    ]
    kind, points = cv2.rotatedRectangleIntersection(*rectangles)
    return 0.0 if kind == 0 else float(cv2.contourArea(points)) / (SHAPE.width * SHAPE.height)


@pytest.mark.parametrize("seed", range(25))
def test_the_tiles_of_a_hand_lie_beside_each_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tiles = [t for t in lay_hand(rng, SHAPE, deal_hand(rng)) if t.centre[2] < SHAPE.thickness]
    for index, tile in enumerate(tiles):
        for other in tiles[:index]:
            assert overlap(tile, other) < 0.12, (tile, other)


def test_every_dealt_hand_is_legal_and_its_text_reads_back() -> None:
    rules = load_rules("taiwan")
    for seed in range(40):
        hand = deal_hand(np.random.default_rng(seed))
        assert not check(hand, rules), str(hand)
        assert parse_hand(str(hand)) == hand


def test_a_hand_is_dealt_with_the_melds_and_flowers_asked_for() -> None:
    hand = deal_hand(np.random.default_rng(3), melds=4, flowers=6)
    assert (len(hand.melds), len(hand.flowers), len(hand.concealed)) == (4, 6, 4)


def test_every_tile_of_a_hand_is_laid_once_with_its_role() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        hand = deal_hand(rng)
        tiles = lay_hand(rng, SHAPE, hand)
        by_role = {
            role: [t.tile for t in tiles if t.role == role] for role in ("concealed", "winning", "flower", "meld")
        }
        assert sorted(by_role["concealed"]) == sorted(hand.concealed)
        assert by_role["winning"] == [hand.winning]
        assert sorted(by_role["flower"]) == sorted(hand.flowers)
        assert len(by_role["meld"]) == sum(len(meld.tiles) for meld in hand.melds)
        assert all(t.hand == 0 for t in tiles)


def test_a_tile_laid_face_down_looks_into_the_table() -> None:
    assert flat(SHAPE, BACK, 0, 0).turn[2, 2] == -1
    assert flat(SHAPE, "1m", 0, 0).turn[2, 2] == 1


def test_a_row_runs_where_it_is_told_to() -> None:
    row = Row(np.random.default_rng(0), SHAPE)
    for tile in ("1m", "2m", "3m"):
        row.add(tile, role="concealed", hand=0)
    placed = row.placed(10.0, 20.0, np.pi / 2)
    assert [t.tile for t in sorted(placed, key=lambda t: float(t.centre[1]))] == ["1m", "2m", "3m"]
    assert all(abs(float(t.centre[0]) - 10.0) < 1 for t in placed)
