"""Sessions over HTTP: opened, played, put right, watched, taken along and brought."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.conftest import HAND

NAMES = "甲乙丙丁"
SQLITE = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)


class Table:
    """A table as one phone sees it."""

    def __init__(self, someone: Any, club: str, **more: Any) -> None:
        self.someone = someone
        body = {"players": [{"name": name} for name in NAMES], "terms": {"rules": "taiwan"}, **more}
        key = f"open-{more.get('title')}"
        answer = someone.post(f"/api/clubs/{club}/sessions", json=body, headers={"idempotency-key": key})
        self.club = club
        self.state = answer.raise_for_status().json()
        self.path = f"/api/sessions/{self.state['id']}"
        self.keys = 0

    def say(self, event: dict[str, Any], *, key: str | None = None, after: int | None = None) -> Any:
        self.keys += 1
        answer = self.someone.post(
            f"{self.path}/events",
            json={"after": after or self.state["number"], "event": event},
            headers={"idempotency-key": key or f"key-{self.keys}"},
        )
        if answer.is_success:
            self.state = answer.json()["session"]
        return answer

    def refused(self, event: dict[str, Any], **more: Any) -> tuple[int, str]:
        answer = self.say(event, **more)
        return answer.status_code, answer.json()["error"]["code"]

    @property
    def balances(self) -> list[int]:
        return [player["balance"] for player in self.state["players"]]

    def get(self, path: str = "") -> Any:
        return self.someone.get(f"{self.path}{path}").raise_for_status()


def hand(player: int, feeder: int | None = None, **more: Any) -> dict[str, Any]:
    win = {"player": player, **({"hand": HAND} if "tai" not in more else {"tai": more.pop("tai")})}
    return {
        "kind": "hand",
        "won_by": "self_draw" if feeder is None else "discard",
        "from": feeder,
        "wins": [win],
        **more,
    }


@pytest.fixture
def table(club) -> Table:
    return Table(club.owner, club.id)


def test_a_table_is_opened_for_four_of_the_clubs_list(table, club):
    state = table.state
    assert [player["name"] for player in state["players"]] == list(NAMES)
    assert [player["seat"] for player in state["players"]] == list("ESWN")
    assert (state["number"], state["finished"], state["role"]) == (1, False, "owner")
    listed = club.owner.get(f"{club.path}/players").json()["players"]
    assert {player["name"] for player in listed} >= set(NAMES)
    again = Table(club.owner, club.id, title="again", players=[{"id": each["id"]} for each in state["players"]])
    assert [each["id"] for each in again.state["players"]] == [each["id"] for each in state["players"]]
    sessions = club.owner.get(f"{club.path}/sessions").json()["sessions"]
    assert [session["title"] for session in sessions] == ["again", ""]


@SQLITE
def test_seats_are_drawn_by_the_service_and_told_the_same_to_who_asks_again(club):
    body = {"players": [{"name": name} for name in NAMES], "seats": "drawn"}
    answers = [
        club.owner.post(f"{club.path}/sessions", json=body, headers={"idempotency-key": "one"}).json() for _ in range(2)
    ]
    assert answers[0] == answers[1]
    orders = {
        tuple(each["name"] for each in Table(club.owner, club.id, seats="drawn", title=str(n)).state["players"])
        for n in range(12)
    }
    assert len(orders) > 1
    assert all(sorted(order) == sorted(NAMES) for order in orders)


NO_TABLES = [
    ({"players": [{"name": "甲"}, {"name": "甲"}, {"name": "丙"}, {"name": "丁"}]}, 422, "players_differ"),
    ({"players": [{"id": "0" * 32}, {"name": "乙"}, {"name": "丙"}, {"name": "丁"}]}, 404, "player_unknown"),
    ({"players": [{"name": "甲"}]}, 422, "request_invalid"),
    ({"players": [{}, {"name": "乙"}, {"name": "丙"}, {"name": "丁"}]}, 422, "request_invalid"),
    ({"players": [{"name": "\u202e"}, {"name": "乙"}, {"name": "丙"}, {"name": "丁"}]}, 422, "name_invalid"),
    ({"terms": {"rules": "atlantis"}}, 422, "rules_unknown"),
    ({"title": "a\x00b"}, 422, "request_invalid"),
    ({"chips": -1}, 422, "request_invalid"),
]


@SQLITE
def test_a_table_that_cannot_be_is_refused_and_leaves_nothing(club):
    for change, status, code in NO_TABLES:
        body = {"players": [{"name": name} for name in NAMES], **change}
        answer = club.owner.post(f"{club.path}/sessions", json=body, headers={"idempotency-key": "one"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), change
        assert club.owner.get(f"{club.path}/sessions").json() == {"sessions": [], "next": None}
        assert "乙" not in {each["name"] for each in club.owner.get(f"{club.path}/players").json()["players"]}


def test_an_evening_is_written_undone_amended_and_seen_the_same_by_all(table, club):
    assert table.say(hand(1, 2)).status_code == 201
    assert table.balances == [0, 120, -120, 0]
    assert table.state["next"]["dealer"] == 1
    table.say({"kind": "drawn"})
    assert table.state["next"]["streak"] == 1
    table.say(hand(0, tai=5))
    assert sum(table.balances) == 0
    table.say({"kind": "undo", "event": 2})
    assert table.balances[2] != -120
    assert [line["number"] for line in table.state["lines"]] == [3, 4]
    table.say({"kind": "amend", "event": 4, "to": hand(0, 3, tai=2)})
    # 甲 dealt that hand after all, and had held the deal on the draw: two tai, his own and 連一拉一.
    assert table.balances == [200, 0, 0, -200]
    assert table.state["lines"][-1]["said"] == 6
    table.say({"kind": "finished"})
    assert table.refused({"kind": "drawn"}) == (409, "session_finished")
    history = table.get("/events").json()["events"]
    assert [event["event"]["kind"] for event in history] == [
        "opened", "hand", "drawn", "hand", "undo", "amend", "finished"
    ]  # fmt: skip
    assert history[1]["undone_by"] == 5
    assert history[3]["amended_by"] == [6]
    viewer = club.member("viewer", "看")
    seen = viewer.get(table.path).json()
    assert seen == {**table.state, "role": "viewer"}


@SQLITE
def test_who_wrote_what_is_told_by_name(club):
    scorekeeper = club.member("scorekeeper", "小林")
    table = Table(scorekeeper, club.id)
    table.say(hand(1, 2))
    history = club.owner.get(f"{table.path}/events").json()["events"]
    assert [event["by"] for event in history] == ["小林", "小林"]
    assert table.state["lines"][0]["by"] == "小林"


@SQLITE
def test_a_sheet_can_be_looked_at_before_and_after(table):
    asked = {"event": hand(1, 2), "lang": "en"}
    preview = table.someone.post(f"{table.path}/preview", json=asked).raise_for_status().json()
    assert preview["refused"] is None
    assert preview["line"]["gains"] == preview["balances"] == [0, 120, -120, 0]
    assert preview["sheets"][0]["sheet"]["rows"][0]["name"] == "Dragon triplet"
    assert table.get().json()["number"] == 1
    table.say(hand(1, 2))
    whole = table.get("/events/2?lang=en").json()
    assert whole["sheets"] == preview["sheets"]
    assert whole["line"] == {**preview["line"], "at": whole["line"]["at"], "by": whole["line"]["by"]}
    assert whole["event"]["wins"][0]["hand"] == HAND


@SQLITE
def test_a_preview_says_why_a_hand_cannot_be_written_and_what_is_missing(table):
    asked = {"event": {**hand(1, 2), "wins": [{"player": 1, "hand": HAND[1:]}]}}
    preview = table.someone.post(f"{table.path}/preview", json=asked).raise_for_status().json()
    assert preview["refused"]["code"] == "hand_not_winning"
    assert "too_few_tiles" in preview["sheets"][0]["sheet"]["status"]
    assert preview["line"] is None
    nobody = table.someone.post(f"{table.path}/preview", json={"event": {**hand(1), "won_by": "discard"}}).json()
    assert nobody["refused"]["code"] == "win_invalid"
    assert nobody["sheets"][0]["sheet"]["total"] is not None


@SQLITE
def test_a_preview_of_an_amendment_shows_the_hand_where_it_was_played(table):
    for event in (hand(0), hand(0), hand(1, 0)):
        table.say(event)
    asked = {"event": {"kind": "amend", "event": 3, "to": hand(1, 0)}}
    preview = table.someone.post(f"{table.path}/preview", json=asked).json()
    table.say(asked["event"])
    assert preview["line"]["number"] == 3
    assert preview["balances"] == table.balances
    assert table.state["lines"][1]["streak"] == 1


@SQLITE
def test_two_phones_at_once_are_told_what_happened(table):
    table.say(hand(1, 2))
    answer = table.say(hand(3, 2), after=1)
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["code"], error["detail"]["number"]) == ("session_moved_on", 2)
    assert error["detail"]["events"][0]["event"]["wins"][0]["player"] == 1


def test_a_double_tap_and_a_retry_after_others_wrote_make_one_event(table):
    first = table.say(hand(1, 2), key="tap").json()
    second = table.say(hand(1, 2), key="tap", after=1).json()
    assert first == second
    table.say({"kind": "drawn"})
    retry = table.say(hand(1, 2), key="tap", after=1)
    assert (retry.status_code, retry.json()["number"], retry.json()["session"]["number"]) == (201, 2, 3)
    assert table.refused(hand(1, 3), key="tap", after=1) == (409, "idempotency_conflict")


def test_of_many_who_write_at_once_each_is_recorded_once_or_told_to_look(table, client):
    def write(n: int) -> int:
        answer = client.post(
            f"{table.path}/events",
            json={"after": 1, "event": hand(n % 4, tai=n)},
            headers={"idempotency-key": f"at-once-{n}"},
        )
        return answer.status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(write, range(16)))
    assert sorted(statuses) == [201] + [409] * 15
    assert table.get().json()["number"] == 2


WRONG_EVENTS = [
    ({"kind": "hand"}, "request_invalid"),
    ({"kind": "rain"}, "request_invalid"),
    ({}, "request_invalid"),
    ([], "request_invalid"),
    ("hand", "request_invalid"),
    ({**hand(1, 2), "from": 1}, "request_invalid"),
    ({**hand(1, 2), "wins": []}, "request_invalid"),
    ({**hand(1, 2), "wins": [{"player": 1, "hand": HAND, "tai": 3}]}, "request_invalid"),
    ({**hand(1, 2), "wins": [{"player": 4, "tai": 3}]}, "request_invalid"),
    ({**hand(1, 2), "wins": [{"player": True, "tai": 3}]}, "request_invalid"),
    ({**hand(1, 2), "wins": [{"player": 1, "hand": "12x"}]}, "notation_invalid"),
    ({**hand(1, 2), "wins": [{"player": 1, "hand": "123m"}]}, "hand_not_winning"),
    ({**hand(1, 2), "wins": [{"player": 1, "hand": HAND, "events": ["rain"]}]}, "win_invalid"),
    ({**hand(1, 2), "wins": [{"player": 1, "hand": HAND, "reading_id": "0" * 32}]}, "reading_unknown"),
    (
        {**hand(1, 2), "wins": [{"player": 1, "hand": HAND, "tiles": [{"tile": "9s", "role": "concealed"}]}]},
        "tiles_differ",
    ),
    ({**hand(1), "calls": [{"player": 1, "from": 2, "meld": "[5z"}]}, "win_invalid"),
    ({"kind": "penalty", "from": 1, "amount": 10**7}, "request_invalid"),
    ({"kind": "entry", "gains": [1, 0, 0, 0]}, "not_zero_sum"),
    ({"kind": "entry", "gains": [10**18, -(10**18), 0, 0]}, "request_invalid"),
    ({"kind": "seats", "order": [0, 1, 2, 2]}, "request_invalid"),
    ({"kind": "seats", "order": [0, 1, 3, 2], "since": 9}, "event_unknown"),
    ({"kind": "aborted", "why": "four_west"}, "hand_impossible"),
    ({"kind": "false_win", "player": 1}, "amount_missing"),
    ({"kind": "pot_out", "player": 1, "amount": 1}, "pot_too_small"),
    ({"kind": "terms", "terms": {"rules": "atlantis"}}, "rules_unknown"),
    ({"kind": "undo", "event": 1}, "event_fixed"),
    ({"kind": "undo", "event": 7}, "event_unknown"),
    ({"kind": "undo", "event": 10**30}, "request_invalid"),
    ({"kind": "amend", "event": 1, "to": {"kind": "drawn"}}, "event_fixed"),
    ({"kind": "amend", "event": 1, "to": {"kind": "finished"}}, "request_invalid"),
    ({"kind": "note", "text": "\x00"}, "request_invalid"),
    ({"kind": "note", "text": "\ud800"}, "request_invalid"),
    ({"kind": "reopened"}, "session_open"),
]


@SQLITE
def test_a_wrong_event_is_refused_with_its_code_and_leaves_no_trace(table):
    for event, code in WRONG_EVENTS:
        content = json.dumps({"after": 1, "event": event})
        headers = {"idempotency-key": "one", "content-type": "application/json"}
        answer = table.someone.post(f"{table.path}/events", content=content, headers=headers)
        assert answer.json()["error"]["code"] == code, event
        assert table.get().json() == table.state
    assert table.say({"kind": "drawn"}, key="one").status_code == 201  # the key was not used up


@SQLITE
def test_undo_of_undo_and_amend_of_an_undone_hand(table):
    table.say(hand(1, 2))
    table.say({"kind": "undo", "event": 2})
    assert table.refused({"kind": "undo", "event": 2}) == (409, "event_undone")
    assert table.refused({"kind": "amend", "event": 2, "to": {"kind": "drawn"}}) == (409, "event_undone")
    table.say({"kind": "undo", "event": 3})
    assert table.balances == [0, 120, -120, 0]
    assert table.refused({"kind": "redo", "event": 2}) == (409, "event_counts")


@SQLITE
def test_seats_found_wrong_afterwards_are_put_right(table):
    for event in (hand(1, 2), hand(2), hand(3, 0)):
        table.say(event)
    before = table.balances
    table.say({"kind": "seats", "order": [0, 2, 1, 3], "since": 1, "kept": "places"})
    assert table.balances == [before[0], before[2], before[1], before[3]]
    assert [player["place"] for player in table.state["players"]] == [0, 2, 1, 3]
    table.say({"kind": "undo", "event": table.state["number"]})
    assert table.balances == before


@SQLITE
def test_a_double_winner_under_ccaa_and_the_chips_with_their_pot(club):
    terms = {"rules": "ccaa", "base": 1, "per_tai": 1}
    table = Table(club.owner, club.id, terms=terms, title="chips")
    assert [player["chips"] for player in table.state["players"]] == [200] * 4
    assert table.state["pot_goes"] == "winner"
    table.say({"kind": "fine", "player": 3})
    assert table.state["pot"] == 1
    table.say(
        {"kind": "hand", "won_by": "discard", "from": 0, "wins": [{"player": 3, "tai": 5}, {"player": 1, "tai": 6}]}
    )
    line = table.state["lines"][-1]
    assert [win["player"] for win in line["wins"]] == [1, 3]
    assert line["paid"] == [
        {"from": 0, "to": 1, "amount": 8},
        {"from": 0, "to": 3, "amount": 7},
        {"from": None, "to": 1, "amount": 1},
    ]
    assert table.state["pot"] == 0
    assert [player["chips"] for player in table.state["players"]] == [185, 209, 200, 206]


@SQLITE
def test_a_player_may_write_at_the_own_table_only_and_corrects_nothing(club):
    seated = club.member("player", "甲")
    other = club.member("player", "戊")
    table = Table(club.owner, club.id)
    at_table, beside = Table.__new__(Table), Table.__new__(Table)
    for phone, someone in ((at_table, seated), (beside, other)):
        phone.__dict__ |= {**table.__dict__, "someone": someone}
    assert at_table.say(hand(1, 2), key="a").status_code == 201
    assert beside.refused({"kind": "drawn"}, key="b", after=2) == (403, "role_too_low")
    assert at_table.refused({"kind": "undo", "event": 2}, key="c") == (403, "role_too_low")
    assert other.get(table.path).status_code == 200


def test_an_evening_gets_another_name_and_the_history_says_by_whom(table, club):
    assert table.say({"kind": "renamed", "title": "冬至"}).status_code == 201
    assert table.state["title"] == "冬至"
    assert club.owner.get(f"{club.path}/sessions").json()["sessions"][0]["title"] == "冬至"
    assert club.owner.get(f"{club.path}/standings").json()["sessions"][0]["title"] == "冬至"
    assert table.get("/events").json()["events"][-1]["event"] == {"kind": "renamed", "title": "冬至"}
    table.say({"kind": "undo", "event": 2})
    assert table.state["title"] == table.get().json()["title"] == ""
    assert table.refused({"kind": "renamed", "title": "a\nb"}) == (422, "request_invalid")


def test_a_removed_evening_is_on_no_list_and_in_no_season_until_it_is_brought_back(table, club):
    keeper = club.member("scorekeeper", "記")
    table.say(hand(1, 2))
    phone = Table.__new__(Table)
    phone.__dict__ |= {**table.__dict__, "someone": keeper}
    assert phone.refused({"kind": "removed"}) == (403, "role_too_low")
    assert table.say({"kind": "removed"}).status_code == 201
    assert table.state["removed"] == 3
    assert club.owner.get(f"{club.path}/sessions").json()["sessions"] == []
    assert club.owner.get(f"{club.path}/standings").json()["players"] == []
    assert table.refused(hand(1, 2)) == (409, "session_removed")
    gone = keeper.get(f"{club.path}/sessions?removed=true").json()["sessions"]
    assert [each["id"] for each in gone] == [table.state["id"]]
    someone = club.member("player", "戊")
    assert someone.get(f"{club.path}/sessions?removed=true").json()["error"]["code"] == "role_too_low"
    assert phone.say({"kind": "undo", "event": 3}, after=3, key="back").status_code == 201
    assert phone.state["removed"] is None
    assert [each["hands"] for each in club.owner.get(f"{club.path}/sessions").json()["sessions"]] == [1]
    assert keeper.get(f"{club.path}/sessions?removed=true").json()["sessions"] == []


@SQLITE
def test_another_club_sees_nothing_of_a_session(table, make_club):
    stranger = make_club("別的").owner
    for path in ("", "/events", "/events/1", "/live", "/export.json", "/export.csv"):
        answer = stranger.get(f"{table.path}{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "session_unknown"), path
    answer = stranger.post(
        f"{table.path}/events", json={"after": 1, "event": {"kind": "drawn"}}, headers={"idempotency-key": "a"}
    )
    assert answer.status_code == 404


def test_a_viewer_by_link_sees_the_one_session_and_no_other(club):
    table, other = Table(club.owner, club.id), Table(club.owner, club.id, title="other")
    viewer = club.member("viewer", "看", session_id=table.state["id"])
    assert viewer.get(table.path).json()["role"] == "viewer"
    assert viewer.get(other.path).status_code == 404
    assert viewer.get(f"{club.path}/sessions").status_code == 404
    answer = viewer.post(
        f"{table.path}/events", json={"after": 1, "event": {"kind": "drawn"}}, headers={"idempotency-key": "a"}
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "role_too_low")


def test_a_deleted_player_keeps_the_sums_under_a_blank_name(club):
    table = Table(club.owner, club.id)
    table.say(hand(1, 2))
    player = table.state["players"][1]["id"]
    assert club.owner.delete(f"{club.path}/players/{player}").status_code == 204
    state = table.get().json()
    assert [each["name"] for each in state["players"]] == ["甲", "", "丙", "丁"]
    assert [each["balance"] for each in state["players"]] == [0, 120, -120, 0]
    assert "乙" not in table.get("/export.json").text + table.get("/events").text


@SQLITE
def test_every_hand_keeps_the_rule_set_version_that_it_was_played_by(club):
    rules = (
        'extends = "taiwan"\nid = "ours"\nversion = "%d"\n'
        'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }\n[rows.dragon_triplet]\ntai = %d\n'
    )
    add = {"params": {"club": club.id}}
    club.owner.post("/api/rules", content=(rules % (1, 3)).encode(), **add).raise_for_status()
    table = Table(club.owner, club.id, terms={"rules": "ours"})
    table.say(hand(1, 2))
    club.owner.post("/api/rules", content=(rules % (2, 7)).encode(), **add).raise_for_status()
    table.say(hand(3, 2))
    assert [line["wins"][0]["tai"] for line in table.state["lines"]] == [3, 3]
    table.say({"kind": "terms", "terms": {"rules": "ours"}})
    table.say(hand(0, 2))
    table.say({"kind": "undo", "event": 2})
    assert [line["wins"][0]["tai"] for line in table.state["lines"] if line["wins"]] == [3, 7]
    assert table.get("/events/3").json()["rules"]["rules_version"] == "1"
    assert table.get("/events/5").json()["rules"]["rules_version"] == "2"


def test_the_books_outlive_the_process(club, client, settings, reader):
    from fastapi.testclient import TestClient

    from api.app import create_app
    from tests.api.conftest import TOKEN

    table = Table(client, club.id)
    for event in (hand(1, 2), {"kind": "drawn"}, {"kind": "undo", "event": 2}):
        table.say(event)
    with TestClient(create_app(settings, reader=reader), headers={"authorization": f"Bearer {TOKEN}"}) as again:
        assert again.get(table.path).json() == table.state


def test_standings_add_up_sessions_and_count_what_each_has_done(club):
    first, second = Table(club.owner, club.id, title="1"), Table(club.owner, club.id, title="2")
    first.say(hand(1, 2))
    second.say(hand(1, 3))
    second.say(hand(0, tai=4))
    answer = club.owner.get(f"{club.path}/standings").raise_for_status().json()
    assert sum(player["total"] for player in answer["players"]) + answer["pot"] == 0
    totals = {player["name"]: player["total"] for player in answer["players"]}
    assert totals == {name: a + b for name, a, b in zip(NAMES, first.balances, second.balances, strict=True)}
    leader = answer["players"][0]
    assert leader["total"] == max(totals.values())
    assert leader["sessions"] == 2
    b = next(player for player in answer["players"] if player["name"] == "乙")
    assert (b["counts"]["wins"], b["counts"]["hands"]) == (2, 3)
    charted = answer["sessions"]
    assert [session["title"] for session in charted] == ["1", "2"]
    assert {gain["player_id"]: gain["total"] for gain in charted[-1]["gains"]} == {
        player["player_id"]: player["total"] for player in answer["players"]
    }
    assert club.owner.get(f"{club.path}/standings", params={"until": "2000-01-01"}).json()["players"] == []
    assert club.owner.get(f"{club.path}/standings", params={"unit": "chips"}).json()["players"] == []


# ---- taken along, brought


def bring(someone: Any, club: str, document: Any, key: str = "bring") -> Any:
    return someone.post(f"/api/clubs/{club}/sessions/import", json=document, headers={"idempotency-key": key})


def test_an_export_brought_to_another_club_comes_to_the_same(table, make_club):
    for event in (hand(1, 2), hand(0, tai=3), {"kind": "undo", "event": 2}, {"kind": "seats", "order": [0, 2, 1, 3]}):
        table.say(event)
    table.say({"kind": "amend", "event": 3, "to": hand(3, 1, tai=4)})
    document = table.get("/export.json").json()
    other = make_club("別的")
    answers = [bring(other.owner, other.id, document) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    brought = answers[0].json()
    assert brought == answers[1].json()
    assert [player["balance"] for player in brought["players"]] == table.balances
    assert [player["name"] for player in brought["players"]] == list(NAMES)
    assert brought["created_at"] == table.state["created_at"]
    assert brought["lines"][-1]["text"] == "imported"
    again = other.owner.get(f"/api/sessions/{brought['id']}/export.json").json()
    assert again["events"][:-1] == document["events"]


WRONG_EXPORTS = [
    ({"result": {"balances": [1, 120, -120, 0], "pot": 0}}, "not_zero_sum"),
    ({"result": {"balances": [0, 121, -121, 0], "pot": 0}}, "import_differs"),
    ({"players": ["甲", "甲", "丙", "丁"]}, "players_differ"),
    ({"opened": {"kind": "opened", "terms": {"rules": "atlantis"}}}, "rules_unknown"),
    ({"format": 2}, "request_invalid"),
    ({"opened_at": "yesterday"}, "request_invalid"),
    ({"title": "../../a\x00"}, "request_invalid"),
    ({"events": [{"at": "2026-11-30T12:00:00Z", "event": {"kind": "undo", "event": 1}}]}, "event_fixed"),
    ({"events": [{"at": "2026-11-30T12:00:00Z", "event": {"kind": "undo", "event": 9}}]}, "event_unknown"),
    ({"events": [{"at": "2026-11-30T12:00:00Z", "event": {"kind": "opened"}}]}, "request_invalid"),
]


@SQLITE
def test_an_export_that_does_not_hold_together_is_refused(table):
    table.say(hand(1, 2))
    exported = table.get("/export.json").json()
    for change, code in WRONG_EXPORTS:
        answer = bring(table.someone, table.club, {**exported, **change})
        assert answer.json()["error"]["code"] == code, change
    assert len(table.someone.get(f"/api/clubs/{table.club}/sessions").json()["sessions"]) == 1


def test_a_table_for_spreadsheets_defuses_formulas_and_can_be_brought_back(club):
    players = [{"name": "=HYPERLINK(1)"}, {"name": "-2+3"}, {"name": "@丙"}, {"name": "丁"}]
    table = Table(club.owner, club.id, players=players)
    table.say(hand(1, 2))
    table.say({"kind": "note", "text": "+cmd|' /C calc'!A0"})
    answer = table.get("/export.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    text = answer.content.decode("utf-8-sig")
    cells = [cell for line in text.splitlines() for cell in line.split(",")]
    assert not any(cell.startswith(("=", "@", "+")) for cell in cells)
    assert {cell for cell in cells if cell.startswith("-")} == {"-120"}
    assert "'=HYPERLINK(1)" in cells and "'-2+3" in cells
    assert text.splitlines()[-1].startswith("total")
    brought = club.owner.post(
        f"{club.path}/sessions/import-csv",
        content=answer.content,
        headers={"idempotency-key": "a", "content-type": "text/csv"},
        params={"title": "old"},
    )
    state = brought.raise_for_status().json()
    assert [(each["name"], each["balance"]) for each in state["players"]] == [
        (each["name"], each["balance"]) for each in table.state["players"]
    ]
    assert state["finished"]
    assert state["created_at"] == table.state["lines"][0]["at"]


@SQLITE
def test_what_people_wrote_never_names_a_file(club):
    table = Table(club.owner, club.id, title="../../a", players=[{"name": name} for name in ("../b", "乙", "丙", "丁")])
    for ending in ("json", "csv"):
        told = table.get(f"/export.{ending}").headers["content-disposition"]
        assert re.fullmatch(rf'attachment; filename="tailens-\d{{4}}-\d\d-\d\d-[0-9a-f]{{8}}\.{ending}"', told)


NO_CSV = [
    (b"", "request_invalid", None),
    (b"\n", "import_unreadable", 1),
    ("甲,乙,丙\n1,-1,0\n".encode(), "import_unreadable", 1),
    ("甲,乙,丙,丁\n1,-1,0,1\n".encode(), "not_zero_sum", 2),
    ("甲,乙,丙,丁\n1,-1,0,0\n1.5,-1.5,0,0\n".encode(), "import_unreadable", 3),
    ("甲,乙,丙,丁\n99999999999,-99999999999,0,0\n".encode(), "import_unreadable", 2),
    ("甲,乙,丙,丁\n".encode("utf-16"), "import_unreadable", 1),
    ('甲,乙,丙,"丁\n'.encode(), "import_unreadable", 1),
    ("甲,甲,丙,丁\n1,-1,0,0\n".encode(), "players_differ", None),
    ("甲,乙,丙,丁\n".encode() + b"0,0,0,0\n" * 2000, "import_unreadable", 1900),
]


@SQLITE
def test_a_table_that_is_none_is_refused_with_its_line(club):
    for text, code, line in NO_CSV:
        answer = club.owner.post(
            f"{club.path}/sessions/import-csv",
            content=text,
            headers={"idempotency-key": "a", "content-type": "text/csv"},
        )
        error = answer.json()["error"]
        assert (error["code"], error["detail"].get("line")) == (code, line), text[:40]
        assert club.owner.get(f"{club.path}/sessions").json()["sessions"] == []


@SQLITE
def test_a_session_is_replayed_by_its_own_rules_after_an_upgrade(club, client, settings, reader, monkeypatch):
    import dataclasses

    from fastapi.testclient import TestClient

    import api.rulebook
    from api.app import create_app
    from tests.api.conftest import TOKEN

    table = Table(client, club.id)
    table.say(hand(1, 2))
    upgraded = api.rulebook.load_rules

    def newer(rule_set: str, options: Any = None) -> Any:
        return dataclasses.replace(upgraded(rule_set, options), version="9.0")

    monkeypatch.setattr("api.rulebook.load_rules", newer)
    with TestClient(create_app(settings, reader=reader), headers={"authorization": f"Bearer {TOKEN}"}) as later:
        assert later.get(table.path).json() == table.state
        again = Table.__new__(Table)
        again.__dict__ |= {**table.__dict__, "someone": later}
        again.say({"kind": "undo", "event": 2}, key="undo")
        assert again.balances == [0, 0, 0, 0]
        assert later.get("/api/rules", params={"club": club.id}).json()["rules"][0]["version"] == "9.0"


@SQLITE
def test_the_examples_of_the_description_work(club, app):
    schemas = app.openapi()["components"]["schemas"]
    ((opening,), (event,), (brought,)) = (
        schemas[name]["examples"] for name in ("SessionIn", "EventPost", "ExportedIn")
    )
    table = Table(club.owner, club.id, **opening)
    assert table.say(event["event"], after=event["after"]).status_code == 201
    assert bring(club.owner, club.id, brought).status_code == 201
