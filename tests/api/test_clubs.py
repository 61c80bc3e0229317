"""Clubs: players, members and invites, new passwords by an owner, walls between clubs, deleting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from fastapi.testclient import TestClient

from api.app import create_app
from api.tables import AnsweredRow, HandRow, ReadingRow, RuleSetRow
from tests.api.conftest import TOKEN
from tests.api.test_accounts import PASSWORD, code_of, me, sign_in, sign_up

RULES = (
    'extends = "taiwan"\nid = "club"\nversion = "1"\n'
    'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }\n[rows.half_flush]\ntai = %d\n'
)


def opened(club, *names):
    """Open a session of a club, and give its id."""
    players = [{"name": name} for name in names or ("甲", "乙", "丙", "丁")]
    answer = club.owner.post(f"{club.path}/sessions", json={"players": players}, headers={"idempotency-key": "open"})
    return answer.raise_for_status().json()["id"]


def players_of(club):
    return club.owner.get(f"{club.path}/players").raise_for_status().json()["players"]


def add(club, name):
    return club.owner.post(f"{club.path}/players", json={"name": name})


def confirm(someone, club, confirmation, key="one"):
    return someone.post("/api/hands", json={**confirmation, "club": club.id}, headers={"idempotency-key": key})


def test_an_invite_gives_its_code_link_and_qr_code_once(club):
    made = club.invite("player")
    assert made["url"].startswith("http://testserver/join/")
    assert made["qr"].startswith("<svg ")
    assert len(made["code"]) == 9 and len(made["url"].rpartition("/")[2]) >= 22
    (listed,) = club.owner.get(f"{club.path}/invites").json()["invites"]
    assert listed == {key: value for key, value in made.items() if key not in ("code", "url", "qr")}


def test_an_invites_link_leads_to_where_the_page_asks_for_a_name(club, person):
    made = club.invite("player")
    secret = made["url"].rpartition("/")[2]
    answer = person().get(f"/join/{secret}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/#/join/{secret}")
    assert "set-cookie" not in answer.headers
    look = person().post("/api/join/look", json={"code": secret}).json()
    assert (look["club"], look["role"], look["players"]) == ("星期五麻將社", "player", [])


def test_a_code_may_be_typed_as_people_type(club, person):
    code = club.invite("viewer")["code"]
    for typed in (code.lower(), code.replace("-", ""), f" {code.replace('-', ' ')} "):
        someone = person()
        assert someone.post("/api/join", json={"code": typed}).status_code == 200
        assert someone.get(club.path).json()["role"] == "viewer"


def test_whoever_comes_to_play_is_the_player_of_that_name(club):
    known = add(club, "小明").json()["id"]
    ming, mei = club.member("player", "小明"), club.member("player", "小美")
    assert {p["name"]: p["account_id"] for p in players_of(club)} == {
        "小明": me(ming)["account"]["id"],
        "小美": me(mei)["account"]["id"],
    }
    assert known in {player["id"] for player in players_of(club)}


def test_nobody_comes_as_a_player_that_is_somebody_else(club, person):
    club.member("player", "小明")
    code = club.invite("player")["code"]
    someone = person()
    assert code_of(someone.post("/api/join", json={"code": code, "name": "小 明"})) == "player_name_taken"
    assert "tailens_signin" not in someone.cookies
    (player,) = players_of(club)
    answer = someone.post("/api/join", json={"code": code, "name": "我", "player_id": player["id"]})
    assert code_of(answer) == "player_name_taken"
    assert code_of(someone.post("/api/join", json={"code": code})) == "name_invalid"


def test_an_invite_is_over_at_its_time_and_its_code_after_a_day(settings, reader):
    time = ["2026-01-01T00:00:00.000Z"]
    app = create_app(settings, reader=reader, now=lambda: time[0])
    with TestClient(app) as owner:
        owner.get(f"/join/{TOKEN}", follow_redirects=False)
        club = owner.post("/api/clubs", json={"name": "Ours"}).json()["id"]
        made = owner.post(f"/api/clubs/{club}/invites", json={"role": "viewer", "hours": 72}).json()
        secret = made["url"].rpartition("/")[2]
        someone = TestClient(app)
        time[0] = "2026-01-02T00:00:00.000Z"
        assert code_of(someone.post("/api/join", json={"code": made["code"]})) == "invite_over"
        assert someone.post("/api/join/look", json={"code": secret}).status_code == 200
        time[0] = "2026-01-04T00:00:00.000Z"
        answer = someone.post("/api/join", json={"code": secret})
        assert (answer.status_code, code_of(answer)) == (410, "invite_over")
        assert someone.get(f"/join/{secret}", follow_redirects=False).status_code == 410
        assert owner.get(f"/api/clubs/{club}/invites").json()["invites"] == []


def test_an_invite_taken_back_lets_nobody_in_and_puts_nobody_out(club, person):
    made = club.invite("player")
    member = person()
    member.post("/api/join", json={"code": made["code"], "name": "小明"})
    assert club.owner.delete(f"{club.path}/invites/{made['id']}").status_code == 204
    assert code_of(person().post("/api/join", json={"code": made["code"], "name": "小美"})) == "invite_unknown"
    assert member.get(club.path).status_code == 200


def test_nobody_invites_to_more_than_he_may_do(club):
    keeper = club.member("scorekeeper", "記分")
    for role, status in (("viewer", 201), ("player", 201), ("scorekeeper", 403), ("owner", 403)):
        assert keeper.post(f"{club.path}/invites", json={"role": role}).status_code == status
    owners = club.invite("owner")
    assert keeper.delete(f"{club.path}/invites/{owners['id']}").status_code == 403


def test_a_lower_invite_takes_no_role_away(club):
    code = club.invite("viewer")["code"]
    assert club.owner.post("/api/join", json={"code": code}).status_code == 200
    assert club.owner.get(club.path).json()["role"] == "owner"


def test_roles_can_be_changed_but_the_last_owner_stays(club):
    mine = me(club.owner)["account"]["id"]
    member = club.member("player", "小明")
    theirs = me(member)["account"]["id"]
    assert code_of(club.owner.patch(f"{club.path}/members/{mine}", json={"role": "viewer"})) == "last_owner"
    assert code_of(club.owner.delete(f"{club.path}/members/{mine}")) == "last_owner"
    assert club.owner.get(club.path).json()["role"] == "owner"
    assert club.owner.patch(f"{club.path}/members/{theirs}", json={"role": "owner"}).status_code == 204
    assert club.owner.delete(f"{club.path}/members/{mine}").status_code == 204
    assert club.owner.get(club.path).status_code == 404
    assert member.get(club.path).json()["role"] == "owner"


def test_two_owners_who_leave_at_once_leave_one_behind(club):
    other = club.member("owner", "小明")
    both = [(someone, me(someone)["account"]["id"]) for someone in (club.owner, other)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda one: one[0].delete(f"{club.path}/members/{one[1]}"), both))
    assert sorted(answer.status_code for answer in answers) == [204, 409]


def test_who_is_sent_away_sees_nothing_any_more_and_the_player_is_nobodys(club):
    member = club.member("player", "小明")
    account = me(member)["account"]["id"]
    club.owner.delete(f"{club.path}/members/{account}")
    assert member.get(f"{club.path}/players").status_code == 404
    assert [player["account_id"] for player in players_of(club)] == [None]


def test_who_is_sent_away_or_made_less_does_not_come_back_by_an_invite_that_he_knows(club):
    code, shown = club.invite("player")["code"], club.invite("viewer", session_id=opened(club))
    member = club.member("scorekeeper", "小明")
    account = me(member)["account"]["id"]
    club.owner.patch(f"{club.path}/members/{account}", json={"role": "viewer"})
    assert code_of(member.post("/api/join", json={"code": code, "name": "小明"})) == "invite_unknown"
    code = club.invite("player")["code"]
    club.owner.delete(f"{club.path}/members/{account}")
    assert code_of(member.post("/api/join", json={"code": code, "name": "小明"})) == "invite_unknown"
    assert member.post("/api/join", json={"code": shown["code"]}).status_code == 200


def test_ids_that_are_none_are_unknown(club):
    for made_up in ("%00", "0" * 32, "x" * 40, "%F0%9F%80%84"):
        for method, path in (
            ("GET", f"/api/clubs/{made_up}"),
            ("GET", f"/api/clubs/{made_up}/members"),
            ("DELETE", f"{club.path}/players/{made_up}"),
            ("DELETE", f"{club.path}/members/{made_up}"),
            ("POST", f"{club.path}/members/{made_up}/reset"),
            ("DELETE", f"{club.path}/invites/{made_up}"),
        ):
            assert club.owner.request(method, path).status_code == 404, (method, path)


def test_an_owner_resets_a_lost_password_and_the_code_is_good_once(club, person):
    member = club.member("player", "小明")
    sign_up(member, "小明")
    account = me(member)["account"]["id"]
    made = club.owner.post(f"{club.path}/members/{account}/reset").json()
    assert made["url"].startswith("http://testserver/#/reset/") and made["qr"].startswith("<svg ")
    again = person()
    assert code_of(again.post("/api/reset", json={"code": made["code"], "password": "short"})) == "password_unfit"
    assert again.post("/api/reset", json={"code": made["code"].lower(), "password": "a new password"}).is_success
    assert me(again)["account"]["id"] == account
    assert member.get("/api/me").status_code == 401
    secret = made["url"].rpartition("/")[2]
    for used in (made["code"], secret):
        answer = person().post("/api/reset", json={"code": used, "password": "another password"})
        assert (answer.status_code, code_of(answer)) == (404, "reset_unknown")
    assert sign_in(person(), "小明", "a new password").status_code == 200


def test_a_reset_is_no_way_into_another_club(club, make_club, person, client):
    other = make_club("B")
    member = other.member("player", "小明")
    sign_up(member, "小明")
    account = me(member)["account"]["id"]
    reset = other.owner.post(f"{other.path}/members/{account}/reset").json()
    member.post("/api/join", json={"code": club.invite("viewer")["code"]}).raise_for_status()
    # Made before the member came to the other club: good no more.
    assert code_of(person().post("/api/reset", json={"code": reset["code"], "password": PASSWORD})) == "reset_unknown"
    answer = other.owner.post(f"{other.path}/members/{account}/reset")
    assert (answer.status_code, code_of(answer)) == (403, "reset_not_yours")
    assert client.post(f"{other.path}/members/{account}/reset").status_code == 201
    guest = me(other.member("viewer", "x"))["account"]["id"]
    assert code_of(other.owner.post(f"{other.path}/members/{guest}/reset")) == "member_guest"


def test_a_players_name_is_one_in_its_club_and_any_in_another(club, make_club):
    assert add(club, "小明").status_code == 201
    assert code_of(add(club, "小 明")) == "player_name_taken"
    assert add(make_club("B"), "小明").status_code == 201


def test_a_player_added_twice_under_one_key_is_one(club):
    both = [
        club.owner.post(f"{club.path}/players", json={"name": "小明"}, headers={"idempotency-key": "k"})
        for _ in range(2)
    ]
    assert [answer.status_code for answer in both] == [201, 201]
    assert both[0].json() == both[1].json()
    other = club.owner.post(f"{club.path}/players", json={"name": "小美"}, headers={"idempotency-key": "k"})
    assert code_of(other) == "idempotency_conflict"


def test_people_change_the_player_that_they_are_and_no_other(club):
    free, taken = add(club, "小美").json()["id"], add(club, "小華").json()["id"]
    club.member("player", "小華")
    guest = club.member("viewer", "x")
    mine = me(guest)["account"]["id"]
    club.owner.patch(f"{club.path}/members/{mine}", json={"role": "player"})
    path = f"{club.path}/players"
    assert guest.patch(f"{path}/{free}", json={"name": "Mei"}).status_code == 403
    assert guest.patch(f"{path}/{taken}", json={"account_id": mine}).status_code == 403
    assert guest.patch(f"{path}/{free}", json={"account_id": mine}).json()["account_id"] == mine
    assert guest.patch(f"{path}/{free}", json={"name": "Mei"}).json()["name"] == "Mei"
    assert code_of(guest.patch(f"{path}/{free}", json={"name": "小華"})) == "player_name_taken"
    assert guest.patch(f"{path}/{free}", json={"account_id": None}).json()["account_id"] is None


def test_a_deleted_player_is_blank_and_its_name_free(club):
    session = opened(club, "小明", "乙", "丙", "丁")
    player = next(p["id"] for p in players_of(club) if p["name"] == "小明")
    assert club.owner.delete(f"{club.path}/players/{player}").status_code == 204
    assert player not in {p["id"] for p in players_of(club)}
    seen = club.owner.get(f"/api/sessions/{session}")
    assert seen.status_code == 200 and "小明" not in seen.text and player in seen.text
    history = club.owner.get(f"/api/sessions/{session}/events")
    assert history.status_code == 200 and "小明" not in history.text
    assert add(club, "小明").json()["id"] != player
    assert code_of(club.owner.delete(f"{club.path}/players/{player}")) == "player_unknown"


def test_a_deleted_guest_is_blank_in_the_history_too(club, app):
    session = opened(club, "小明", "乙", "丙", "丁")
    guest = club.member("player", "小明")
    event = {"after": 1, "event": {"kind": "drawn"}}
    wrote = guest.post(f"/api/sessions/{session}/events", json=event, headers={"idempotency-key": "one"})
    assert wrote.status_code == 201
    assert "小明" in club.owner.get(f"/api/sessions/{session}/events").text
    player = next(p["id"] for p in players_of(club) if p["name"] == "小明")
    club.owner.delete(f"{club.path}/players/{player}").raise_for_status()
    assert "小明" not in club.owner.get(f"/api/sessions/{session}/events").text
    assert "小明" not in club.owner.get(f"{club.path}/members").text


def test_two_clubs_keep_different_rules_under_one_name(club, make_club, confirmation):
    other = make_club("B")
    for kept, tai in ((club, 5), (other, 9)):
        answer = kept.owner.post("/api/rules", params={"club": kept.id}, content=(RULES % tai).encode())
        assert answer.status_code == 201
    for kept, tai in ((club, 5), (other, 9)):
        listed = kept.owner.get("/api/rules/club", params={"club": kept.id}).json()["rows"]
        assert next(row["tai"] for row in listed if row["id"] == "half_flush") == tai
        text = kept.owner.get("/api/rules/club/file", params={"club": kept.id}).content
        assert text == (RULES % tai).encode()
    assert club.owner.delete("/api/rules/club", params={"club": club.id}).status_code == 204
    listed = other.owner.get("/api/rules", params={"club": other.id}).json()["rules"]
    assert listed[-1]["id"] == "club"
    call = {"hand": confirmation["hand"], "win": confirmation["win"], "rules": "club"}
    assert other.owner.post("/api/scores", json={**call, "club": other.id}).status_code == 200
    assert code_of(other.owner.post("/api/scores", json={**call, "club": club.id})) == "club_unknown"
    assert code_of(club.owner.post("/api/scores", json={**call, "club": club.id})) == "rules_unknown"


def test_an_idempotency_key_of_one_club_means_nothing_in_another(club, make_club, confirmation):
    other = make_club("B")
    first, second = (confirm(kept.owner, kept, confirmation, key="same") for kept in (club, other))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] != second.json()["id"]
    assert other.owner.get("/api/hands", params={"club": other.id}).json()["hands"] == [second.json()]


def test_a_photo_of_one_club_is_no_photo_in_another(club, make_club, confirmation, picture):
    other = make_club("B")
    reading = club.owner.post("/api/readings", files={"photo": picture()}, data={"club": club.id}).json()
    for path in (f"/api/readings/{reading['id']}", reading["photo_url"]):
        assert club.owner.get(path).status_code == 200
        assert code_of(other.owner.get(path)) == "reading_unknown"
    stolen = {**confirmation, "reading_id": reading["id"]}
    assert code_of(confirm(other.owner, other, stolen)) == "reading_unknown"


def test_a_photo_of_a_session_is_seen_by_who_was_invited_to_that_session_only(club, picture):
    session = opened(club)
    player = club.member("player", "甲", session_id=session)
    data = {"session": session}
    reading = player.post("/api/readings", files={"photo": picture()}, data=data)
    assert reading.status_code == 201, reading.text
    path = reading.json()["photo_url"]
    loose = club.owner.post("/api/readings", files={"photo": picture()}, data={"club": club.id}).json()["photo_url"]
    watcher = club.member("viewer", "", session_id=session)
    assert watcher.get(path).status_code == 200
    assert code_of(watcher.get(loose)) == "reading_unknown"
    assert code_of(watcher.post("/api/readings", files={"photo": picture()}, data=data)) == "role_too_low"
    assert watcher.get(f"{club.path}/players").status_code == 404
    elsewhere = {"session": session, "club": "0" * 32}
    answer = club.owner.post("/api/readings", files={"photo": picture()}, data=elsewhere)
    assert code_of(answer) == "session_unknown"


def test_a_deleted_club_leaves_nothing_behind(club, app, confirmation, picture, stored):
    reading = club.owner.post(
        "/api/readings", files={"photo": picture()}, data={"club": club.id}, headers={"idempotency-key": "photo"}
    ).json()
    confirm(club.owner, club, {**confirmation, "reading_id": reading["id"]})
    club.owner.post("/api/rules", params={"club": club.id}, content=(RULES % 5).encode())
    session = opened(club)
    member = club.member("player", "小明")
    assert len(stored()) == 1
    assert code_of(club.owner.delete(club.path, params={"name": "星期五"})) == "club_name_differs"
    assert club.owner.delete(club.path, params={"name": "星期五麻將社"}).status_code == 204
    assert stored() == []
    for someone in (club.owner, member):
        for path in (club.path, f"/api/sessions/{session}", reading["photo_url"]):
            assert someone.get(path).status_code == 404
        assert club.id not in someone.get("/api/me").text
    with app.state.access.database.read() as open_session:
        for table in (ReadingRow, HandRow, RuleSetRow):
            assert open_session.query(table).count() == 0
        left = [row.call for row in open_session.query(AnsweredRow)]
    assert left == []


def test_a_club_can_be_deleted_while_others_write_in_it(club, confirmation, app):
    several = [club.member("player", f"玩家{n}") for n in range(6)]

    def work(n):
        if n == 3:
            return club.owner.delete(club.path, params={"name": "星期五麻將社"})
        return confirm(several[n % 6], club, confirmation, key=f"k{n}")

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(work, range(12)))
    assert answers[3].status_code == 204
    assert {answer.status_code for answer in answers} <= {201, 204, 404}
    with app.state.access.database.read() as session:
        assert session.query(HandRow).count() == 0


def test_a_deleted_house_club_is_made_anew_for_the_next_who_joins(person, client):
    someone = person(joined=True)
    (house,) = me(someone)["clubs"]
    assert someone.delete(f"/api/clubs/{house['id']}", params={"name": house["name"]}).status_code == 204
    someone.get(f"/join/{TOKEN}", follow_redirects=False)
    (anew,) = me(someone)["clubs"]
    assert anew["id"] != house["id"]


def test_uploads_of_one_account_are_limited_and_a_programs_are_not(settings, reader, picture):
    from dataclasses import replace

    app = create_app(replace(settings, uploads_a_minute=2), reader=reader)
    with TestClient(app) as someone:
        someone.get(f"/join/{TOKEN}", follow_redirects=False)
        answers = [someone.post("/api/readings", files={"photo": picture()}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        program = {"authorization": f"Bearer {TOKEN}"}
        assert someone.post("/api/readings", files={"photo": picture()}, headers=program).status_code == 201
