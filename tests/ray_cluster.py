"""A real Ray cluster on this machine, for tests: one or more machines as Ray sees them, each with some processors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

# Set before Ray is loaded: no token in the home folder, and no word to anybody.
ENVIRONMENT = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}

TRIES = 2
ROOT = Path(__file__).parents[1]


class NoCluster(Exception):
    """Say why no cluster runs here."""


@contextmanager
def running_cluster(*, nodes: int = 1, processors: int = 2) -> Iterator[Any]:
    """Run a cluster; gives Ray's own `Cluster`, whose `address` is for RAY_ADDRESS.

    Raises:
        NoCluster: it does not start, as on a machine with too much else to do.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, text in ENVIRONMENT.items():
            patch.setenv(name, text)
        cluster = _started(processors)
        try:
            for _ in range(nodes - 1):
                cluster.add_node(num_cpus=processors)
            patch.setenv("RAY_ADDRESS", cluster.address)
            yield cluster
        finally:
            cluster.shutdown()


def _started(processors: int) -> Any:
    from ray.cluster_utils import Cluster

    for _ in range(TRIES):
        try:
            return Cluster(initialize_head=True, head_node_args={"num_cpus": processors, "include_dashboard": False})
        except Exception as error:  # it gives itself thirty seconds to start, whatever else the machine does
            late = error
    raise NoCluster(f"Ray did not start: {late}")


def in_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a Python of its own on the running cluster, with TaiLens in reach."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def workers_of(cluster: Any) -> list[int]:
    """Give the process ids of the cluster's workers that read photos."""
    raylets = {
        process.process.pid for node in cluster.list_all_nodes() for process in node.all_processes.get("raylet", [])
    }
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            title = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        if parent in raylets and title.startswith(b"ray::Worker"):
            found.append(int(folder.name))
    return found
