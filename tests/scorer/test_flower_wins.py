"""Flower wins (八仙過海, 七搶一 both ways, 配牌花胡), whether or not they complete the hand."""

from __future__ import annotations

from typing import Any

from scorer import RuleSet, ScoreSheet, Win, best_total, load_rules, parse_hand, score, settle

TAIWAN = load_rules("taiwan")
UNFINISHED = "123456789m23456p1z"
"""Sixteen tiles that wait for nothing with what is drawn."""
FINISHED = "123456789m23456p55s+7p"


def flower_win(text: str, rules: RuleSet = TAIWAN, events: tuple[str, ...] = (), **facts: Any) -> ScoreSheet:
    return score(parse_hand(text), Win("flowers", events=frozenset(events), **{"seat": "S", **facts}), rules)


def rows(sheet: ScoreSheet) -> dict[str, int]:
    return {row.id: row.tai for row in sheet.rows}


def paid(sheet: ScoreSheet) -> dict[str, int]:
    return {share.payer: share.tai for share in sheet.shares}


def test_eight_flowers_are_paid_by_three_and_the_hand_s_tiles_do_not_count() -> None:
    sheet = flower_win(f"{UNFINISHED}|12345678f", dealer="N")
    assert rows(sheet) == {"eight_flowers": 8}
    assert (sheet.total, sheet.cut) == (8, None)
    assert paid(sheet) == {"E": 8, "W": 8, "N": 9}
    assert settle(sheet, base=100, per_tai=20) == {"E": -260, "S": 800, "W": -260, "N": -280}


def test_eight_flowers_with_dealer_and_streak_count_them() -> None:
    sheet = flower_win(f"{UNFINISHED}|12345678f", dealer="S", streak=2)
    assert rows(sheet) == {"eight_flowers": 8, "dealer": 1, "dealer_streak": 4}
    assert paid(sheet) == {"E": 13, "W": 13, "N": 13}


def test_eight_flowers_that_complete_the_hand_add_it_with_the_replacement_and_one_base() -> None:
    sheet = flower_win(f"{FINISHED}|12345678f")
    assert rows(sheet) == {"eight_flowers": 8, "concealed_hand": 1, "no_claim_self_draw": 2, "kong_replacement": 1}
    assert settle(sheet, base=100, per_tai=0) == {"E": -100, "S": 300, "W": -100, "N": -100}


def test_the_eight_stand_for_every_other_flower_row() -> None:
    sheet = flower_win(f"{UNFINISHED}|12345678f")
    assert [row.id for row in sheet.rows] == ["eight_flowers"]
    finished = flower_win(f"{FINISHED}|12345678f")
    assert {row.id: row.because for row in finished.not_counted if "flower" in row.id} == {
        "seat_flower": "eight_flowers",
        "flower_set": "eight_flowers",
    }


def test_all_eight_kept_and_won_later_are_full_flowers() -> None:
    sheet = score(parse_hand(f"{FINISHED}|12345678f"), Win("discard", seat="S", from_seat="W"), TAIWAN)
    assert rows(sheet) == {"full_flowers": 8, "concealed_hand": 1}


def test_robbing_the_eighth_is_paid_by_the_robbed_alone() -> None:
    sheet = flower_win(f"{UNFINISHED}|12345678f", from_seat="W", dealer="E")
    assert rows(sheet) == {"seven_rob_one": 8}
    assert paid(sheet) == {"W": 8}
    assert settle(sheet) == {"E": 0, "S": 260, "W": -260, "N": 0}


def test_robbing_the_dealer_carries_dealer_and_streak() -> None:
    assert paid(flower_win(f"{UNFINISHED}|12345678f", from_seat="E", dealer="E", streak=1)) == {"E": 11}


def test_robbing_the_eighth_and_completing_the_hand_is_still_paid_by_the_robbed_alone() -> None:
    sheet = flower_win(f"{FINISHED}|12345678f", events=("seven_rob_one",), from_seat="W")
    assert rows(sheet) == {"seven_rob_one": 8, "concealed_hand": 1, "no_claim_self_draw": 2, "kong_replacement": 1}
    assert paid(sheet) == {"W": 12}


def test_drawing_the_eighth_and_robbing_one_is_paid_by_the_robbed_alone_while_the_hand_is_unfinished() -> None:
    sheet = flower_win(f"{UNFINISHED}|12345678f", events=("seven_rob_one_drawn",), from_seat="W")
    assert (rows(sheet), paid(sheet)) == ({"seven_rob_one": 8}, {"W": 8})


