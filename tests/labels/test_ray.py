"""Photos labelled on a real Ray cluster: the same set as here, byte for byte; what a dead worker held is done again."""

from __future__ import annotations

import pytest
from PIL import Image

from api.cli import main
from tests.labels.test_places import files_in
from tests.ray_cluster import ROOT, NoCluster, in_python, running_cluster

pytest.importorskip("ray", reason="the extra `ray` is not installed")

SAMPLE = ROOT / "datasets" / "samples" / "concealed-hand.jpg"


@pytest.fixture(scope="module")
def cluster():
    try:
        with running_cluster() as cluster:
            yield cluster
    except NoCluster as reason:
        pytest.skip(str(reason))


def test_the_command_writes_the_same_set_on_a_cluster_as_here(cluster, tmp_path, capsys):
    photos = tmp_path / "photos"
    photos.mkdir()
    with Image.open(SAMPLE) as picture:
        turned = picture.getexif()
        turned[0x0112] = 6
        picture.reduce(2).save(photos / "turned.jpg", exif=turned)
    (photos / "a.jpg").write_bytes(SAMPLE.read_bytes())
    (photos / "again.jpg").write_bytes(SAMPLE.read_bytes())
    (photos / "broken.jpg").write_bytes(b"no photo")
    command = ["label", str(photos), f"file://{SAMPLE.parent}/all-melded.jpg", "--form", "coco"]
    assert main([*command, "--out", str(tmp_path / "here")]) == 0
    here = capsys.readouterr()
    there = in_python("-m", "api.start", *command, "--out", str(tmp_path / "there"), "--engine", "ray")
    assert there.returncode == 0, there.stderr
    assert (there.stdout, there.stderr) == (here.out.replace("/here", "/there"), here.err)
    assert "3 photos, " in there.stdout
    assert files_in(tmp_path / "there") == files_in(tmp_path / "here")


POOL = """
import os, sys, time
import ray
from labels.ray_pool import RayPool, WorkersDied

class Squarer:
    def started(self):
        pass

    def square(self, number, mark):
        if number == 3 or (number == 1 and not os.path.exists(f"{mark}{number}")):
            open(f"{mark}{number}", "w").close()
            os._exit(1)
        if number == 5 and not os.path.exists(f"{mark}5"):
            open(f"{mark}5", "w").close()
            time.sleep(600)
        return number * number

ray.init(log_to_driver=False, logging_level="ERROR")
actor = ray.remote(num_cpus=1)(Squarer)
pool = RayPool(actor.remote, 2, patience=5)
# Not to the output, where Ray writes too.
with open(sys.argv[2], "w") as said:
    for number, square in pool.each(range(9), lambda worker, number: worker.square.remote(number, sys.argv[1])):
        print(number, "died" if isinstance(square, WorkersDied) else square, file=said)
    print(list(pool.each([], None)), file=said)
"""


def test_what_a_dead_or_hanging_worker_held_is_done_again_and_what_kills_every_worker_is_left_out(cluster, tmp_path):
    marks, said = tmp_path / "marks", tmp_path / "said"
    marks.mkdir()
    done = in_python("-c", POOL, str(marks / "mark"), str(said))
    assert done.returncode == 0, done.stderr
    expected = [f"{number} {'died' if number == 3 else number * number}" for number in range(9)]
    assert said.read_text("utf-8").splitlines() == [*expected, "[]"]
    assert sorted(p.name for p in marks.iterdir()) == ["mark1", "mark3", "mark5"]
