"""Score by document 004, the Washington club's, naively: what it writes, its ladders, and what is decided for it."""

from __future__ import annotations

from collections import Counter

from scorer.hand import Hand
from scorer.tiles import INDEX
from scorer.win import Win
from tests.scorer.naive.cutting import Reading, Rows, eight_pairs, orphans, readings, usual

TERMINALS_AND_HONORS = {0, 8, 9, 17, 18, 26, *range(27, 34)}
WINDS, DRAGONS = {27, 28, 29, 30}, {31, 32, 33}


def sheets(hand: Hand, win: Win) -> list[Rows]:
    """Give the sheet of every reading of the hand."""
    return [sheet(reading) for reading in readings(hand, win, (usual, eight_pairs, orphans))]


def sheet(reading: Reading) -> Rows:
    rows: Rows = {}
    for part in (honors, kinds_of_tiles, triplets_and_kongs, chows, whole_hand, waits, calls, first_tiles, flowers):
        part(reading, rows)
    strike(rows)
    if sum(rows.values()) == 1:  # 一變五: 胡牌時只算的出一台(追加成五台)
        rows.clear()
        rows["one_becomes_five"] = 5
    if reading.win.seat == reading.win.dealer:
        rows["dealer"] = 1
        if reading.win.streak:
            rows["dealer_streak"] = 2 * reading.win.streak
    return rows


def below_minimum(rows: Rows) -> bool:
    """四番起胡, without the dealer's tai."""
    return sum(tai for row, tai in rows.items() if not row.startswith("dealer")) < 4


def honors(reading: Reading, rows: Rows) -> None:
    triplets = set(reading.triplets)
    winds, dragons = triplets & WINDS, triplets & DRAGONS
    if winds or dragons:
        rows["honor_triplet"] = len(winds) + len(dragons)
    pair = reading.pair if reading.shape == "usual" else 0
    if len(winds) == 4:
        rows["big_four_winds"] = 40
    elif len(winds) == 3:
        if pair in WINDS:
            rows["small_four_winds"] = 30
        else:
            rows["big_three_winds"] = 15
    elif len(winds) == 2 and pair in WINDS:
        rows["small_three_winds"] = 5
    if len(dragons) == 3:
        rows["big_three_dragons"] = 30
    elif len(dragons) == 2 and pair in DRAGONS:
        rows["small_three_dragons"] = 15


def kinds_of_tiles(reading: Reading, rows: Rows) -> None:
    tiles = set(reading.tiles)
    if not reading.has_honors:
        rows["no_honor"] = 1
    if not reading.hand.flowers:
        rows["no_flower"] = 1
    fives = tiles & {4, 13, 22}
    if not fives:
        rows["no_five"] = 1
    if len(fives) == 3:
        rows["three_fives"] = 1
    if not tiles & TERMINALS_AND_HONORS:
        rows["no_terminals"] = 1
    if len(reading.suits) == 2 and not reading.has_honors:
        rows["missing_suit"] = 1
    if len(reading.suits) == 3 and tiles & WINDS and tiles & DRAGONS:
        rows["five_types"] = 3
    if len(reading.suits) == 1:
        if reading.has_honors:
            rows["half_flush"] = 10
        else:
            rows["full_flush"] = 40
    numbers = {tile % 9 for tile in tiles if tile < 27}
    count = len(numbers) + bool(tiles & WINDS) + bool(tiles & DRAGONS)
    if count == 2:
        rows["two_numbers"] = 40
    if count == 3:
        rows["three_numbers"] = 20


def triplets_and_kongs(reading: Reading, rows: Rows) -> None:
    triplets = set(reading.triplets)
    kinds = [meld.kind for meld in reading.hand.melds if meld.kind.startswith("kong")]
    hidden = kinds.count("kong_concealed")
    if len(kinds) > hidden:
        rows["melded_kong"] = len(kinds) - hidden
    if hidden:
        rows["concealed_kong"] = 2 * hidden
    if len(kinds) == 4:
        rows["four_kongs"] = 30
    if len(kinds) == 5:
        rows["five_kongs"] = 50
    # 槓亦算是暗坎: an open kong too.
    concealed = reading.concealed_triplets + len(kinds) - hidden
    if concealed >= 2:
        name, tai = {
            2: ("two_concealed", 1),
            3: ("three_concealed_triplets", 5),
            4: ("four_concealed_triplets", 15),
            5: ("five_concealed_triplets", 40),
        }[concealed]
        rows[name] = tai
    for number in range(9):
        if {number, number + 9, number + 18} <= triplets:
            rows["three_suit_triplets"] = 10
    ends = sum({suit, suit + 8} <= triplets for suit in (0, 9, 18))
    if ends:
        rows["old_young_triplets"] = 2 * ends
    for length, name, tai in ((5, "five", 40), (4, "four", 20), (3, "three", 10)):
        starts = [9 * suit + low for suit in range(3) for low in range(10 - length)]
        if any(set(range(start, start + length)) <= triplets for start in starts):
            rows[f"{name}_consecutive_triplets"] = tai
            break


