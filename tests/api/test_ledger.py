"""The ledger: whatever is written, undone and amended, the books sum to zero and a fresh replay says the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.ledger.errors import LedgerError
from api.ledger.events import (
    Amend,
    Called,
    Claim,
    Entry,
    Event,
    FalseWin,
    Fine,
    Finished,
    HandAborted,
    HandDrawn,
    HandWon,
    NewTerms,
    NextGame,
    Note,
    Opened,
    Penalty,
    PotIn,
    PotOut,
    Recorded,
    Redo,
    Removed,
    Renamed,
    Reopened,
    Seats,
    Terms,
    Undo,
)
from api.ledger.replay import Session, replay
from api.ledger.settling import Place
from api.ledger.summary import summary_of
from api.ledger.wire import event_document, event_of
from scorer import RuleSet, TableState, gains_of, load_rules, parse_hand, payments_of, score, winning
from scorer.win import Win

PLAIN = "123456789m55p56s[777z]+7s|1f"
WIND = "123456789m11z56s[777z]+7s"
GUANGDONG = "123456m23456p55s+7p"


def rules_of(terms: Terms) -> RuleSet:
    return load_rules(terms.rules, dict(terms.options))


def terms(rules: str = "taiwan", base: int = 100, per_tai: int = 20, **options: Any) -> Terms:
    return Terms(rules, load_rules(rules).version, tuple(sorted(options.items())), base, per_tai)


def opened(rules: str = "taiwan", *, chips: int = 0, pot: Any = "kept", **options: Any) -> Session:
    event = Opened(("a", "b", "c", "d"), terms(rules, **options), chips=chips, pot=pot)
    return replay([Recorded(1, event)], rules_of)


def played(session: Session, *events: Event) -> Session:
    for event in events:
        session = session.then(Recorded(session.number + 1, event))
    return session


def refused(session: Session, event: Event) -> str:
    with pytest.raises(LedgerError) as error:
        played(session, event)
    return error.value.code


def won(player: int, feeder: int | None = None, tai: int = 3, **more: Any) -> HandWon:
    return HandWon("self_draw" if feeder is None else "discard", (Claim(player, tai=tai),), feeder, **more)


# ---- any sequence

WHO = st.integers(0, 3)
NUMBERS = st.integers(1, 30)
AMOUNTS = st.integers(1, 400)
ORDERS = st.permutations([0, 1, 2, 3]).map(tuple)
HANDS = st.sampled_from([PLAIN, WIND, "123456789m23456p55s+7p", "1112345678999m11p222s+1p", "19m19p19s1234567z99m9p1s"])


@st.composite
def wins(draw: Any) -> HandWon:
    won_by = draw(st.sampled_from(["self_draw", "discard", "discard", "flowers"]))
    players = draw(ORDERS)
    several = draw(st.integers(1, 3)) if won_by == "discard" else 1
    feeder = players[3] if won_by == "discard" and draw(st.integers(0, 9)) else None
    claims = tuple(
        Claim(player, hand=draw(HANDS)) if draw(st.booleans()) else Claim(player, tai=draw(st.integers(0, 12)))
        for player in players[:several]
    )
    return HandWon(won_by, claims, feeder, draw(st.none() | WHO))


PLAYS = st.one_of(
    wins(),
    wins(),
    st.just(HandDrawn()),
    st.sampled_from(["four_west", "four_winds"]).map(HandAborted),
    st.builds(Penalty, WHO, st.none() | WHO, AMOUNTS),
    st.builds(FalseWin, WHO, st.none() | AMOUNTS),
    st.builds(Fine, WHO, st.none() | AMOUNTS),
    st.builds(PotIn, WHO, AMOUNTS),
    st.builds(PotOut, WHO, AMOUNTS),
    st.builds(lambda a, b, c: Entry((a, b, c, -a - b - c)), *[st.integers(-500, 500)] * 3),
    st.just(Note("a remark")),
)
TERMS = st.builds(
    lambda rules, base: terms(rules, base, 10), st.sampled_from(["taiwan", "ccaa", "guangdong"]), st.integers(0, 99)
)
EVENTS = st.one_of(
    PLAYS,
    PLAYS,
    PLAYS,
    st.builds(Undo, NUMBERS),
    st.builds(Redo, NUMBERS),
    st.builds(Amend, NUMBERS, PLAYS),
    st.builds(Seats, ORDERS, st.none() | NUMBERS, st.sampled_from(["people", "places"])),
    st.builds(NewTerms, TERMS, st.none() | NUMBERS),
    st.builds(NextGame, st.none() | ORDERS, st.booleans()),
    st.just(Finished()),
    st.just(Reopened()),
    st.just(Renamed("another name")),
    st.just(Removed()),
)
OPENINGS = st.sampled_from(
    [("taiwan", 0, "kept"), ("taiwan_online", 0, "winner"), ("ccaa", 200, "winner"), ("guangdong", 60, "kept")]
)


@given(OPENINGS, st.lists(EVENTS, max_size=25))
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=25)
def test_any_sequence_sums_to_zero_and_equals_a_fresh_replay(opening: Any, events: list[Any]) -> None:
    rules, chips, pot = opening
    session = opened(rules, chips=chips, pot=pot)
    for event in events:
        before = session
        try:
            session = played(session, event)
        except LedgerError:
            assert session is before
            continue
        assert replay(session.history.lines, rules_of) == session
        for line in session.lines:
            assert sum(line.balances) + line.pot == 0
            assert line.pot >= 0
            assert line.problem is None or not any(line.gains)
        assert session.purse.held is None or min(session.purse.held) >= 0
        assert sum(summary_of(session)["balances"]) + session.purse.pot == 0
        assert [event_of(event_document(each.event)) for each in session.history.lines] == [
            each.event for each in session.history.lines
        ]


@given(OPENINGS, st.lists(PLAYS, max_size=12), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=25)
def test_an_undo_and_its_undo_leave_everything_as_it_was(opening: Any, events: list[Any], data: Any) -> None:
    rules, chips, pot = opening
    session = opened(rules, chips=chips, pot=pot)
    for event in events:
        try:
            session = played(session, event)
        except LedgerError:
            continue
    if session.number == 1:
        return
    number = data.draw(st.integers(2, session.number))
    undone = played(session, Undo(number))
    assert undone.line(number) is None
    for way_back in (Undo(undone.number), Redo(number)):
        again = played(undone, way_back)
        assert (again.lines, again.purse, again.table) == (session.lines, session.purse, session.table)


@given(st.lists(PLAYS, max_size=8), PLAYS, PLAYS)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=25)
def test_an_amended_event_counts_as_if_it_had_been_said_so(before: list[Any], first: Any, second: Any) -> None:
    session = opened("guangdong")
    for event in before:
        try:
            session = played(session, event)
        except LedgerError:
            continue
    try:
        wrong, right = played(session, first), played(session, second)
        amended = played(wrong, Amend(wrong.number, second))
    except LedgerError:
        return
    assert amended.purse == right.purse
    assert amended.table == right.table
    assert amended.lines[-1].gains == right.lines[-1].gains


# ---- what a hand pays


def test_the_books_fill_in_seat_round_dealer_and_streak() -> None:
    session = played(opened(), won(0), won(0), HandWon("discard", (Claim(1, hand=PLAIN),), 0))
    win = Win("discard", seat="S", from_seat="E", streak=2)
    sheet = score(parse_hand(PLAIN), win, load_rules("taiwan"))
    assert session.lines[-1].wins[0].sheet == sheet
    gains = gains_of(payments_of([sheet], base=100, per_tai=20))
    assert session.lines[-1].gains == tuple(gains.values())
    assert session.table == TableState(passed=1, streak=0, hands=3)


def test_under_the_association_seats_are_counted_from_the_opened_wall() -> None:
    session = played(opened(), HandWon("self_draw", (Claim(1, hand=PLAIN),), opened=1))
    assert session.lines[-1].winds == ("N", "E", "S", "W")
    assert session.lines[-1].wins[0].sheet.win == Win("self_draw", seat="E", dealer="N")


def test_a_double_win_is_paid_by_the_discarder_to_both() -> None:
    session = opened("ccaa", minimum=0)
    session = played(session, HandWon("discard", (Claim(3, hand=PLAIN), Claim(1, hand=PLAIN)), 0))
    rules = load_rules("ccaa", {"minimum": 0})
    claims = winning([Win("discard", seat=seat, from_seat="E") for seat in ("N", "S")], rules)
    gains = gains_of(payments_of([score(parse_hand(PLAIN), win, rules) for win in claims], base=100, per_tai=20))
    line = session.lines[-1]
    assert [won.player for won in line.wins] == [1, 3]
    assert line.gains == tuple(gains.values())
    assert line.gains[0] < 0 == line.gains[2] < line.gains[1]


def test_where_the_nearest_wins_the_other_claim_is_kept_and_pays_nothing() -> None:
    session = played(opened(), HandWon("discard", (Claim(3, hand=PLAIN), Claim(1, hand=PLAIN)), 0))
    line = session.lines[-1]
    assert [(won.player, won.counts) for won in line.wins] == [(1, True), (3, False)]
    assert line.gains[3] == 0 < line.gains[1]


def test_new_seats_can_make_another_claim_the_nearest() -> None:
    session = played(opened(), HandWon("discard", (Claim(3, hand=PLAIN), Claim(1, hand=PLAIN)), 0))
    session = played(session, Seats((0, 3, 2, 1), since=1))
    assert session.lines[1].wins[0].player == 3
    assert session.lines[1].gains[1] == 0 < session.lines[1].gains[3]


def test_three_winners_on_one_tile_are_each_paid_a_full_hand() -> None:
    session = played(opened("guangdong", base=0, per_tai=1), won_by_three(None))
    assert session.lines[-1].gains == (-24, 8, 8, 8)
    assert played(opened("guangdong", base=0, per_tai=1), won_by_three(1)).lines[-1].gains == (-24, 8, 8, 8)


def won_by_three(tai: int | None) -> HandWon:
    hand = GUANGDONG if tai is None else None
    return HandWon("discard", tuple(Claim(player, hand=hand, tai=tai) for player in (1, 2, 3)), 0)


def test_a_liable_player_pays_a_self_draw_alone() -> None:
    calls = tuple(Called(1, 2 if tile == "7z" else 3, f"[{tile[0] * 3}z]") for tile in ("5z", "6z", "7z"))
    session = played(opened("guangdong"), HandWon("self_draw", (Claim(1, tai=3),), calls=calls))
    assert session.lines[-1].gains[0] == session.lines[-1].gains[3] == 0
    assert session.lines[-1].gains[2] == -session.lines[-1].gains[1] < 0
    named = HandWon("self_draw", (Claim(1, tai=3, events=("liability",)),), 2)
    assert played(opened("guangdong"), named).lines[-1].gains == session.lines[-1].gains


def test_a_flower_win_without_a_hand_is_paid_by_all() -> None:
    session = played(opened(), HandWon("flowers", (Claim(2, hand="|12345678f"),)))
    assert session.lines[-1].gains[2] > 0 > max(session.lines[-1].gains[player] for player in (0, 1, 3))


def test_a_bare_count_is_paid_with_the_dealers_tai() -> None:
    session = played(opened(), won(0), won(1, tai=5))
    # The dealer pays his own tai and 連一拉一 beside the five.
    assert session.lines[-1].gains == (-100 - 20 * 8, 2 * 200 + 260, -200, -200)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (HandWon("discard", (Claim(1, hand="123m"),), 0), "hand_not_winning"),
        (HandWon("discard", (Claim(1, hand="12x"),), 0), "notation_invalid"),
        (HandWon("discard", (Claim(1, hand=PLAIN),)), "win_invalid"),
        (HandWon("discard", (Claim(1, hand=PLAIN, events=("rain",)),), 0), "win_invalid"),
        (HandWon("self_draw", (Claim(1, hand=PLAIN), Claim(2, hand=PLAIN))), "win_invalid"),
        (HandAborted("four_west"), "hand_impossible"),
        (FalseWin(1), "amount_missing"),
        (Fine(1), "amount_missing"),
        (PotOut(1, 5), "pot_too_small"),
        (Entry((1, 0, 0, 0)), "not_zero_sum"),
        (Reopened(), "session_open"),
        (Undo(1), "event_fixed"),
        (Undo(9), "event_unknown"),
        (Redo(2), "event_counts"),
        (Amend(1, HandDrawn()), "event_fixed"),
        (Seats((0, 1, 2, 3), since=7), "event_unknown"),
        (Opened(("a", "b", "c", "d"), terms()), "events_out_of_order"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_no_trace(event: Event, code: str) -> None:
    assert refused(played(opened(), HandDrawn()), event) == code


# ---- undo, amend, seats


def test_undoing_a_hand_far_back_moves_dealer_streak_and_round_of_all_that_follow() -> None:
    session = played(opened(), won(0), won(0), won(1, 0), won(2, 1))
    assert [(line.place.dealer, line.place.table.streak) for line in session.lines[1:]] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
    ]
    undone = played(session, Undo(3))
    assert [(line.place.dealer, line.place.table.streak) for line in undone.lines[1:]] == [(0, 0), (0, 1), (1, 0)]
    assert undone.lines[2].gains != session.lines[3].gains  # one streak less is paid


def test_an_undone_event_can_be_neither_undone_nor_amended_again() -> None:
    session = played(opened(), HandDrawn(), Undo(2))
    assert refused(session, Undo(2)) == "event_undone"
    assert refused(session, Amend(2, HandDrawn())) == "event_undone"
    assert played(session, Redo(2)).line(2) is not None
    assert refused(played(session, Undo(3)), Redo(2)) == "event_counts"


def test_the_last_amendment_counts_and_undoing_it_brings_back_the_one_before() -> None:
    session = played(opened(), won(1, 0, 3), Amend(2, won(1, 0, 4)), Amend(2, won(2, 0, 5)))
    assert session.line(2).wins[0].player == 2
    session = played(session, Undo(4))
    assert session.line(2).wins[0].sheet.uncapped == 4
    assert session.history.standing(2).amended == (3,)
    assert played(session, Undo(3)).line(2).wins[0].sheet.uncapped == 3


def test_an_amendment_that_cannot_be_is_refused() -> None:
    assert refused(played(opened(), won(1, 0)), Amend(2, HandWon("discard", (Claim(1, hand="123m"),), 0))) == (
        "hand_not_winning"
    )


def test_wrong_seats_are_put_right_after_several_hands() -> None:
    # pantheon#778: B and C were swapped from the beginning.
    session = played(opened(), HandWon("discard", (Claim(1, hand=WIND),), 3), won(2), won(3, 1))
    righted = played(session, Seats((0, 2, 1, 3), since=1))
    assert [line.place.dealer for line in righted.lines[1:4]] == [0, 2, 2]
    assert righted.lines[2].place.table.streak == 0
    assert righted.lines[3].place.table.streak == 1
    fresh = played(opened(), Seats((0, 2, 1, 3)), HandWon("discard", (Claim(1, hand=WIND),), 3), won(2), won(3, 1))
    assert righted.purse == fresh.purse


def test_where_the_wrong_names_stood_the_results_move_with_the_places() -> None:
    session = played(opened(), won(1, 3), won(2), won(3, 1))
    righted = played(session, Seats((0, 2, 1, 3), since=1, kept="places"))
    a, b, c, d = session.purse.balances
    assert righted.purse.balances == (a, c, b, d)
    assert righted.table == session.table
    # What is said afterwards is said by the right names.
    assert played(righted, won(1, 0)).lines[-1].wins[0].player == 1


def test_seats_changed_from_here_on_leave_the_hands_before_alone() -> None:
    session = played(opened(), won(1, 0))
    moved = played(session, Seats((3, 2, 1, 0)), won(1, 0))
    assert moved.lines[1] == session.lines[1]
    assert (moved.lines[3].place.dealer, moved.lines[3].winds) == (2, ("W", "S", "E", "N"))


def test_a_hand_that_no_longer_wins_counts_for_nothing_and_says_why() -> None:
    # The table remembers that it plays with a minimum of 4 tai: 004, 四番或五番起胡.
    hand = HandWon("discard", (Claim(1, hand="67m234p11s[222z][345p][567s]+8m|2f"),), 0)
    session = played(opened("ccaa", minimum=2), hand, won(2, tai=9))
    moved = played(session, NewTerms(terms("ccaa", minimum=4), since=1))
    line = moved.line(2)
    assert line.problem is not None and line.problem.code == "hand_not_winning"
    assert line.gains == (0, 0, 0, 0)
    assert moved.line(3).place.table.hands == 0
    assert played(moved, Undo(4)).line(2).problem is None


def test_a_finished_session_takes_corrections_and_no_new_hand() -> None:
    # pantheon#319: undo after the game ended.
    session = played(opened(), won(1, 0), won(2, 0), Finished())
    assert refused(session, HandDrawn()) == "session_finished"
    undone = played(session, Undo(2))
    assert undone.finished and undone.purse.balances[1] == 0
    again = played(undone, Reopened(), HandDrawn())
    assert not again.finished
    assert played(session, Undo(4)).finished is False


def test_the_last_new_name_counts_and_taking_it_back_brings_the_one_before() -> None:
    session = played(opened(), Renamed("one"), won(1, 0), Renamed("other"))
    assert session.title == "other"
    assert played(session, Undo(4)).title == "one"
    assert played(session, Undo(4), Undo(2)).title is None
    assert summary_of(session)["title"] == "other"


def test_a_removed_session_takes_nothing_more_until_that_is_taken_back() -> None:
    session = played(opened(), won(1, 0), Removed())
    assert session.removed == 3 and summary_of(session)["removed"] is True
    for event in (HandDrawn(), Note("late"), Renamed("late"), Removed(), Reopened(), Amend(2, won(2, 0))):
        assert refused(session, event) == "session_removed"
    back = played(session, Undo(3), HandDrawn())
    assert back.removed is None and back.hands == 2
    assert played(back, Undo(4)).removed == 3


def test_other_terms_hold_from_here_on_or_after_the_fact() -> None:
    session = played(opened(), won(1, 0, 3))
    later = played(session, NewTerms(terms(base=300)), won(1, 0, 3))
    assert later.lines[1] == session.lines[1]
    assert later.lines[3].gains[0] == session.lines[1].gains[0] - 200
    everywhere = played(session, NewTerms(terms(base=300), since=1))
    assert everywhere.lines[1].gains[0] == session.lines[1].gains[0] - 200


# ---- games, chips, pot


def test_the_rules_end_a_game_and_the_next_begins_where_it_is_asked_for() -> None:
    session = opened("taiwan_online")
    for hand in range(16):
        assert not session.game_over
        dealer = hand % 4
        session = played(session, won((dealer + 1) % 4, dealer))
    assert session.game_over and session.game_complete
    assert refused(session, HandDrawn()) == "game_over"
    following = played(session, NextGame((3, 2, 1, 0)))
    assert (following.game, following.place.dealer, following.table) == (2, 3, TableState())
    assert following.purse.balances == session.purse.balances


def test_without_such_a_rule_a_whole_game_is_only_offered() -> None:
    session = opened()
    for hand in range(16):
        assert not session.game_complete
        session = played(session, won((hand + 1) % 4, hand % 4))
    assert session.game_complete and not session.game_over
    assert session.game_number == played(session, NextGame()).game_number == 2
    later = played(session, won(0))
    assert not later.game_complete
    assert (later.lines[-1].game, played(later, NextGame()).game_number) == (2, 3)


def test_chips_are_paid_no_further_than_one_holds_them() -> None:
    session = opened("ccaa", chips=20, pot="winner", base=1, per_tai=1)
    session = played(session, Fine(3), FalseWin(2))
    assert session.purse.held == (30, 20, 0, 29)
    assert session.purse.pot == 1
    assert session.lines[-1].gains == (10, 0, -20, 10)  # ten to the next in turn, ten to the one after him
    session = played(session, won(1, 0, 40))
    assert session.purse.held == (0, 51, 0, 29)
    assert session.purse.pot == 0
    assert not session.purse.all_out
    assert played(session, won(1, 3, 40)).purse.all_out


def test_chips_are_dealt_out_again_for_the_next_game_and_gains_are_kept() -> None:
    session = played(opened("ccaa", chips=200, pot="winner"), won(1, 0, 5), NextGame())
    assert session.purse.held == (200,) * 4
    assert session.purse.balances == session.lines[1].balances


def test_a_pot_of_money_stays_until_somebody_takes_it() -> None:
    session = played(opened(), PotIn(0, 50), PotIn(1, 50), won(2))
    assert session.purse.pot == 100
    assert sum(session.purse.balances) == -100
    assert played(session, PotOut(3, 100)).purse.pot == 0
    winner = played(opened(pot="winner"), PotIn(0, 50), won(2))
    assert (winner.purse.pot, sum(winner.purse.balances)) == (0, 0)


def test_a_penalty_goes_to_one_or_to_each_other() -> None:
    session = played(opened(), Penalty(0, 2, 30), Penalty(1, None, 10))
    assert session.purse.balances == (-20, -30, 40, 10)


def test_the_summary_counts_what_each_has_done() -> None:
    session = played(
        opened(), won(0, None, 5), won(1, 2, 3), HandDrawn(), HandWon("flowers", (Claim(2, hand="|12345678f"),))
    )
    counts = summary_of(session)["counts"]
    assert [count["wins"] for count in counts] == [1, 1, 1, 0]
    assert [count["self_draws"] for count in counts] == [1, 0, 0, 0]
    assert counts[2]["fed"] == counts[2]["flower_wins"] == 1
    assert {count["hands"] for count in counts} == {4}
    assert {count["drawn"] for count in counts} == {1}
    assert counts[0]["dealt"] == 2 and counts[0]["dealer_wins"] == 1 and counts[0]["streak"] == 1
    assert counts[0]["best"] == 6  # five and the dealer's


def test_two_rule_sets_of_one_name_are_not_taken_for_each_other() -> None:
    cheap, dear = load_rules("taiwan"), load_rules("taiwan", {"cap": 1})
    event = HandWon("discard", (Claim(1, hand="1112223334445m5p+5p"),), 0)
    first = Recorded(1, Opened(("a", "b", "c", "d"), terms()))
    event = HandWon("discard", (Claim(1, hand="111222333444m555p9s+9s"),), 0)
    totals = [
        replay([first, Recorded(2, event)], lambda _, rules=rules: rules).lines[-1].wins[0].sheet.total
        for rules in (cheap, dear)
    ]
    assert totals[0] > totals[1] == 1


def test_a_place_knows_winds_by_player() -> None:
    place = Place(TableState(passed=1), (2, 0, 1, 3))
    assert place.dealer == 0
    assert place.winds(load_rules("taiwan_online")) == ("E", "S", "N", "W")
