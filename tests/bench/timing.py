"""Time photos as phones take them: 12 and 48 megapixels, a whole set of 144 tiles in one photo, HEIC apart."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image
from rich.table import Table

from tests.bench.heic import grid_heic
from tests.bench.side_by_side import PEER, ROOT, compare, read_all, row
from tests.vision.drawn import Line, Shot

TIMES = 40
TWELVE, FORTY_EIGHT = (4032, 3024), (8064, 6048)
SMALL_HEIC = ROOT / "tests" / "vision" / "data" / "melds-and-kong.heic"
SMALL_SIZE = (1008, 756)
WHOLE_SET = ("123456789m123456789p", "123456789s1234567z12f") * 4


def sample_of(folder: Path, size: tuple[int, int]) -> Path:
    """Blow a sample photo up to what a phone takes: a baseline JPEG."""
    path = folder / f"{size[0]}.jpg"
    with Image.open(min((ROOT / "datasets" / "samples").glob("*.jpg"))) as sample:
        sample.resize(size, Image.Resampling.BICUBIC).save(path, "JPEG", quality=92)
    return path


def whole_set(folder: Path) -> Path:
    """Draw a whole set of 144 tiles in rows that touch, 12 megapixels."""
    lines = [Line(text, 0, 1.03 * at) for at, text in enumerate(WHOLE_SET)]
    drawn = Shot(width=2016, height=1512, elevation=75.0).of(*lines)
    assert len(drawn.tiles) == 144
    path = folder / "144.jpg"
    Image.fromarray(drawn.image).resize(TWELVE, Image.Resampling.BICUBIC).save(path, "JPEG", quality=92)
    return path


def heic_of_12_megapixels(folder: Path) -> Path:
    """Make a HEIC of 16 cells, as phones make them; each shows the same photo, so only its decoding is timed."""
    path = folder / "12.heic"
    path.write_bytes(grid_heic(SMALL_HEIC.read_bytes(), *SMALL_SIZE, 4, 4))
    return path


def tables(python: Path, folder: Path, times: int = TIMES) -> Iterator[Table]:
    """Give a table for each kind of photo, each read so many times; the peer has no HEIC."""
    kinds = (
        ("A 12-megapixel JPEG", sample_of(folder, TWELVE)),
        ("A 48-megapixel JPEG", sample_of(folder, FORTY_EIGHT)),
        ("A 12-megapixel JPEG of 144 tiles", whole_set(folder)),
    )
    for name, path in kinds:
        table = compare(f"{name}, {times} times", PEER)
        ours, our_peak = read_all(Path(sys.executable), "our_reading.py", [path] * times)
        theirs, their_peak = read_all(python, "peer_reading.py", [path] * times)
        of_ours, of_theirs = ([d["seconds"] for d in documents] for documents in (ours, theirs))
        row(table, "seconds, median", float(np.median(of_ours)), float(np.median(of_theirs)), " s")
        row(table, "seconds, p95", p95(of_ours), p95(of_theirs), " s")
        row(table, "peak memory", our_peak / 1e6, their_peak / 1e6, " MB")
        yield table
    table = compare(f"Decoding a 12-megapixel HEIC, {times} times", PEER)
    documents, peak = read_all(Path(sys.executable), "our_decoding.py", [heic_of_12_megapixels(folder)] * times)
    decoding = [d["seconds"] for d in documents]
    row(table, "seconds, median", float(np.median(decoding)), None, " s")
    row(table, "seconds, p95", p95(decoding), None, " s")
    row(table, "peak memory", peak / 1e6, None, " MB")
    yield table


def p95(seconds: list[float]) -> float:
    """Give the time that one in twenty exceeds."""
    return sorted(seconds)[min(len(seconds) - 1, int(0.95 * len(seconds)) - 1)]
