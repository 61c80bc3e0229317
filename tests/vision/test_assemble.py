from __future__ import annotations

import numpy as np
import pytest

from labels.faces import Style
from labels.raster import drawn_bank
from labels.tables import render_table
from scorer import check, load_rules, parse_hand
from tests.bench.roles import mistakes
from tests.vision.laid import Laid, assembled, seen_aslant, turned_about
from vision.assemble import too_many


def melded() -> Laid:
    """A hand of two melds over its concealed row, flowers beside, the winning tile apart."""
    laid = Laid().row("123m456p77s55z", 0, 2).row("555p", 0, 0.7, turned=[1]).row("789s", 4.5, 0.7)
    return laid.row("15f", 10.5, 0.7).row("5z", 10.5, 2)


MELDED = "123m456p77s55z[555p][789s]+5z|15f"


def test_a_row_of_seventeen_is_a_concealed_hand() -> None:
    assert Laid().row("123456789m111222s55z", 0, 0).hand() == "123456789m111222s55z"


def test_melds_flowers_and_winning_tile_are_told_apart() -> None:
    laid = melded()
    found = laid.assembled()
    assert str(found.hand) == MELDED
    assert [role for _, role in zip(laid.names, found.roles, strict=True)] == (
        ["concealed"] * 10 + ["meld"] * 6 + ["flower"] * 2 + ["winning"]
    )


@pytest.mark.parametrize("angle", [7, 45, 90, 180, 270, 333])
@pytest.mark.parametrize("tilt", [0.0, 0.5])
def test_a_photo_turned_any_way_shows_the_same_hand(angle: float, tilt: float) -> None:
    laid = melded()
    upright = laid.assembled()
    turned = assembled(laid.names, turned_about(seen_aslant(laid.corners, tilt), angle))
    assert turned.roles == upright.roles
    assert turned.hand == upright.hand
    assert turned.members == upright.members


def test_the_order_of_the_faces_does_not_matter() -> None:
    laid = melded()
    order = np.random.default_rng(3).permutation(len(laid.names)).tolist()
    found = assembled([laid.names[i] for i in order], laid.corners[order])
    assert str(found.hand) == MELDED
    assert found.roles == tuple(laid.assembled().roles[i] for i in order)


def test_a_renumbered_assembly_names_the_same_faces() -> None:
    found = melded().assembled()
    order = np.random.default_rng(4).permutation(len(found.roles)).tolist()
    moved = found.renumbered(order)
    assert moved.roles == tuple(found.roles[i] for i in order)
    assert [order[i] for i in moved.members] == list(found.members)
    assert [[order[i] for i in meld] for meld in moved.melds] == [list(meld) for meld in found.melds]
    assert moved.hand == found.hand


def test_the_circle_may_be_numbered_from_any_corner() -> None:
    laid = Laid().row("111p234567m456s55z", 0, 0).row("777z", 2, 1.4)
    expected = laid.hand()
    for at in (0, 1, 2):
        laid.quads[at] = np.roll(laid.quads[at], at + 1, axis=0)
    assert laid.hand() == expected == "234567m111p456s55z[777z]"


def test_five_melds_leave_a_pair() -> None:
    laid = Laid().row("123m", 0, 0).row("456m", 4, 0).row("789p", 8, 0).row("111s", 12, 0).row("666z", 16, 0)
    assert laid.row("3z", 4, 1.4).row("3z", 6.5, 1.4).hand() == "3z[123m][456m][789p][111s][666z]+3z"


@pytest.mark.parametrize(
    ("kong", "text"),
    [("5p--5p", "(5555p)"), ("-5p5p-", "(5555p)"), ("---5p", "(5555p)"), ("5555p", "[5555p]")],
)
def test_a_kong_apart_is_a_kong(kong: str, text: str) -> None:
    laid = Laid().row("123456m456s11122z", 0, 1.3).row(kong, 2, 0)
    assert laid.hand() == f"123456m456s11122z{text}"
    assert laid.assembled().roles[-4:] == ("meld",) * 4


def test_a_kong_with_tiles_face_down_is_found_in_the_row_too() -> None:
    laid = Laid().row("7s--7s", 0, 0).row("123456m456p11122z", 4.6, 0)
    assert laid.hand() == "123456m456p11122z(7777s)"


def test_four_equal_tiles_in_the_concealed_row_are_no_kong() -> None:
    assert Laid().row("11112345678m456s55z", 0, 0).hand() == "11112345678m456s55z"


def test_a_kong_all_face_down_is_of_the_hand_but_has_no_name() -> None:
    laid = Laid().row("123456m456s11122z", 0, 1.3).row("----", 2, 0)
    found = laid.assembled()
    assert found.roles[-4:] == ("meld",) * 4
    assert str(found.hand) == "123456m456s11122z"


def test_a_wall_is_no_kong_and_no_part_of_the_hand() -> None:
    laid = Laid().row("123456789m111222s55z", 0, 2).row("----------", 2, 0.5)
    found = laid.assembled()
    assert set(found.roles[17:]) == {"other"}
    assert "other" not in found.roles[:17]


def test_scattered_discards_are_other() -> None:
    laid = Laid().row("123456789m111222s55z", 0, 6)
    rng = np.random.default_rng(5)
    for column in range(6):
        for line in range(2):
            spot = Laid().row("4p", 0, 0)
            turned = turned_about(spot.corners, float(rng.uniform(15, 75)))[0]
            laid.names.append("4p")
            laid.quads.append(np.add(turned, [60 + column * 80, 70 * line - 60]))
    found = laid.assembled()
    assert set(found.roles[17:]) == {"other"}
    assert set(found.roles[:17]) == {"concealed"}


