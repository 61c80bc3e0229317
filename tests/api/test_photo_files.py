"""The files that phones really send: HEIC under any name and type, cut short, or telling where they were taken."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.vision.pictures import with_position
from vision import load_photo

DATA = Path(__file__).parents[1] / "vision" / "data"


def tiles(answer):
    assert answer.status_code == 201, answer.text
    return Counter(tile["tile"] for tile in answer.json()["reading"]["tiles"] if tile["role"] != "other")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.jpg", "image/jpeg"), ("a.heic", "image/heic"), ("blob", "application/octet-stream"), ("a.png", "text/plain")],
)
def test_a_heic_is_read_by_its_content_whatever_it_says_it_is(client, stored, name, kind):
    heic = client.post("/api/readings", files={"photo": (name, (DATA / "melds-and-kong.heic").read_bytes(), kind)})
    jpeg = client.post("/api/readings", files={"photo": ("a.jpg", (DATA / "melds-and-kong.jpg").read_bytes())})
    assert tiles(heic) == tiles(jpeg)
    assert len(stored()) == 2
    assert all(path.suffix == ".jpg" and path.read_bytes()[:3] == b"\xff\xd8\xff" for path in stored())


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
@pytest.mark.parametrize("form", ["jpg", "heic"])
def test_a_photo_cut_short_leaves_no_trace(client, stored, share, form):
    whole = (DATA / f"melds-and-kong.{form}").read_bytes()
    answer = client.post("/api/readings", files={"photo": ("a.jpg", whole[: int(len(whole) * share)])})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "photo_damaged")
    assert stored() == []


def test_no_byte_that_is_kept_says_where_or_with_what_the_photo_was_taken(client, settings, confirmation):
    taken = with_position(load_photo(DATA / "melds-and-kong.jpg").image)
    assert b"SecretPhoneMaker" in taken
    reading = client.post("/api/readings", files={"photo": ("a.jpg", taken, "image/jpeg")}).json()
    body = {**confirmation, "reading_id": reading["id"]}
    kept = client.post("/api/hands", json=body, headers={"idempotency-key": "one"})
    assert kept.status_code == 201, kept.text
    files = [path for path in settings.data.rglob("*") if path.is_file()]
    assert ".jpg" in {path.suffix for path in files}
    for path in files:
        content = path.read_bytes()
        assert not any(trace in content for trace in (b"Secret", b"Exif\x00", b"GPS")), path.name
