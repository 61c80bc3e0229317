"""The service's own description: complete, with examples, held to by the service, and told by docs/http-api.md."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.app import OPEN_CALLS
from api.errors import CODES
from tests.api.conftest import TOKEN

HELD = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = int(os.environ.get("TAILENS_EXAMPLES", "5"))  # a call; `make soak` asks for more
DOCS = Path(__file__).parents[2] / "docs" / "http-api.md"
CALL = re.compile(r"^### `(GET|POST|PUT|DELETE|PATCH) (\S+)`", re.MULTILINE)
CODE = re.compile(r"^\| `(\w+)` \| (\d{3}) \| (.+?) \|$", re.MULTILINE)

NAMES = 'names = { zh-Hant = "甲", zh-Hans = "甲", en = "A" }'
LINES = [
    'extends = "taiwan"',
    'id = "club"',
    'id = "taiwan"',
    'version = "1"',
    NAMES,
    "[rows.half_flush]",
    "[rows.rain]",
    "[options.cap]",
    "tai = 3",
    "default = 3",
    'excludes = ["all_honors"]',
]
# Files that nearly hold together, files that do, and bytes that are no text.
schemathesis.openapi.media_type(
    "application/toml",
    st.lists(st.sampled_from(LINES), unique=True).map(lambda lines: "\n".join(lines).encode())
    | st.permutations(LINES[:2] + LINES[3:5]).map(lambda lines: "\n".join(lines).encode())
    | st.binary(max_size=40),
)
schemathesis.serializer.alias("application/toml", "application/octet-stream")
# Tables that are none, and some that are.
ROWS = ["甲,乙,丙,丁", "time,甲,乙,丙,丁,pot", "1,-1,0,0", "5,0,-5,0,", '"', "=1,2,3,4", ""]
schemathesis.openapi.media_type(
    "text/csv",
    st.lists(st.sampled_from(ROWS)).map(lambda rows: "\n".join(rows).encode()) | st.binary(max_size=40),
)
schemathesis.serializer.alias("text/csv", "application/octet-stream")


@pytest.fixture
def described(app):
    return app.openapi()


def test_the_docs_name_every_call_and_no_other(described):
    calls = {(method.upper(), path) for path, item in described["paths"].items() for method in item}
    assert set(CALL.findall(DOCS.read_text(encoding="utf-8"))) == calls


def test_the_docs_list_every_error_code_as_the_code_has_it():
    listed = {code: (int(status), text) for code, status, text in CODE.findall(DOCS.read_text(encoding="utf-8"))}
    assert listed == CODES


def test_every_call_says_what_it_does_and_how_it_fails(described):
    for path, item in described["paths"].items():
        for method, call in item.items():
            assert call["summary"] and call["description"], path
            if not path.startswith("/api"):
                continue
            if (method.upper(), path) not in OPEN_CALLS:
                assert call["security"] == [{"bearer": []}, {"cookie": []}]
                assert "401" in call["responses"], path
            if method != "get":
                assert "403" in call["responses"], path
            if "requestBody" in call:
                assert {"413", "422"} <= set(call["responses"]), path
            for status, answer in call["responses"].items():
                if status >= "400":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorOut"}, (path, status)


@pytest.mark.parametrize("name", ["ScoreIn", "HandIn"])
def test_the_examples_of_the_description_work(described, client, name):
    path = {"ScoreIn": "/api/scores", "HandIn": "/api/hands"}[name]
    (example,) = described["components"]["schemas"][name]["examples"]
    answer = client.post(path, json=example, headers={"idempotency-key": "example"})
    assert answer.is_success, answer.json()


def test_no_form_of_error_is_described_that_we_never_send(described):
    assert "HTTPValidationError" not in str(described)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_the_service_keeps_to_its_description(app, mode):
    """Each call with made-up input, right and wrong: no 500, and no answer that the description does not know."""
    with TestClient(app):
        schema = schemathesis.openapi.from_asgi("/openapi.json", app)
        for found in schema.get_all_operations():
            operation = found.ok()
            if mode is GenerationMode.NEGATIVE and operation.method != "post":
                continue  # nothing in a path can be of a wrong type

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
            def call(case: schemathesis.Case) -> None:
                case.call_and_validate(headers={"authorization": f"Bearer {TOKEN}"}, checks=HELD)

            call()
