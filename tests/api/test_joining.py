"""Who may call: the join link, the cookie, the bearer token, and pages of other sites."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.app import OPEN_CALLS
from tests.api.conftest import TOKEN


@pytest.fixture
def stranger(app: FastAPI):
    with TestClient(app) as client:
        yield client


def test_health_needs_no_token(stranger):
    answer = stranger.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_every_api_route_refuses_who_has_not_joined(app, stranger):
    paths = {path: calls for path, calls in app.openapi()["paths"].items() if path.startswith("/api")}
    assert len(paths) >= 7
    for path, calls in paths.items():
        for method in calls:
            answer = stranger.request(method.upper(), path)
            if (method.upper(), path) in OPEN_CALLS:
                assert answer.json()["error"]["code"] == "request_invalid", path
            else:
                assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_joined"), path


def test_an_unknown_api_address_says_nothing_to_strangers(stranger):
    assert stranger.get("/api/secrets").status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer wrong"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer"},
        {"authorization": "Bearer \u00e9".encode("latin-1")},
        {"cookie": "tailens_signin=wrong"},
        {"cookie": "tailens_signin="},
        {"cookie": f"tailens_signin={TOKEN}"},
        {"cookie": "tailens_signin=" + "a" * 5000},
        {"cookie": "=;;tailens_signin"},
    ],
)
def test_a_wrong_token_is_refused(stranger, headers):
    assert stranger.get("/api/rules", headers=headers).json()["error"]["code"] == "not_joined"


@pytest.mark.parametrize("other", ['{"json":1}', "a[=1", "x=@; (bad)=1", 'a="unterminated', "expires=1; path=/"])
def test_another_services_odd_cookie_does_not_lock_anybody_out(stranger, other):
    token = stranger.get(f"/join/{TOKEN}", follow_redirects=False).cookies["tailens_signin"]
    stranger.cookies.clear()
    assert stranger.get("/api/rules", headers={"cookie": f"{other}; tailens_signin={token}"}).status_code == 200


def test_the_join_link_sets_a_cookie_that_scripts_and_other_sites_do_not_get(stranger):
    answer = stranger.get(f"/join/{TOKEN}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert stranger.get("/api/rules").status_code == 200


def test_a_wrong_join_link_sets_no_cookie(stranger):
    answer = stranger.get("/join/wrong", follow_redirects=False)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_joined")
    assert "set-cookie" not in answer.headers


def test_a_browser_is_sent_on_to_the_page_by_a_wrong_join_link_as_often_as_it_likes(stranger):
    """The page says in its reader's language what is wrong; a program gets the error itself."""
    for _ in range(40):
        answer = stranger.get("/join/wrong%25", headers={"accept": "text/html,*/*;q=0.8"}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/#/join/wrong%25")
        assert "set-cookie" not in answer.headers
    answer = stranger.get(f"/join/{TOKEN}", headers={"accept": "*/*"}, follow_redirects=False)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many_tries")


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({"sec-fetch-site": "cross-site"}, True),
        ({"sec-fetch-site": "same-site"}, True),
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"origin": "http://evil.example"}, True),
        ({"origin": "null"}, True),
        ({"origin": "http://[broken"}, True),
        ({"origin": "http://testserver:81"}, True),
        ({"origin": "http://testserver"}, False),
        ({}, False),
    ],
)
def test_only_our_own_page_may_change_anything(stranger, confirmation, headers, refused):
    stranger.get(f"/join/{TOKEN}")
    answer = stranger.post("/api/hands", json=confirmation, headers={"idempotency-key": "one", **headers})
    if refused:
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "cross_site")
    else:
        assert answer.status_code == 201
    assert len(stranger.get("/api/hands").json()["hands"]) == (0 if refused else 1)


def test_another_site_may_not_upload_either(stranger, picture):
    stranger.get(f"/join/{TOKEN}")
    answer = stranger.post(
        "/api/readings", files={"photo": ("a.jpg", picture())}, headers={"sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403


def test_every_answer_carries_the_safety_headers(client):
    for path in ("/health", "/api/rules", "/api/nothing"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "default-src 'self'" in headers["content-security-policy"]
    assert client.get("/api/rules").headers["cache-control"] == "no-store"
