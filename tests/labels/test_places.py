"""Photos and sets at any address of fsspec's: as on this machine, byte for byte."""

from __future__ import annotations

import uuid
import zipfile
from pathlib import Path

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFile

from labels.engine import Here
from labels.forms.convert import convert
from labels.forms.errors import FormError
from labels.forms.registry import FORMS
from labels.places import Remote, fetch, place_at
from labels.prelabel import photos_below
from tests.labels.forms.made import picture
from tests.labels.test_prelabel import Engine, label

PHOTOS = {"b.png": 1, "evening/a.png": 2, "evening/麻將 1.png": 3, "again.png": 1}


@pytest.fixture
def remote(monkeypatch, tmp_path) -> Remote:
    """An empty place in memory; runs that go on are kept below `tmp_path`."""
    monkeypatch.chdir(tmp_path)
    return Remote(f"memory://{uuid.uuid4().hex}")


@pytest.fixture
def photos(remote, tmp_path) -> tuple[Path, Remote]:
    """The same photos in a folder and at an address; one is damaged, one there twice."""
    for name, seed in PHOTOS.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture(seed))
    (tmp_path / "in" / "damaged.jpg").write_bytes(b"damaged")
    (tmp_path / "in" / "notes.txt").write_text("no photo", "utf-8")
    for path in (tmp_path / "in").rglob("*.*"):
        (remote / "in" / path.relative_to(tmp_path / "in").as_posix()).write(path.read_bytes())
    return tmp_path / "in", remote / "in"


def files_at(place: Remote) -> dict[str, bytes]:
    files, root = place.files()
    return {path[len(root) + 1 :]: files.cat_file(path) for path in files.find(root)}


def files_in(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("form", FORMS)
def test_photos_and_set_may_be_at_addresses_and_the_set_is_the_same(photos, remote, tmp_path, form):
    folder, address = photos
    here = label(folder, tmp_path / "set", form)
    there = label(address, remote / "set", form)
    assert files_at(remote / "set") == files_in(tmp_path / "set")
    assert there.tally == here.tally and there.tally.photos.total() == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "set"]
    label(address, tmp_path / "fetched", form, copy=False)
    label(folder, remote / "sent", form, copy=False)
    assert files_at(remote / "sent") == files_in(tmp_path / "fetched")


def test_a_set_may_be_on_a_disk_that_is_named_by_its_address(photos, tmp_path):
    folder, _ = photos
    label(folder, tmp_path / "set", "yolo")
    label(folder, Remote(f"file://{tmp_path}/far/off/set"), "yolo")
    assert files_in(tmp_path / "far" / "off" / "set") == files_in(tmp_path / "set")


def test_a_run_goes_on_where_it_stood_and_a_set_that_is_there_is_refused(photos, remote, tmp_path):
    class Interrupted(Engine):
        def copy(self, photos):
            yield next(super().copy(photos))
            raise KeyboardInterrupt

    _, address = photos
    with pytest.raises(KeyboardInterrupt):
        label(address, remote / "set", engine=Interrupted())
    assert list(files_at(remote / "set")) == ["images/again.png"]
    assert (tmp_path / "set.part" / "journal.jsonl").exists()
    engine = Engine()
    done = label(address, remote / "set", engine=engine)
    assert engine.done == [] and done.known == 4
    assert not (tmp_path / "set.part").exists()
    with pytest.raises(FormError) as refused:
        label(address, remote / "set")
    assert refused.value.code == "out_exists"
    (remote / "other" / "notes.txt").write(b"somebody's")
    with pytest.raises(FormError) as refused:
        label(address, remote / "other")
    assert refused.value.code == "out_exists" and sorted(files_at(remote / "other")) == ["notes.txt"]


class FakeReader:
    """Finds nothing in any photo."""

    def read(self, data):
        return self

    def to_document(self):
        return {"width": 96, "height": 64, "tiles": [], "hands": []}


