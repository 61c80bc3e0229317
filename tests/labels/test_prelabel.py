"""Photos labelled by machine: each read once, whatever interrupts; the set there whole or not at all."""

from __future__ import annotations

import csv
import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from labels.engine import Here, Read
from labels.forms.card import About
from labels.forms.convert import opened
from labels.forms.errors import FormError
from labels.forms.registry import FORMS
from labels.journal import Journal
from labels.places import fetch
from labels.prelabel import label_photos, photos_below
from tests.labels.forms.made import SIZE, picture

ROOT = Path(__file__).parents[2]
BY = {"locator": "a", "classifier": "b"}


def reading(sha256: str) -> dict:
    """A made-up reading, another for each photo: a tile, one that hangs over the edge, a back, one of doubt."""
    shift = int(sha256[:2], 16) / 16
    tile = {"tile": "5m", "confidence": 0.97, "corners": [[shift, 5], [shift + 20, 8], [shift + 18, 40], [shift, 38]]}
    over = {"tile": "1f", "confidence": 0.8, "corners": [[80, 40], [104, 40], [104, 70], [80, 70]]}
    back = {"tile": "back", "confidence": 1.0, "corners": [[50, 10], [70, 10], [70, 40], [50, 40]]}
    doubt = {"tile": "7z", "confidence": 0.3, "corners": [[30, 45], [50, 45], [50, 63], [30, 63]]}
    roles = ("concealed", "flower", "other", "other")
    tiles = [{**t, "role": role} for t, role in zip((tile, over, back, doubt), roles, strict=True)]
    return {"reading": {"width": SIZE[0], "height": SIZE[1], "tiles": tiles}}


class Engine:
    """Reads in the photos' order or against it, and remembers what it read."""

    def __init__(self, *, backwards: bool = False) -> None:
        self.done: list[str] = []
        self._backwards = backwards

    def read(self, photos, known):
        for photo in sorted(photos, reverse=self._backwards):
            yield self._read(photo, fetch(photo), known)

    def _read(self, photo, data, known):
        sha256 = hashlib.sha256(data).hexdigest()
        if sha256 in known:
            return Read(photo, sha256, None)
        self.done.append(photo.name)
        if data == b"damaged":
            return Read(photo, sha256, {"error": {"code": "photo_unreadable", "message": "no picture"}})
        return Read(photo, sha256, reading(sha256))

    def copy(self, photos):
        return Here.copy(self, photos)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six photos in two folders, two of them of one name, one damaged, one there twice; and a file that is none."""
    names = ["b.png", "a.png", "evening/a.png", "evening/麻將.png", "evening/x.png"]
    for seed, name in enumerate(names):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture(seed))
    (tmp_path / "in" / "damaged.jpg").write_bytes(b"damaged")
    (tmp_path / "in" / "again.png").write_bytes(picture(0))
    (tmp_path / "in" / "notes.txt").write_text("no photo", "utf-8")
    return tmp_path / "in"


def label(folder: Path, out: Path, form: str = "coco", engine=None, **options):
    return label_photos(
        photos_below([folder]), out, FORMS[form], engine or Engine(), by=BY, about=About(by_machine=True), **options
    )


def test_each_photo_is_labelled_once_and_the_damaged_and_the_repeated_are_listed(folder, tmp_path):
    engine = Engine()
    done = label(folder, tmp_path / "out", engine=engine)
    assert sorted(engine.done) == ["a.png", "a.png", "again.png", "damaged.jpg", "x.png", "麻將.png"]
    assert {(s.photo.name, s.code) for s in done.skipped} == {
        ("damaged.jpg", "photo_unreadable"),
        ("b.png", "photo_repeated"),
    }
    with (tmp_path / "out" / "skipped.csv").open(encoding="utf-8") as file:
        assert [row["photo"] for row in csv.DictReader(file)] == ["b.png", "damaged.jpg"]
    with opened(tmp_path / "out", FORMS["coco"]) as dataset:
        assert [p.name for p in dataset] == ["a.png", "again.png", "evening_a.png", "evening_x.png", "evening_麻將.png"]
        for photo in dataset:
            assert [label.tile for label in photo.labels] == ["5m", "1f", "back", "7z"]
            assert photo.labels[1].box == (80, 40, 96, 64)
            assert photo.sha256 == hashlib.sha256(photo.path.read_bytes()).hexdigest()
    assert not (tmp_path / "out.part").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "out"]


def test_tiles_below_the_least_confidence_are_left_out(folder, tmp_path):
    done = label(folder, tmp_path / "out", least=0.5)
    assert done.tally.classes["7z"] == 0 and done.tally.classes["5m"] == 5


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_written_the_same_whatever_order_photos_were_read_in(folder, tmp_path, form):
    label(folder, tmp_path / "one", form)
    label(folder, tmp_path / "two", form, engine=Engine(backwards=True))
    one, two = (
        {p.relative_to(tmp_path / name): p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()}
        for name in ("one", "two")
    )
    assert one == two
    with opened(tmp_path / "one", FORMS[form]) as dataset:
        assert sum(len(photo.labels) for photo in dataset) == 20


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.labels.test_prelabel import Engine, label

class Killed(Engine):
    def read(self, photos, known):
        for at, read in enumerate(super().read(photos, known)):
            if at == 4:  # three photos, one of them twice
                os.kill(os.getpid(), signal.SIGKILL)
            yield read

label(Path(sys.argv[1]), Path(sys.argv[2]), engine=Killed())
"""


