from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer import Hand, RuleSet, load_rules, parse_hand
from vision.advice import WARNING_CODES, advise
from vision.photo import Photo
from vision.reading import ReadingWarning, ReadTile

WIDE, HIGH = 48, 64


@pytest.fixture(scope="module")
def taiwan() -> RuleSet:
    return load_rules("taiwan")


def scene(count: int = 3) -> NDArray[np.uint8]:
    """Tiles in a row, each with a sharp pattern, on a green cloth."""
    image = np.full((200, 400, 3), (30, 110, 60), np.uint8)
    for at in range(count):
        left = 60 + at * 60
        image[60 : 60 + HIGH, left : left + WIDE] = (225, 222, 210)
        for line in range(70, 115, 8):
            image[line : line + 3, left + 8 : left + 40] = (20, 30, 60)
    return image


def tile(at: int, *, name: str = "3s", confidence: float = 0.85, role: str = "concealed") -> ReadTile:
    corners = np.add([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], [60 + at * 60, 60]).astype(np.float32)
    return ReadTile(name, confidence, corners, role, 0, ())  # type: ignore[arg-type]


def codes(
    rules: RuleSet,
    image: NDArray[np.uint8],
    tiles: list[ReadTile],
    hand: Hand | None = None,
    repeated: tuple[str, ...] = (),
) -> list[tuple[str, int | None]]:
    found = advise(Photo(image, image.shape[1], image.shape[0]), tiles, hand, repeated, rules)
    assert all(isinstance(w, ReadingWarning) and w.code in WARNING_CODES and w.message for w in found)
    return [(w.code, w.tile) for w in found]


def test_a_good_photo_gives_no_warning(taiwan: RuleSet) -> None:
    assert codes(taiwan, scene(), [tile(i) for i in range(3)]) == []


