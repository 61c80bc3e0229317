"""The club's own rule sets in the service: uploaded, listed, kept version by version, and used."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.house_rules import MOST_LISTED
from api.rulebook import RuleBooks
from api.settings import Settings
from api.tables import RuleSetRow
from scorer import load_rules, rule_set_ids
from scorer.rulefile import LARGEST_FILE
from tests.api.conftest import TOKEN

NAMES = 'names = { zh-Hant = "我們", zh-Hans = "我们", en = "Ours" }'
FLUSH = "11122233345666m55z+5z"
DRAWN = {"won_by": "self_draw", "seat": "S"}
LANGUAGES = {"zh-Hant", "zh-Hans", "en"}


def club(body="[rows.half_flush]\ntai = 5\n", *, rule_set="club", version="1", extends="taiwan"):
    return f'extends = "{extends}"\nid = "{rule_set}"\nversion = "{version}"\n{NAMES}\n{body}'


def upload(client, text, file="club.toml"):
    content = text if isinstance(text, bytes) else text.encode()
    return client.post(
        "/api/rules", params={"file": file}, content=content, headers={"content-type": "application/toml"}
    )


def tai(client, row="half_flush", **call):
    answer = client.post("/api/scores", json={"hand": FLUSH, "win": DRAWN, "rules": "club", **call})
    assert answer.status_code == 200, answer.text
    return {row["id"]: row["tai"] for row in answer.json()["rows"]}.get(row)


def error_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


def listed(client):
    return {entry["id"]: entry for entry in client.get("/api/rules").json()["rules"]}


def test_an_uploaded_rule_set_is_listed_and_scored_by(client):
    answer = upload(client, club())
    assert answer.status_code == 201
    entry = listed(client)["club"]
    assert (entry["version"], entry["house"], entry["extends"]) == ("1", True, "taiwan")
    assert entry["extends_version"] == load_rules("taiwan").version
    whole = answer.json()
    assert {key: whole[key] for key in entry if key != "rows"} == {k: v for k, v in entry.items() if k != "rows"}
    assert tai(client) == 5
    assert tai(client, rules="taiwan") == load_rules("taiwan").row("half_flush").tai


def test_every_listed_option_can_be_drawn(client):
    kinds = set()
    for entry in listed(client).values():
        for option in entry["options"]:
            kinds.add(option["kind"])
            assert set(option["names"]) == LANGUAGES
            choices = option["choices"]
            assert (choices is not None) == (option["kind"] == "choice")
            for choice in choices or ():
                assert set(choice["names"]) == LANGUAGES and all(choice["names"].values())
            assert choices is None or option["default"] in [choice["id"] for choice in choices]
    assert kinds == {"choice", "number", "flower_seats"}


def test_the_units_of_a_rule_set_are_told(client):
    facts = {key: (e["unit"], e["minimum"], e["tiles"], e["flowers"]) for key, e in listed(client).items()}
    assert facts["taiwan"] == ("tai", 0, 17, True)
    assert facts["ccaa"] == ("tai", 4, 17, True)
    assert facts["guangdong"] == ("fan", 0, 14, False)


def test_the_same_text_again_is_the_same_version(client):
    first = upload(client, club())
    again = upload(client, club(), file="other name.toml")
    assert (again.status_code, again.json()) == (200, first.json())
    assert [version["file"] for version in again.json()["versions"]] == ["club.toml"]


def test_another_text_under_the_same_id_and_version_is_refused(client):
    upload(client, club())
    assert error_of(upload(client, club("[rows.half_flush]\ntai = 6\n"))) == (409, "rules_version_taken")
    assert tai(client) == 5


def test_a_new_version_is_the_one_listed_and_the_old_one_stays(client):
    upload(client, club())
    upload(client, club("[rows.half_flush]\ntai = 6\n", version="2"))
    assert listed(client)["club"]["version"] == "2"
    assert (tai(client), tai(client, rules_version="1"), tai(client, rules_version="2")) == (6, 5, 6)
    old = client.get("/api/rules/club", params={"version": "1"}).json()
    assert [version["version"] for version in old["versions"]] == ["2", "1"]
    assert {row["id"]: row["tai"] for row in old["rows"]}["half_flush"] == 5


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_the_id_of_a_built_in_rule_set_is_refused(client, rule_set):
    assert error_of(upload(client, club(rule_set=rule_set, extends="ccaa"))) == (409, "rules_id_built_in")
    assert error_of(client.delete(f"/api/rules/{rule_set}")) == (409, "rules_id_built_in")
    assert not listed(client)[rule_set]["house"]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (club("[rows.rain]\ntai = 1\n"), 5, "pattern_unknown"),
        (club("[rows.rain]\noff = true\n"), 5, "pattern_unknown"),
        (club('[rows.half_flush]\nexcludes = ["rain"]\n'), 6, "row_unknown"),
        (club('[rows.concealed_hand]\nexcludes = ["five_concealed_triplets"]\n'), 6, "exclusion_cycle"),
        (club("[rows.half_flush]\ntai = 1.5\n"), 6, "not_a_whole_number"),
        (club("[rows.half_flush]\ntai = 1001\n"), 6, "out_of_range"),
        (club('[rows.half_flush.names]\nen = ""\n'), 6, "name_missing"),
        (club("[rows.half_flush]\ntai = = 1\n"), 6, "not_toml"),
        (club() + "\x00", 7, "not_toml"),
        (club().encode("utf-16"), 0, "not_utf8"),
        (club("#" * LARGEST_FILE), 0, "too_large"),
        (club(extends="mars"), 1, "extends_unknown"),
        (club(extends="club"), 1, "extends_itself"),
        (club(extends="../taiwan"), 1, "extends_unknown"),
        (club(rule_set="../../etc/passwd"), 2, "id_invalid"),
        (club(rule_set="when"), 2, "id_invalid"),
        (club(rule_set="x" * 61), 2, "id_invalid"),
        (club(rule_set="我們"), 2, "id_invalid"),
        (club(version="1/2"), 3, "version_invalid"),
        (club(version="v" * 41), 3, "version_invalid"),
        (club().replace("Ours", "red \\u001b[31m"), 4, "text_invalid"),
        (club().replace("Ours", "\\u202eback"), 4, "text_invalid"),
        (club("x = " + "[" * 50_000), 0, "too_deep"),
        (club("a." * 40_000 + "a = 1\n"), 0, "too_deep"),
        (club("x = 0x" + "f" * 9000), 5, "key_unknown"),
        (club("x = " + "9" * 9000), 0, "out_of_range"),
        (club("[rows]\n" + "".join(f"r{n} = {{}}\n" for n in range(300))), 5, "too_many"),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused_with_line_and_reason(client, text, line, code):
    answer = upload(client, text)
    assert error_of(answer) == (422, "rules_invalid")
    detail = answer.json()["error"]["detail"]
    assert set(detail) == {"file", "line", "reason", "code"}
    assert (detail["file"], detail["line"], detail["code"]) == ("club.toml", line, code)
    assert detail["reason"] and detail["reason"].isprintable()
    assert "club" not in listed(client)


def test_ten_megabytes_are_refused_before_they_are_read(tmp_path, reader):
    with TestClient(create_app(Settings(tmp_path, TOKEN), reader=reader)) as client:
        client.headers["authorization"] = f"Bearer {TOKEN}"
        assert error_of(upload(client, b"#" * 10_000_000)) == (413, "body_too_large")


@pytest.mark.parametrize(
    ("content", "content_type"),
    [(b"", "application/toml"), (b"{}", "application/json"), (b"[", "application/json"), (b"", "multipart/form-data")],
)
def test_what_is_no_text_at_all_is_refused(client, content, content_type):
    answer = client.post("/api/rules", content=content, headers={"content-type": content_type})
    assert error_of(answer) == (422, "request_invalid")


@pytest.mark.parametrize(
    "name", ["", "../../club.toml", "C:\\club.toml", "a\x00b\x1b[31m.toml", "規則.toml", "x" * 300]
)
def test_a_file_s_name_never_becomes_a_path_or_a_terminal_s_command(client, name):
    detail = upload(client, "id = ", file=name).json()["error"]["detail"]
    assert "/" not in detail["file"] and "\\" not in detail["file"]
    assert detail["file"].isprintable() and 1 <= len(detail["file"]) <= 80


def test_names_are_kept_as_they_are_also_those_that_look_like_a_page(client):
    name = "<script>alert(1)</script> 我們的規則 🀄"
    body = upload(client, club().replace("Ours", name)).json()
    assert body["names"]["en"] == name
    assert client.get("/api/rules/club", params={"lang": "en"}).json()["name"] == name
    assert client.get("/api/rules/club").headers["content-type"] == "application/json"


def test_a_rule_set_may_extend_an_uploaded_one_and_keeps_what_that_said_then(client):
    upload(client, club())
    child = club("[rows.full_flush]\ntai = 20\n", rule_set="child", extends="club")
    assert upload(client, child).json()["extends_version"] == "1"
    upload(client, club("[rows.half_flush]\ntai = 9\n", version="2"))
    assert (tai(client, rules="child"), tai(client)) == (5, 9)
    assert upload(client, child).status_code == 200
    assert tai(client, rules="child") == 5
    newer = upload(client, child.replace('version = "1"', 'version = "2"'))
    assert newer.json()["extends_version"] == "2"
    assert (tai(client, rules="child"), tai(client, rules="child", rules_version="1")) == (9, 5)


def test_rule_sets_that_extend_each_other_in_a_ring_are_refused(client):
    upload(client, club())
    upload(client, club(rule_set="child", extends="club"))
    upload(client, club(rule_set="grandchild", extends="child"))
    answer = upload(client, club(version="2", extends="grandchild"))
    assert answer.json()["error"]["detail"]["code"] == "extends_itself"


def test_a_fault_that_only_another_choice_brings_is_found_at_the_upload(client):
    body = '[rows.half_flush.when.waits.formal]\ntai = "many"\n'
    assert upload(client, club(body)).json()["error"]["detail"]["code"] == "not_a_whole_number"
    ring = '[rows.concealed_hand.when.waits.formal]\nexcludes = ["five_concealed_triplets"]\n'
    assert upload(client, club(ring)).json()["error"]["detail"]["code"] == "exclusion_cycle"


def test_options_that_only_together_make_a_ring_are_refused_when_used(client):
    body = (
        '[rows.half_flush.when.waits.formal]\nexcludes = ["all_triplets"]\n'
        '[rows.all_triplets.when.ligu_ligu.off]\nexcludes = ["half_flush"]\n'
    )
    assert upload(client, club(body)).status_code == 201
    call = {"hand": FLUSH, "win": DRAWN, "rules": "club"}
    assert client.post("/api/scores", json={**call, "options": {"waits": "formal"}}).status_code == 200
    answer = client.post("/api/scores", json={**call, "options": {"waits": "formal", "ligu_ligu": "off"}})
    assert error_of(answer) == (422, "rules_invalid")
    assert answer.json()["error"]["detail"]["code"] == "exclusion_cycle"


def test_a_rule_set_of_its_own_options_takes_them(client):
    body = (
        f'[options.lucky]\ndefault = "off"\nchoices = ["off", "on"]\n{NAMES}\nsource = "ours"\n'
        "[rows.half_flush.when.lucky.on]\ntai = 8\n"
    )
    assert upload(client, club(body)).status_code == 201
    assert tai(client, options={"lucky": "on"}) == 8
    assert tai(client) == load_rules("taiwan").row("half_flush").tai
    call = {"hand": FLUSH, "win": DRAWN, "rules": "club"}
    for options in ({"lucky": "maybe"}, {"unlucky": "on"}, {"cap": -1}, {"cap": "many"}):
        assert error_of(client.post("/api/scores", json={**call, "options": options})) == (422, "rules_unknown")


def test_the_file_comes_back_as_it_was_uploaded(client):
    text = ("\ufeff" + club().replace("\n", "\r\n")).encode()
    upload(client, text, file="規則/../<b>.toml")
    answer = client.get("/api/rules/club/file")
    assert answer.content == text
    assert answer.headers["content-disposition"] == 'attachment; filename="club-1.toml"'
    assert answer.headers["content-type"] == "application/toml"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert error_of(client.get("/api/rules/club/file?version=2")) == (404, "rule_set_unknown")
    template = client.get("/api/rules/ccaa/file").content
    assert upload(client, template.replace(b'id = "ccaa"', b'id = "ours"')).status_code == 201


def test_a_rule_set_is_told_whole_in_the_language_asked_for(client):
    for lang in LANGUAGES:
        whole = client.get("/api/rules/ccaa", params={"lang": lang}).json()
        rules = load_rules("ccaa")
        assert whole["name"] == rules.names[lang]
        assert [(row["id"], row["tai"], row["name"], row["source"]) for row in whole["rows"]] == [
            (row.id, row.tai, row.names[lang], row.source) for row in rules.rows
        ]
        assert whole["versions"] == [{"version": rules.version, "created_at": None, "file": None}]
    assert error_of(client.get("/api/rules/ccaa?lang=fr")) == (422, "request_invalid")


@pytest.mark.parametrize(
    "path", ["nobody", "nobody/file", "%00", "taiwan?version=9", "taiwan?version=%00", "club?version=%2e"]
)
def test_a_rule_set_or_version_that_there_is_not_is_unknown(client, path):
    upload(client, club())
    assert error_of(client.get(f"/api/rules/{path}")) == (404, "rule_set_unknown")


def test_a_deleted_rule_set_is_off_the_list_and_its_hands_and_versions_stay(client, confirmation):
    upload(client, club())
    call = {**confirmation, "hand": FLUSH, "win": DRAWN, "rules": "club"}
    record = client.post("/api/hands", json=call, headers={"idempotency-key": "one"}).json()
    assert [client.delete("/api/rules/club").status_code for _ in range(2)] == [204, 204]
    assert "club" not in listed(client)
    assert client.get(f"/api/hands/{record['id']}").json() == record
    assert not client.get("/api/rules/club").json()["listed"]
    assert error_of(client.post("/api/scores", json={"hand": FLUSH, "win": DRAWN, "rules": "club"})) == (
        422,
        "rules_unknown",
    )
    assert tai(client, rules_version="1") == 5
    assert upload(client, club(rule_set="child", extends="club")).json()["error"]["detail"]["code"] == "extends_unknown"
    assert upload(client, club()).status_code == 200
    assert "club" in listed(client)
    assert tai(client) == 5
    assert error_of(client.delete("/api/rules/nobody")) == (404, "rule_set_unknown")


def test_a_hand_keeps_the_version_and_options_it_was_scored_by(client, confirmation):
    upload(client, club())
    call = {**confirmation, "hand": FLUSH, "win": DRAWN, "rules": "club", "options": {"cap": 40}}
    record = client.post("/api/hands", json=call, headers={"idempotency-key": "one"}).json()
    upload(client, club("[rows.half_flush]\ntai = 50\n", version="2"))
    assert client.get(f"/api/hands/{record['id']}").json() == record
    assert (record["rules"]["id"], record["rules"]["version"]) == ("club", "1")
    assert record["rules"]["options"]["cap"] == 40
    kept = record["rules"]
    again = {"hand": record["hand"], "win": record["win"], "rules": kept["id"], "rules_version": kept["version"]}
    answer = client.post("/api/scores", json={**again, "options": kept["options"]}).json()
    assert answer == record["sheet"]


@pytest.mark.parametrize(
    ("rules", "version"), [("club", "2"), ("nobody", "1"), ("taiwan", "0"), ("nobody", None), ("when", None)]
)
def test_a_hand_by_a_version_that_there_is_not_is_refused(client, confirmation, rules, version):
    upload(client, club())
    call = {**confirmation, "rules": rules, "rules_version": version}
    for path in ("/api/scores", "/api/hands"):
        body = {k: call[k] for k in ("hand", "win", "rules", "rules_version")} if path == "/api/scores" else call
        answer = client.post(path, json=body, headers={"idempotency-key": "one"})
        assert error_of(answer) == (422, "rules_unknown")
        assert "club" in answer.json()["error"]["detail"]["known"]


def test_a_photo_is_read_by_the_rules_that_the_form_names(client, sample):
    upload(client, club("[hand]\nflowers = false\n"))
    form = {"photo": sample.read_bytes()}
    by_club = client.post("/api/readings", files=form, data={"rules": "club", "rules_version": "1"})
    assert by_club.status_code == 201
    assert client.post("/api/readings", files=form).json()["reading"]["hands"][0]["legal"]
    for data in ({"rules": "nobody"}, {"rules": "club", "rules_version": "2"}):
        assert error_of(client.post("/api/readings", files=form, data=data)) == (422, "rules_unknown")
    assert error_of(client.post("/api/readings", files=form, data={"rules": "../a"})) == (422, "request_invalid")


def test_two_uploads_of_one_version_at_once_keep_exactly_one(settings, reader):
    app = create_app(settings, reader=reader)
    with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}) as client:
        texts = [club(f"[rows.half_flush]\ntai = {n % 4}\n") for n in range(16)]
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda text: upload(client, text), texts))
        (won,) = [n for n, answer in enumerate(answers) if answer.status_code == 201]
        for text, answer in zip(texts, answers, strict=True):
            expected = 200 if text == texts[won] else 409
            assert answer.status_code in (201, expected)
        assert client.get("/api/rules/club/file").text == texts[won]
        assert len(client.get("/api/rules/club").json()["versions"]) == 1


def test_what_another_process_uploads_or_deletes_is_seen_at_once(settings, reader):
    headers = {"authorization": f"Bearer {TOKEN}"}
    with (
        TestClient(create_app(settings, reader=reader), headers=headers) as one,
        TestClient(create_app(settings, reader=reader), headers=headers) as other,
    ):
        assert "club" not in listed(one)
        upload(other, club())
        assert (listed(one)["club"]["version"], tai(one)) == ("1", 5)
        upload(other, club("[rows.half_flush]\ntai = 6\n", version="2"))
        assert (listed(one)["club"]["version"], tai(one)) == ("2", 6)
        assert error_of(upload(one, club(version="2"))) == (409, "rules_version_taken")
        other.delete("/api/rules/club")
        assert "club" not in listed(one)


def test_the_list_takes_only_so_many(client):
    for n in range(MOST_LISTED):
        assert upload(client, club("", rule_set=f"club_{n}")).status_code == 201
    assert error_of(upload(client, club())) == (409, "rules_full")
    assert upload(client, club("", rule_set="club_0", version="2")).status_code == 201
    client.delete("/api/rules/club_1")
    assert upload(client, club()).status_code == 201
    assert error_of(upload(client, club("", rule_set="club_1"))) == (409, "rules_full")


def test_parsed_rule_sets_are_kept_within_bounds(client, app):
    upload(client, club())
    (house,) = client.get("/api/clubs").json()["clubs"]
    book = app.state.rulebooks.of(house["id"])
    first = book.load("club", None, {"cap": 1})
    assert book.load("club", "1", {"cap": 1}) is first
    for cap in range(300):
        book.load("club", None, {"cap": cap})
    assert book.load("club", None, {"cap": 1}) == first
    assert app.state.rulebooks._own.cache_info().currsize <= 128


def test_a_kept_rule_set_that_no_longer_holds_together_does_not_hide_the_others(client, app):
    upload(client, club())
    upload(client, club(rule_set="other"))
    database = app.state.access.database
    with database.write() as session:
        row = session.query(RuleSetRow).filter(RuleSetRow.rule_set == "other").one()
        row.document = json.loads(json.dumps(row.document).replace('"half_flush"', '"gone"'))
    app.state.rulebooks = RuleBooks(database, now=lambda: "now")
    assert "club" in listed(client) and "other" not in listed(client)
    assert error_of(client.get("/api/rules/other")) == (422, "rules_invalid")


def test_a_built_in_rule_set_that_takes_a_club_s_id_leaves_the_club_s_old_hands_theirs(client, monkeypatch):
    with monkeypatch.context() as before:
        # As if `ccaa` came with a later TaiLens only.
        for module in ("scorer.loader", "api.rulebook"):
            before.setattr(f"{module}.rule_set_ids", lambda: ("taiwan",))
        assert upload(client, club(rule_set="ccaa", version="7")).status_code == 201
    assert tai(client, rules="ccaa", rules_version="7") == 5
    assert tai(client, rules="ccaa") == load_rules("ccaa").row("half_flush").tai
    assert client.get("/api/rules/ccaa?version=7").json()["house"]
    assert not client.get("/api/rules/ccaa").json()["house"]


def test_an_upload_from_another_site_is_refused(client):
    headers = {"content-type": "text/plain", "sec-fetch-site": "cross-site"}
    answer = client.post("/api/rules", content=club().encode(), headers=headers)
    assert error_of(answer) == (403, "cross_site")
    answer = client.delete("/api/rules/club", headers={"origin": "http://evil.example"})
    assert error_of(answer) == (403, "cross_site")


def test_a_rule_set_whose_money_would_grow_beyond_bounds_stays_within_what_programs_can_hold(client):
    body = (
        "[hand]\ndoubling = true\n"
        '[rows.much]\nall_of = ["self_draw"]\ntai = 1000\nper_streak = true\ndealer_share = true\n'
        f'{NAMES}\nsource = "us"\n'
    )
    upload(client, club(body))
    call = {"hand": FLUSH, "win": {**DRAWN, "seat": "E", "streak": 1000}, "rules": "club", "per_tai": 1_000_000}
    settlement = json.loads(client.post("/api/scores", json=call).text)["settlement"]
    assert sum(settlement.values()) == 0
    assert max(settlement.values()) < 2**53
