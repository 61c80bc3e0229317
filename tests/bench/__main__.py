"""Print our figures beside those of named peers.

    python -m tests.bench [--csv FILE] [--scoring]

Scoring against the PyPI package `mahjong` (Japanese rules, 14 tiles; ours are 17: the hands differ, the job is the
same), both in one process, in turn; reading against `mahjong-detector` (34 faces, no flowers). Photos labelled by
people lie outside the project: in the folder that TAILENS_SHARED names, or `../shared`; without it those figures are
left out, and the bench says so.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from rich.table import Table

from api.screens import make_console
from tests.bench import timing
from tests.bench.side_by_side import HERE, PEER, ROOT, compare, read_all, row

PEERS = ROOT / ".venv-peers"
SPLITS = ("valid", "tables")
SHOWN = (
    "recall",
    "precision",
    "naming",
    "mAP50",
    "flowers",
    "photo exact",
    "hands",
    "hand exact",
    "hand <=1",
    "corrections per hand",
)
MOST = 12
"""Confusions and worst photos that are named."""


def peers() -> Path:
    """Give the Python of the peers' own environment, making it on first use."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", PEERS], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", HERE / "peers.txt"], check=True
    )
    return python


def scoring(python: Path, rounds: int, hands: int) -> Table:
    """Score random hands with both, so many in each round."""
    done = subprocess.run(
        [python, HERE / "scoring.py", str(rounds), str(hands)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    rates: dict[str, float] = json.loads(done.stdout)
    theirs = rates.pop("mahjong")
    table = compare(f"Scoring hands a second, one core, {rounds * hands} hands each", "mahjong 2.1.0")
    for name, ours in rates.items():
        row(table, name, ours, theirs)
    return table


def shared() -> Path | None:
    """Give the folder of labelled photos, if it is there."""
    folder = Path(os.environ.get("TAILENS_SHARED") or ROOT.parent / "shared")
    return folder if (folder / "bench" / "photo_bench.py").is_file() else None


def photo_bench(folder: Path) -> ModuleType:
    """Load the measure that both readings are put to."""
    spec = importlib.util.spec_from_file_location("photo_bench", folder / "bench" / "photo_bench.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def per_photo(bench: ModuleType, split: str, labels: dict[str, Any], readings: dict[str, Any]) -> list[dict[str, Any]]:
    """Give a row a photo: how much of it was found and named, and how long it took."""
    rows = []
    for photo, truth in labels.items():
        document = readings.get(photo, {"tiles": [], "seconds": 0.0})
        claims = bench.claims_of(document)
        pairs = bench.match(claims, truth)
        named = sum(claims[claim]["tile"] == truth[label][0] for label, claim in pairs.items())
        counts = {"labelled": len(truth), "claimed": len(claims), "found": len(pairs), "named": named}
        stages = {f"{stage}_ms": round(1000 * seconds) for stage, seconds in document.get("stages", {}).items()}
        rows.append({"split": split, "photo": photo, **counts, "ms": round(1000 * document["seconds"]), **stages})
    return rows


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--csv", type=Path, help="write a row a photo")
    arguments.add_argument("--scoring", action="store_true", help="leave out reading photos")
    chosen = arguments.parse_args()
    console = make_console()
    python = peers()

    console.print(scoring(python, rounds=25, hands=200))
    if chosen.scoring:
        return

    with tempfile.TemporaryDirectory() as folder:
        for table in timing.tables(python, Path(folder)):
            console.print(table)

    labelled = shared()
    if labelled is None:
        console.print("Labelled photos are not in reach (TAILENS_SHARED or ../shared): recall and precision left out.")
        return
    bench = photo_bench(labelled)
    rows: list[dict[str, Any]] = []
    for split in SPLITS:
        labels = bench.load_labels(labelled / "photos" / f"{split}.csv")
        hands = {p: h for p, h in bench.load_hands(labelled / "photos" / "hands.tsv", split).items() if p in labels}
        paths = [labelled / "photos" / split / photo for photo in labels]
        found, seconds = [], []
        for interpreter, script in ((Path(sys.executable), "our_reading.py"), (python, "peer_reading.py")):
            documents, _ = read_all(interpreter, script, paths)
            readings = {d["photo"]: d for d in documents}
            # With counts of ours by class, and what is most often taken for what.
            found.append(bench.evaluate(readings, labels, hands, MOST if script.startswith("our") else 0))
            seconds.append(median(d["seconds"] for d in documents))
            if script.startswith("our"):
                rows += per_photo(bench, split, labels, readings)
        table = compare(f"{len(labels)} photos of {split}", PEER)
        for name in SHOWN:
            row(table, name, found[0][name], found[1][name])
        row(table, "a photo of about 640 pixels, median", *seconds, " s")
        console.print(table)
    if chosen.csv:
        with chosen.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
