"""`tailens train` where it can't train, and what its docs say of it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from api.cli import main
from api.train_command import STEPS
from training.errors import TRAIN_ERROR_CODES

DOCS = Path(__file__).parents[2] / "docs" / "models.md"


def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "training.learn", raising=False)
    assert main(["train", "--data", str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "tailens[train]" in said and said.count("\n") == 1
    assert "train_extra_missing" in said


def test_the_docs_list_every_code_as_the_code_has_it():
    section = DOCS.read_text("utf-8").split("## A club's own")[1]
    listed = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|$", section, re.MULTILINE))
    assert listed == TRAIN_ERROR_CODES


def test_the_command_learns_as_long_as_the_trainer_by_default():
    pytest.importorskip("torch", reason="torch is an extra, for training only")
    from training import adapt

    assert adapt.STEPS == STEPS
