from __future__ import annotations

from pathlib import Path

import pytest

from labels.measure import Claim, area_under, claims_of, compare, figures
from labels.photoset import LabelledPhoto, LabelledTile


def labelled(*tiles: tuple[str, float], part: str = "face") -> LabelledPhoto:
    """Faces 10 wide and 14 high, in a row, at these places."""
    found = tuple(LabelledTile(tile, part, (x, 0.0, x + 10, 14.0)) for tile, x in tiles)
    return LabelledPhoto(Path("a.jpg"), "scene", "source", found)


def claim(tile: str, x: float, confidence: float = 0.9) -> Claim:
    return Claim(tile, (x, 0.0, x + 10, 14.0), confidence)


def test_a_photo_read_right_needs_no_correction() -> None:
    result = compare(labelled(("1m", 0), ("2m", 10)), [claim("2m", 10.4), claim("1m", 0.2)])
    assert (result.found, result.named, result.claimed, result.corrections) == (2, 2, 2, 0)


def test_a_wrong_name_a_missed_tile_and_an_extra_one_are_told_apart() -> None:
    result = compare(labelled(("1m", 0), ("2m", 10), ("3m", 20)), [claim("1m", 0), claim("5m", 10), claim("9p", 60)])
    assert (result.found, result.named, result.claimed) == (2, 1, 3)
    assert [c.tile for c in result.extra] == ["9p"]
    assert result.corrections == 2
    total = figures([result])
    assert total.recall == pytest.approx(1 / 3)
    assert total.precision == pytest.approx(1 / 3)
    assert total.naming == pytest.approx(1 / 2)
    assert total.confused == {("1m", "1m"): 1, ("2m", "5m"): 1, ("3m", "unseen"): 1, ("none", "9p"): 1}


def test_one_claim_is_of_one_label_only_and_the_better_fit_has_it() -> None:
    result = compare(labelled(("1m", 0), ("1m", 3)), [claim("1m", 3)])
    assert [claim is not None for _, claim in result.pairs] == [False, True]


def test_a_box_that_overlaps_by_less_than_half_finds_nothing() -> None:
    assert compare(labelled(("1m", 0)), [claim("1m", 3.2)]).found == 1
    assert compare(labelled(("1m", 0)), [claim("1m", 3.5)]).found == 0


def test_a_strip_is_found_by_the_face_round_it() -> None:
    strip = LabelledPhoto(Path("a.jpg"), "s", "s", (LabelledTile("1f", "index", (2.0, 1.0, 5.0, 13.0)),))
    assert compare(strip, [claim("1f", 0)]).named == 1
    assert compare(strip, [claim("1f", 4)]).named == 0


def test_other_tiles_and_backs_are_no_claims() -> None:
    corners = [[0, 0], [10, 0], [10, 14], [0, 14]]
    tiles = [
        {"tile": "1m", "role": "concealed", "confidence": 0.5, "corners": corners},
        {"tile": "2m", "role": "other", "confidence": 0.5, "corners": corners},
        {"tile": "back", "role": "meld", "confidence": 0.5, "corners": corners},
    ]
    assert claims_of({"tiles": tiles}) == [Claim("1m", (0, 0, 10, 14), 0.5)]
    assert claims_of({"error": {"code": "photo_damaged"}}) == []


def test_a_labelled_back_is_neither_missed_nor_found() -> None:
    result = compare(labelled(("1m", 0), ("back", 10)), [claim("1m", 0)])
    assert (len(result.pairs), result.named, result.corrections) == (1, 1, 0)


def test_average_precision_is_one_for_all_right_and_falls_with_a_sure_mistake() -> None:
    assert area_under([(0.9, True), (0.8, True)], 2) == 1.0
    assert area_under([(0.9, False), (0.8, True), (0.7, True)], 2) == pytest.approx(2 / 3)
    assert area_under([(0.9, True), (0.1, False)], 2) == 0.5
    assert area_under([], 3) == 0.0


def test_no_photos_give_no_figures_but_no_error() -> None:
    assert figures([]).recall == 0.0
