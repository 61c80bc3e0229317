"""Who pays whom: the sums are right and nothing is lost on the way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import Hand, SettlementError, Win, load_rules, parse_hand, score, settle
from tests.scorer.hands import FLOWER_NAMES, winning_hands, wins

TAIWAN = load_rules("taiwan")
HAND = "123456789m23456p55s+7p"
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "cap": st.integers(0, 30),
        "dealer_share": st.sampled_from(["always", "wins_or_discards"]),
        "robbing_kong_pays": st.sampled_from(["robbed", "self_draw"]),
        "flower_win_flowers": st.sampled_from(["replaced", "added"]),
    },
)


def settled(won_by: Any = "discard", options: dict[str, Any] | None = None, **facts: Any) -> dict[str, int]:
    win = Win(won_by, **{"seat": "S", "dealer": "E", **facts})
    return dict(settle(score(parse_hand(HAND), win, load_rules("taiwan", options)), base=100, per_tai=10))


@given(
    winning_hands(), wins(tuple(event.id for event in TAIWAN.events)), OPTIONS, st.integers(0, 999), st.integers(0, 999)
)
def test_any_settlement_sums_to_zero(hand: Hand, win: Win, options: Any, base: int, per_tai: int) -> None:
    sheet = score(hand, win, load_rules("taiwan", options))
    gains = settle(sheet, base=base, per_tai=per_tai)
    assert sum(gains.values()) == 0
    assert gains[win.seat] == sum(base + per_tai * share.tai for share in sheet.shares)


@given(winning_hands(), wins(), st.sampled_from(["eight", "robbed", "drawn", "dealt"]), OPTIONS)
def test_any_settlement_of_a_flower_win_sums_to_zero(hand: Hand, win: Win, kind: str, options: Any) -> None:
    events = {"eight": [], "robbed": ["seven_rob_one"], "drawn": ["seven_rob_one_drawn"], "dealt": ["dealt_flower_win"]}
    payer = next(seat for seat in "ESWN" if seat != win.seat) if kind in ("robbed", "drawn") else None
    facts: dict[str, Any] = {"seat": win.seat, "from_seat": payer, "dealer": win.dealer, "streak": win.streak}
    flowers = Hand(hand.concealed, hand.melds, hand.winning, FLOWER_NAMES)
    sheet = score(flowers, Win("flowers", events=frozenset(events[kind]), **facts), load_rules("taiwan", options))
    gains = settle(sheet)
    assert sum(gains.values()) == 0
    assert gains[win.seat] > 0


def test_the_discarder_pays_alone() -> None:
    assert settled(from_seat="W") == {"E": 0, "S": 130, "W": -130, "N": 0}


def test_a_self_draw_is_paid_by_three_and_the_dealer_s_share_carries_the_dealer() -> None:
    assert settled("self_draw", streak=2) == {"E": -180, "S": 440, "W": -130, "N": -130}


def test_flowers_are_paid_whole_by_each_of_three() -> None:
    # South's own 夏 and 蘭, two tai, on a concealed self-draw of three.
    sheet = score(parse_hand(f"{HAND}|26f"), Win("self_draw", seat="S", dealer="S"), TAIWAN)
    assert settle(sheet, base=0, per_tai=1) == {"E": -6, "S": 18, "W": -6, "N": -6}


def test_the_dealer_s_share_of_a_self_draw_can_be_kept_plain() -> None:
    plain = settled("self_draw", {"dealer_share": "wins_or_discards"}, streak=2)
    assert plain == {"E": -130, "S": 390, "W": -130, "N": -130}


def test_a_dealer_who_discards_pays_the_dealer_s_tai_in_either_case() -> None:
    for choice in ("always", "wins_or_discards"):
        assert settled("discard", {"dealer_share": choice}, from_seat="E", streak=1)["E"] == -(100 + 10 * (3 + 3))


def test_a_dealer_who_wins_is_paid_dealer_and_streak_by_all() -> None:
    assert settled("self_draw", seat="E", dealer="E", streak=1) == {"E": 480, "S": -160, "W": -160, "N": -160}


def test_a_robbed_kong_is_paid_by_its_player_or_as_a_self_draw() -> None:
    events = frozenset({"robbing_kong"})
    assert settled(from_seat="N", events=events) == {"E": 0, "S": 140, "W": 0, "N": -140}
    drawn = settled("discard", {"robbing_kong_pays": "self_draw"}, from_seat="N", events=events)
    assert drawn == {"E": -150, "S": 430, "W": -140, "N": -140}


def test_a_limit_bounds_what_anyone_pays() -> None:
    assert settled("self_draw", {"cap": 3}, streak=2) == {"E": -130, "S": 390, "W": -130, "N": -130}
    sheet = score(parse_hand(HAND), Win("self_draw", seat="E", streak=9), load_rules("taiwan", {"cap": 10}))
    assert (sheet.total, sheet.uncapped) == (10, 22)


def test_seat_winds_may_be_counted_from_the_wall_so_that_the_dealer_is_not_east() -> None:
    assert settled("self_draw", dealer="N")["N"] == -140


@pytest.mark.parametrize(
    ("text", "win", "amounts", "code"),
    [
        ("1m", Win("discard", from_seat="S"), {}, "not_a_win"),
        (HAND, Win("discard"), {}, "payer_missing"),
        (HAND, Win("self_draw"), {"base": -1}, "negative_amount"),
        (HAND, Win("self_draw"), {"per_tai": -1}, "negative_amount"),
    ],
)
def test_what_cannot_be_settled_is_refused(text: str, win: Win, amounts: dict[str, int], code: str) -> None:
    with pytest.raises(SettlementError) as caught:
        settle(score(parse_hand(text), win, TAIWAN), **amounts)
    assert caught.value.code == code
