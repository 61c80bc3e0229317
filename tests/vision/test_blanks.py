from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorer import BACK
from tests.vision.laid import Laid, seen
from vision.blanks import with_white_dragons
from vision.describe import Seen
from vision.photo import Photo, load_photo
from vision.shapes import BLANK

PAPER, GREEN, CLOTH = (236, 231, 218), (40, 120, 80), (30, 70, 110)


def photo_of(table: Seen, coloured: dict[int, tuple[int, int, int]]) -> Photo:
    """Tiles of bare paper on cloth, those printed with a stroke, some faces coloured all over."""
    width, height = table.size
    picture = np.full((height, width, 3), CLOTH, np.uint8)
    for at, (name, quad) in enumerate(zip(table.names, table.corners, strict=True)):
        colour = coloured.get(at, PAPER)
        cv2.fillConvexPoly(picture, quad.astype(np.int32), colour)
        if name != BACK:
            middle = quad.mean(axis=0).astype(int).tolist()
            cv2.circle(picture, middle, 7, (150, 30, 30), 3)
    noise = np.random.default_rng(3).normal(0, 3, picture.shape)
    return load_photo(np.clip(picture + noise, 0, 255).astype(np.uint8))


def named(laid: Laid, coloured: dict[int, tuple[int, int, int]]) -> list[str]:
    table = seen(laid.names, laid.corners)
    return with_white_dragons(photo_of(table, coloured), table).names


def test_a_blank_face_in_a_row_is_a_white_dragon() -> None:
    laid = Laid().row("123m456p77s--", 0, 0)
    assert named(laid, {}) == [*laid.names[:8], BLANK, BLANK]


def test_a_meld_of_blank_faces_apart_is_too() -> None:
    laid = Laid().row("123m456p77s55z", 0, 0).row("---", 11.5, 0).row("789s", 16, 0)
    assert named(laid, {})[10:13] == [BLANK] * 3


@pytest.mark.parametrize("light", [0.35, 0.6])
def test_so_it_is_in_weak_light(light: float) -> None:
    laid = Laid().row("123m456p77s-", 0, 0)
    table = seen(laid.names, laid.corners)
    dark = (photo_of(table, {}).image * light).astype(np.uint8)
    assert with_white_dragons(load_photo(dark), table).names[8] == BLANK


def test_a_tile_face_down_beside_a_blank_one_stays_face_down() -> None:
    laid = Laid().row("123m456p77s--", 0, 0)
    assert named(laid, {8: GREEN})[8:] == [BACK, BLANK]


@pytest.mark.parametrize("kong", ["5p--5p", "-55p-", "----"])
def test_white_backs_of_a_kong_stay_face_down(kong: str) -> None:
    laid = Laid().row("123m456m77s55z", 0, 0).row(kong, 11, 0)
    assert named(laid, {}) == laid.names


def test_a_wall_of_white_backs_stays_one() -> None:
    laid = Laid().row("123m456m77s55z", 0, 0).row("-" * 12, 0, 3).row("1z", 12.5, 3)
    assert named(laid, {}) == laid.names


def test_what_lies_by_itself_tells_nothing() -> None:
    laid = Laid().row("123m456m77s55z", 0, 0).row("-", 4, 4)
    assert named(laid, {}) == laid.names


def test_the_chances_change_places() -> None:
    laid = Laid().row("123m456p77s-", 0, 0)
    table = seen(laid.names, laid.corners)
    after = with_white_dragons(photo_of(table, {}), table)
    assert after.chances.sum(axis=1) == pytest.approx(table.chances.sum(axis=1))
    assert after.chances[8].max() == table.chances[8].max()
    assert (after.chances[:8] == table.chances[:8]).all()
