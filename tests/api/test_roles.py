"""Every route of the description, called as every role, as a stranger, and as the owner of another club."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access import ROLES
from api.app import OPEN_CALLS
from tests.api.conftest import TheClub
from tests.api.test_accounts import code_of, me, sign_up
from tests.api.test_club_models import LIKE_SHIPPED, card_of
from tests.api.test_clubs import RULES, opened
from tests.api.test_sets import Labelled, archived

# The least role that a route asks for in the club that it is about. A new route is missing here, and the first test
# says so: put it where it belongs.
LEAST = {
    "viewer": """
        GET /api/clubs/{club_id}
        GET /api/clubs/{club_id}/players
        GET /api/clubs/{club_id}/sessions
        GET /api/clubs/{club_id}/standings
        GET /api/clubs/{club_id}/consent
        GET /api/clubs/{club_id}/sets
        GET /api/sets/{set_id}
        GET /api/sets/{set_id}/diff
        GET /api/sets/{set_id}/doubts
        GET /api/sets/{set_id}/photos
        GET /api/sets/{set_id}/photos/{photo_id}
        GET /api/sets/{set_id}/photos/{photo_id}/edits
        GET /api/sets/{set_id}/photos/{photo_id}/photo
        GET /api/rules
        GET /api/rules/{rule_set_id}
        GET /api/rules/{rule_set_id}/file
        GET /api/readings/{reading_id}
        GET /api/readings/{reading_id}/photo
        POST /api/scores
        GET /api/hands
        GET /api/hands/{hand_id}
        GET /api/sessions/{session_id}
        GET /api/sessions/{session_id}/events
        GET /api/sessions/{session_id}/events/{number}
        GET /api/sessions/{session_id}/events/{number}/picture.png
        GET /api/sessions/{session_id}/export.csv
        GET /api/sessions/{session_id}/export.json
        GET /api/sessions/{session_id}/live
        GET /api/sessions/{session_id}/picture.png
        POST /api/sessions/{session_id}/preview
    """,
    "player": """
        GET /api/clubs/{club_id}/members
        POST /api/readings
        POST /api/hands
        POST /api/sessions/{session_id}/events
        POST /api/sets/{set_id}/audit
        POST /api/sets/{set_id}/photos/{photo_id}/claim
        POST /api/sets/{set_id}/photos/{photo_id}/edits
    """,
    "scorekeeper": """
        GET /api/clubs/{club_id}/models
        POST /api/clubs/{club_id}/players
        PATCH /api/clubs/{club_id}/players/{player_id}
        GET /api/clubs/{club_id}/invites
        POST /api/clubs/{club_id}/invites
        DELETE /api/clubs/{club_id}/invites/{invite_id}
        POST /api/rules
        DELETE /api/rules/{rule_set_id}
        POST /api/clubs/{club_id}/sessions
        POST /api/clubs/{club_id}/sessions/import
        POST /api/clubs/{club_id}/sessions/import-csv
        POST /api/clubs/{club_id}/sets
        GET /api/sets/{set_id}/hands
        POST /api/sets/{set_id}/hands
        POST /api/sets/{set_id}/import
        POST /api/sets/{set_id}/merge
        POST /api/sets/{set_id}/versions
        GET /api/sets/{set_id}/export
        DELETE /api/sets/{set_id}/photos/{photo_id}
        DELETE /api/readings/{reading_id}/photo
    """,
    "owner": """
        POST /api/clubs/{club_id}/members/{account_id}/reset
        PATCH /api/clubs/{club_id}
        POST /api/clubs/{club_id}/models
        PUT /api/clubs/{club_id}/models/used
        DELETE /api/clubs/{club_id}/models/used
        DELETE /api/clubs/{club_id}/models/{model_id}
        DELETE /api/clubs/{club_id}/players/{player_id}
        PUT /api/clubs/{club_id}/consent
        DELETE /api/sets/{set_id}
        PATCH /api/clubs/{club_id}/members/{account_id}
        DELETE /api/clubs/{club_id}/members/{account_id}
        DELETE /api/clubs/{club_id}
    """,
}
MODEL = {"model": ("classifier.onnx", LIKE_SHIPPED), "card": ("classifier.json", card_of(LIKE_SHIPPED))}
# These are about who calls, and about no club.
OWN = """
    GET /api/me
    PATCH /api/me
    GET /api/clubs
    POST /api/clubs
    POST /api/accounts
    POST /api/signout
    DELETE /api/me