def test_drawing_the_eighth_and_completing_the_hand_splits_the_payment() -> None:
    # Seven flowers lie there, 7f (菊) is robbed from W: the others pay the hand with 春夏秋冬 2 and South's 蘭 1.
    sheet = flower_win(f"{FINISHED}|1234568f", events=("seven_rob_one_drawn",), from_seat="W", dealer="N")
    assert sheet.total == 8 + 1 + 2 + 1
    assert paid(sheet) == {"E": 2 + 1 + 1 + 2 + 1, "W": 12, "N": 7 + 1}
    assert [row.id for row in sheet.shares[0].rows] == [
        "concealed_hand",
        "no_claim_self_draw",
        "kong_replacement",
        "seat_flower",
        "flower_set",
    ]
    assert sheet.assumed == {}
    assert sum(settle(sheet).values()) == 0


def test_a_robbed_flower_that_nobody_names_is_the_one_that_gives_the_least() -> None:
    sheet = flower_win(f"{FINISHED}|12345678f", events=("seven_rob_one_drawn",), from_seat="W")
    # Without South's own 夏 or 蘭 the others pay a set of four alone.
    assert sheet.assumed == {"robbed_flower": "2f"}
    assert paid(sheet) == {"E": 1 + 2 + 1 + 2 + 1, "W": 12, "N": 1 + 2 + 1 + 2}


def test_a_flower_win_as_dealt_is_twelve_in_place_of_eight() -> None:
    eight = flower_win(f"{UNFINISHED}|12345678f", events=("dealt_flower_win",))
    assert rows(eight) == {"dealt_flower_win": 12}
    robbed = flower_win(f"{UNFINISHED}|1234567f", events=("dealt_flower_win", "seven_rob_one"), from_seat="N")
    assert (rows(robbed), paid(robbed)) == ({"dealt_flower_win": 12}, {"N": 12})
    assert {row.id for row in robbed.not_counted} == {"seven_rob_one"}


def test_a_flower_win_as_dealt_ends_on_an_ordinary_draw_not_a_replacement() -> None:
    sheet = flower_win(f"{FINISHED}|12345678f", events=("dealt_flower_win",))
    assert rows(sheet) == {"dealt_flower_win": 12, "concealed_hand": 1, "no_claim_self_draw": 2}


def test_nobody_pays_while_the_robbed_player_is_not_named() -> None:
    assert flower_win(f"{UNFINISHED}|12345678f", events=("seven_rob_one",)).shares == ()


def test_only_the_flowers_need_be_seen() -> None:
    assert flower_win("|12345678f").total == 8


def test_the_flowers_may_count_beside_the_flower_win_where_the_table_says_so() -> None:
    added = load_rules("taiwan", {"flower_win_flowers": "added"})
    assert (
        rows(flower_win(f"{FINISHED}|12345678f", rules=added)).items() >= {"eight_flowers": 8, "flower_set": 2}.items()
    )


def test_the_flowers_then_count_though_the_hand_is_unfinished() -> None:
    added = load_rules("taiwan", {"flower_win_flowers": "added"})
    assert flower_win(f"{UNFINISHED}|12345678f", rules=added).total == 8 + 2 + 2


def test_the_figure_alone_is_that_of_the_sheet() -> None:
    for text in (f"{FINISHED}|12345678f", f"{UNFINISHED}|12345678f"):
        win = Win("flowers", seat="S")
        assert best_total(parse_hand(text), win, TAIWAN) == score(parse_hand(text), win, TAIWAN).total


def test_seat_flowers_follow_the_seat_and_a_whole_colour_replaces_its_own() -> None:
    win = Win("discard", seat="W")
    sheet = score(parse_hand(f"{FINISHED}|3567f"), win, TAIWAN)
    assert [row.tiles for row in sheet.rows if row.id == "seat_flower"] == [("3f",), ("7f",)]
    colour = score(parse_hand(f"{FINISHED}|12347f"), win, TAIWAN)
    assert [(row.id, row.tiles) for row in colour.rows if "flower" in row.id] == [
        ("seat_flower", ("7f",)),
        ("flower_set", ("1f", "2f", "3f", "4f")),
    ]
    assert [(row.id, row.tiles, row.because) for row in colour.not_counted] == [("seat_flower", ("3f",), "flower_set")]


def test_a_win_on_the_replacement_for_a_flower_needs_no_kong() -> None:
    win = Win("self_draw", seat="S", events=frozenset({"replacement_tile"}))
    sheet = score(parse_hand(f"{FINISHED}|2f"), win, TAIWAN)
    assert rows(sheet) == {"concealed_hand": 1, "no_claim_self_draw": 2, "kong_replacement": 1, "seat_flower": 1}
