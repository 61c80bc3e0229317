"""HEAD wherever GET is answered, and Range headers of every kind."""

from __future__ import annotations

import http.client

import pytest

from api.app import create_app
from api.serving import running_service
from tests.api.conftest import TOKEN


@pytest.fixture
def photo_url(client, picture):
    return client.post("/api/readings", files={"photo": ("a.jpg", picture())}).json()["photo_url"]


def test_head_is_answered_as_get_without_a_body(app, client, photo_url):
    paths = [path for path, calls in app.openapi()["paths"].items() if "get" in calls and "{" not in path]
    assert {"/health", "/api/rules", "/api/hands"} <= set(paths)
    for path in (*paths, photo_url, "/api/rules/taiwan", "/api/rules/taiwan/file"):
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (200, b""), path
        assert head.headers["content-type"] == got.headers["content-type"]
        assert head.headers["content-length"] == got.headers["content-length"]


@pytest.mark.parametrize(("path", "status"), [("/api/nothing", 404), ("/api/scores", 405), ("/api/hands/x", 404)])
def test_head_fails_as_get_does(client, path, status):
    assert client.head(path).status_code == client.get(path).status_code == status


def test_head_shows_nothing_to_who_has_not_joined(client):
    assert client.head("/api/rules", headers={"authorization": "Bearer wrong"}).status_code == 401


def test_a_method_that_an_address_does_not_take_is_told_with_those_it_takes(client):
    answer = client.request("PATCH", "/api/rules")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")
    assert answer.headers["allow"]


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        ("bytes", 400, "range_invalid"),
        ("bytes=", 400, "range_invalid"),
        ("bytes=a-b", 400, "range_invalid"),
        ("bytes=9-1", 400, "range_invalid"),
        ("lines=1-2", 400, "range_invalid"),
        ("bytes=99999999-", 416, "range_not_satisfiable"),
    ],
)
def test_a_wrong_range_is_told_in_the_one_error_form(client, photo_url, header, status, code):
    answer = client.get(photo_url, headers={"range": header})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    if status == 416:
        assert answer.headers["content-range"].startswith("bytes */")


def test_a_right_range_gives_that_part(client, photo_url):
    whole = client.get(photo_url).content
    part = client.get(photo_url, headers={"range": "bytes=2-9"})
    assert (part.status_code, part.content) == (206, whole[2:10])
    assert client.get("/health", headers={"range": "nonsense"}).status_code == 200


def test_a_connection_is_of_use_after_head(settings, reader):
    with running_service(create_app(settings, reader=reader), host="127.0.0.1", port=0) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for method in ("HEAD", "GET", "HEAD", "GET"):
            connection.request(method, "/api/rules", headers={"Authorization": f"Bearer {TOKEN}"})
            answer = connection.getresponse()
            assert (answer.status, len(answer.read()) > 0) == (200, method == "GET")
        connection.close()
