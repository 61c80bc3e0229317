"""What the set-up promises: locks, lists, and one wheel that works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import models

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile(r"^[A-Za-z0-9._-]+")


def names(requirements):
    return {NAME.match(requirement).group().lower() for requirement in requirements} - {"tailens"}


def locked(name):
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return text, set(re.findall(r"^([a-z0-9._-]+)==", text, re.MULTILINE))


def test_the_locks_hold_every_dependency_with_hashes_and_no_address():
    needed = names(PROJECT["dependencies"])
    extras = PROJECT["optional-dependencies"]
    for lock, wanted in (("run.txt", needed), ("dev.txt", needed | names(extras["test"]) | names(extras["dev"]))):
        text, packages = locked(lock)
        assert wanted <= {name.partition("[")[0] for name in packages}, lock
        assert text.count("==") >= len(packages)
        for block in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]:
            assert "--hash=sha256:" in block, block
        assert "://" not in text
        assert "torch" not in packages


def test_the_page_is_locked_without_addresses():
    lock = json.loads((ROOT / "api" / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name


def test_every_dependency_has_its_line_in_the_docs():
    listed = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    python = names(PROJECT["dependencies"]).union(*map(names, PROJECT["optional-dependencies"].values()))
    page = json.loads((ROOT / "api" / "web" / "package.json").read_text(encoding="utf-8"))
    for name in (*python, *page["dependencies"], *page["devDependencies"]):
        assert re.search(rf"(^\| |, ){re.escape(name)}\b", listed, re.MULTILINE), name


def test_the_credits_name_every_source_of_the_weights():
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for source in ("Chinese Mahjong Detection", "rethink-bonus-label", "Camerash", "justinchan114", "CC BY 4.0"):
        assert source in notice


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of the sources, page included."""
    copy = tmp_path_factory.mktemp("wheel") / "checkout"
    skipped = shutil.ignore_patterns("node_modules", ".*", "__pycache__", "demo-out", "bench-out", "datasets", "data")
    shutil.copytree(ROOT, copy, ignore=skipped)
    shutil.copy(ROOT / "api" / "web" / ".npmrc", copy / "api" / "web" / ".npmrc")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(copy.parent)]
    done = subprocess.run(build, cwd=copy, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = copy.parent.glob("*.whl")
    return path


def test_the_wheel_holds_rooms_models_rules_and_page_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        members = set(archive.namelist())
    assert {"tailens.py", "api/cli.py", "api/web/dist/index.html", "api/web/dist/tiles/back.svg"} <= members
    assert "scorer/rulesets/taiwan.toml" in members
    assert {f"models/{name}.{kind}" for name in models.NAMES for kind in ("onnx", "json")} <= members
    assert any(name.startswith("api/migrations/versions/0001") for name in members)
    assert any(name.startswith("training/") for name in members)
    tops = {name.partition("/")[0] for name in members}
    assert tops == {"tailens.py", "api", "training", "labels", "vision", "models", "scorer"} | {
        name for name in tops if name.startswith("tailens-")
    }
    assert not any("node_modules" in name or name.startswith("api/web/src") for name in members)


def test_the_command_works_from_the_wheel_alone(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    sample = min((ROOT / "datasets" / "samples").glob("*.jpg"))
    code = "import api; print(api.__file__); from api.cli import main; raise SystemExit(main())"
    call = [sys.executable, "-c", code, "read", str(sample), "--json"]
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    origin, document = done.stdout.splitlines()
    assert Path(origin).is_relative_to(tmp_path)
    assert json.loads(document)["tiles"]
