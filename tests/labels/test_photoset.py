from __future__ import annotations

import io
import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from labels.facebank import FaceBank
from labels.patches import cut_patches
from labels.photoset import COLUMNS, LabelledPhoto, LabelledTile, read_photos, split_by_scene
from labels.tables import render_table
from labels.tableset import write_tables

SHARED = Path(os.environ.get("TAILENS_SHARED", Path(__file__).parents[2] / ".." / "shared"))
HEADER = ",".join(COLUMNS)


def test_a_set_is_read_with_its_tiles_scenes_and_empty_photos(tmp_path: Path) -> None:
    (tmp_path / "few.csv").write_text(
        f"{HEADER}\na.jpg,5m,face,1,2,11.5,22,s1,home\na.jpg,1f,index,3,4,5,6,s1,home\nb.jpg,,,,,,,s2,home\n", "utf-8"
    )
    one, two = read_photos(tmp_path / "few.csv")
    assert one.path == tmp_path / "few" / "a.jpg"
    assert one.tiles == (
        LabelledTile("5m", "face", (1.0, 2.0, 11.5, 22.0)),
        LabelledTile("1f", "index", (3.0, 4.0, 5.0, 6.0)),
    )
    assert (two.scene, two.tiles) == ("s2", ())


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("a.jpg,5m,face,1,2,1,22,s,h", "is empty"),
        ("a.jpg,5m,face,1,x,9,22,s,h", "could not convert"),
        ("a.jpg,5m,face,1,nan,9,22,s,h", "is empty"),
    ],
)
def test_a_box_that_is_none_is_refused_with_its_line(tmp_path: Path, row: str, why: str) -> None:
    (tmp_path / "bad.csv").write_text(f"{HEADER}\na.jpg,5m,face,1,2,9,22,s,h\n{row}\n", "utf-8")
    with pytest.raises(ValueError, match=rf"bad\.csv:3: .*{why}"):
        read_photos(tmp_path / "bad.csv")


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("photo,tile\na.jpg,5m\n", "utf-8")
    with pytest.raises(ValueError, match="no column part, x0"):
        read_photos(tmp_path / "bad.csv")


def test_no_scene_is_on_both_sides_of_a_split_and_a_seed_repeats_it() -> None:
    photos = [LabelledPhoto(Path(f"{n}.jpg"), f"scene{n % 37}", "here") for n in range(300)]
    rest, apart = split_by_scene(photos, 0.2, seed=4)
    assert not {p.scene for p in rest} & {p.scene for p in apart}
    assert len(rest) + len(apart) == 300
    assert 45 <= len(apart) <= 60
    assert split_by_scene(photos, 0.2, seed=4) == (rest, apart)
    assert split_by_scene(photos, 0.2, seed=5) != (rest, apart)


def test_drawn_tables_are_written_in_the_form_that_is_read(bank: FaceBank, tmp_path: Path) -> None:
    tables = [render_table(np.random.default_rng(n), bank, width=256, height=192, kind="hand") for n in range(2)]
    told = io.StringIO()
    write_tables(tmp_path, tables, 2, progress=told)
    photos = read_photos(tmp_path / "photos.csv")
    documents = json.loads((tmp_path / "photos.json").read_text("utf-8"))
    assert [p.path.name for p in photos] == [d["photo"] for d in documents]
    assert "2 of 2" in told.getvalue()
    for photo, document, table in zip(photos, documents, tables, strict=True):
        seen = cv2.imread(str(photo.path))
        assert seen is not None and seen.shape == (192, 256, 3)
        assert [t["tile"] for t in document["tiles"]] == [t.tile for t in table.tiles]
        assert all(0 <= x <= 256 and 0 <= y <= 192 for t in photo.tiles for x, y in (t.box[:2], t.box[2:]))


def test_patches_are_cut_from_below_the_tiles_and_inside_black_bars(tmp_path: Path) -> None:
    photo = np.full((400, 500, 3), (40, 160, 40), np.uint8)
    photo[:100] = (0, 0, 255)  # BGR red where the tiles are
    photo[360:] = 0
    cv2.imwrite(str(tmp_path / "a.png"), photo)
    labelled = LabelledPhoto(tmp_path / "a.png", "s", "h", (LabelledTile("1m", "face", (10, 20, 50, 80)),))
    patches = cut_patches(np.random.default_rng(0), [labelled], 5)
    assert len(patches) == 1
    assert np.abs(patches[0].reshape(-1, 3).astype(int) - (40, 160, 40)).max() <= 2


def test_a_photo_full_of_tiles_gives_no_patch(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((200, 200, 3), 90, np.uint8))
    labelled = LabelledPhoto(tmp_path / "a.png", "s", "h", (LabelledTile("1m", "face", (10, 90, 50, 190)),))
    assert cut_patches(np.random.default_rng(0), [labelled], 5) == []


@pytest.mark.skipif(not (SHARED / "photos" / "train.csv").is_file(), reason=f"no labelled photos at {SHARED}")
def test_the_shared_train_set_is_read_whole() -> None:
    photos = read_photos(SHARED / "photos" / "train.csv")
    assert (len(photos), sum(len(p.tiles) for p in photos)) == (875, 10156)
    assert all(p.path.is_file() for p in photos[:20])
