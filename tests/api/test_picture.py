"""Pictures of an evening: drawn in three languages with the machine's fonts, and a clear word where those lack them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from api.errors import ApiError
from api.ledger.events import Claim, HandDrawn, HandWon, Opened, Recorded, Terms
from api.ledger.replay import Session, replay
from api.lettering import Lettering, font_files, has
from api.picture import WIDTH, hand_picture, standings_picture
from scorer import load_rules

NAMES = ["王小明", "Ann 😀", "張三豐的表哥阿土伯很長的名字啊真的很長真的", "=1+1"]
HAND = "123m1p456s[777z](5555p)[123m]+1p|15f"
CHINESE = pytest.mark.skipif(not any(has(file, "台") for file in font_files()), reason="no font with Chinese")


def evening(*events: HandWon | HandDrawn) -> Session:
    terms = Terms("taiwan", load_rules("taiwan").version, (), 100, 20)
    lines = [Recorded(1, Opened(("a", "b", "c", "d"), terms))]
    lines += [Recorded(number, event) for number, event in enumerate(events, 2)]
    return replay(lines, lambda terms: load_rules(terms.rules))


def ink(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.width) == ("PNG", WIDTH)
    return image


@CHINESE
@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
def test_an_evening_and_a_hand_are_drawn_in_each_language(lang):
    session = evening(
        HandWon("discard", (Claim(1, hand=HAND),), 2), HandDrawn(), HandWon("self_draw", (Claim(3, tai=7),))
    )
    standings = ink(standings_picture(session, NAMES, title="星期五", day="2026-11-30", lang=lang))
    hand = ink(hand_picture(session, session.lines[1], NAMES, title="", day="2026-11-30", lang=lang))
    assert 600 < standings.height < 1400
    assert 500 < hand.height < 1400
    drawn = ink(hand_picture(session, session.lines[2], NAMES, title="", day="2026-11-30", lang=lang))
    assert drawn.height < hand.height


@CHINESE
def test_the_languages_differ_and_an_evening_without_a_hand_is_drawn_too():
    empty = evening()
    pictures = {
        standings_picture(empty, NAMES, title="", day="2026-11-30", lang=lang) for lang in ("zh-Hant", "zh-Hans", "en")
    }
    assert len(pictures) == 3


def test_a_machine_without_the_characters_says_so():
    bare = Lettering(30, files=[None])
    bare.require("won by flowers")
    with pytest.raises(ApiError) as refused:
        bare.require("自摸 a")
    assert refused.value.code == "font_missing"
    assert refused.value.detail == {"characters": "".join(sorted("自摸"))}


def test_a_name_that_no_font_has_stands_as_boxes_and_one_too_long_is_cut():
    bare = Lettering(30, files=[None])
    assert bare.width("王") > 0
    assert bare.fitted("a" * 200, 100).endswith("…")
    assert bare.width(bare.fitted("a" * 200, 100)) <= 100
    assert bare.fitted("abc", 100) == "abc"


def test_only_font_files_of_the_machine_are_asked():
    assert font_files()[-1] is None
    assert all(isinstance(file, Path) and file.is_file() for file in font_files()[:-1])
