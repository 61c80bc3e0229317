"""Run two readers over the same photos, each in a process of its own, and set their figures side by side."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from rich.table import Table

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PEER = "mahjong-detector 0.0.6"


def read_all(python: Path, script: str, photos: list[Path]) -> tuple[list[dict[str, Any]], int]:
    """Read photos in a process of its own; give its documents and its peak memory in bytes."""
    done = subprocess.run(
        [python, HERE / script],
        input="".join(f"{path}\n" for path in photos),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT) if script.startswith("our") else ""},
    )
    *documents, last = (json.loads(line) for line in done.stdout.splitlines())
    return documents, last["peak_bytes"]


def row(table: Table, name: str, ours: float, theirs: float | None, unit: str = "") -> None:
    """Add a figure of both, and how many times theirs ours is; of ours alone where they have none."""
    ratio = f"{ours / theirs:.2f}" if theirs else "-"
    table.add_row(name, f"{ours:.4g}{unit}", "-" if theirs is None else f"{theirs:.4g}{unit}", ratio)


def compare(title: str, peer: str) -> Table:
    """Begin a table of ours beside theirs."""
    table = Table(title=title, title_justify="left")
    for column in ("figure", "TaiLens", peer, "ours / theirs"):
        table.add_column(column, justify="left" if column == "figure" else "right")
    return table
