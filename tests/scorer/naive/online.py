"""Score by document 001, an online game's Taiwanese table, naively.

The document writes no exclusions; they are the ones decided for it, as the rule set's options name them.
"""

from __future__ import annotations

from scorer.hand import Hand
from scorer.win import Win
from tests.scorer.naive.association import honors
from tests.scorer.naive.cutting import Reading, Rows, readings, usual


def sheets(hand: Hand, win: Win) -> list[Rows]:
    """Give the sheet of every reading of the hand."""
    return [sheet(reading) for reading in readings(hand, win, (usual,))]


def sheet(reading: Reading) -> Rows:
    rows: Rows = {}
    honors(reading, rows)  # the same rows and values as the association's
    whole_hand(reading, rows)
    calls_and_draws(reading, rows)
    flowers(reading, rows)
    if reading.win.seat == reading.win.dealer:
        rows["dealer"] = 1
        if reading.win.streak:
            rows["dealer_streak"] = 2 * reading.win.streak
    return rows


def whole_hand(reading: Reading, rows: Rows) -> None:
    if not reading.suits:
        rows["all_honors"] = 8
    elif len(reading.suits) == 1:
        if reading.has_honors:
            rows["half_flush"] = 4
        else:
            rows["full_flush"] = 8
    if len(reading.triplets) == 5 and reading.suits:
        rows["all_triplets"] = 4
    if len(reading.chows) == 5:
        rows["all_sequences"] = 2
    if reading.concealed_triplets >= 3:
        name, tai = {3: ("three", 2), 4: ("four", 5), 5: ("five", 8)}[reading.concealed_triplets]
        rows[f"{name}_concealed_triplets"] = tai


def calls_and_draws(reading: Reading, rows: Rows) -> None:
    events, dealer = reading.win.events, reading.win.seat == reading.win.dealer
    if reading.hidden:
        if "heavenly_hand" in events and dealer and reading.drawn:
            rows["heavenly_hand"] = 24
        if "earthly_hand" in events and not dealer and reading.drawn:
            rows["earthly_hand"] = 16
        if "human_hand" in events and not reading.drawn:
            rows["human_hand"] = 8
    if not rows.keys() & {"heavenly_hand", "earthly_hand", "human_hand"}:
        # 沒有吃也沒有碰或槓; a flower win leaves 門清 out, and keeps 自摸.
        without_melds = not reading.hand.melds and not reading.flower_win
        if without_melds and reading.drawn:
            rows["concealed_self_draw"] = 3
        elif without_melds:
            rows["concealed_hand"] = 1
        elif reading.drawn:
            rows["self_draw"] = 1
    if reading.all_called and not reading.drawn:
        rows["all_melded"] = 2
    if reading.on_replacement:
        rows["kong_replacement"] = 1
    if "last_tile" in events:
        rows["last_tile_draw" if reading.drawn else "last_tile_discard"] = 1
    if "robbing_kong" in events and not reading.drawn:
        rows["robbing_kong"] = 1
    if "open_ready" in events:
        rows["open_ready"] = 2
    elif "declared_ready" in events:
        rows["declared_ready"] = 1


def flowers(reading: Reading, rows: Rows) -> None:
    """花槓 is "再多加一臺": added to the own flowers in it."""
    if reading.flower_win:
        rows[reading.flower_win] = 8
        return
    held, own = set(reading.hand.flowers), "ESWN".index(reading.win.seat) + 1
    sets = sum({f"{number}f" for number in range(first, first + 4)} <= held for first in (1, 5))
    singles = sum(f"{own + more}f" in held for more in (0, 4))
    if sets:
        rows["flower_set"] = sets
    if singles:
        rows["seat_flower"] = singles