def test_a_photo_that_is_gone_meanwhile_is_skipped_and_said(photos, remote, tmp_path):
    class Late(Here):
        def read(self, photos, known):
            for photo in photos:
                if photo.name == "b.png":
                    fsspec.filesystem("memory").rm_file(photo.address)
                yield from super().read([photo], known)

        def copy(self, photos):
            for photo in photos:
                fsspec.filesystem("memory").rm_file(photo.photo.address)
                yield from super().copy([photo])
                break
            yield from super().copy(photos)

    _, address = photos
    done = label(address, tmp_path / "set", engine=Late(FakeReader()))
    assert {(s.photo.name, s.code) for s in done.skipped} == {
        ("b.png", "photo_missing"),
        ("again.png", "photo_missing"),
        ("damaged.jpg", "photo_unusable"),
    }
    assert done.tally.photos.total() == 2
    assert "again.png,photo_missing,can't open it: FileNotFoundError" in (tmp_path / "set" / "skipped.csv").read_text()


def test_a_set_is_converted_from_an_address_to_another_as_here(photos, remote, tmp_path):
    folder, address = photos
    label(folder, tmp_path / "set")
    label(address, remote / "set")
    coco, yolo = FORMS["coco"], FORMS["yolo-obb"]
    convert(tmp_path / "set", tmp_path / "yolo", source=coco, target=yolo, lossy=True)
    convert(remote / "set", remote / "yolo", source=coco, target=yolo, lossy=True)
    assert files_at(remote / "yolo") == files_in(tmp_path / "yolo")
    with pytest.raises(FormError) as refused:
        convert(remote / "set", remote / "yolo", source=coco, target=yolo, lossy=True)
    assert refused.value.code == "out_exists"
    with zipfile.ZipFile(tmp_path / "set.zip", "w") as archive:
        for name, data in files_in(tmp_path / "set").items():
            archive.writestr(name, data)
    (remote / "set.zip").write((tmp_path / "set.zip").read_bytes())
    convert(remote / "set.zip", tmp_path / "again", source=coco, target=yolo, lossy=True)
    assert files_in(tmp_path / "again") == files_in(tmp_path / "yolo")


@pytest.mark.parametrize("name", ["../up.json", "a/../../up.json", "con/x.json", "a\\b.json"])
def test_a_set_at_an_address_whose_names_lead_out_is_refused(remote, tmp_path, monkeypatch, name):
    files, root = (remote / "set").files()
    monkeypatch.setitem(files.store, f"{root}/fine.json", MemoryFile(files, f"{root}/fine.json", b"[]"))
    monkeypatch.setitem(files.store, f"{root}/{name}", MemoryFile(files, f"{root}/{name}", b"[]"))
    with pytest.raises(FormError) as refused:
        convert(remote / "set", tmp_path / "out", source=FORMS["coco"], target=FORMS["yolo"])
    assert refused.value.code == "name_unsafe" and not list(tmp_path.iterdir())


def test_photos_inside_an_archive_are_found_by_their_address(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("evening/a.png", picture(1))
        archive.writestr("notes.txt", "none")
    found = photos_below([Remote(f"zip://evening::file://{tmp_path}/a.zip")])
    assert list(found.values()) == ["a.png"]
    assert [fetch(photo) for photo in found] == [picture(1)]


@pytest.mark.parametrize("text", ["nothing://x/y", "memory://absent/folder", "zip://a::file:///absent.zip"])
def test_an_address_that_can_not_be_listed_is_refused(text):
    with pytest.raises(FormError) as refused:
        photos_below([place_at(text)])
    assert refused.value.code in ("place_unusable", "photo_missing")


def test_what_is_said_of_an_address_shows_no_password():
    place = Remote("ftp://me:secret@photos.invalid/evening/a.jpg")
    with pytest.raises(FormError) as refused:
        photos_below([place])
    assert "secret" not in str(refused.value) and "secret" not in str(place)
