"""Accounts: guests of the join link, sign-up, sign-in, names that look alike, guesses, new passwords, leaving."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from api.errors import ApiError
from api.names import clean_name, name_key
from api.tables import AccountRow, SigninRow
from tests.api.conftest import TOKEN

PASSWORD = "a long enough password"


def code_of(answer):
    return answer.json()["error"]["code"]


def sign_up(someone, name, password=PASSWORD):
    return someone.post("/api/accounts", json={"name": name, "password": password})


def sign_in(someone, name, password=PASSWORD):
    return someone.post("/api/signin", json={"name": name, "password": password})


def me(someone):
    return someone.get("/api/me").raise_for_status().json()


def test_the_join_link_makes_a_guest_who_may_do_everything_in_the_house_club_at_once(person, confirmation):
    first, second = person(joined=True), person(joined=True)
    said = me(first)
    assert said["account"]["guest"] and said["may_found"] and not said["operator"]
    assert [club["role"] for club in said["clubs"]] == ["owner"]
    made = first.post("/api/hands", json=confirmation, headers={"idempotency-key": "one"})
    assert made.status_code == 201
    assert second.get("/api/hands").json()["hands"] == [made.json()]


def test_opening_the_join_link_again_keeps_the_sign_in(person):
    someone = person(joined=True)
    before = someone.cookies["tailens_signin"], me(someone)
    answer = someone.get(f"/join/{TOKEN}", follow_redirects=False)
    assert "set-cookie" not in answer.headers
    assert (someone.cookies["tailens_signin"], me(someone)) == before


def test_an_account_keeps_what_the_guest_owned_and_opens_on_another_device(person):
    phone = person(joined=True)
    club = phone.post("/api/clubs", json={"name": "Ours"}).json()["id"]
    assert sign_up(phone, "王小明").status_code == 201
    laptop = person()
    assert sign_in(laptop, "王小明").status_code == 200
    assert me(laptop) == me(phone)
    assert club in {mine["id"] for mine in me(laptop)["clubs"]}


def test_signing_up_and_in_and_out_change_the_cookie_and_the_old_one_is_worth_nothing(person, app):
    someone = person(joined=True)
    as_guest = someone.cookies["tailens_signin"]
    sign_up(someone, "Anna")
    after = someone.cookies["tailens_signin"]
    sign_in(someone, "Anna")
    newest = someone.cookies["tailens_signin"]
    assert len({as_guest, after, newest}) == 3
    for old in (as_guest, after):
        thief = TestClient(app, headers={"cookie": f"tailens_signin={old}"})
        assert thief.get("/api/me").status_code == 401
    assert someone.post("/api/signout").status_code == 204
    assert "tailens_signin" not in someone.cookies
    assert TestClient(app, headers={"cookie": f"tailens_signin={newest}"}).get("/api/me").status_code == 401


def test_the_cookie_is_for_this_site_only_not_for_scripts_and_over_tls_for_tls_only(app, person):
    secure = TestClient(app, base_url="https://testserver")
    for someone, over_tls in ((person(), False), (secure, True)):
        cookie = someone.get(f"/join/{TOKEN}", follow_redirects=False).headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
        assert ("secure" in cookie) is over_tls


def test_what_a_guest_belongs_to_comes_along_when_the_device_signs_in(person, club):
    phone = person(joined=True)
    sign_up(phone, "Anna")
    guest = club.member("player", "安娜")
    sign_in(guest, "Anna")
    assert {"id": club.id, "name": "星期五麻將社", "role": "player"} in me(guest)["clubs"]
    players = guest.get(f"{club.path}/players").json()["players"]
    assert [player["account_id"] for player in players] == [me(guest)["account"]["id"]]


def test_neither_the_database_nor_an_answer_holds_a_password_or_a_cookie(app, person):
    someone = person(joined=True)
    answer = sign_up(someone, "Anna")
    with app.state.access.database.read() as session:
        (account,) = session.query(AccountRow).filter(AccountRow.name == "Anna")
        tokens = [row.id for row in session.query(SigninRow)]
    assert account.password.startswith("$argon2id$")
    assert someone.cookies["tailens_signin"] not in tokens
    assert PASSWORD not in answer.text and "argon2" not in answer.text


def test_a_name_that_looks_like_anothers_is_taken(person):
    sign_up(person(joined=True), "Anna")
    other = person(joined=True)
    for name in ("ANNA", "Ａｎｎａ", "Аnnа", "An\u200dna", "a n n a", "Αnna"):
        answer = sign_up(other, name)
        assert (answer.status_code, code_of(answer)) == (409, "name_taken"), name


@pytest.mark.parametrize("name", ["安娜", "Ánna", "Anna2", "👨‍👩‍👧", "მარიამი", "ཀརྨ་པ་", "กิ่งแก้ว"])
def test_names_of_any_script_are_names(name):
    assert name_key(clean_name(name)) != name_key("Anna")


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200d",
        "\u3164",
        "a\u202eb",
        "a\u0000b",
        "a\nb\x07",
        "x" * 41,
        "\ufdfa" * 39,
        "Z\u0301\u0302\u0303\u0304\u0305\u0306",
        "\ue000",
        "\u2800",
    ],
)
def test_what_can_not_be_seen_is_no_name(name):
    with pytest.raises(ApiError) as refused:
        clean_name(name)
    assert refused.value.code == "name_invalid"


def test_a_name_that_is_none_is_refused_by_the_service_too(person):
    answer = sign_up(person(joined=True), "a\u0000b")
    assert (answer.status_code, code_of(answer)) == (422, "name_invalid")


def test_nobody_is_called_what_the_service_calls_itself(person):
    someone = person(joined=True)
    for name in ("operator", "OPERATOR", "Tai Lens", "0perator"):
        assert code_of(sign_up(someone, name)) == "name_taken"
        assert code_of(someone.patch("/api/me", json={"name": name})) == "name_taken"


def test_a_password_has_a_length(person):
    someone = person(joined=True)
    for password in ("", "seven77", "x" * 201):
        assert code_of(sign_up(someone, "Anna", password)) == "password_unfit"


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(person):
    sign_up(person(joined=True), "Anna")
    answers = [sign_in(person(), "Anna", "not the password"), sign_in(person(), "Nobody", "not the password")]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()
    assert code_of(answers[0]) == "signin_wrong"


def test_a_name_that_can_be_nobodys_is_an_unknown_one(person):
    for name in ("\x00", "", "x" * 400, "\u202e", "' OR 1=1 --", "%"):
        assert code_of(sign_in(person(), name)) == "signin_wrong"


def test_guessing_a_password_ends_soon_also_for_the_right_one(person):
    sign_up(person(joined=True), "Anna")
    guesser = person()
    codes = [code_of(sign_in(guesser, "Anna", f"a guess of mine {n}")) for n in range(12)]
    assert codes == ["signin_wrong"] * 10 + ["too_many_tries"] * 2
    answer = sign_in(guesser, "Anna")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == answer.json()["error"]["detail"]["retry_after"] > 0


def test_codes_and_links_and_bearer_tokens_are_guessed_no_more_often_than_passwords(person, app):
    guesser = person()
    answers = [guesser.post("/api/join", json={"code": f"AAAA-{n:04}"}) for n in range(15)]
    answers += [guesser.get(f"/join/a-guess-{n}") for n in range(10)]
    answers += [guesser.get("/api/me", headers={"authorization": f"Bearer guess-{n}"}) for n in range(5)]
    assert {answer.status_code for answer in answers} == {404, 401}
    for answer in (
        guesser.post("/api/join/look", json={"code": "AAAA-AAAA"}),
        guesser.post("/api/reset", json={"code": "AAAA-AAAA", "password": PASSWORD}),
        guesser.get(f"/join/{TOKEN}"),
        guesser.get("/api/me", headers={"authorization": f"Bearer {TOKEN}"}),
        sign_in(guesser, "Anna"),
    ):
        assert (answer.status_code, code_of(answer)) == (429, "too_many_tries")


def test_who_is_right_is_never_told_to_wait(person, app):
    someone = person(joined=True)
    sign_up(someone, "Anna")
    assert {sign_in(person(), "Anna").status_code for _ in range(12)} == {200}
    assert {person().get(f"/join/{TOKEN}", follow_redirects=False).status_code for _ in range(40)} == {303}


def test_of_many_who_sign_up_with_one_name_at_once_one_gets_it(person):
    several = [person(joined=True) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda someone: sign_up(someone, "Anna"), several))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7


def test_signing_up_twice_at_once_makes_one_account(person):
    someone = person(joined=True)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: sign_up(someone, f"Anna {n}"), range(4)))
    assert sorted(answer.status_code for answer in answers)[0] == 201
    assert [answer.status_code for answer in answers].count(201) == 1


def test_a_new_password_signs_every_other_device_out(person):
    phone, laptop = person(joined=True), person()
    sign_up(phone, "Anna")
    sign_in(laptop, "Anna")
    wrong = phone.patch("/api/me", json={"old_password": "wrong", "new_password": "another password"})
    assert code_of(wrong) == "signin_wrong"
    right = phone.patch("/api/me", json={"old_password": PASSWORD, "new_password": "another password"})
    assert right.status_code == 200
    assert laptop.get("/api/me").status_code == 401
    assert me(phone)["account"]["name"] == "Anna"
    assert sign_in(person(), "Anna").status_code == 401
    assert sign_in(person(), "Anna", "another password").status_code == 200


def test_a_deleted_account_leaves_a_blank_name_and_its_name_free(person, club, app):
    member = club.member("player", "Anna")
    sign_up(member, "Anna")
    account = me(member)["account"]["id"]
    assert member.request("DELETE", "/api/me", json={"password": "wrong password"}).status_code == 401
    assert member.request("DELETE", "/api/me", json={"password": PASSWORD}).status_code == 204
    assert member.get("/api/me").status_code == 401
    assert app.state.access.names_of([account]) == {account: ""}
    assert account not in {row["account_id"] for row in club.owner.get(f"{club.path}/members").json()["members"]}
    (player,) = club.owner.get(f"{club.path}/players").json()["players"]
    assert (player["name"], player["account_id"]) == ("Anna", None)
    assert sign_up(person(joined=True), "Anna").status_code == 201


def test_the_last_owner_can_not_leave_a_club_behind(club):
    assert code_of(club.owner.request("DELETE", "/api/me", json={})) == "last_owner"
    assert club.owner.get(club.path).status_code == 200


def test_an_expired_sign_in_is_none(settings, reader):
    from api.app import create_app

    time = ["2026-01-01T00:00:00.000Z"]
    with TestClient(create_app(settings, reader=reader, now=lambda: time[0])) as someone:
        someone.get(f"/join/{TOKEN}", follow_redirects=False)
        time[0] = "2026-03-01T00:00:00.000Z"
        assert "tailens_signin" in someone.get("/api/me").headers["set-cookie"]
        time[0] = "2027-04-01T00:00:00.000Z"  # 396 days later, 455 from the start
        assert someone.get("/api/me").status_code == 200
        time[0] = "2028-06-01T00:00:00.000Z"
        assert someone.get("/api/me").status_code == 401


def test_the_service_runs_on_though_somebody_signs_up_without_any_sign_in(person):
    assert code_of(sign_up(person(), "Anna")) == "not_joined"


def test_who_only_watches_a_session_gets_no_account(club, app):
    from tests.api.test_clubs import opened

    watcher = club.member("viewer", "", session_id=opened(club))
    answer = sign_up(watcher, "Anna")
    assert (answer.status_code, code_of(answer)) == (403, "signup_closed")
    assert code_of(watcher.post("/api/clubs", json={"name": "Mine"})) == "founding_closed"
