"""Bad calls: each answers in the one error form, with its code, and never with a 500."""

from __future__ import annotations

import json

import pytest

from api.errors import CODES, ApiError
from vision.errors import PHOTO_ERROR_CODES

MISSING = object()


def with_change(call, path, value):
    """Give the call with one member changed; the path goes into nested members."""
    call = json.loads(json.dumps(call))
    target = call
    *parents, last = path.split(".")
    for parent in parents:
        target = target[parent]
    if value is MISSING:
        del target[last]
    else:
        target[last] = value
    return call


def error_of(answer):
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "detail"}
    assert answer.status_code == CODES[body["error"]["code"]][0]
    return body["error"]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("hand", MISSING, "request_invalid"),
        ("hand", "", "request_invalid"),
        ("hand", 5, "request_invalid"),
        ("hand", ["1m"], "request_invalid"),
        ("hand", "1m" * 1000, "request_invalid"),
        ("hand", "\x00", "notation_invalid"),
        ("hand", "\ud800", "request_invalid"),
        ("hand", "hello", "notation_invalid"),
        ("hand", "123m+", "notation_invalid"),
        ("hand", "[123", "notation_invalid"),
        ("hand", "🀄🀄🀄😀", "notation_invalid"),
        ("hand", "٣m", "notation_invalid"),
        ("win", MISSING, "request_invalid"),
        ("win", None, "request_invalid"),
        ("win.won_by", "luck", "request_invalid"),
        ("win.seat", "X", "request_invalid"),
        ("win.seat", MISSING, "request_invalid"),
        ("win.from", "S", "win_invalid"),
        ("win.round", "east", "request_invalid"),
        ("win.streak", -1, "request_invalid"),
        ("win.streak", 1.5, "request_invalid"),
        ("win.streak", "1", "request_invalid"),
        ("win.streak", True, "request_invalid"),
        ("win.streak", 10**400, "request_invalid"),
        ("win.events", "last_tile", "request_invalid"),
        ("win.events", ["No Such Event"], "request_invalid"),
        ("win.events", ["no_such_event"], "win_invalid"),
        ("win.luck", 1, "request_invalid"),
        ("rules", "no_such_rules", "rules_unknown"),
        ("rules", "../../etc/passwd", "request_invalid"),
        ("rules", None, "request_invalid"),
        ("options", {"no_such_option": 1}, "rules_unknown"),
        ("options", {"no_such_option": {"deep": 1}}, "request_invalid"),
        ("options", [], "request_invalid"),
        ("base", -1, "request_invalid"),
        ("base", 1e400, "request_invalid"),
        ("base", float("nan"), "request_invalid"),
        ("base", 10**30, "request_invalid"),
        ("per_tai", "20", "request_invalid"),
        ("lang", "fr", "request_invalid"),
        ("explain", "maybe", "request_invalid"),
        ("unknown_member", 1, "request_invalid"),
    ],
)
def test_a_bad_score_call_says_what_is_wrong(client, confirmation, path, value, code):
    call = {k: confirmation[k] for k in ("hand", "win", "rules")} | {"base": 100, "per_tai": 20, "lang": "en"}
    body = json.dumps(with_change(call | {"options": {}, "explain": False}, path, value))
    answer = client.post("/api/scores", content=body, headers={"content-type": "application/json"})
    assert error_of(answer)["code"] == code


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("hand", "1m", "hand_not_winning"),
        ("hand", "111122223333444m55p+5p", "hand_not_winning"),
        ("win.from", None, "win_invalid"),
        ("reading_id", "0" * 32, "reading_unknown"),
        ("reading_id", "../../a", "request_invalid"),
        ("reading_id", 7, "request_invalid"),
        ("tiles", [{"tile": "9z", "corners": None, "role": "concealed"}], "request_invalid"),
        ("tiles", [{"tile": "1m", "corners": [[0, 0]], "role": "concealed"}], "request_invalid"),
        (
            "tiles",
            [{"tile": "1m", "corners": [[0, 0], [1, 0], [1, 1], [0, 1e9]], "role": "concealed"}],
            "request_invalid",
        ),
        ("tiles", [{"tile": "1m", "corners": None, "role": "dealer"}], "request_invalid"),
        ("tiles", [{"tile": "9p", "corners": None, "role": "concealed"}], "tiles_differ"),
        ("tiles", [{"tile": "1m", "corners": None, "role": "concealed"}] * 2, "tiles_differ"),
        ("tiles", [{"tile": "1m", "corners": None, "role": "other"}] * 400, "request_invalid"),
    ],
)
def test_a_bad_confirmation_says_what_is_wrong_and_stores_nothing(client, confirmation, path, value, code):
    answer = client.post("/api/hands", json=with_change(confirmation, path, value), headers={"idempotency-key": "one"})
    assert error_of(answer)["code"] == code
    assert client.get("/api/hands").json()["hands"] == []


