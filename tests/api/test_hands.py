"""Scoring and confirming: the sheet that comes back, the record that is kept."""

from __future__ import annotations

import pytest

from scorer import load_rules, parse_hand, rule_set_ids, score, settle, sheet_document
from scorer.win import Win
from tests.api.conftest import HAND


def confirm(client, body, key="one"):
    return client.post("/api/hands", json=body, headers={"idempotency-key": key})


def test_a_score_call_gives_the_document_of_the_scorer(client, win):
    answer = client.post("/api/scores", json={"hand": HAND, "win": win, "lang": "en", "explain": True})
    rules = load_rules("taiwan")
    sheet = score(parse_hand(HAND), Win("discard", seat="S", from_seat="W"), rules)
    assert answer.status_code == 200
    assert answer.json() == sheet_document(sheet, lang="en", explain=True, base=100, per_tai=20)


def test_the_money_is_what_the_table_agreed(client, win):
    body = {"hand": HAND, "win": win, "base": 300, "per_tai": 50}
    document = client.post("/api/scores", json=body).json()
    due = 300 + 50 * document["total"]
    assert document["settlement"] == {"E": 0, "S": due, "W": -due, "N": 0}


def test_a_hand_that_does_not_win_is_an_answer_not_an_error(client, win):
    document = client.post("/api/scores", json={"hand": "123m", "win": win}).json()
    assert document["total"] is None
    assert document["status"]


def test_a_discard_win_without_a_payer_is_scored_but_not_settled(client, win):
    document = client.post("/api/scores", json={"hand": HAND, "win": {**win, "from": None}}).json()
    assert document["total"] is not None
    assert document["settlement"] is None


def test_a_confirmed_hand_keeps_everything_it_was_scored_by(client, confirmation, sample):
    with sample.open("rb") as photo:
        reading = client.post("/api/readings", files={"photo": photo}).json()
    tiles = [
        {"tile": "1m", "corners": [[0, 0], [10, 0], [10, 14], [0, 14]], "role": "concealed"},
        {"tile": "7s", "corners": None, "role": "winning"},
        {"tile": "1f", "corners": None, "role": "flower"},
        {"tile": "9p", "corners": None, "role": "other"},
    ]
    answer = confirm(client, {**confirmation, "reading_id": reading["id"], "tiles": tiles, "base": 200, "per_tai": 30})
    assert answer.status_code == 201
    record = answer.json()
    assert client.get(f"/api/hands/{record['id']}").json() == record
    assert record["hand"] == HAND
    assert record["win"] == confirmation["win"]
    assert record["tiles"] == tiles
    assert (record["base"], record["per_tai"]) == (200, 30)
    rules = load_rules("taiwan")
    assert record["rules"] == {"id": "taiwan", "version": rules.version, "options": dict(rules.options)}
    assert record["sheet"]["total"] == score(parse_hand(HAND), Win("discard", seat="S", from_seat="W"), rules).total
    assert record["settlement"] == record["sheet"]["settlement"]
    assert sum(record["settlement"].values()) == 0
    assert record["reading_id"] == reading["id"]
    assert client.get(record["photo_url"]).headers["content-type"] == "image/jpeg"


def test_a_double_tap_makes_one_record(client, confirmation):
    first, second = confirm(client, confirmation), confirm(client, confirmation)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert len(client.get("/api/hands").json()["hands"]) == 1


def test_a_key_used_with_another_hand_is_a_conflict(client, confirmation):
    confirm(client, confirmation)
    answer = confirm(client, {**confirmation, "base": 50})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "idempotency_conflict")
    assert len(client.get("/api/hands").json()["hands"]) == 1


def test_a_refused_confirmation_does_not_use_up_its_key(client, confirmation):
    assert confirm(client, {**confirmation, "reading_id": "0" * 32}).status_code == 404
    assert confirm(client, confirmation).status_code == 201


def test_hands_are_listed_newest_first_a_page_at_a_time(client, confirmation):
    made = [confirm(client, confirmation, key=f"hand-{n}").json()["id"] for n in range(5)]
    seen, before = [], None
    for expected in (2, 2, 1):
        page = client.get("/api/hands", params={"limit": 2, **({"before": before} if before else {})}).json()
        assert len(page["hands"]) == expected
        seen += [hand["id"] for hand in page["hands"]]
        before = page["next"]
    assert before is None
    assert seen == made[::-1]


def test_records_outlive_the_process(settings, reader, confirmation):
    from fastapi.testclient import TestClient

    from api.app import create_app
    from tests.api.conftest import TOKEN

    headers = {"authorization": f"Bearer {TOKEN}"}
    with TestClient(create_app(settings, reader=reader), headers=headers) as client:
        record = confirm(client, confirmation).json()
    with TestClient(create_app(settings, reader=reader), headers=headers) as client:
        assert client.get("/api/hands").json()["hands"] == [record]
        assert confirm(client, confirmation).json() == record


def test_the_rule_sets_are_listed_with_what_the_page_offers(client):
    listed = client.get("/api/rules").json()["rules"]
    assert [rules["id"] for rules in listed] == list(rule_set_ids())
    taiwan = next(rules for rules in listed if rules["id"] == "taiwan")
    for named in (taiwan, *taiwan["events"], *taiwan["rows"], *taiwan["options"]):
        assert set(named["names"]) == {"zh-Hant", "zh-Hans", "en"}, named
    assert {event["id"] for event in taiwan["events"] if event["common"]} >= {"last_tile", "replacement_tile"}


@pytest.mark.parametrize("event", ["last_tile", "replacement_tile"])
def test_every_listed_event_may_be_sent(client, win, event):
    call = {"hand": HAND, "win": {**win, "won_by": "self_draw", "from": None, "events": [event]}}
    plain = client.post("/api/scores", json={**call, "win": {**call["win"], "events": []}}).json()
    assert client.post("/api/scores", json=call).json()["total"] > plain["total"]


def test_settle_and_the_service_agree(client, win):
    sheet = score(parse_hand(HAND), Win("self_draw", seat="S"), load_rules("taiwan"))
    document = client.post(
        "/api/scores", json={"hand": HAND, "win": {**win, "won_by": "self_draw", "from": None}}
    ).json()
    assert document["settlement"] == settle(sheet, base=100, per_tai=20)