def chows(reading: Reading, rows: Rows) -> None:
    counts = Counter(reading.chows)
    same_chows(reading, counts, rows)
    four_of_a_tile(reading, rows)
    pairs_of_ends = 0
    for suit in (0, 9, 18):
        young, old = counts[suit], counts[suit + 6]
        pairs_of_ends += min(young, old)
        if young and old and counts[suit + 3]:
            rows["pure_straight"] = 5
            if max(young, old, counts[suit + 3]) >= 2:
                rows["double_dragon_straight"] = 10
    if pairs_of_ends >= 1:
        rows["old_young"] = 1
    if pairs_of_ends >= 2:
        rows["two_old_young"] = 10
    elif any(counts[suit] and counts[suit + 6] and counts[suit] + counts[suit + 6] >= 3 for suit in (0, 9, 18)):
        rows["double_old_young"] = 3  # "兩個老少 = 雙飄, then no 雙老少"
    for low in range(7):
        sisters = [counts[low], counts[low + 9], counts[low + 18]]
        if all(sisters):
            rows["three_suit_chows"] = 5
            if max(sisters) >= 2:
                rows["double_phoenix"] = 10


def same_chows(reading: Reading, counts: Counter[int], rows: Rows) -> None:
    highest = max(counts.values(), default=0)
    if highest >= 2:
        rows["identical_chows"] = 1
    if highest >= 3:
        rows["three_identical_chows"] = 10
    if highest >= 4:
        rows["four_identical_chows"] = 40
    if sum(count // 2 for count in counts.values()) >= 2:
        rows["two_pairs_identical"] = 15


def four_of_a_tile(reading: Reading, rows: Rows) -> None:
    """四歸一 and its kin: a kong's fourth tile is in the kong, so no chow holds it."""
    triplets = set(reading.triplets)
    single = 0
    for low in reading.chows:
        held = len(triplets & {low, low + 1, low + 2})
        if held == 1:
            single += 1
        elif held == 2:
            rows["double_four_to_one"] = 10
        elif held == 3:
            rows["three_four_to_one"] = 40
    if single:
        rows["four_to_one"] = single
    if reading.shape == "usual" and sum(low <= reading.pair <= low + 2 for low in reading.chows) == 2:
        rows["four_to_two"] = 5
    if any(sum(low <= tile <= low + 2 for low in reading.chows) == 4 for tile in range(27)):
        rows["four_to_four"] = 20


def whole_hand(reading: Reading, rows: Rows) -> None:
    if reading.shape == "eight_pairs":
        rows["nun_eight_pairs"] = 20
    if reading.shape == "orphans":
        rows["thirteen_orphans"] = 40
    if reading.shape != "usual":
        return
    if reading.pair in (1, 4, 7, 10, 13, 16, 19, 22, 25):
        rows["pair_258"] = 1
    parts = [set(group.tiles) for group in reading.groups]
    if all(part & TERMINALS_AND_HONORS for part in parts):
        if reading.has_honors:
            rows["mixed_terminals"] = 5
        else:
            rows["pure_terminals"] = 10
    for number in range(9):
        if all(part & {number, number + 9, number + 18} for part in parts):
            rows["all_with_number"] = 20
    if len(reading.triplets) == 5:
        rows["all_triplets"] = 10
        if set(reading.tiles) <= TERMINALS_AND_HONORS and reading.has_honors:
            rows["mixed_terminal_triplets"] = 20
        if not reading.suits:
            rows["all_honors"] = 40
    if len(reading.chows) == 5 and not reading.has_honors:
        if reading.hand.flowers:
            rows["small_all_chows"] = 3
        else:
            rows["big_all_chows"] = 8


def waits(reading: Reading, rows: Rows) -> None:
    placed = reading.placed
    winning = INDEX[reading.hand.winning or ""]
    closed = placed.kind == "chow" and winning == placed.tile + 1
    edge = placed.kind == "chow" and (
        (placed.tile % 9 == 0 and winning == placed.tile + 2) or (placed.tile % 9 == 6 and winning == placed.tile)
    )
    only = len(reading.waits) == 1
    if only:
        rows["real_single_wait"] = 2
        if closed and winning % 9 == 4:
            rows["closed_five"] = 1
        if "single_last_tile" in reading.win.events:
            rows["single_last_tile"] = 1
    elif closed or edge or (placed.kind == "pair" and reading.shape == "usual"):
        rows["one_single"] = 1
    if placed.kind == "triplet" and reading.shape == "usual" and reading.pair in reading.waits:
        rows["double_pair_wait"] = 1
    if placed.kind == "chow" and not closed and not edge and "double_last_tile" in reading.win.events:
        rows["double_last_tile"] = 3


def calls(reading: Reading, rows: Rows) -> None:
    events = reading.win.events
    # 沒有吃也沒有碰, 門前只有槓也算; an added kong was a pung.
    concealed = all(meld.kind in ("kong_concealed", "kong_claimed") for meld in reading.hand.melds)
    if concealed and reading.drawn:
        rows["concealed_self_draw"] = 3
    elif concealed:
        rows["concealed_hand"] = 1
    elif reading.drawn:
        rows["self_draw"] = 1
    if reading.all_called and reading.drawn:
        rows["half_melded"] = 5
    elif reading.all_called:
        rows["all_melded"] = 8
    if reading.on_replacement:
        rows["kong_replacement"] = 1
    if reading.drawn and "last_tile" in events:
        rows["last_tile_draw"] = 1
    if not reading.drawn and "robbing_kong" in events:
        rows["robbing_kong"] = 1
    if "tail" in events:
        rows["tail"] = 5


def first_tiles(reading: Reading, rows: Rows) -> None:
    win = reading.win
    dealer = win.seat == win.dealer
    if not reading.hidden:
        return
    if "heavenly_hand" in win.events and dealer and reading.drawn:
        rows["heavenly_hand"] = 50
    if "earthly_hand" in win.events and not dealer and (reading.drawn or win.from_seat == win.dealer):
        rows["earthly_hand"] = 40
    if "heavenly_ready" in win.events and not dealer:
        rows["heavenly_ready"] = 30
    if "earthly_ready" in win.events:
        rows["earthly_ready"] = 20


def flowers(reading: Reading, rows: Rows) -> None:
    if reading.flower_win:
        rows["eight_flowers"] = 40
    elif reading.hand.flowers:
        rows["flower"] = len(reading.hand.flowers)


NOT_COUNTED = {
    # 不計, in the document's own words.
    "double_old_young": "identical_chows old_young",
    "pure_straight": "old_young",
    "double_dragon_straight": "pure_straight identical_chows old_young double_old_young",
    "double_phoenix": "three_suit_chows identical_chows",
    "mixed_terminals": "no_five",
    "pure_terminals": "no_five no_honor",
    "mixed_terminal_triplets": "mixed_terminals all_triplets no_five",
    "five_concealed_triplets": "all_triplets",
    "four_kongs": "four_concealed_triplets",
    "five_kongs": "melded_kong concealed_kong five_concealed_triplets all_triplets",
    "two_numbers": "all_triplets",
    "five_consecutive_triplets": "all_triplets",
    "full_flush": "no_honor",
    "four_identical_chows": "four_to_four two_pairs_identical three_identical_chows identical_chows",
    "thirteen_orphans": "mixed_terminals five_types",
    "earthly_ready": "concealed_hand",
    "heavenly_ready": "concealed_hand",
    "all_melded": "real_single_wait",
    # Lower steps of a ladder.
    "three_identical_chows": "identical_chows",
    "two_old_young": "old_young",
    # Decided: what a row includes.
    "all_honors": "all_triplets two_numbers mixed_terminal_triplets mixed_terminals no_five",
    "half_melded": "self_draw real_single_wait",
    "small_all_chows": "no_honor",
    "big_all_chows": "no_honor no_flower",
}


def strike(rows: Rows) -> None:
    """Take out the rows that another stands for, also one that is itself not counted ("passed on")."""
    held = set(rows)
    if {"no_honor", "no_flower"} <= held and not held & {"full_flush", "pure_terminals", "big_all_chows"}:
        del rows["no_honor"], rows["no_flower"]
        rows["no_flower_no_honor"] = 3
    for row in held:
        for other in NOT_COUNTED.get(row, "").split():
            rows.pop(other, None)
