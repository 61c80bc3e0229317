"""A classifier adapted to a club's own tiles."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is an extra, for training only")
import models
from api.cli import main
from labels import kept as kept_set
from labels.facebank import FaceBank
from labels.forms.card import About
from labels.forms.dataset import SetPhoto, label_at
from labels.forms.registry import FORMS
from labels.forms.written import SetWriter, whole_or_nothing
from labels.kept import KnownFace, kept_faces, named_right
from labels.madeup import made_up_design
from labels.tables import render_table
from models.layout import differs_in_weights_only
from scorer import BACK
from training import adapt, learn
from training.errors import TrainError
from training.own import known_faces, own_patches
from training.shipped import classifier
from vision import Photo, Reader, encode_stored
from vision.classify import CLASSES, classify

DESIGN = (77, 3)
SHIPPED = (models.FOLDER / f"{models.plain_name()}.onnx").read_bytes()


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[SetPhoto]:
    """Three confirmed photos of a tile set that nothing has learnt: corners known, or only a box."""
    folder = tmp_path_factory.mktemp("club")
    bank = FaceBank([made_up_design(np.random.default_rng(DESIGN), ())])
    return [photo_of(folder / f"{number}.jpg", bank, number) for number in range(3)]


def photo_of(path: Path, bank: FaceBank, number: int) -> SetPhoto:
    table = render_table(np.random.default_rng((*DESIGN, number)), bank, kind="hand", width=960, height=960, hard=0.6)
    size = table.image.shape[1], table.image.shape[0]
    path.write_bytes(encode_stored(Photo(table.image, *size)))
    seen = [tile for tile in table.tiles if tile.tile != BACK and tile.hand == 0 and tile.visible > 0.8]
    inside = [tile for tile in seen if tile.corners.min() >= 0 and (tile.corners <= size).all()]
    labels = tuple(label_at(tile.tile, tile.corners.tolist(), size) for tile in inside)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return SetPhoto(path.name, path, sha256, *size, labels, scene="evening")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rehearse and keep little, and learn for a short while: what is held here does not hang on how much."""
    monkeypatch.setattr(learn, "kept_faces", partial(kept_faces, 1, 2))
    monkeypatch.setattr(learn, "rehearsed", partial(adapt.rehearsed, 2))
    monkeypatch.setattr(adapt, "LOOKS", 5)


@pytest.fixture(scope="module")
def few() -> list[KnownFace]:
    return kept_set.kept_faces(1, 2)


def test_a_clubs_faces_are_learnt_and_nothing_that_was_known_is_lost(photos: list[SetPhoto], tmp_path: Path) -> None:
    out = tmp_path / "ours"
    found = learn.learn(photos, out, steps=40)
    assert found.own.after > found.own.before
    assert all(score.after >= score.before for score in found.kept.values())
    file, card = (out / "classifier.onnx").read_bytes(), models.card("classifier", out)
    assert differs_in_weights_only(file, SHIPPED) and file != SHIPPED
    assert card["sha256"] == hashlib.sha256(file).hexdigest()
    assert card["adapted"]["own"] == {
        "faces": found.own.faces, "before": found.own.before, "after": found.own.after,
    }  # fmt: skip
    assert named_right(known_faces(own_patches(photos, classifier())), models.session("classifier", 1, out)) > (
        found.own.before
    )
    assert {file.name for file in out.iterdir()} >= {
        f"{name}.{end}" for name in models.NAMES for end in ("onnx", "json")
    }
    assert Reader(folder=out).read(photos[0].path).tiles
    assert list(tmp_path.iterdir()) == [out]


def test_the_parts_that_stay_and_all_normalisations_are_as_they_were(photos: list[SetPhoto], tmp_path: Path) -> None:
    net = classifier()
    after = adapt.adapted(net, own_patches(photos, net), adapt.rehearsed(1), checkpoint=tmp_path / "c.pt", steps=4)
    fixed = {f"body.{number}." for number in range(adapt.FIXED)}
    changed = {
        name
        for (name, old), new in zip(net.state_dict().items(), after.state_dict().values(), strict=True)
        if not np.array_equal(old.numpy(), new.numpy())
    }
    assert "head.weight" in changed
    assert not [name for name in changed if "running" in name or name.startswith(tuple(fixed))]


def test_a_model_that_loses_on_what_was_known_is_refused_and_nothing_is_written(
    photos: list[SetPhoto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The kept set is the club's own faces under the names that they are misread as: what is learnt must lose there.
    faces = known_faces(own_patches(photos, classifier()))
    namings = classify([face.crop for face in faces], models.session("classifier", 1))
    misread = [replace(face, tile=CLASSES[int(n.chances.argmax())]) for face, n in zip(faces, namings, strict=True)]
    monkeypatch.setattr(learn, "kept_faces", lambda: misread)
    with pytest.raises(TrainError) as refused:
        learn.learn(photos, tmp_path / "ours", steps=80)
    assert refused.value.code == "model_loses"
    assert not (tmp_path / "ours").exists()


def test_photos_without_a_face_and_photos_that_are_read_right_give_no_model(
    photos: list[SetPhoto], tmp_path: Path, few: list[KnownFace]
) -> None:
    with pytest.raises(TrainError) as nothing:
        learn.learn([replace(photos[0], labels=())], tmp_path / "ours")
    net = classifier()
    faces = own_patches(photos, net)
    namings = classify([face.crop for face in known_faces(faces)], models.session("classifier", 1))
    right = [face for face, n in zip(faces, namings, strict=True) if CLASSES[int(n.chances.argmax())] == face.tile]
    with pytest.raises(TrainError) as all_right:
        learn.adapt(net, right, {"drawn": few}, checkpoint=tmp_path / "c.pt")
    assert (nothing.value.code, all_right.value.code) == ("nothing_to_learn", "nothing_to_gain")


def test_a_box_without_corners_is_given_the_located_faces(photos: list[SetPhoto]) -> None:
    boxed = [replace(photo, labels=tuple(replace(label, corners=box(label.box)) for label in photo.labels))
             for photo in photos]  # fmt: skip
    sure = own_patches(photos, classifier())
    found = own_patches(boxed, classifier())
    assert [patch.tile for patch in found] == [patch.tile for patch in sure]
    assert sum(patch.turn_known for patch in found) > 0.8 * len(found)


def box(ends: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    x0, y0, x1, y1 = ends
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def test_the_command_learns_from_sets_of_any_form(
    photos: list[SetPhoto], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sets = [tmp_path / "one", tmp_path / "two"]
    for folder, some in zip(sets, (photos[:1], photos[1:]), strict=True):
        with whole_or_nothing(folder) as room, SetWriter(room, FORMS["coco"]) as writer:
            for photo in some:
                writer.add(photo)
            writer.finish(About())
    out = tmp_path / "ours"
    call = ["train", "--data", *map(str, sets), "--from", "shipped", "--form", "coco", "--out", str(out)]
    assert main([*call, "--steps", "40", "--threads", "1"]) == 0
    assert "own faces named right" in capsys.readouterr().out
    assert json.loads((out / "classifier.json").read_text("utf-8"))["adapted"]["photos"] == len(photos)
    assert main(call) == 1
    assert "(out_exists)" in capsys.readouterr().err