def test_a_run_that_was_killed_goes_on_and_reads_no_photo_twice(folder, tmp_path):
    label(folder, tmp_path / "whole")
    command = [sys.executable, "-c", KILLED, str(folder), str(tmp_path / "out")]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "out").exists()
    journal = tmp_path / "out.part" / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    # The kill came in the middle of a line.
    journal.write_bytes(b"".join(lines) + lines[-1][:25])
    engine = Engine()
    again = label(folder, tmp_path / "out", engine=engine)
    assert len(engine.done) == 3 and again.known == 3
    one, two = (
        {p.relative_to(tmp_path / name): p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()}
        for name in ("whole", "out")
    )
    assert one == two
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "out", "whole"]


def test_a_photo_that_changed_after_the_kill_is_read_again(folder, tmp_path):
    with Journal(tmp_path / "out.part" / "journal.jsonl", BY) as journal:
        paths = photos_below([folder])
        for read in Engine().read(paths, journal):
            journal.add(read.sha256, read.document)
    (folder / "a.png").write_bytes(picture(77))
    engine = Engine()
    label(folder, tmp_path / "out", engine=engine)
    assert engine.done == ["a.png"]


def test_a_journal_of_other_models_and_a_set_that_is_there_are_refused(folder, tmp_path):
    with Journal(tmp_path / "out.part" / "journal.jsonl", {**BY, "locator": "other"}):
        pass
    with pytest.raises(FormError, match="other models") as refused:
        label(folder, tmp_path / "out")
    assert refused.value.code == "journal_foreign"
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "a").touch()
    with pytest.raises(FormError) as refused:
        label(folder, tmp_path / "there")
    assert refused.value.code == "out_exists" and not (tmp_path / "there.part").exists()


def test_two_runs_do_not_write_one_journal(tmp_path):
    with Journal(tmp_path / "journal.jsonl", BY), pytest.raises(FormError, match="another process"):
        Journal(tmp_path / "journal.jsonl", BY)


@pytest.mark.parametrize("line", [b"nothing\n", b'{"sha256": 1', b"[]\n"])
def test_a_file_that_is_no_journal_is_refused_with_its_line(tmp_path, line):
    path = tmp_path / "journal.jsonl"
    with Journal(path, BY):
        pass
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(FormError, match=r"journal\.jsonl:2: no journal") as refused:
        Journal(path, BY)
    assert refused.value.code == "journal_foreign"


def test_a_folder_without_photos_and_a_set_of_damaged_ones_are_refused(tmp_path):
    with pytest.raises(FormError, match="no photos"):
        photos_below([tmp_path])
    with pytest.raises(FormError, match="no such file"):
        photos_below([tmp_path / "absent"])
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "damaged.jpg").write_bytes(b"damaged")
    with pytest.raises(FormError, match="none of 1 photos"):
        label(tmp_path / "in", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_names_are_such_that_every_system_takes_them_and_no_two_share_a_stem(tmp_path):
    for name in ("a:b?.png", "A_B_.jpg", "-rf.png", ".hidden.png", "b/c.png", "b_c.jpg", "CON.png"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    names = sorted(photos_below([tmp_path]).values())
    assert names == ["A_B_.jpg", "a_b_-2.png", "b_c-2.jpg", "b_c.png", "photo-CON.png", "photo-rf.png"]
