"""Read labelled photo sets in the documented form: a csv with a row a tile beside a folder of photos."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from scorer.tiles import BACK, TILES

COLUMNS: tuple[str, ...] = ("photo", "tile", "part", "x0", "y0", "x1", "y1", "scene", "source")


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """A tile's name, the part labelled (`face`, or `index` for a flower's character strip) and its box in pixels."""

    tile: str
    part: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo with its labelled tiles; photos of one scene look alike."""

    path: Path
    scene: str
    source: str
    tiles: tuple[LabelledTile, ...] = field(default=())


def read_photos(csv_path: Path, folder: Path | None = None) -> list[LabelledPhoto]:
    """Read `NAME.csv`, whose photos lie in the folder `NAME` beside it unless told.

    Raises:
        ValueError: the file is no table in UTF-8, a row lacks a column, its tile is none or its box is no box; names
            file and line.
    """
    folder = folder or csv_path.with_suffix("")
    tiles: dict[str, list[LabelledTile]] = {}
    about: dict[str, tuple[str, str]] = {}
    for where, row in _rows(csv_path):
        found = tiles.setdefault(row["photo"], [])
        about.setdefault(row["photo"], (row["scene"], row["source"]))
        if row["tile"]:
            found.append(_tile(row, where))
    return [LabelledPhoto(folder / name, *about[name], tuple(found)) for name, found in tiles.items()]


def _rows(csv_path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Give each row of the table with its place, as `file:line`."""
    with csv_path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        try:
            lacking = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
            if lacking:
                raise ValueError(f"{csv_path}:1: no column {', '.join(lacking)}")
            for row in rows:
                where = f"{csv_path}:{rows.line_num}"
                short = [column for column in COLUMNS if row[column] is None]
                if short:
                    raise ValueError(f"{where}: the row ends before {short[0]}")
                yield where, row
        except (csv.Error, UnicodeDecodeError) as error:
            raise ValueError(f"{csv_path}: no table in UTF-8: {error}") from None


def _tile(row: dict[str, str], where: str) -> LabelledTile:
    if row["tile"] not in (*TILES, BACK):
        raise ValueError(f"{where}: {row['tile']} is no tile")
    try:
        x0, y0, x1, y1 = (float(row[name]) for name in ("x0", "y0", "x1", "y1"))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if not (x1 > x0 and y1 > y0 and all(map(math.isfinite, (x0, y0, x1, y1)))):
        raise ValueError(f"{where}: the box {x0},{y0},{x1},{y1} is empty")
    return LabelledTile(row["tile"], row["part"], (x0, y0, x1, y1))


def split_by_scene(
    photos: Sequence[LabelledPhoto], fraction: float, seed: int
) -> tuple[list[LabelledPhoto], list[LabelledPhoto]]:
    """Split off about a fraction of the photos, whole scenes at a time, so that no photo's like is on both sides.

    Returns:
        The larger rest, then the part split off.
    """
    scenes: dict[str, list[LabelledPhoto]] = defaultdict(list)
    for photo in photos:
        scenes[photo.scene].append(photo)
    names = sorted(scenes)
    apart: set[str] = set()
    wanted, got = fraction * len(photos), 0
    for index in np.random.default_rng(seed).permutation(len(names)):
        size = len(scenes[names[index]])
        if got + size <= wanted + 0.5:
            apart.add(names[index])
            got += size
    return [p for p in photos if p.scene not in apart], [p for p in photos if p.scene in apart]


def rows_of(photo: LabelledPhoto) -> Iterator[dict[str, str]]:
    """Give the rows that the documented form writes for a photo: one without a tile where there is none."""
    about = {"photo": photo.path.name, "scene": photo.scene, "source": photo.source}
    for tile in photo.tiles:
        box = {name: f"{value:g}" for name, value in zip(("x0", "y0", "x1", "y1"), tile.box, strict=True)}
        yield {**about, "tile": tile.tile, "part": tile.part, **box}
    if not photo.tiles:
        yield {**about, "tile": "", "part": "", "x0": "", "y0": "", "x1": "", "y1": ""}
