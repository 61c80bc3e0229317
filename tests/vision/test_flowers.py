"""The second look at flowers, on made-up sets that nothing has learnt."""

from __future__ import annotations

import numpy as np
import pytest

import models
from labels.madeup import draw_faces
from scorer import TILES
from scorer.tiles import FLOWERS
from vision import Reader
from vision.classify import CLASSES, Naming
from vision.flowers import FLOWERS_AT, look_again
from vision.locate import Face
from vision.photo import Photo, load_photo
from vision.rectify import rectify

SETS = 6
STEP, LEFT, TOP = 180, 30, 40


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(1)


def laid(number: int, tiles: tuple[str, ...]) -> tuple[Photo, list[Face]]:
    """Faces of a made-up set side by side on green cloth, every other one upside down."""
    faces = draw_faces(np.random.default_rng((4004, number)), ())
    image = np.full((240, STEP * len(tiles) + LEFT, 3), (30, 110, 60), np.uint8)
    found = []
    for at, tile in enumerate(tiles):
        face = faces[tile][::2, ::2]
        high, wide = face.shape[:2]
        x = LEFT + STEP * at
        image[TOP : TOP + high, x : x + wide] = face if at % 2 == 0 else face[::-1, ::-1]
        box = [[x, TOP], [x + wide, TOP], [x + wide, TOP + high], [x, TOP + high]]
        found.append(Face(np.array(box, np.float32), 0.99))
    return load_photo(image), found


def looked_at(reader: Reader, number: int, tiles: tuple[str, ...]) -> tuple[list[Naming], list[Naming]]:
    photo, faces = laid(number, tiles)
    before = reader.name([rectify(photo, face.corners) for face in faces])
    card = models.card("flowers")
    return before, look_again(photo, faces, before, models.session("flowers", 1), card["temperature"])


def named(namings: list[Naming]) -> list[str]:
    return [CLASSES[int(naming.chances.argmax())] for naming in namings]


def test_flowers_of_sets_that_nothing_has_learnt_are_told_apart_by_their_marks(reader: Reader) -> None:
    flowers = TILES[FLOWERS:]
    both = [looked_at(reader, number, flowers) for number in range(SETS)]
    once, again = (
        sum(found == tile for namings in some for found, tile in zip(named(namings), flowers, strict=True))
        for some in zip(*both, strict=True)
    )
    assert again >= 0.9 * SETS * len(flowers) > once


def test_only_which_flower_it_is_may_change(reader: Reader) -> None:
    before, after = looked_at(reader, 3, ("1m", "1s", "6z", "1f", "5f", "7f", "9p", "5z"))
    for old, new in zip(before, after, strict=True):
        assert new.turn == old.turn
        rest_before, rest_after = np.delete(old.chances, FLOWERS_AT), np.delete(new.chances, FLOWERS_AT)
        assert (rest_before == rest_after).all()
        assert new.chances.sum() == pytest.approx(old.chances.sum(), abs=1e-5)
    assert all(old is new for old, new in zip(before[:3], after[:3], strict=True))


def test_what_was_not_taken_for_a_flower_becomes_none(reader: Reader) -> None:
    photo, faces = laid(0, ("1s",))
    chances = np.zeros(len(CLASSES), np.float32)
    chances[FLOWERS_AT] = 0.07
    chances[CLASSES.index("1s")] = 0.44
    (after,) = reader.name_flowers(photo, faces, [Naming(chances, 0)])
    assert (after.chances == chances).all()


def test_a_photo_without_flowers_is_not_looked_at_again() -> None:
    assert look_again(load_photo(np.zeros((64, 64, 3), np.uint8)), [], [], None) == []  # type: ignore[arg-type]
