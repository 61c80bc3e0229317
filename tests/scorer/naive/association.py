"""Score by the association's document, naively: its three editions 000, 002 and 003, row by row in its order."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.hand import Hand
from scorer.win import Win
from tests.scorer.naive.cutting import WINDS, Reading, Rows, eight_pairs, readings, usual


@dataclass(frozen=True)
class Edition:
    """The numbers and words in which the editions differ."""

    three_concealed: int
    four_concealed: int
    five_concealed: int
    earthly_ready: int
    # 002, 003: "或胡各家打出其第一張牌"; 000 calls that 人胡.
    earthly_on_discard: bool
    human_hand: bool
    # 000 alone: "起手未打牌前開暗槓...視同天胡, 並得加計槓上開花1臺".
    heavenly_kong: bool


EDITIONS = {
    "taiwan": Edition(2, 6, 16, 4, earthly_on_discard=False, human_hand=True, heavenly_kong=True),
    "taiwan_classic": Edition(4, 5, 13, 4, earthly_on_discard=True, human_hand=False, heavenly_kong=False),
    "taiwan_reprint": Edition(2, 5, 12, 6, earthly_on_discard=True, human_hand=False, heavenly_kong=False),
}
SHAPES = (usual, eight_pairs)


def sheets(hand: Hand, win: Win, edition: Edition) -> list[Rows]:
    """Give the sheet of every reading of the hand."""
    return [sheet(reading, edition) for reading in readings(hand, win, SHAPES)]


def sheet(reading: Reading, edition: Edition) -> Rows:
    rows: Rows = {}
    honors(reading, rows)
    whole_hand(reading, edition, rows)
    first_tiles(reading, edition, rows)
    calls_and_draws(reading, edition, rows)
    flowers(reading, rows)
    if reading.win.seat == reading.win.dealer:
        rows["dealer"] = 1
        if reading.win.streak:
            rows["dealer_streak"] = 2 * reading.win.streak
    return rows


def honors(reading: Reading, rows: Rows) -> None:
    triplets = set(reading.triplets)
    winds, dragons = triplets & {27, 28, 29, 30}, triplets & {31, 32, 33}
    usual_hand = reading.shape == "usual"
    if len(winds) == 4:
        rows["big_four_winds"] = 16
    else:
        if len(winds) == 3 and usual_hand and reading.pair in (27, 28, 29, 30):
            rows["small_four_winds"] = 8
        if WINDS[reading.win.seat] in winds:
            rows["seat_wind"] = 1
        if WINDS[reading.win.round] in winds:
            rows["round_wind"] = 1
    if len(dragons) == 3:
        rows["big_three_dragons"] = 8
    elif len(dragons) == 2 and usual_hand and reading.pair in (31, 32, 33):
        rows["small_three_dragons"] = 4
    elif dragons:
        rows["dragon_triplet"] = len(dragons)


def whole_hand(reading: Reading, edition: Edition, rows: Rows) -> None:
    only_honors = not reading.suits
    if only_honors:
        rows["all_honors"] = 16
        if reading.shape == "usual":
            rows["all_honors_adjust"] = -4
    elif len(reading.suits) == 1:
        if reading.has_honors:
            rows["half_flush"] = 4
        else:
            rows["full_flush"] = 12
    if reading.concealed_triplets == 5:
        rows["five_concealed_triplets"] = edition.five_concealed
    elif reading.concealed_triplets == 4:
        rows["four_concealed_triplets"] = edition.four_concealed
    elif reading.concealed_triplets == 3:
        rows["three_concealed_triplets"] = edition.three_concealed
    if len(reading.triplets) == 5 and not only_honors and reading.concealed_triplets < 5:
        rows["all_triplets"] = 4
    if reading.shape == "eight_pairs":
        rows["ligu_ligu"] = 8
    no_flower_no_honor = not reading.hand.flowers and not reading.has_honors
    if len(reading.chows) == 5 and no_flower_no_honor and len(reading.waits) > 1 and not reading.drawn:
        rows["all_sequences"] = 2
    if len(reading.waits) == 1:
        rows["single_wait"] = 1


def first_tiles(reading: Reading, edition: Edition, rows: Rows) -> None:
    """天胡, 地胡, 人胡, 天聽, 地聽: each is ready before a call, so only for a hidden hand."""
    events = reading.win.events if reading.hidden else frozenset()
    dealer = reading.win.seat == reading.win.dealer
    if "heavenly_hand" in events and dealer and reading.drawn:
        rows["heavenly_hand"] = 16
    if "earthly_hand" in events and not dealer and (reading.drawn or edition.earthly_on_discard):
        rows["earthly_hand"] = 16
    if "human_hand" in events and edition.human_hand and not dealer and not reading.drawn:
        rows["human_hand"] = 16
    if "heavenly_ready" in events and not dealer and not rows.keys() & {"earthly_hand", "human_hand"}:
        rows["heavenly_ready"] = 8
    if "earthly_ready_ippatsu" in events:
        rows["earthly_ready_ippatsu"] = 8
    elif "earthly_ready" in events:
        rows["earthly_ready"] = edition.earthly_ready


IMPLY_CONCEALED = {
    "heavenly_hand",
    "earthly_hand",
    "human_hand",
    "heavenly_ready",
    "earthly_ready",
    "earthly_ready_ippatsu",
    "five_concealed_triplets",
    "ligu_ligu",
}


def calls_and_draws(reading: Reading, edition: Edition, rows: Rows) -> None:
    events = reading.win.events
    if reading.hidden and not rows.keys() & IMPLY_CONCEALED:
        rows["concealed_hand"] = 1
    if reading.all_called:
        if reading.drawn:
            rows["half_melded"] = 1
        else:
            rows["all_melded"] = 2
    if reading.drawn:
        if "heavenly_hand" not in rows:  # 不計門清一摸三
            if reading.hidden:
                rows["no_claim_self_draw"] = 2
            else:
                rows["self_draw"] = 1
        if reading.on_replacement and (edition.heavenly_kong or "heavenly_hand" not in rows):
            rows["kong_replacement"] = 1
        if "last_tile" in events:
            rows["last_tile_draw"] = 1
    elif "robbing_kong" in events:
        rows["robbing_kong"] = 1


def flowers(reading: Reading, rows: Rows) -> None:
    held = reading.hand.flowers
    if reading.flower_win:  # the 8 (12 as dealt) stands for all flowers
        if "dealt_flower_win" in reading.win.events:
            rows["dealt_flower_win"] = 12
        else:
            rows[reading.flower_win] = 8
        return
    if len(held) == 8:
        rows["full_flowers"] = 8
        return
    own = "ESWN".index(reading.win.seat) + 1
    sets = singles = 0
    for first in (1, 5):
        colour = [f"{number}f" for number in range(first, first + 4)]
        if set(colour) <= set(held):
            sets += 1
        elif colour[own - 1] in held:
            singles += 1
    if sets:
        rows["flower_set"] = 2 * sets
    if singles:
        rows["seat_flower"] = singles
