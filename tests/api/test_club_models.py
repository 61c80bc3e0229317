"""A club's own classifier: brought, checked, chosen while the service runs, taken back."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

import models
from api.club_models import MOST_KEPT, OPEN, ClubReaders, brought, shipped
from api.database import Database
from api.errors import ApiError
from api.settings import Settings
from tests.api.conftest import TOKEN, TheClub
from tests.api.model_files import BROKEN, LIKE_SHIPPED, card_of, with_head
from vision import Reader


def bring(caller: TestClient, club: TheClub, data: bytes = LIKE_SHIPPED, card: bytes | None = None, **headers: str):
    files = {"model": ("classifier.onnx", data), "card": ("classifier.json", card or card_of(data))}
    return caller.post(f"{club.path}/models", files=files, headers=headers)


def use(caller: TestClient, club: TheClub, model: str | None):
    return caller.put(f"{club.path}/models/used", json={"model": model})


def used(club: TheClub) -> str | None:
    found: str | None = club.owner.get(f"{club.path}/models").raise_for_status().json()["used"]
    return found


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_model_is_kept_and_reads_nothing_until_it_is_chosen(club: TheClub) -> None:
    made = bring(club.owner, club)
    assert made.status_code == 201, made.text
    assert made.json()["sha256"] == hashlib.sha256(LIKE_SHIPPED).hexdigest()
    found = made.json()["kept"]
    assert found["shipped"] <= found["right"] <= found["faces"]
    assert made.json()["fits"] and not made.json()["used"]
    assert used(club) is None
    assert use(club.owner, club, made.json()["id"]).json()["used"] == made.json()["id"]


def test_choices_are_taken_back_one_by_one(club: TheClub) -> None:
    one, two = (bring(club.owner, club, with_head(n)).json()["id"] for n in (1e-4, 2e-4))
    for model in (one, two, None, two):
        use(club.owner, club, model).raise_for_status()
    before = []
    while (answer := club.owner.delete(f"{club.path}/models/used")).status_code == 200:
        before.append(answer.json()["used"])
    assert before == [None, two, one, None]
    assert code_of(answer) == (409, "model_none_before")


def test_a_photo_is_read_by_the_clubs_own_model_from_the_next_one_on(
    make_club: Any, settings: Settings, reader: Reader, sample: Any
) -> None:
    ours, theirs = make_club("ours"), make_club("theirs")

    def tiles(club: TheClub) -> list[str]:
        answer = club.owner.post(
            "/api/readings", files={"photo": sample.read_bytes()}, data={"club": club.id}
        ).raise_for_status()
        return [tile["tile"] for tile in answer.json()["reading"]["tiles"]]

    before = tiles(ours)
    database = Database(settings.url)
    other = brought(BROKEN, card_of(BROKEN))
    put_past_the_gate(database, ours.id, other)
    assert tiles(ours) != before
    assert tiles(theirs) == before
    ours.owner.delete(f"{ours.path}/models/used").raise_for_status()
    assert tiles(ours) == before
    database.close()


def put_past_the_gate(database: Database, club_id: str, model: Any, number: int = 0, layout: str = "") -> str:
    """Keep and choose a model as somebody could who writes into the database, or an older TaiLens did."""
    from api.model_tables import ModelRow, ModelUseRow

    model_id = f"{number:032x}"
    with database.write() as session:
        session.add(
            ModelRow(
                id=model_id,
                club_id=club_id,
                created_at="2026-01-01T00:00:00.000Z",
                sha256=model.sha256,
                layout=layout,
                temperature=model.temperature,
                kept={"faces": 0, "right": 0, "shipped": 0},
                file=model.data,
            )
        )
        session.flush()
        session.add(ModelUseRow(club_id=club_id, model_id=model_id, at="2026-01-01T00:00:00.000Z"))
    return model_id


def test_a_model_that_names_fewer_of_the_kept_faces_than_the_shipped_one_is_refused(club: TheClub) -> None:
    answer = bring(club.owner, club, BROKEN)
    assert code_of(answer) == (409, "model_loses")
    detail = answer.json()["error"]["detail"]
    assert detail["right"] < detail["shipped"] <= detail["faces"]
    assert club.owner.get(f"{club.path}/models").json()["models"] == []


@pytest.mark.parametrize(
    ("data", "card", "reason"),
    [
        (LIKE_SHIPPED, b"[1]", "card_unreadable"),
        (LIKE_SHIPPED, b"{" * 100_000, "card_unreadable"),
        (LIKE_SHIPPED, card_of(b"another"), "card_differs"),
        (LIKE_SHIPPED, card_of(LIKE_SHIPPED, name="locator"), "card_differs"),
        (LIKE_SHIPPED, card_of(LIKE_SHIPPED, temperature="hot"), "card_unreadable"),
        (LIKE_SHIPPED, card_of(LIKE_SHIPPED, temperature=float("nan")), "card_unreadable"),
        (LIKE_SHIPPED, card_of(LIKE_SHIPPED, temperature=True), "card_unreadable"),
        (b"", card_of(b""), "other_network"),
        (b"no model", card_of(b"no model"), "other_network"),
        (shipped()[:-9], card_of(shipped()[:-9]), "other_network"),
        (with_head(float("inf")), card_of(with_head(float("inf"))), "other_network"),
        ((models.FOLDER / "locator.onnx").read_bytes(), None, "other_network"),
    ],
)
def test_what_is_not_the_shipped_network_with_other_weights_and_its_card_is_refused_unopened(
    data: bytes, card: bytes | None, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "opened", lambda *_: pytest.fail("a foreign file was opened"))
    with pytest.raises(ApiError) as refused:
        brought(data, card or card_of(data))
    assert (refused.value.code, refused.value.detail["reason"]) == ("model_refused", reason)


def test_the_same_call_again_makes_one_model(club: TheClub) -> None:
    made = [bring(club.owner, club, **{"idempotency-key": "k"}).json()["id"] for _ in range(2)]
    assert made[0] == made[1]
    assert len(club.owner.get(f"{club.path}/models").json()["models"]) == 1
    other = bring(club.owner, club, with_head(2e-4), **{"idempotency-key": "k"})
    assert code_of(other) == (409, "idempotency_conflict")


def test_a_model_in_use_is_not_deleted_and_one_that_is_not_there_is_unknown(club: TheClub, make_club: Any) -> None:
    model = bring(club.owner, club).json()["id"]
    use(club.owner, club, model)
    assert code_of(club.owner.delete(f"{club.path}/models/{model}")) == (409, "model_in_use")
    use(club.owner, club, None)
    other = make_club("others")
    assert code_of(use(other.owner, other, model)) == (404, "model_unknown")
    assert club.owner.delete(f"{club.path}/models/{model}").status_code == 204
    assert code_of(club.owner.delete(f"{club.path}/models/{model}")) == (404, "model_unknown")
    assert code_of(club.owner.delete(f"{club.path}/models/%00")) == (404, "model_unknown")
    assert used(club) is None


def test_a_club_keeps_so_many_models_and_no_more(club: TheClub) -> None:
    for number in range(MOST_KEPT):
        assert bring(club.owner, club, with_head(1e-4 + number * 1e-6)).status_code == 201
    assert code_of(bring(club.owner, club, with_head(9e-4))) == (409, "models_full")


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_only_so_many_clubs_models_are_open_at_a_time(make_club: Any, settings: Settings, reader: Reader) -> None:
    database = Database(settings.url)
    readers = ClubReaders(database, reader, threads=1)
    clubs = [make_club(f"club {number}") for number in range(OPEN + 2)]
    for number, club in enumerate(clubs):
        put_past_the_gate(database, club.id, brought(LIKE_SHIPPED, card_of(LIKE_SHIPPED)), number)
    found = [readers.of(club.id) for club in clubs]
    assert len({id(each) for each in [reader, *found]}) == OPEN + 3
    assert readers.of(clubs[-1].id) is found[-1]
    assert readers.of(clubs[0].id) is not found[0]
    assert len(readers._open) == OPEN
    database.close()


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_model_of_another_network_is_told_of_and_never_opened(
    club: TheClub, settings: Settings, reader: Reader
) -> None:
    database = Database(settings.url)
    foreign = brought(LIKE_SHIPPED, card_of(LIKE_SHIPPED))
    foreign = replace(foreign, data=b"from another TaiLens")
    put_past_the_gate(database, club.id, foreign, layout="0" * 64)
    assert ClubReaders(database, reader).of(club.id) is reader
    [entry] = club.owner.get(f"{club.path}/models").json()["models"]
    assert entry["used"] and not entry["fits"]
    database.close()


def test_a_club_that_is_deleted_takes_its_models_along(club: TheClub, settings: Settings) -> None:
    from api.model_tables import ModelRow

    use(club.owner, club, bring(club.owner, club).json()["id"])
    club.owner.delete(club.path, params={"name": club.owner.get(club.path).json()["name"]}).raise_for_status()
    database = Database(settings.url)
    with database.read() as session:
        assert session.query(ModelRow).count() == 0
    database.close()


def test_a_program_brings_a_model_too(client: TestClient, club: TheClub) -> None:
    assert client.headers["authorization"] == f"Bearer {TOKEN}"
    assert bring(client, club).status_code == 201
