from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from labels.facebank import BODY, FaceBank, Image, body_colour, make_face, read_crops
from labels.madeup import draw_faces, draw_flowers, find_fonts, made_up_design
from labels.madeup.__main__ import write_designs
from labels.madeup.engraved import draw_dragon, engraved_bird
from labels.madeup.flowers import NO_PICTURE, make_flowers, rarer
from labels.madeup.lettering import make_lettering
from labels.madeup.look import make_look
from labels.madeup.sheet import Sheet, circle
from labels.madeup.typefaces import Hand, character, is_chinese
from scorer.tiles import FLOWERS, TILES
from training.crops import shop_patches

CHINESE = [font for font in find_fonts() if is_chinese(font)]


@lru_cache(maxsize=4)
def plain_faces(seed: int) -> dict[str, Image]:
    return draw_faces(np.random.default_rng(seed), [])


@pytest.mark.parametrize("seed", (0, 1))
def test_a_made_up_set_has_all_faces_without_any_font(seed: int) -> None:
    assert tuple(plain_faces(seed)) == TILES
    for tile, picture in plain_faces(seed).items():
        assert picture.shape == (320, 240, 3)
        inked = (picture.min(axis=2) < BODY - 30).mean()
        assert tile == "5z" or 0.015 < inked < 0.6, tile
        assert np.abs(body_colour(picture) - BODY).max() < 30, tile


@pytest.mark.parametrize("seed", (0, 1))
def test_no_two_faces_of_a_set_are_alike(seed: int) -> None:
    small = {tile: picture[::8, ::8].astype(float) for tile, picture in plain_faces(seed).items()}
    for first, second in combinations(TILES, 2):
        assert np.abs(small[first] - small[second]).mean() > 2, (first, second)


def test_flowers_by_themselves_are_of_rarer_kinds_too_and_no_two_of_a_set_alike() -> None:
    kinds = set()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        flowers = rarer(rng, make_flowers(rng, make_look(rng, [])))
        seasons = flowers.families[0]
        kinds.add("large" if NO_PICTURE in seasons.pictures else "number" if not seasons.name else "name")
        assert seasons.name or seasons.digits
    assert kinds == {"large", "number", "name"}
    for seed in (0, 1):
        drawn = draw_flowers(np.random.default_rng(seed), [])
        assert tuple(drawn) == TILES[FLOWERS:]
        for first, second in combinations(drawn.values(), 2):
            assert np.abs(first[::8, ::8].astype(float) - second[::8, ::8]).mean() > 2


@pytest.mark.parametrize("kind", ["bird", "dragon"])
def test_engraved_birds_and_dragons_lie_within_the_face_and_each_differs(kind: str) -> None:
    drawn = []
    for seed in range(24):
        rng, sheet = np.random.default_rng(seed), Sheet()
        look = make_look(np.random.default_rng(1), [])
        if kind == "bird":
            engraved_bird(sheet, rng, look.inks)
        else:
            draw_dragon(sheet, rng, look.inks.green)
        ink = sheet.pixels.min(axis=2) < BODY - 30
        assert 0.02 < ink.mean() < 0.4
        assert not ink[[0, 1, -2, -1]].any() and not ink[:, [0, 1, -2, -1]].any()
        drawn.append(sheet.pixels[::16, ::16].astype(float))
    assert all(np.abs(one - other).mean() > 2 for one, other in combinations(drawn, 2))


def test_some_sets_have_dragons_for_the_dragons() -> None:
    pictured = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        pictured.append(make_lettering(rng, make_look(rng, [])).pictured)
    assert set(pictured) == {(), (6,), (6, 7)}
    assert pictured.count(()) > 160


def test_the_same_seed_draws_the_same_set_and_another_another() -> None:
    design = made_up_design(np.random.default_rng(0), [], "one")
    FaceBank([design])
    for tile in TILES:
        assert np.array_equal(design.faces[tile][0].levels[0], make_face(plain_faces(0)[tile], trim=0.0).levels[0])
        assert not np.array_equal(plain_faces(0)[tile], plain_faces(1)[tile])


def test_without_fonts_our_own_strokes_and_plain_letters_stand_in() -> None:
    assert character(None, "東") is not None
    assert character(None, "发") is None
    assert character(None, "N") is not None
    hand = Hand(np.random.default_rng(0), [], 0.0, 0.0, 0.0)
    assert np.array_equal(hand.mask("发"), hand.mask("發"))
    for text in "一二三四伍五六七八九萬万東东南西北白發发中春夏秋冬梅蘭兰菊竹123456789":
        assert hand.mask(text).max() == 255
    with pytest.raises(ValueError, match="no font has '龍'"):
        hand.mask("龍")


def test_heavier_lettering_inks_more() -> None:
    inks = [
        Hand(np.random.default_rng(0), [], heavy, 0.0, 0.0).mask("中").astype(int).sum() for heavy in (-0.04, 0.0, 0.06)
    ]
    assert inks == sorted(set(inks))


def test_a_sheet_zooms_about_the_middle_of_the_face() -> None:
    sheet = Sheet()
    sheet.zoom, sheet.shift = (0.5, 0.5), (10.0, 0.0)
    sheet.polygon(circle(150, 200, 100), (0, 0, 0))
    rows, columns = np.nonzero(sheet.pixels[..., 0] < 100)
    assert abs(columns.mean() - 160 * 1.6) < 2
    assert abs(rows.mean() - 200 * 1.6) < 2
    assert abs(np.ptp(columns) - 100 * 1.6) < 4


def test_written_sets_are_read_as_crops(tmp_path: Path) -> None:
    write_designs(tmp_path, 1, 3, [])
    designs = read_crops(tmp_path)
    assert [set(design.faces) for design in designs] == [set(TILES)]
    assert [patch.tile for patch in shop_patches(tmp_path)] == list(TILES)


def test_the_command_writes_designs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "labels.madeup", str(tmp_path / "out"), "--designs", "1", "--seed", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("1 designs")
    assert len(list((tmp_path / "out" / "images").iterdir())) == len(TILES)


@pytest.mark.skipif(not CHINESE, reason="no Chinese font is installed")
def test_fonts_are_used_where_there_are_any() -> None:
    drawn, plain = (Hand(np.random.default_rng(0), fonts, 0.0, 0.0, 0.0).mask("東") for fonts in (CHINESE, []))
    assert drawn.shape != plain.shape or not np.array_equal(drawn, plain)
    assert set(draw_faces(np.random.default_rng(1), CHINESE)) == set(TILES)
