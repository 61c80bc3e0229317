"""Plant mistakes in a labelled set and measure how many of them the audit points at, beside cleanlab.

    python -m tests.bench.audit SET.csv [--seeds 3] [--work DIR] [--held-out] [--no-peer]

Of the labels of whole faces, 2 % are named otherwise, 2 % taken away and 1 % moved by a quarter to six tenths of their
sides. Photos are read once; what was seen of them is kept in the work folder. A doubt counts as right where it points
at a planted mistake: the set's own mistakes count as wrong, so that the shares are lower bounds. Doubts about whole
photos are left aside. K is how many mistakes were planted; `mended` is the share of them that the suggestion puts
right. With --held-out, only photos of scenes that the shipped classifier learnt nothing from are taken.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.table import Table

from api.screens import make_console
from labels.audit import Finding, findings, run
from labels.audit.look import look_at, look_at_tile
from labels.audit.pairing import Paired, paired
from labels.forms.convert import form_named, opened
from labels.forms.dataset import Dataset
from labels.journal import FILE, Journal, made_by
from labels.photoset import LabelledPhoto, split_by_scene
from scorer.tiles import BACK, TILES
from tests.bench.__main__ import peers
from tests.bench.planting import SHARES, Planted, is_mended, mirrored_labels, plant, points_at
from tests.bench.side_by_side import HERE
from vision import Reader, encode_stored, load_photo

HELD_OUT, SPLIT_SEED = 0.1, 7
"""As `training` has them."""
CLASSES = (*TILES, BACK)
WHOLE = ("duplicate", "leak", "mirrored")
SHOWN = 0.1
"""Score from which `tailens audit` tells of a doubt."""


def held_out(dataset: Dataset) -> Dataset:
    """Give the photos of the scenes that the shipped classifier did not learn from."""
    _, held = split_by_scene([LabelledPhoto(Path(p.name), p.scene, p.source) for p in dataset], HELD_OUT, SPLIT_SEED)
    names = {photo.path.name for photo in held}
    return Dataset(tuple(photo for photo in dataset if photo.name in names))


def theirs(python: Path, pairs: Sequence[Paired]) -> dict[str, list[Finding]]:
    """Give the doubts of cleanlab about the same labels and readings, by method."""
    photos = [
        {"labels": list(_labels(pair)), "seen": [_of(t.tile, t.box, t.chances) for t in pair.seen]} for pair in pairs
    ]
    done = subprocess.run(
        [python, HERE / "peer_doubts.py"],
        input=json.dumps({"classes": CLASSES, "photos": photos}),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return {
        method: [_finding(pairs[p], kind, at) for p, kind, at in told]
        for method, told in json.loads(done.stdout).items()
    }


def _labels(pair: Paired) -> Iterator[list[Any]]:
    for at, label in enumerate(pair.photo.labels):
        tile = pair.tile_of(at)
        yield _of(label.tile, label.box, tile.chances if tile else None)


def _of(tile: str, box: Sequence[float], chances: Mapping[str, float] | None) -> list[Any]:
    if chances is None:
        return [CLASSES.index(tile), list(box), None]
    rest = max(0.0, 1 - sum(chances.values())) / (len(CLASSES) - len(chances))
    full = [chances.get(name, rest) for name in CLASSES]
    return [CLASSES.index(tile), list(box), [chance / sum(full) for chance in full]]


def _finding(pair: Paired, kind: str, at: int) -> Finding:
    """Give one of their doubts as ours; they suggest the name of what is seen."""
    if kind == "missed":
        tile = pair.seen[at]
        return Finding(pair.photo.name, kind, 0.0, tile.corners, "", tile.tile)
    label, tile_there = pair.photo.labels[at], pair.tile_of(at)
    name = tile_there.tile if tile_there and kind == "name" else label.tile
    better = tile_there.corners if tile_there and kind == "box" else None
    return Finding(pair.photo.name, kind, 0.0, label.corners, label.tile, name, at=at, better=better)


class Measure:
    """Sums up lists of doubts over several plantings."""

    def __init__(self) -> None:
        self._sums: dict[str, float] = defaultdict(float)
        self._count = 0

    def add(self, dataset: Dataset, found: Sequence[Finding], planted: Sequence[Planted]) -> None:
        """Add one list, ranked, and what was planted."""
        photos = {photo.name: photo for photo in dataset}
        by_photo = defaultdict(list)
        for number, mistake in enumerate(planted):
            by_photo[mistake.photo].append(number)
        self._count += 1
        total = len(planted)
        seen, mended = set[int](), set[int]()
        ends = {100: "top 100", total: "top K", 2 * total: "top 2K"}
        right = 0
        # A list that ends before is measured as if what is missing were wrong.
        for place, finding in enumerate([*found, *[None] * (2 * total)][: max(100, 2 * total)], 1):
            numbers = by_photo[finding.photo] if finding else []
            local = points_at(finding, [planted[number] for number in numbers]) if finding else None
            if finding is not None and local is not None and place <= 2 * total:
                number = numbers[local]
                seen.add(number)
                if is_mended(photos[finding.photo], finding, planted[number]):
                    mended.add(number)
            right += local is not None
            if place in ends:
                self._sums[f"precision, {ends[place]}"] += right / place
            if place == total:
                self._sums["recall, top K"] += len(seen) / total
                self._sums["mended, top K"] += len(mended) / total
        self._sums["recall, top 2K"] += len(seen) / total
        for kind in SHARES:
            of = {number for number, mistake in enumerate(planted) if mistake.kind == kind}
            self._sums[f"recall of {kind}, top 2K"] += len(seen & of) / max(1, len(of))

    def figures(self) -> dict[str, float]:
        """Give means over the plantings."""
        return {name: value / self._count for name, value in self._sums.items()}


def measure(dataset: Dataset, seen: Mapping[str, Any], seeds: int, python: Path | None) -> Table:
    """Plant mistakes with several seeds and measure each list of doubts."""
    measures: dict[str, Measure] = defaultdict(Measure)
    count = 0
    for seed in range(seeds):
        spoiled, planted = plant(dataset, seed)
        count += len(planted)
        lists = {"tailens": [f for f in findings(spoiled, seen) if f.kind not in WHOLE]}
        lists["tailens, names only"] = [f for f in lists["tailens"] if f.kind == "name"]
        if python is not None:
            told = theirs(python, [paired(photo, seen.get(photo.sha256)) for photo in spoiled])
            lists |= {f"cleanlab {method}": found for method, found in told.items()}
        for name, found in lists.items():
            measures[name].add(spoiled, found, planted)
    figures = {name: each.figures() for name, each in measures.items()}
    title = (
        f"{len(dataset)} photos, {dataset.counts().total()} labels, {count / seeds:.0f} mistakes planted, {seeds} times"
    )
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for name in figures:
        table.add_column(name, justify="right")
    for row in figures["tailens"]:
        table.add_row(row, *(f"{each[row]:.3f}" if row in each else "-" for each in figures.values()))
    return table


def whole_photos(dataset: Dataset, seen: Mapping[str, Any], reader: Reader, count: int) -> Table:
    """Put mirrored photos and poorer copies into a set, one by one, and count which are found and what else is."""
    rng = np.random.default_rng(0)
    chosen = [dataset.photos[at] for at in rng.permutation(len(dataset))[: 2 * count].tolist()]
    turned, copied = chosen[:count], chosen[count:]
    photos, looks = {photo.name: photo for photo in dataset}, dict(seen)
    for photo in turned:
        image = np.ascontiguousarray(load_photo(photo.path).image[:, ::-1])
        other = photos[photo.name] = mirrored_labels(photo)
        looks[other.sha256] = look_at(reader, image)
    copies = {}
    for photo in copied:
        image = load_photo(photo.path).image
        poorer = encode_stored(load_photo(cv2.resize(image, None, fx=0.6, fy=0.6)), quality=50)
        other = replace(photo, name=f"copy-{photo.name}", sha256=f"copy {photo.sha256}", split="val")
        photos[other.name], copies[other.name] = other, photo.name
        looks[other.sha256] = {**seen[photo.sha256], "fingerprint": look_at(reader, poorer)["fingerprint"]}
    spoiled = Dataset(tuple(photos.values()))
    found = [f for f in findings(spoiled, looks) if f.kind in WHOLE]
    table = Table(title=f"Whole photos, put among {len(dataset)}", title_justify="left")
    for column in ("", "photos", "found", "others said to be"):
        table.add_column(column, justify="right" if column else "left")
    names = {photo.name for photo in turned}
    told = {f.photo for f in found if f.kind == "mirrored" and f.score >= SHOWN}
    table.add_row("mirrored", str(count), str(len(told & names)), str(len(told - names)))
    pairs = {(f.photo, f.suggestion) for f in found if f.kind == "leak" and f.score >= SHOWN}
    right = {pair for pair in pairs if copies.get(pair[0]) == pair[1] or copies.get(pair[1]) == pair[0]}
    table.add_row("poorer copy in another split", str(count), str(len(right)), str(len(pairs - right)))
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path, metavar="SET.csv")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--work", type=Path, help="keep what was seen of the photos here")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--photos", type=int, default=40, help="photos to mirror, and to copy")
    parser.add_argument("--no-peer", action="store_true")
    options = parser.parse_args()
    reader = Reader()
    with tempfile.TemporaryDirectory() as room, opened(options.labels, form_named("csv")) as whole:
        folder = options.work or Path(room)
        dataset = held_out(whole) if options.held_out else whole
        look = partial(look_at, reader)
        run.audit(dataset, folder, look, look_at_tile=partial(look_at_tile, reader), by=made_by())
        with Journal(folder / FILE, made_by()) as journal:
            seen = {photo.sha256: journal[photo.sha256] for photo in dataset}
        python = None if options.no_peer else peers()
        make_console().print(measure(dataset, seen, options.seeds, python))
        make_console().print(whole_photos(dataset, seen, reader, min(options.photos, len(dataset) // 2)))


if __name__ == "__main__":
    main()