@pytest.mark.parametrize("key", [None, "", "a key", "k" * 101, "\u00e9".encode("latin-1")])
def test_confirming_needs_a_good_idempotency_key(client, confirmation, key):
    headers = {} if key is None else {"idempotency-key": key}
    answer = client.post("/api/hands", json=confirmation, headers=headers)
    assert error_of(answer)["code"] == "idempotency_key_missing"


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"null", "application/json"),
        (b"[1, 2]", "application/json"),
        (b"\xff\xfe", "application/json"),
        (b"[" * 50_000, "application/json"),
        (b'{"base": ' + b"9" * 20_000 + b"}", "application/json"),
        (b'{"hand": NaN}', "application/json"),
        (b'{"\\ud800": 1}', "application/json"),
        (b"hand=1m", "application/x-www-form-urlencoded"),
        (b"hand=1m", "text/plain"),
        (b"--x\r\n", "multipart/form-data; boundary=x"),
        (b"{}", "nonsense"),
    ],
)
def test_a_body_that_is_no_score_call_is_refused(client, body, content_type):
    answer = client.post("/api/scores", content=body, headers={"content-type": content_type})
    assert error_of(answer)["code"] == "request_invalid"


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api/nothing", "not_found"),
        ("GET", "/nothing", "not_found"),
        ("GET", "/api/scores", "method_not_allowed"),
        ("DELETE", "/api/hands", "method_not_allowed"),
        ("PUT", "/health", "method_not_allowed"),
        ("GET", "/api/hands/" + "0" * 32, "hand_unknown"),
        ("GET", "/api/hands/..%2f..%2fa", "not_found"),
        ("GET", "/api/hands/%00", "hand_unknown"),
        ("GET", "/api/hands?limit=0", "request_invalid"),
        ("GET", "/api/hands?limit=99999999999999999999999", "request_invalid"),
        ("GET", "/api/hands?limit=nan", "request_invalid"),
        ("GET", "/api/hands?before=nobody", "hand_unknown"),
        ("GET", "/api/readings/" + "0" * 32, "reading_unknown"),
        ("GET", "/api/readings/" + "0" * 32 + "/photo", "reading_unknown"),
        ("GET", "/api/readings/%2e%2e/photo", "reading_unknown"),
        ("GET", "/../../etc/passwd", "not_found"),
        ("GET", "/%2e%2e/%2e%2e/app.py", "not_found"),
    ],
)
def test_an_address_that_is_none_is_refused(client, method, path, code):
    assert error_of(client.request(method, path))["code"] == code


def test_a_body_over_the_limit_is_refused(client, settings):
    answer = client.post("/api/scores", content=b" " * (settings.body_limit + 1))
    assert error_of(answer)["code"] == "body_too_large"


def test_a_failure_of_ours_says_nothing_of_its_inside(app, confirmation):
    from fastapi.testclient import TestClient

    from tests.api.conftest import TOKEN

    with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}, raise_server_exceptions=False) as client:
        app.state.hands.database.close()
        app.state.hands.now = lambda: 1 / 0
        answer = client.post("/api/hands", json=confirmation, headers={"idempotency-key": "one"})
    assert error_of(answer) == {"code": "internal", "message": CODES["internal"][1], "detail": {}}


def test_every_photo_error_has_a_status_of_its_own():
    # The last speaks of a face in a photo already open; the service never meets it.
    for code in PHOTO_ERROR_CODES.keys() - {"face_outside_photo"}:
        assert ApiError(code).status in (413, 422)
