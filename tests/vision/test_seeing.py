"""What cameras have been reported to get wrong, each case drawn: light, touching tiles, odd tables, odd hands."""

from __future__ import annotations

from collections import Counter
from time import process_time

import cv2
import numpy as np
import pytest

from scorer import BACK, check, is_legal, load_rules, parse_hand
from tests.vision.drawn import (
    WHITE,
    Drawn,
    Image,
    Line,
    Shot,
    dominoes,
    keyboard,
    lit_from_one_side,
    portrait,
)
from vision import SURE, Reader, ReadTile, TableReading

HAND = "123m456p789s111222z44z"
MELDED = (Line("123456m456s11z", 0, 1.3), Line("777p", 1, 0), Line("555z", 6, 0))
SHOT = Shot(width=800, height=600)
BLUE = (44.0, 92.0, 170.0)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def mine(reading: TableReading) -> list[ReadTile]:
    """The tiles of the hand, those face down left out."""
    return [tile for tile in reading.tiles if tile.role != "other" and tile.tile != BACK]


def names(reading: TableReading) -> Counter[str]:
    return Counter(tile.tile for tile in mine(reading))


def shown(drawn: Drawn) -> Counter[str]:
    return Counter(name for name in drawn.names if name != BACK)


def upside_down(image: Image) -> Image:
    return np.ascontiguousarray(image[::-1, ::-1])


def test_light_from_one_side_parts_the_right_number_of_tiles(reader: Reader) -> None:
    drawn = SHOT.of(Line(HAND, gap=0))
    assert names(reader.read(lit_from_one_side(drawn.image))) == shown(drawn)


@pytest.mark.parametrize("text", ["456p6789s44z456p66z", "123m223m233m112m3z"])
@pytest.mark.parametrize("left", [1.0, 0.4, 0.25])
def test_faces_that_are_alike_and_worn_are_right_or_flagged(reader: Reader, text: str, left: float) -> None:
    worn = np.column_stack([np.eye(3) * left, np.full(3, (1 - left) * 224)])
    drawn = SHOT.seen(tint=worn).of(Line(text))
    reading = reader.read(drawn.image)
    read, truth = in_a_row(reading), drawn.names
    assert len(read) == len(truth)
    wrong = [(t.tile, name, t.confidence) for t, name in zip(read, truth, strict=True) if t.tile != name]
    assert all(confidence < SURE for _, _, confidence in wrong), wrong


def in_a_row(reading: TableReading) -> list[ReadTile]:
    return sorted(mine(reading), key=lambda tile: float(tile.corners[:, 0].mean()))


def test_tiles_that_touch_are_told_apart(reader: Reader) -> None:
    drawn = SHOT.of(Line(HAND, gap=0))
    assert names(reader.read(drawn.image)) == shown(drawn)


@pytest.mark.parametrize("size", [(400, 1200), (800, 160), (200, 700)])
def test_a_squeezed_photo_is_read_as_if_it_were_not(reader: Reader, size: tuple[int, int]) -> None:
    drawn = SHOT.of(Line(HAND, gap=0))
    reading = reader.read(np.asarray(cv2.resize(drawn.image, size, interpolation=cv2.INTER_AREA), np.uint8))
    assert names(reading) == shown(drawn)
    assert (reading.width, reading.height) == size
    at = np.array([tile.corners.mean(axis=0) for tile in mine(reading)])
    assert (at > 0).all()
    assert (at < size).all()


@pytest.mark.parametrize("bend", [-0.5, 0.3, 0.6])
def test_a_curved_row_is_one_hand(reader: Reader, bend: float) -> None:
    drawn = SHOT.of(Line(HAND, bend=bend))
    reading = reader.read(drawn.image)
    assert names(reading) == shown(drawn)
    assert reading.hands[0].legal


@pytest.mark.parametrize("angle", [5, 15, 30, 45, -20, -45])
def test_a_row_at_an_angle_is_one_hand(reader: Reader, angle: float) -> None:
    drawn = SHOT.of(Line(HAND, gap=0, angle=angle))
    reading = reader.read(drawn.image)
    assert names(reading) == shown(drawn)
    assert reading.hands[0].legal


@pytest.mark.parametrize("gap", [0.0, 0.15])
def test_white_tiles_on_a_white_table_are_found(reader: Reader, gap: float) -> None:
    drawn = SHOT.seen(table=WHITE).of(Line(HAND, gap=gap))
    assert names(reader.read(drawn.image)) == shown(drawn)


