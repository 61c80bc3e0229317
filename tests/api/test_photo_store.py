"""Where photos are kept: a folder, memory, and a real S3 server (moto's) by fsspec's addresses."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.photos import PhotoStoreError, photo_store
from api.settings import settings_from
from tests.api.conftest import TOKEN
from tests.object_store import running_object_store

ROOT = Path(__file__).parents[2]
FIRST, SECOND = "0" * 32, "f" * 32


@pytest.fixture(scope="session")
def object_store():
    """An S3 server on this machine, with one bucket; gives its address."""
    with running_object_store("club-photos") as address:
        yield address


@pytest.fixture(params=["folder", "file", "memory", "s3"])
def address(request, tmp_path):
    if request.param == "folder":
        return str(tmp_path / "kept here")
    if request.param == "file":
        return f"file://{tmp_path}/with%20space"
    if request.param == "memory":
        return f"memory://{uuid.uuid4().hex}/photos"
    return f"{request.getfixturevalue('object_store')}/{uuid.uuid4().hex}"


@pytest.fixture
def store(address):
    return photo_store(address)


def test_a_photo_is_given_back_as_it_was_until_it_is_removed(store):
    assert store.read(FIRST) is None
    store.put(FIRST, b"one")
    store.put(SECOND, b"two")
    assert store.read(FIRST) == b"one"
    store.put(FIRST, b"three")
    assert store.read(FIRST) == b"three"
    assert sorted(store.ids()) == [FIRST, SECOND]
    store.remove(FIRST)
    store.remove(FIRST)
    assert store.read(FIRST) is None
    assert list(store.ids()) == [SECOND]


def test_two_servers_on_one_place_see_each_other_s_photos(address):
    first, second = photo_store(address), photo_store(address)
    assert list(second.ids()) == []
    first.put(FIRST, b"one")
    assert second.read(FIRST) == b"one"
    assert list(second.ids()) == [FIRST]
    second.remove(FIRST)
    assert first.read(FIRST) is None
    assert list(first.ids()) == []


@pytest.mark.parametrize("name", ["../" + "0" * 29, "a/b", "", "0" * 31, "0" * 32 + "\n", "A" * 32])
def test_what_is_none_of_our_ids_never_becomes_part_of_a_path(store, name):
    for call in (store.read, store.file, store.remove, lambda photo: store.put(photo, b"")):
        with pytest.raises(ValueError, match="not a photo id"):
            call(name)
    assert list(store.ids()) == []


def test_the_service_keeps_and_gives_photos_at_the_address(address, settings, reader, picture):
    app = create_app(dataclasses.replace(settings, photos_at=address), reader=reader)
    with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}) as client:
        made = client.post("/api/readings", files={"photo": ("a.jpg", picture())})
        assert made.status_code == 201, made.json()
        photo = client.get(made.json()["photo_url"])
        assert photo.headers["content-type"] == "image/jpeg"
        assert photo.content == photo_store(address).read(made.json()["id"])
        assert client.head(made.json()["photo_url"]).headers["content-length"] == str(len(photo.content))
        photo_store(address).remove(made.json()["id"])
        assert client.get(made.json()["photo_url"]).json()["error"]["code"] == "reading_unknown"
    assert not settings.photos.exists()


@pytest.mark.parametrize(
    "wrong", ["nothing-known://x", "s3://no-such-bucket/photos", "file:///proc/nowhere", "https://127.0.0.1:9/x", "://"]
)
def test_a_place_that_can_not_be_used_is_refused_in_words_at_the_start(object_store, wrong):
    with pytest.raises(PhotoStoreError) as refused:
        photo_store(wrong)
    assert refused.value.code == "photos_unusable"


def test_the_command_refuses_a_place_in_one_line_without_the_secret_in_its_address(tmp_path):
    environment = {**os.environ, "TAILENS_PHOTOS": "nothing-known://me:s3cret@somewhere/x"}
    call = [sys.executable, "-m", "api.cli", "serve", "--port", "0", "--data", tmp_path]
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "photos can't be kept at nothing-known://somewhere/x" in done.stderr
    assert "s3cret" not in done.stderr


def test_the_place_is_told_by_the_environment(tmp_path):
    settings = settings_from({"TAILENS_PHOTOS": "memory://elsewhere"}, data=tmp_path / "data")
    assert settings.photo_address == "memory://elsewhere"
    assert not (tmp_path / "data" / "photos").exists()
    assert settings_from({}, data=tmp_path / "data").photo_address == str(tmp_path / "data" / "photos")
