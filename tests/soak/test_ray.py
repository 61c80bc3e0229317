"""Photos labelled on a real Ray cluster while a worker, a machine or the run is killed: nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from labels.places import Remote
from tests.labels.test_places import files_at, files_in
from tests.object_store import running_object_store
from tests.ray_cluster import ROOT, in_python, running_cluster, workers_of

pytest.importorskip("ray", reason="the extra `ray` is not installed")
pytestmark = pytest.mark.skipif("TAILENS_SOAK" not in os.environ, reason="`make soak` runs it")

SAMPLES = sorted((ROOT / "datasets" / "samples").glob("*.jpg"))
PHOTOS = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Sixty photos of different bytes, one of them there twice, and one damaged."""
    folder = tmp_path_factory.mktemp("soak") / "photos"
    for at in range(PHOTOS):
        path = folder / f"evening {at % 4}" / f"{at:02d}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        # What follows a JPEG's end is no part of the picture.
        path.write_bytes(SAMPLES[at % len(SAMPLES)].read_bytes() + bytes([at]))
    (folder / "again.jpg").write_bytes((folder / "evening 0" / "04.jpg").read_bytes())
    (folder / "damaged.jpg").write_bytes(SAMPLES[0].read_bytes()[:5000])
    return folder


def label(*arguments: object, cwd: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "api.start", "label", *map(str, arguments), "--form", "yolo-obb"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.fixture(scope="module")
def whole(folder) -> dict[str, bytes]:
    """The set as one process writes it."""
    run = label(folder, "--out", folder.parent / "whole", cwd=folder.parent)
    said = run.communicate(timeout=600)
    assert run.returncode == 0, said
    return files_in(folder.parent / "whole")


def read_so_far(journal: Path) -> list[str]:
    """Give the hash of each photo in the journal, in the order in which they came."""
    lines = journal.read_bytes().split(b"\n")[1:-1] if journal.exists() else []
    return [json.loads(line)["sha256"] for line in lines]


def kill_a_worker(cluster: Any) -> None:
    os.kill(workers_of(cluster)[0], signal.SIGKILL)


def kill_a_machine(cluster: Any) -> None:
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)


@pytest.mark.parametrize("kill", [kill_a_worker, kill_a_machine])
def test_nothing_is_lost_and_nothing_is_twice_when_one_of_two_is_killed(
    folder, whole, tmp_path, kill: Callable[[Any], None]
):
    journal = tmp_path / "set.part" / "journal.jsonl"
    with running_cluster(nodes=2, processors=1) as cluster:
        run = label(folder, "--out", tmp_path / "set", "--engine", "ray", "--workers", 2, cwd=tmp_path)
        deadline = time.monotonic() + 900
        while len(read_so_far(journal)) < PHOTOS // 3 and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(workers_of(cluster)) == 2 and run.poll() is None
        kill(cluster)
        killed_at = len(read_so_far(journal))
        seen: list[str] = []
        while run.poll() is None and time.monotonic() < deadline:
            seen = read_so_far(journal) or seen
            time.sleep(0.02)
        said = run.communicate(timeout=60)
    assert run.returncode == 0, said
    assert killed_at < PHOTOS and len(seen) == len(set(seen)) == PHOTOS + 1
    assert f"{PHOTOS} photos, " in said[0] and "2 skipped" in said[0]
    assert files_in(tmp_path / "set") == whole


def test_a_run_whose_own_process_is_killed_goes_on_and_reads_no_photo_twice(folder, whole, tmp_path):
    journal = tmp_path / "set.part" / "journal.jsonl"
    with running_cluster():
        arguments = (folder, "--out", tmp_path / "set", "--engine", "ray")
        run = label(*arguments, cwd=tmp_path)
        while len(read_so_far(journal)) < PHOTOS // 3 and run.poll() is None:
            time.sleep(0.05)
        run.kill()
        run.communicate(timeout=60)
        before = len(read_so_far(journal))
        assert PHOTOS // 3 <= before < PHOTOS and not (tmp_path / "set").exists()
        run = label(*arguments, cwd=tmp_path)
        said = run.communicate(timeout=600)
    assert run.returncode == 0, said
    assert f"{PHOTOS} photos, {before} of them read by an earlier run" in said[0]
    assert files_in(tmp_path / "set") == whole


def test_photos_and_set_in_an_object_store_are_the_same(folder, whole, tmp_path):
    with running_object_store("photos") as bucket, running_cluster():
        place, out = Remote(f"{bucket}/in"), Remote(f"{bucket}/sets/evening")
        for path in sorted(p for p in folder.rglob("*.jpg")):
            (place / path.relative_to(folder).as_posix()).write(path.read_bytes())
        run = label(place.address, "--out", out.address, "--engine", "ray", cwd=tmp_path)
        said = run.communicate(timeout=600)
        assert run.returncode == 0, said
        assert files_at(out) == whole
    assert not list(tmp_path.iterdir())


FAILING = """
import ray
from labels.forms.errors import FormError
from labels.ray_engine import Worker
from labels.ray_pool import RayPool

ray.init(log_to_driver=False, logging_level="ERROR")
actor = ray.remote(num_cpus=1)(Worker)
try:
    list(RayPool(lambda: actor.remote({}, "9.9"), 1).each([1], None))
except FormError as error:
    print(error.code, error)
"""


def test_a_worker_with_another_version_is_refused(tmp_path):
    with running_cluster():
        done = in_python("-c", FAILING)
    assert "engine_failed a worker can't be started: RuntimeError: TaiLens " in done.stdout, done.stderr
    assert "9.9 where the run was begun" in done.stdout