def test_a_wall_discards_and_a_neighbours_hand_are_other(reader: Reader) -> None:
    hand = Line("123456m456s111222z44z", 0, 3)
    wall = Line("---------", 2, -2.5, role="other")
    discards = [
        Line(name, 1.5 + 2.1 * at, -0.6, 25 * at + 20, role="other") for at, name in enumerate(["5p", "9p", "3s"])
    ]
    neighbour = Line("7p8p9p", 17, -3.8, 180, role="other")
    drawn = SHOT.seen(width=1280, height=960).of(hand, wall, *discards, neighbour)
    reading = reader.read(drawn.image)
    assert names(reading) == Counter(tile.tile for tile in drawn.tiles if tile.role != "other")
    beside = [tile for tile in reading.tiles if tile.role == "other"]
    assert {tile.tile for tile in beside} <= {BACK, "5p", "9p", "3s", "7p", "8p"}
    assert sum(tile.tile == BACK for tile in beside) >= 7


def test_backs_beside_a_white_dragon_are_backs(reader: Reader) -> None:
    drawn = SHOT.of(Line("123m456p789s11155z222m", 0, 0), Line("----", 3, -1.6, role="other"))
    reading = reader.read(drawn.image)
    assert names(reading)["5z"] == 2
    assert {tile.tile for tile in reading.tiles if tile.role == "other"} == {BACK}


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_the_whole_photo_turned_shows_the_same_hand(reader: Reader, quarter: int) -> None:
    drawn = SHOT.of(*MELDED)
    upright = reader.read(drawn.image)
    turned = reader.read(np.ascontiguousarray(np.rot90(drawn.image, quarter)))
    assert names(upright) == names(turned) == shown(drawn)
    assert turned.hands[0].legal


def test_single_tiles_turned_keep_their_names(reader: Reader) -> None:
    drawn = SHOT.of(Line(HAND, sideways=(1, 9)))
    assert names(reader.read(drawn.image)) == shown(drawn)


@pytest.mark.parametrize(
    "draw",
    [keyboard, dominoes, portrait],
)
def test_what_is_no_tile_gives_no_tile_and_no_error(reader: Reader, draw) -> None:  # type: ignore[no-untyped-def]
    picture = draw()
    reader.read(picture)
    began = process_time()
    reading = reader.read(picture)
    # All threads' time together: well under a second on two cores.
    assert process_time() - began < 3
    assert reading.tiles == ()
    assert [warning.code for warning in reading.warnings] == ["no_tiles"]


@pytest.mark.parametrize("draw", [keyboard, dominoes, portrait])
def test_what_is_no_tile_never_makes_a_hand_nor_a_sure_name(reader: Reader, draw) -> None:  # type: ignore[no-untyped-def]
    reading = reader.read(draw())
    assert reading.hands == ()
    assert all(tile.confidence < SURE for tile in reading.tiles)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11111m456p789s222z444z", "five_of_a_kind"),
        ("123m456p789s111222z44z11f", "flower_twice"),
        ("123m456p789s111222z", "too_few_tiles"),
        ("123m456p789s111222z4444z", "too_many_tiles"),
    ],
)
def test_a_hand_that_breaks_a_rule_is_kept_and_the_rule_is_named(reader: Reader, text: str, reason: str) -> None:
    drawn = SHOT.of(Line(text))
    reading = reader.read(drawn.image)
    assert names(reading) == shown(drawn)
    assert reason in check(parse_hand(reading.hands[0].hand), load_rules("taiwan")).reasons
    assert not reading.hands[0].legal


def test_a_kong_with_two_tiles_face_down_is_a_concealed_kong(reader: Reader) -> None:
    drawn = SHOT.seen(back=BLUE).of(Line("123456m456s11122z", 0, 1.3), Line("7p--7p", 2, 0))
    reading = reader.read(drawn.image)
    assert [meld.kind for meld in parse_hand(reading.hands[0].hand).melds] == ["kong_concealed"]
    assert is_legal(parse_hand(reading.hands[0].hand), load_rules("taiwan"))


def test_144_tiles_in_one_photo_are_read_in_seconds(reader: Reader) -> None:
    whole = [*("123456789m123456789p", "123456789s1234567z12f") * 4][:8]
    lines = [Line(text, 0, 1.03 * at) for at, text in enumerate(whole)]
    drawn = SHOT.seen(width=1600, height=1200, elevation=75.0).of(*lines)
    began = process_time()
    reading = reader.read(drawn.image)
    # All threads' time together, with slack for a busy machine; the bench times it.
    assert process_time() - began < 20
    assert len(drawn.tiles) == 144
    assert (names(reading) & shown(drawn)).total() >= 137


@pytest.mark.xfail(reason="nothing that the classifier learnt from was mirrored: it takes the shape for the character")
def test_a_mirrored_tile_is_not_read_with_confidence(reader: Reader) -> None:
    drawn = SHOT.of(Line("66z", gap=0.3))
    mirrored = reader.read(np.ascontiguousarray(drawn.image[:, ::-1]))
    assert all(tile.confidence < SURE for tile in mirrored.tiles)
