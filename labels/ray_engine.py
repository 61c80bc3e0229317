"""Read photos on a Ray cluster: a worker a processor, each with one reader."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import models
from labels.engine import Copying, Read, Skipped, copy_one, read_unknown, with_bytes
from labels.forms.errors import FormError
from labels.forms.files import Copied
from labels.places import Place
from vision import Reader

Hashes = NDArray[np.bytes_]


class Worker:
    """Reads and copies photos in a process of its own, on one processor.

    Args:
        files: the models' files by name, so that all workers have the same, whatever lies on their machines.
        expected: TaiLens's version where the run was begun.

    Raises:
        RuntimeError: another version is installed here.
    """

    def __init__(self, files: Mapping[str, bytes], expected: str) -> None:
        if (here := version("tailens")) != expected:
            raise RuntimeError(f"TaiLens {here} is installed on a worker's machine, {expected} where the run was begun")
        with TemporaryDirectory() as folder:
            for name, data in files.items():
                Path(folder, name).write_bytes(data)
            self._reader = Reader(threads=1, folder=Path(folder))

    def started(self) -> None:
        """Answer when the reader is there."""

    def read(self, photo: Place, data: bytes | None, known: Hashes) -> Read | Skipped:
        """Read a photo that comes along or is fetched, unless its hash is known."""
        return with_bytes(photo, partial(read_unknown, self._reader, photo, _Sorted(known)), data)

    def copy(self, photo: Copying, data: bytes | None) -> Copied | Skipped:
        """Copy a photo that comes along or is fetched."""
        return with_bytes(photo.photo, partial(copy_one, photo), data)


class _Sorted(Collection[str]):
    """Hashes in a sorted array, which the workers of a machine share."""

    def __init__(self, hashes: Hashes) -> None:
        self._hashes = hashes

    def __contains__(self, sha256: object) -> bool:
        key = str(sha256).encode()
        at = int(np.searchsorted(self._hashes, key))
        return at < len(self) and bool(self._hashes[at] == key)

    def __iter__(self) -> Iterator[str]:
        return (bytes(each).decode() for each in self._hashes)

    def __len__(self) -> int:
        return len(self._hashes)


class RayEngine:
    """Reads and copies photos on the Ray cluster that RAY_ADDRESS names or this machine is of, else on one made here.

    Photos of this machine go along with the work; those at an address are fetched by the workers. Photos with the
    same bytes may be read at the same time.

    Args:
        folder: where the models lie.
        workers: how many; by default one a processor of the cluster.

    Raises:
        FormError: `engine_missing` or `engine_failed`.
    """

    def __init__(self, folder: Path = models.FOLDER, *, workers: int | None = None) -> None:
        # Where people's photos are read, nothing is reported elsewhere.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray

            from labels.ray_pool import RayPool, WorkersDied
        except ImportError:
            raise FormError("engine_missing", "Ray is not installed: pip install 'tailens[ray]'") from None
        self._ray = ray
        self._died = WorkersDied
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:  # whatever goes wrong on the way to a cluster
            raise FormError("engine_failed", f"no Ray cluster: {type(error).__name__}: {error}") from error
        files = ray.put({path.name: path.read_bytes() for name in models.NAMES for path in folder.glob(f"{name}.*")})
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call, unused-ignore]
        actor = ray.remote(num_cpus=1)(Worker)
        count = workers or max(1, int(resources.get("CPU", 1)))
        self._pool = RayPool(lambda: actor.remote(files, version("tailens")), count)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ray.shutdown()

    def read(self, photos: Iterable[Place], known: Collection[str]) -> Iterator[Read | Skipped]:
        """Read photos whose hashes are not known when this begins, and give each in the order given."""
        hashes = self._ray.put(np.sort(np.array(list(known), "S64")))

        def begin(worker: Any, photo: Place) -> Any:
            return self._with_bytes(photo, lambda data: worker.read.remote(photo, data, hashes))

        for photo, read in self._pool.each(photos, begin):
            yield _skipped(photo) if isinstance(read, self._died) else read

    def copy(self, photos: Iterable[Copying]) -> Iterator[Copied | Skipped]:
        """Copy photos, and give each in the order given."""

        def begin(worker: Any, photo: Copying) -> Any:
            return self._with_bytes(photo.photo, lambda data: worker.copy.remote(photo, data))

        for photo, copy in self._pool.each(photos, begin):
            yield _skipped(photo.photo) if isinstance(copy, self._died) else copy

    def _with_bytes(self, photo: Place, begin: Callable[[bytes | None], Any]) -> Any:
        """Begin with the bytes of a photo that only this machine has; where they can't be had, that is the answer."""
        found = with_bytes(photo, bytes) if isinstance(photo, Path) else None
        return self._ray.put(found) if isinstance(found, Skipped) else begin(found)


def _skipped(photo: Place) -> Skipped:
    return Skipped(photo, "worker_died", "worker after worker died over it")