def test_a_neighbours_row_upside_down_is_other() -> None:
    laid = Laid().row("123456789m111222s55z", 0, 3)
    across = Laid().row("1234567z67m", 2, 0)
    laid.names += across.names
    laid.quads += [np.roll(quad, 2, axis=0) for quad in across.quads]
    found = laid.assembled()
    assert set(found.roles[17:]) == {"other"}
    assert set(found.roles[:17]) == {"concealed"}


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_few_tiles_are_all_concealed_and_no_hand(count: int) -> None:
    laid = Laid()
    for at in range(count):
        laid.row("3s", 2.5 * (at % 3), 2.2 * (at // 3))
    found = laid.row("1f", 12, 0).row("-", 15, 0).assembled()
    assert found.hand is None
    assert found.roles == ("concealed",) * count + ("flower", "other")


def test_a_whole_set_in_a_grid_is_no_hand_and_nothing_of_it_is_lost() -> None:
    laid = Laid()
    for copy in range(4):
        for line, text in enumerate(("123456789m", "123456789p", "123456789s", "1234567z")):
            laid.row(text, 0, 1.02 * (4 * copy + line))
    found = laid.row("12345678f", 0, 1.02 * 16).assembled()
    assert len(found.roles) == 144
    assert found.hand is None
    assert set(found.roles) == {"concealed", "flower"}


def test_no_faces_are_no_hand() -> None:
    found = assembled([], np.zeros((0, 4, 2), np.float32))
    assert (found.roles, found.hand, found.members, found.melds) == ((), None, (), ())


@pytest.mark.parametrize("text", ["123456789m11p55z", "123456789m111p55z", "123456789m1112s5z"])
def test_hands_of_other_sizes_keep_all_their_tiles(text: str) -> None:
    found = Laid().row(text, 0, 0).assembled()
    assert set(found.roles) == {"concealed"}
    assert str(found.hand) == str(parse_hand(text))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11111m23456789p55z1s", "five_of_a_kind"), ("123456789m1112s55z11f", "flower_twice"),
        ("123456789m1113s55z88p", "not_winning"), ("123456789m1112s", "too_few_tiles"),
        ("123456789m123456789p7z", "too_many_tiles"),
    ],
)  # fmt: skip
def test_a_hand_that_breaks_a_rule_is_kept_as_it_was_read(text: str, reason: str) -> None:
    laid = Laid().row(text, 0, 0)
    found = laid.assembled()
    assert found.hand is not None
    assert "other" not in found.roles
    assert sorted((*found.hand.all_tiles, *found.hand.flowers)) == sorted(laid.names)
    assert reason in check(found.hand, load_rules("taiwan")).reasons


def test_tiles_of_a_meld_with_a_misread_name_stay_in_the_hand() -> None:
    laid = Laid().row("123456m456s11122z", 0, 1.3).row("556p", 2, 0)
    found = laid.assembled()
    assert "other" not in found.roles
    assert found.hand is not None
    assert sorted(found.hand.all_tiles) == sorted(laid.names)


def test_a_missed_face_costs_no_more_than_the_rest_of_its_meld() -> None:
    whole = melded()
    for lost in range(len(whole.names)):
        names = [name for i, name in enumerate(whole.names) if i != lost]
        roles = assembled(names, np.delete(whole.corners, lost, axis=0)).roles
        assert roles.count("other") <= (2 if 10 <= lost < 16 else 0), f"without {whole.names[lost]}"


def test_names_held_more_often_than_a_set_has_them_are_given() -> None:
    assert too_many(["1m"] * 5 + ["2m"] * 4 + ["3f"] * 2 + ["back"] * 9) == ["1m", "3f"]


def test_drawn_tables_get_their_roles_right() -> None:
    bank = drawn_bank(Style(body=False))
    whole = right = found = kept = 0
    for number in range(60):
        table = render_table(np.random.default_rng([2026, number]), bank, kind="hand", hard=0.0, width=480, height=480)
        if any(tile.visible < 0.5 for tile in table.tiles if tile.role != "other"):
            continue
        seen = [tile for tile in table.tiles if tile.visible > 0.5]
        roles = assembled([t.tile for t in seen], np.array([t.corners for t in seen], np.float32)).roles
        whole += 1
        right += all(tile.role == role for tile, role in zip(seen, roles, strict=True))
        kept += sum(tile.role != "other" and role != "other" for tile, role in zip(seen, roles, strict=True))
        found += sum(tile.role != "other" for tile in seen)
    assert whole >= 40
    assert right / whole >= 0.8
    assert kept / found >= 0.98


def test_nine_laid_hands_in_ten_have_every_role_right() -> None:
    assert mistakes(80, seed=7)["right"] >= 72


@pytest.mark.parametrize("rest", ["6799m34p67s11z", "6799m345p67p1z"])
def test_a_pung_out_of_its_row_s_order_is_a_meld(rest: str) -> None:
    laid = Laid().row("234s", 0, 0, turned=[2]).row("888m", 4.3, 0).row(rest, 7.56, 0).row("1z", 0, 3)
    assert "[888m]" in laid.hand()


def test_hidden_kongs_in_a_row_do_not_keep_its_melds_from_being_melds() -> None:
    laid = Laid().row("555p", 0, 0).row("1z--1z", 4, 0).row("123m", 9, 0).row("99m77z456p9s", 13, 0).row("9s", 0, 2)
    assert all(meld in laid.hand() for meld in ("[555p]", "(1111z)", "[123m]"))
