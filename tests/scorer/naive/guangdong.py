"""Score by the second half of document 002, Guangdong rules of 13 tiles, naively."""

from __future__ import annotations

from scorer.hand import Hand
from scorer.win import Win
from tests.scorer.naive.cutting import ORPHANS, WINDS, Reading, Rows, orphans, readings, usual

FULL = 3
"""爆胡: three fan."""


def sheets(hand: Hand, win: Win) -> list[Rows]:
    """Give every sheet that each reading of the hand may have: rows of equal worth stand for one another."""
    found = []
    for reading in readings(hand, win, (usual, orphans)):
        special = special_hands(reading)
        if special:
            found += [{row: fan} for row, fan in special.items()]
        else:
            found += plain_sheets(reading)
    return found


def fan_of(rows: Rows) -> int:
    """Special hands are worth what they say, alone; others end at the full hand."""
    return max(rows.values()) if max(rows.values()) > FULL else min(FULL, sum(rows.values()))


def special_hands(reading: Reading) -> Rows:
    rows: Rows = {}
    tiles, triplets = set(reading.tiles), set(reading.triplets)
    if reading.shape == "orphans":
        rows["gd_thirteen_orphans"] = 6
    else:
        pair = reading.pair
        winds, dragons = len(triplets & {27, 28, 29, 30}), len(triplets & {31, 32, 33})
        if dragons == 3:
            rows["gd_big_three_dragons"] = 6
        if dragons == 2 and pair >= 31:
            rows["gd_small_three_dragons"] = 5
        if winds == 4:
            rows["gd_big_four_winds"] = 6
        if winds == 3 and 27 <= pair <= 30:
            rows["gd_small_four_winds"] = 5
        all_triplets = len(triplets) == 4
        if len(reading.suits) == 1:
            if not reading.has_honors:
                rows["gd_full_flush"] = 4
                if all_triplets:
                    rows["gd_full_flush_triplets"] = 5
            elif all_triplets:
                rows["gd_half_flush_triplets"] = 4
        if all_triplets and tiles <= set(ORPHANS):
            if not reading.suits:
                rows["gd_all_honors"] = 6
            elif reading.has_honors:
                rows["gd_mixed_terminals"] = 5
            else:
                rows["gd_pure_terminals"] = 6
        if waits_on_nine_gates(reading):
            rows["gd_nine_gates"] = 6
    first_tiles(reading, rows)
    return rows


def waits_on_nine_gates(reading: Reading) -> bool:
    """1112345678999 of one suit before the winning tile."""
    ranks = sorted(tile[0] for tile in reading.hand.concealed)
    return len({tile[1] for tile in reading.hand.concealed}) == 1 and "".join(ranks) == "1112345678999"


def first_tiles(reading: Reading, rows: Rows) -> None:
    win = reading.win
    dealer = win.seat == win.dealer
    if "heavenly_hand" in win.events and dealer and reading.drawn:
        rows["gd_heaven"] = 6
    if "earthly_hand" in win.events and not dealer and reading.drawn:
        rows["gd_earth"] = 6
    if "human_hand" in win.events and not dealer and win.from_seat == win.dealer:
        rows["gd_human"] = 6


def plain_sheets(reading: Reading) -> list[Rows]:
    rows: Rows = {}
    if not reading.triplets:
        rows["gd_all_chows"] = 1
    if not reading.chows:
        rows["gd_all_triplets"] = 2
    if len(reading.suits) == 1 and reading.has_honors:
        rows["gd_half_flush"] = 2
    if not rows:
        rows["gd_chicken"] = 0
    events, triplets = reading.win.events, set(reading.triplets)
    robbed = "robbing_kong" in events and not reading.drawn
    if reading.drawn or robbed:  # 抢杠胡等同杠开, 当自摸
        rows["gd_self_draw"] = 1
    if WINDS[reading.win.seat] in triplets:
        rows["gd_seat_wind"] = 1
    if WINDS[reading.win.round] in triplets:
        rows["gd_round_wind"] = 1
    if triplets & {31, 32, 33}:
        rows["gd_dragon_triplet"] = len(triplets & {31, 32, 33})
    filling = []
    if "triple_win" in events and not reading.drawn and not robbed:
        filling.append("gd_triple_win")
    if "replacement_tile" in events and reading.drawn:
        filling.append("gd_kong_replacement")
    if "last_tile" in events and reading.drawn:
        filling.append("gd_last_tile_draw")
    if robbed:
        filling.append("gd_robbing_kong")
    lacking = FULL - sum(rows.values())
    if not filling or lacking <= 0:
        return [rows]
    return [{**rows, row: lacking} for row in filling]