"""
# What somebody may do who was invited, as a viewer, to one session only.
AT_SESSION = """
    GET /api/rules
    GET /api/rules/{rule_set_id}
    GET /api/rules/{rule_set_id}/file
    GET /api/readings/{reading_id}
    GET /api/readings/{reading_id}/photo
    POST /api/scores
    GET /api/sessions/{session_id}
    GET /api/sessions/{session_id}/events
    GET /api/sessions/{session_id}/events/{number}
    GET /api/sessions/{session_id}/live
    POST /api/sessions/{session_id}/preview
    GET /api/sessions/{session_id}/events/{number}/picture.png
    GET /api/sessions/{session_id}/export.csv
    GET /api/sessions/{session_id}/export.json
    GET /api/sessions/{session_id}/picture.png
"""
STREAMS = frozenset({"GET /api/sessions/{session_id}/live"})  # looked at by HEAD: they go on for ever
SECRET = "秘密社"


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


LEAST_OF = {call: role for role, calls in LEAST.items() for call in lines(calls)}


@dataclass
class World:
    """A club with something of every kind in it, somebody of every role, and others."""

    club: TheClub
    people: dict[str, TestClient]
    ids: dict[str, str]
    win: dict[str, Any]
    picture: bytes
    archive: bytes
    secrets: list[str] = field(default_factory=list)

    def call(self, someone: TestClient, call: str) -> Any:
        """Make a call that nothing but the role can be wrong with."""
        method, path = call.split(" ")
        how: dict[str, Any] = {"params": {}, "headers": {"idempotency-key": call.replace(" ", "-")}}
        if (path.startswith(("/api/rules", "/api/hands")) and method in ("GET", "DELETE")) or call == "POST /api/rules":
            how["params"]["club"] = self.club.id
        if call == "DELETE /api/clubs/{club_id}":
            how["params"]["name"] = SECRET
        if call == "POST /api/rules":
            how["content"] = (RULES % 7).replace('version = "1"', 'version = "2"').encode()
        if call == "POST /api/readings":
            how["files"], how["data"] = {"photo": self.picture}, {"club": self.club.id}
        if call == "POST /api/clubs/{club_id}/sessions/import-csv":
            how["content"] = "春,夏,秋,冬\n0,0,0,0\n".encode()
        if call == "GET /api/sets/{set_id}/diff":
            how["params"]["before"] = 1
        if call == "GET /api/sets/{set_id}/export":
            how["params"]["form"] = "coco"
        if call == "POST /api/clubs/{club_id}/models":
            how["files"] = MODEL
        if call == "POST /api/sets/{set_id}/import":
            how["files"], how["data"] = {"archive": self.archive}, {"form": "coco"}
        body = self.bodies().get(call)
        if body is not None:
            how["json"] = body
        method = "HEAD" if call in STREAMS else method
        return someone.request(method, path.format(**self.ids), **how)

    def bodies(self) -> dict[str, Any]:
        hand = {"hand": "123456789m55p56s[777z]+7s|1f", "win": self.win, "club": self.club.id}
        return {
            "PATCH /api/me": {"name": "換個名字"},
            "DELETE /api/me": {},
            "POST /api/clubs": {"name": "我的"},
            "POST /api/accounts": {"name": "somebody else", "password": "a long enough password"},
            "POST /api/scores": hand,
            "POST /api/hands": hand,
            "PATCH /api/clubs/{club_id}": {"settings": {"base": 50}},
            "POST /api/clubs/{club_id}/players": {"name": "新來的"},
            "PATCH /api/clubs/{club_id}/players/{player_id}": {"name": "改名"},
            "PATCH /api/clubs/{club_id}/members/{account_id}": {"role": "player"},
            "POST /api/clubs/{club_id}/invites": {"role": "viewer"},
            "POST /api/clubs/{club_id}/sessions": {"players": [{"name": name} for name in "春夏秋冬"]},
            "POST /api/clubs/{club_id}/sessions/import": {
                "tailens": "session",
                "format": 1,
                "players": list("春夏秋冬"),
                "opened": {"kind": "opened", "terms": {}},
                "opened_at": "2026-11-30T12:00:00Z",
                "result": {"balances": [0, 0, 0, 0]},
            },
            "POST /api/sessions/{session_id}/events": {"after": 1, "event": {"kind": "drawn"}},
            "POST /api/sessions/{session_id}/preview": {"event": {"kind": "drawn"}},
            "PUT /api/clubs/{club_id}/models/used": {"model": self.ids["model_id"]},
            "PUT /api/clubs/{club_id}/consent": {"given": True},
            "POST /api/clubs/{club_id}/sets": {"name": "新的"},
            "POST /api/sets/{set_id}/hands": {"hands": [{"reading_id": self.ids["reading_id"]}]},
            "POST /api/sets/{set_id}/merge": {"set_id": self.ids["other_set"]},
            "POST /api/sets/{set_id}/versions": {},
            "POST /api/sets/{set_id}/audit": {},
            "POST /api/sets/{set_id}/photos/{photo_id}/claim": {},
            "POST /api/sets/{set_id}/photos/{photo_id}/edits": {
                "after": 1,
                "edit": {"kind": "accept", "findings": []},
            },
        }

    def state(self, operator: TestClient) -> list[str]:
        """Give everything that the club shows, to see that nothing changed."""
        seen = [call for call in LEAST_OF if call.startswith("GET ") and call not in STREAMS]
        return [self.call(operator, call).text for call in seen]


@pytest.fixture
def world(make_club, person, client, confirmation, picture, win, tmp_path):
    club = make_club(SECRET)
    owner = club.owner
    session = opened(club)
    reading = owner.post("/api/readings", files={"photo": picture()}, data={"session": session}).json()
    tile = {"tile": "1m", "corners": [[9, 9], [49, 9], [49, 69], [9, 69]], "role": "concealed"}
    body = {**confirmation, "reading_id": reading["id"], "tiles": [tile], "club": club.id}
    hand = owner.post("/api/hands", json=body, headers={"idempotency-key": "hand"}).json()
    owner.post("/api/rules", params={"club": club.id}, content=(RULES % 5).encode()).raise_for_status()
    labelled, archive = Labelled(club, name="標記"), archived(tmp_path / "set")
    labelled.bring(archive, "coco").raise_for_status()
    labelled.consent()
    labelled.post(f"{labelled.path}/versions", {}).raise_for_status()
    member = club.member("player", "會員")
    sign_up(member, "會員")
    player = owner.post(f"{club.path}/players", json={"name": "備取"}).json()
    people = {role: club.member(role, f"人{role}") for role in ROLES[1:]} | {"owner": owner}
    people["watcher"] = club.member("viewer", "", session_id=session)
    people["outsider"] = make_club("別的社").owner
    people["homeless"] = person(joined=True)
    seat = club.member("player", "甲")  # sits at the session
    ids = {
        "club_id": club.id,
        "session_id": session,
        "reading_id": reading["id"],
        "hand_id": hand["id"],
        "rule_set_id": "club",
        "player_id": player["id"],
        "account_id": me(member)["account"]["id"],
        "invite_id": club.invite("viewer")["id"],
        "number": "1",
        "model_id": owner.post(f"{club.path}/models", files=MODEL).json()["id"],
        "set_id": labelled.id,
        "photo_id": labelled.photos()[0]["id"],
        "other_set": Labelled(club, name="另一套").id,
    }
    people["player"] = seat
    made = [club.id, session, reading["id"], hand["id"], player["id"], labelled.id]
    secrets = [SECRET, *made, "備取", "會員", "我們", "標記"]
    return World(club, people, ids, win, picture(), archive, secrets)


def test_every_route_has_its_role_here(app):
    described = {
        f"{method.upper()} {path}"
        for path, calls in app.openapi()["paths"].items()
        for method in calls
        if path.startswith("/api/")
    }
    open_calls = {f"{method} {path}" for method, path in OPEN_CALLS}
    assert described == set(LEAST_OF) | set(lines(OWN)) | open_calls


def test_no_route_shows_or_changes_anything_to_who_may_not(world, person, client):
    before = world.state(client)
    for call in [*LEAST_OF, *lines(OWN)]:
        answer = world.call(person(), call)
        assert answer.status_code == 401, call
        assert call in STREAMS or code_of(answer) == "not_joined", call
    for name in ("outsider", "homeless", "watcher"):
        for call in LEAST_OF:
            if name == "watcher" and call in lines(AT_SESSION):
                continue
            answer = world.call(world.people[name], call)
            # What is not yours is unknown to you. At a session one was invited to, one's role is too low.
            known = name == "watcher" and "{session_id}" in call
            assert answer.status_code == (403 if known else 404), (name, call, answer.text)
            assert not any(secret in answer.text for secret in world.secrets), (name, call, answer.text)
    for least, calls in LEAST.items():
        for role in ROLES[ROLES.index(least) + 1 :]:
            for call in lines(calls):
                answer = world.call(world.people[role], call)
                assert (answer.status_code, code_of(answer)) == (403, "role_too_low"), (role, call)
    assert world.state(client) == before


def test_what_is_about_oneself_shows_nothing_of_others(world):
    for call in lines(OWN):
        answer = world.call(world.people["outsider"], call)
        assert not any(secret in answer.text for secret in world.secrets), call


def test_every_route_serves_who_may(world, client):
    for call, least in LEAST_OF.items():
        roles = ROLES[: ROLES.index(least) + 1] if call.startswith("GET") else (least,)
        for role in roles:
            answer = world.call(world.people[role], call)
            assert answer.status_code in (200, 201, 204), (role, call, answer.text)
        if call.startswith("GET"):
            assert world.call(client, call).status_code == 200, call
            if call in lines(AT_SESSION):
                assert world.call(world.people["watcher"], call).status_code == 200, call