def test_no_tiles_are_said_and_darkness_with_them(taiwan: RuleSet) -> None:
    assert codes(taiwan, scene(0), []) == [("no_tiles", None)]
    assert codes(taiwan, scene(0) // 8, []) == [("no_tiles", None), ("too_dark", None)]


def test_a_dark_photo_is_said_once(taiwan: RuleSet) -> None:
    assert ("too_dark", None) in codes(taiwan, scene() // 8, [tile(i, confidence=0.95) for i in range(3)])


def test_a_tile_under_a_lamp_is_named(taiwan: RuleSet) -> None:
    image = scene()
    cv2.circle(image, (60 + 60 + 24, 60 + 32), 13, (255, 255, 255), -1)
    assert codes(taiwan, image, [tile(i) for i in range(3)]) == [("glare", 1)]


def test_a_blurred_tile_is_named(taiwan: RuleSet) -> None:
    image = scene()
    image[:, 175:235] = cv2.GaussianBlur(image[:, 175:235], (0, 0), 6)
    assert codes(taiwan, image, [tile(i) for i in range(3)]) == [("blurred", 2)]


def test_a_sure_tile_is_left_alone_even_if_it_glares(taiwan: RuleSet) -> None:
    image = scene()
    cv2.circle(image, (60 + 24, 60 + 32), 13, (255, 255, 255), -1)
    assert codes(taiwan, image, [tile(0, confidence=0.97), tile(1), tile(2)]) == []


def test_a_tile_over_the_border_is_cut_off(taiwan: RuleSet) -> None:
    over = ReadTile("1m", 0.99, np.float32([[370, 60], [418, 60], [418, 124], [370, 124]]), "concealed", 0, ())
    assert codes(taiwan, scene(1), [tile(0), over]) == [("cut_off", 1)]


def test_an_unsure_name_is_marked(taiwan: RuleSet) -> None:
    assert codes(taiwan, scene(2), [tile(0), tile(1, confidence=0.4)]) == [("unsure", 1)]


def test_tiles_that_are_not_of_the_hand_give_no_warning(taiwan: RuleSet) -> None:
    assert codes(taiwan, scene(), [tile(0), tile(1, confidence=0.2, role="other"), tile(2, name="back")]) == []


def test_small_tiles_are_said(taiwan: RuleSet) -> None:
    small = [
        ReadTile("1m", 0.95, np.float32([[x, 60], [x + 12, 60], [x + 12, 76], [x, 76]]), "concealed", 0, ())
        for x in range(60, 200, 14)
    ]
    assert ("too_small", None) in codes(taiwan, scene(), small)


@pytest.mark.parametrize(
    ("text", "code"),
    [("123456789m111222s5z", "hand_incomplete"), ("123456789m111222s555z", "hand_too_large")],
)
def test_a_hand_of_the_wrong_size_is_said_with_both_numbers(text: str, code: str, taiwan: RuleSet) -> None:
    photo = Photo(scene(1), 400, 200)
    hand = parse_hand(text)
    (warning,) = advise(photo, [tile(0)], hand, (), taiwan)
    assert warning.code == code
    assert str(hand.size) in warning.message
    assert "17" in warning.message


def test_a_tile_held_five_times_is_named(taiwan: RuleSet) -> None:
    found = advise(Photo(scene(1), 400, 200), [tile(0)], None, ("1m",), taiwan)
    assert [(w.code, "1m" in w.message) for w in found] == [("too_many_of_a_kind", True)]


def test_a_tile_that_ends_at_the_border_and_is_too_narrow_is_cut_off(taiwan: RuleSet) -> None:
    """What the locator sees of a cut tile ends where the photo does: it is narrower than its neighbours."""
    image = scene(6)[:, :384]
    tiles = [tile(at) for at in range(5)]
    part = ReadTile("1m", 0.95, np.float32([[360, 60], [384, 60], [384, 124], [360, 124]]), "concealed", 0, ())
    assert codes(taiwan, np.ascontiguousarray(image), [*tiles, part]) == [("cut_off", 5)]


@pytest.mark.parametrize("shake", [np.ones((1, 15)), np.eye(13)])
def test_a_shaken_tile_is_blurred_though_it_is_sharp_across_the_shake(
    taiwan: RuleSet, shake: NDArray[np.float64]
) -> None:
    image = scene()
    left = 60 + 2 * 60
    here = image[56 : 64 + HIGH, left - 4 : left + 4 + WIDE]
    here[:] = cv2.filter2D(here, -1, shake / shake.sum())
    assert codes(taiwan, image, [tile(i) for i in range(3)]) == [("blurred", 2)]


def test_a_photo_blurred_all_over_is_said_once(taiwan: RuleSet) -> None:
    image = cv2.GaussianBlur(scene(5), (0, 0), 7)
    assert codes(taiwan, image, [tile(at, confidence=0.85) for at in range(5)]) == [("photo_blurred", None)]


@pytest.mark.parametrize("gain", [0.4, 0.7, 1.0])
def test_a_bright_tile_is_no_glare_whatever_the_light(taiwan: RuleSet, gain: float) -> None:
    image = (scene(5) * gain).astype(np.uint8)
    image[:, 175:235] = np.clip(image[:, 175:235] * 1.1, 0, 255)
    assert codes(taiwan, image, [tile(at) for at in range(5)]) == []


def test_glare_is_told_in_dim_light_too(taiwan: RuleSet) -> None:
    image = (scene(4) * 0.55).astype(np.uint8)
    cv2.circle(image, (60 + 60 + 24, 60 + 32), 13, (215, 215, 215), -1)
    assert codes(taiwan, image, [tile(at) for at in range(4)]) == [("glare", 1)]


def spoiled(kind: str) -> NDArray[np.uint8]:
    """Four tiles that touch, the third spoiled so that no reader names it."""
    image = np.full((200, 400, 3), (30, 110, 60), np.uint8)
    for at in range(4):
        image[60 : 60 + HIGH, 60 + at * WIDE : 59 + (at + 1) * WIDE] = (225, 222, 210)
        for line in range(70, 115, 16):
            image[line : line + 3, 68 + at * WIDE : 100 + at * WIDE] = (20, 30, 60)
    left, right = 60 + 2 * WIDE, 59 + 3 * WIDE
    if kind == "glare":
        image[60 : 60 + HIGH, left:right] = 255
    elif kind == "blurred":
        image[62 : 58 + HIGH, left:right] = cv2.GaussianBlur(image[62 : 58 + HIGH, left:right], (0, 0), 6)
    return image


@pytest.mark.parametrize("kind", ["glare", "blurred", "missed"])
def test_a_tile_that_was_not_read_is_told_by_its_neighbour_with_the_cause(taiwan: RuleSet, kind: str) -> None:
    read = [
        ReadTile("3s", 0.95, (tile(0).corners + np.float32([at * WIDE, 0])).astype(np.float32), "concealed", 0, ())
        for at in (0, 1, 3)
    ]
    found = codes(taiwan, spoiled(kind), read, parse_hand("123456789m111222s5z"))
    assert found == [(f"{kind}_beside", 1), ("hand_incomplete", None)]


def test_nothing_is_missed_beside_a_whole_hand_nor_on_a_white_table(taiwan: RuleSet) -> None:
    read = [ReadTile("3s", 0.95, tile(0).corners, "concealed", 0, ())]
    assert codes(taiwan, spoiled("missed"), read, parse_hand("123456789m111222s55z")) == []
    white = np.full((200, 400, 3), (228, 226, 216), np.uint8)
    white[60 : 60 + HIGH, 60 : 60 + WIDE] = spoiled("missed")[60 : 60 + HIGH, 60 : 60 + WIDE]
    assert codes(taiwan, white, read, parse_hand("123456789m111222s5z")) == [("hand_incomplete", None)]
