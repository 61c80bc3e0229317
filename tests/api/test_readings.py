"""Uploading photos: what is read, what is stored, and what is refused without a trace."""

from __future__ import annotations

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from api.app import create_app
from api.errors import ApiError
from api.readings import Eye
from tests.api.conftest import TOKEN

GPS = 0x8825
ORIENTATION = 0x0112


def upload(client, photo, *, name="photo.jpg", **options):
    return client.post("/api/readings", files={"photo": (name, photo, "image/jpeg")}, **options)


def turned_with_place(path):
    """The sample turned a quarter left, with the tag that turns it back, and with the place it was taken at."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[0x010F] = "SecretMaker"
    exif.get_ifd(GPS)[2] = (25.0, 2.0, 1.5)
    out = io.BytesIO()
    with Image.open(path) as picture:
        picture.convert("RGB").transpose(Image.Transpose.ROTATE_90).save(out, "JPEG", quality=95, exif=exif)
    return out.getvalue()


def test_a_photo_gives_the_reading_that_the_reader_gives(client, sample, reader):
    answer = upload(client, sample.read_bytes())
    assert answer.status_code == 201
    body = answer.json()
    assert set(body) == {"id", "photo_url", "reading"}
    assert body["reading"] == {**reader.read(sample.read_bytes()).to_document(), "photo": body["id"]}
    assert len(body["reading"]["tiles"]) >= 17
    assert client.get(f"/api/readings/{body['id']}").json() == body


def test_the_stored_photo_is_upright_and_carries_no_metadata(client, sample, stored):
    taken = turned_with_place(sample)
    assert b"SecretMaker" in taken
    body = upload(client, taken).json()
    answer = client.get(body["photo_url"])
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.content == stored()[0].read_bytes()
    for trace in (b"SecretMaker", b"Exif", b"GPS", b"http"):
        assert trace not in answer.content
    with Image.open(io.BytesIO(answer.content)) as kept, Image.open(sample) as original:
        assert dict(kept.getexif()) == {}
        assert (kept.width > kept.height) == (original.width > original.height)
    assert (body["reading"]["width"], body["reading"]["height"]) == original.size


@pytest.mark.parametrize(
    "name", ["../../a", "..\\..\\a.jpg", "/etc/passwd", "麻將 手牌🀄.jpg", "a\x00b.jpg", "x" * 1000, "CON"]
)
def test_a_name_from_outside_never_becomes_a_path(client, picture, stored, name, settings):
    body = upload(client, picture(), name=name).json()
    assert [path.name for path in stored()] == [f"{body['id']}.jpg"]
    assert body["reading"]["photo"] == body["id"]
    assert {path.name for path in settings.data.iterdir()} <= {
        "photos",
        "tailens.sqlite3",
        "tailens.sqlite3-wal",
        "tailens.sqlite3-shm",
    }


def test_a_picture_without_tiles_is_read_and_kept(client, picture):
    answer = upload(client, picture(size=(640, 480)))
    assert answer.status_code == 201
    assert answer.json()["reading"]["tiles"] == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "photo_empty"),
        (b"this is no picture", "photo_unreadable"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "photo_unreadable"),
        (b"%PDF-1.7\n", "photo_unreadable"),
        (b"PK\x03\x04" + b"\x00" * 60, "photo_unreadable"),
        (b"\xff\xd8\xff", "photo_unreadable"),
    ],
)
def test_what_is_no_photo_is_refused_and_nothing_stored(client, stored, content, code):
    answer = upload(client, content)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert stored() == []


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_photo_cut_short_is_refused_and_nothing_stored(client, stored, sample, share):
    whole = sample.read_bytes()
    answer = upload(client, whole[: int(len(whole) * share)])
    assert answer.json()["error"]["code"] == "photo_damaged"
    assert stored() == []


def test_a_small_file_of_too_many_pixels_is_refused(client, stored):
    out = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(out, "PNG")
    answer = upload(client, out.getvalue())
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "photo_too_large")
    assert stored() == []


def test_a_file_over_the_limit_is_refused(client, stored, settings):
    answer = upload(client, b"\xff\xd8" + bytes(settings.photo_limit))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "photo_too_large")
    assert answer.json()["error"]["detail"] == {"limit_bytes": settings.photo_limit}
    assert stored() == []


@pytest.mark.parametrize(
    "options",
    [
        {"files": {"picture": ("a.jpg", b"x")}},
        {"data": {"photo": "text"}},
        {"json": {"photo": "text"}},
        {},
        {"content": b"\xff\xd8", "headers": {"content-type": "image/jpeg"}},
    ],
)
def test_a_form_without_a_photo_is_refused(client, options):
    answer = client.post("/api/readings", **options)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "photo_missing")


@pytest.mark.parametrize(
    "content", [b"", b"--", b"--b\r\n", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n", b"\x00" * 1000]
)
def test_a_broken_form_is_refused(client, content):
    answer = client.post("/api/readings", content=content, headers={"content-type": "multipart/form-data; boundary=b"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] in ("photo_missing", "request_invalid")


def test_an_upload_repeated_with_its_key_is_read_once(client, picture, stored):
    headers = {"idempotency-key": "upload-1"}
    first = upload(client, picture(), headers=headers)
    again = upload(client, picture(), headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())
    assert len(stored()) == 1
    other = upload(client, picture(size=(200, 200)), headers=headers)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "idempotency_conflict")
    assert len(stored()) == 1


def test_a_photo_that_the_database_does_not_take_is_removed(app, client, picture, stored):
    app.state.readings.now = lambda: 1 / 0
    with pytest.raises(ZeroDivisionError):
        upload(client, picture())
    assert stored() == []


def test_more_photos_than_may_wait_are_told_to_come_back(reader):
    eye = Eye(reader, at_once=1, waiting=0)
    with eye.place():
        with pytest.raises(ApiError) as refused, eye.place():
            pass
        assert (refused.value.code, refused.value.status) == ("busy", 503)
        assert "retry-after" in refused.value.headers
    with eye.place():
        assert eye.look(lambda with_reader: with_reader) is reader
    eye.close()


def test_photos_that_still_wait_when_the_service_stops_are_told_to_come_back(reader):
    eye = Eye(reader, at_once=1, waiting=1)
    begun, end = threading.Event(), threading.Event()
    with ThreadPoolExecutor(3) as callers:
        first = callers.submit(eye.look, lambda _: begun.set() or end.wait(60))
        assert begun.wait(60)
        second = callers.submit(eye.look, lambda _: "never asked")
        while eye._threads._work_queue.empty():
            threading.Event().wait(0.01)
        closing = callers.submit(eye.close)
        with pytest.raises(ApiError) as refused:
            second.result(60)
        end.set()
        assert (first.result(60), closing.result(60)) == (True, None)
    assert refused.value.code == "busy"


class Counting:
    """A reader that says on which threads it was asked, and answers when it is let."""

    def __init__(self, reader):
        self.reader = reader
        self.threads = []
        self.asked = threading.Event()
        self.may_answer = threading.Event()

    def read(self, photo, **how):
        self.threads.append(threading.current_thread().name)
        self.asked.set()
        assert self.may_answer.wait(60)
        return self.reader.read(photo, **how)


def test_a_photo_sent_again_while_it_is_read_is_not_read_twice(settings, reader, picture):
    counting = Counting(reader)
    app = create_app(settings, reader=counting)
    headers = {"authorization": f"Bearer {TOKEN}"}
    with TestClient(app, headers=headers) as client, ThreadPoolExecutor(2) as phones:
        first = phones.submit(upload, client, picture(), headers={"idempotency-key": "one"})
        assert counting.asked.wait(60)
        again = phones.submit(upload, client, picture(), headers={"idempotency-key": "one"})
        callers = app.state.readings._asked.callers
        for _ in range(6000):
            if callers.total() == 2:
                break
            threading.Event().wait(0.01)
        counting.may_answer.set()
        assert (first.result().status_code, again.result().json()) == (201, first.result().json())
        assert len(counting.threads) == 1
        assert not callers


def test_photos_are_read_on_threads_of_their_own_no_more_than_are_read_at_once(settings, reader, picture):
    counting = Counting(reader)
    counting.may_answer.set()
    app = create_app(settings, reader=counting)
    with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}) as client, ThreadPoolExecutor(8) as phones:
        answers = list(phones.map(lambda _: upload(client, picture()), range(8)))
    assert [answer.status_code for answer in answers] == [201] * 8
    assert len(counting.threads) == 8
    assert len(set(counting.threads)) <= settings.readings_at_once
    assert all(name.startswith("reading") for name in counting.threads)
