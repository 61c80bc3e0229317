from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from labels.facebank import BODY, Design, FaceBank, body_colour, make_face, read_crops
from scorer import TILES

SHARED = Path(os.environ.get("TAILENS_SHARED", Path(__file__).parents[2] / ".." / "shared"))


def picture(tint: tuple[int, int, int]) -> np.ndarray:  # type: ignore[type-arg]
    face = np.full((320, 240, 3), tint, np.uint8)
    face[100:220, 80:160] = (20, 30, 120)
    return face


def test_faces_of_every_tint_get_the_same_body_colour() -> None:
    for tint in ((250, 240, 200), (180, 190, 200)):
        face = make_face(picture(tint)).levels[0]
        assert np.abs(body_colour(face) - BODY).max() <= 2


def test_the_smallest_level_that_is_large_enough_is_given() -> None:
    face = make_face(picture((240, 240, 240)), trim=0.0)
    assert face.at(90).shape[0] == 96
    assert face.at(10).shape[0] == 32
    assert face.at(5000).shape[0] == 320


def test_a_bank_that_lacks_a_face_says_which() -> None:
    face = (make_face(picture((240, 240, 240))),)
    with pytest.raises(ValueError, match=r"no face of 7z$"):
        FaceBank([Design("most", {tile: face for tile in TILES if tile != "7z"})])


def test_a_face_that_a_design_lacks_comes_from_another() -> None:
    face, other = (make_face(picture((240, 240, 240))),), (make_face(picture((200, 200, 200))),)
    bank = FaceBank([Design("most", dict.fromkeys(TILES[:41], face)), Design("one", {TILES[41]: other})])
    assert set(bank.pick(np.random.default_rng(0))) == set(TILES)


def test_crops_are_read_by_design(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / "images" / name), picture((240, 240, 240)))
    (tmp_path / "crops.csv").write_text("image,tile,source,design\na.png,1m,x,red\nb.png,2m,x,blue\n", "utf-8")
    assert {d.name.rpartition("/")[2]: set(d.faces) for d in read_crops(tmp_path)} == {"red": {"1m"}, "blue": {"2m"}}


@pytest.mark.skipif(not (SHARED / "crops" / "crops.csv").is_file(), reason=f"no crops at {SHARED}")
def test_the_shared_crops_hold_every_face() -> None:
    FaceBank(read_crops(SHARED / "crops"))
