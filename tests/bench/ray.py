"""How fast photos are labelled here and on Ray, and what Ray itself takes a photo.

python -m tests.bench.ray PHOTOS... [--photos N] [--workers 1 2]

Each line is a run: photos a second from the first answer to the last, processor time of the process that gives the
work out, by photo, and seconds until the first answer. `nothing` is a run whose workers only take the photo's bytes;
`read, copied, written` a whole run of `tailens label` between addresses.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ray

from labels.engine import Copying, Here
from labels.forms.card import About
from labels.forms.convert import form_named
from labels.places import Place, Remote
from labels.prelabel import label_photos, photos_below
from labels.ray_engine import RayEngine
from labels.ray_pool import RayPool
from vision import Reader


class Nothing:
    """A worker that takes what it is sent and answers with its length."""

    def started(self) -> None:
        """Answer at once."""

    def take(self, data: bytes) -> int:
        """Take the bytes."""
        return len(data)


@dataclass(frozen=True, slots=True)
class Run:
    """A run's figures."""

    photos: int
    until_first: float
    seconds: float
    processor: float

    def line(self, name: str) -> str:
        """Give the figures as a line."""
        between = self.photos - 1
        return (
            f"{name:28} {between / self.seconds:8.2f} photos/s   {1000 * self.processor / between:7.2f} ms a photo "
            f"here   first after {self.until_first:.1f} s"
        )


def timed(work: Callable[[], Iterator[Any]]) -> Run:
    """Run through the answers of a work."""
    began = time.perf_counter()
    answers = work()
    next(answers)
    first, processor = time.perf_counter(), time.process_time()
    count = 1 + sum(1 for _ in answers)
    return Run(count, first - began, time.perf_counter() - first, time.process_time() - processor)


def sha256_of(photo: Place) -> str:
    """Give the hash of a photo's bytes."""
    return hashlib.sha256(Path(str(photo)).read_bytes()).hexdigest()


def on_ray(photos: list[Place], workers: int) -> Run:
    """Read photos with so many workers on a Ray of this machine."""
    began = time.perf_counter()
    with RayEngine(workers=workers) as engine:
        run = timed(partial(engine.read, photos, ()))
        return Run(run.photos, time.perf_counter() - began - run.seconds, run.seconds, run.processor)


def whole_run(photos: list[Place], workers: int, room: Path) -> Run:
    """Label photos on Ray from an address to another, as for a store that the workers reach by themselves."""
    found = {Remote(f"file://{photo}"): f"{at}.jpg" for at, photo in enumerate(photos)}
    began = time.perf_counter()
    with RayEngine(workers=workers) as engine:
        list(engine.read(list(found)[:workers], ()))  # every worker has started
        first, processor = time.perf_counter(), time.process_time()
        label_photos(found, Remote(f"file://{room}/set"), form_named("yolo"), engine, by={}, about=About())
        seconds = time.perf_counter() - first
    return Run(len(photos) + 1, first - began, seconds, time.process_time() - processor)


def nothing_on_ray(photos: list[Place], workers: int) -> Run:
    """Send photos to workers that do nothing with them."""
    with RayEngine(workers=1):
        actor = ray.remote(num_cpus=0)(Nothing)
        pool = RayPool(actor.remote, workers)
        data = [Path(str(photo)).read_bytes() for photo in photos]
        return timed(lambda: pool.each(data, lambda worker, each: worker.take.remote(each)))


def main() -> None:
    """Print a line a run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", nargs="+", type=Path)
    arguments.add_argument("--photos", type=int, default=100)
    arguments.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    chosen = arguments.parse_args()
    found = list(photos_below(chosen.folders))
    photos = found[:: max(1, len(found) // chosen.photos)][: chosen.photos]
    size = sum(Path(str(photo)).stat().st_size for photo in photos) / len(photos)
    print(f"{len(photos)} photos of {size / 1e6:.2f} MB", flush=True)
    for threads in (1, 2):
        here = Here(Reader(threads=threads))
        print(timed(partial(here.read, photos, ())).line(f"local, {threads} threads"), flush=True)
    copies = [Copying(photo, photo.name, sha256_of(photo), None) for photo in photos]
    print(timed(partial(here.copy, copies)).line("local, copying"), flush=True)
    for workers in chosen.workers:
        print(on_ray(photos, workers).line(f"ray, {workers} workers"), flush=True)
    for workers in chosen.workers:
        print(nothing_on_ray(photos * 5, workers).line(f"ray, {workers} nothing"), flush=True)
    with TemporaryDirectory() as room, chdir(room):
        print(whole_run(photos, max(chosen.workers), Path(room)).line("ray, read, copied, written"), flush=True)


if __name__ == "__main__":
    main()
