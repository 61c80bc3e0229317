"""Measure the warnings on drawn photos, where what was done to each tile is known.

    python -m tests.bench.advice [--count 60] [--seed 7]

Each photo shows a winning hand of a made-up set. Four of its tiles are spoiled: two by glare, one out of focus, one
shaken. Other photos are darkened, shrunk, blurred whole or cut through a tile. A spoiled tile counts as harmed where
it is not read, read wrong, or not surely; of those, the bench says how many got a warning with the right cause, with
any cause, and of all tiles left alone how many were warned of.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from api.screens import make_console
from labels.facebank import FaceBank
from labels.faults import add_glare, blur_tile, darken
from labels.madeup import find_fonts
from labels.madeup.design import made_up_design
from labels.tables import RenderedTable, RenderedTile, render_table
from scorer import BACK
from vision import Reader, ReadingWarning, TableReading
from vision.advice import CLEAR

Image = NDArray[np.uint8]
SIZE = (1120, 840)
DESIGNS = 6
SPOILED = ("glare", "glare", "defocus", "motion")
CAUSES = {"glare": "glare", "defocus": "blurred", "motion": "blurred"}
NAMED = ("glare", "blurred", "cut_off")
FEWEST = 14


@dataclass(frozen=True)
class Spoiled:
    """A tile, what was done to it, and how strongly: glare as a share of the face, blur in tile heights."""

    tile: RenderedTile
    kind: str
    strength: float


def drawn_hands(count: int, seed: int) -> Iterator[tuple[np.random.Generator, RenderedTable, list[RenderedTile]]]:
    """Draw hands, each with its tiles that are wholly seen; those with few such tiles are left out."""
    fonts = find_fonts()
    bank = FaceBank([made_up_design(np.random.default_rng((seed, 1, n)), fonts) for n in range(DESIGNS)])
    number = 0
    while count:
        rng = np.random.default_rng((seed, 2, number))
        number += 1
        table = render_table(rng, bank, width=SIZE[0], height=SIZE[1], kind="hand", hard=float(rng.uniform(0, 0.3)))
        inside = [t for t in table.tiles if (t.corners > 3).all() and (t.corners < np.array(SIZE) - 3).all()]
        mine = [t for t in inside if t.role != "other" and t.visible > 0.9 and t.tile != BACK]
        if len(mine) >= FEWEST:
            count -= 1
            yield rng, table, mine


def spoil(rng: np.random.Generator, image: Image, mine: Sequence[RenderedTile]) -> tuple[Image, list[Spoiled]]:
    """Spoil four tiles of a photo."""
    done = []
    for at, kind in zip(rng.permutation(len(mine)).tolist(), SPOILED, strict=False):
        strength = float(rng.uniform(0.1, 0.6) if kind == "glare" else rng.uniform(0.04, 0.14))
        corners = mine[at].corners
        if kind == "glare":
            image = add_glare(rng, image, corners, strength)
        else:
            image = blur_tile(rng, image, corners, strength, motion=kind == "motion")
        done.append(Spoiled(mine[at], kind, strength))
    return image, done


def read_at(reading: TableReading, tile: RenderedTile) -> int | None:
    """Give the index of the tile that was read where a drawn one lies."""
    middle, side = tile.corners.mean(axis=0), float(np.linalg.norm(tile.corners[1] - tile.corners[0]))
    away = [float(np.linalg.norm(read.corners.mean(axis=0) - middle)) for read in reading.tiles]
    nearest = int(np.argmin(away)) if away else -1
    return nearest if away and away[nearest] < 0.45 * side else None


def told_of(reading: TableReading, tile: RenderedTile, at: int | None) -> set[str]:
    """Give the codes of the warnings about a drawn tile: its own, and of a tile beside it where it was not read."""
    middle, side = tile.corners.mean(axis=0), float(np.linalg.norm(tile.corners[1] - tile.corners[0]))

    def about(warning: ReadingWarning) -> str | None:
        if warning.tile is None:
            return None
        if not warning.code.endswith("_beside"):
            return warning.code if warning.tile == at else None
        near = np.linalg.norm(reading.tiles[warning.tile].corners.mean(axis=0) - middle) < 1.7 * side
        return warning.code.removesuffix("_beside") if near and at is None else None

    return {code for code in map(about, reading.warnings) if code}


def spoiled_tiles(reader: Reader, count: int, seed: int) -> Table:
    """Spoil tiles and see which of those that it harms are told of, and which others are."""
    harmed, right, any_cause, spoiled = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    alone = false = beside = photos = 0
    for rng, table, mine in drawn_hands(count, seed):
        image, done = spoil(rng, table.image, mine)
        reading = reader.read(image)
        photos += 1
        for each in done:
            at = read_at(reading, each.tile)
            spoiled[each.kind] += 1
            if at is not None and reading.tiles[at].tile == each.tile.tile and reading.tiles[at].confidence >= CLEAR:
                continue
            harmed[each.kind] += 1
            codes = told_of(reading, each.tile, at)
            right[each.kind] += CAUSES[each.kind] in codes
            any_cause[each.kind] += bool(codes)
        touched = [each.tile for each in done]
        for tile in mine:
            at = read_at(reading, tile)
            if at is not None and not any(tile is other for other in touched):
                alone += 1
                false += bool(told_of(reading, tile, at) & set(NAMED))
        lost = [tile for tile in table.tiles if tile.visible > 0.3 and read_at(reading, tile) is None]
        for warning in reading.warnings:
            if warning.code.endswith("_beside") and warning.tile is not None:
                here = reading.tiles[warning.tile].corners
                reach = 1.7 * float(np.linalg.norm(here[1] - here[0]))
                middles = [tile.corners.mean(axis=0) for tile in lost]
                beside += all(np.linalg.norm(middle - here.mean(axis=0)) > reach for middle in middles)
    out = Table(title=f"Spoiled tiles in {photos} drawn photos", title_justify="left")
    for column in ("what was done", "tiles", "harmed", "told with the cause", "told at all"):
        out.add_column(column, justify="left" if column == "what was done" else "right")
    for kind in ("glare", "defocus", "motion"):
        shares = [f"{told[kind] / max(1, harmed[kind]):.3f}" for told in (right, any_cause)]
        out.add_row(kind, str(spoiled[kind]), str(harmed[kind]), *shares)
    out.add_row("nothing (false alarms)", str(alone), "-", f"{false / max(1, alone):.4f}", "-")
    out.add_row("nothing beside (false alarms a photo)", "-", "-", f"{beside / photos:.3f}", "-")
    return out


def spoiled_photos(reader: Reader, count: int, seed: int) -> Table:
    """Spoil whole photos and see which are told of, and which are though nothing is wrong."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for rng, table, mine in drawn_hands(count, seed + 1):
        height = float(np.median([np.linalg.norm(t.corners[3] - t.corners[0]) for t in mine]))
        width = float(np.median([np.linalg.norm(t.corners[1] - t.corners[0]) for t in mine]))
        end = max(mine, key=lambda t: t.corners[:, 0].mean())
        cut = int(end.corners[:, 0].min() + rng.uniform(0.4, 0.7) * np.ptp(end.corners[:, 0]))
        shrink = 14.0 / width
        changed = {
            "nothing": table.image,
            "too_dark": darken(rng, table.image, 25 / max(1.0, float(table.image.mean()))),
            "too_small": cv2.resize(table.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA),
            "photo_blurred": cv2.GaussianBlur(table.image, (0, 0), 0.06 * height),
            "cut_off": table.image[:, :cut],
        }
        for kind, image in changed.items():
            codes = {warning.code for warning in reader.read(np.ascontiguousarray(image, np.uint8)).warnings}
            told[kind].update(codes)
            told[kind]["photos"] += 1
    out = Table(title="Whole photos spoiled", title_justify="left")
    kinds = ("too_dark", "too_small", "photo_blurred", "cut_off")
    for column in ("what was done", "photos", *kinds, "no_tiles"):
        out.add_column(column, justify="left" if column == "what was done" else "right")
    for kind, counts in told.items():
        photos = counts["photos"]
        out.add_row(kind, str(photos), *(f"{counts[code] / photos:.2f}" for code in (*kinds, "no_tiles")))
    return out


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--count", type=int, default=60, help="photos whose tiles are spoiled; a quarter, spoiled whole"
    )
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    console, reader = make_console(), Reader()
    console.print(spoiled_tiles(reader, options.count, options.seed))
    console.print(spoiled_photos(reader, max(1, options.count // 4), options.seed))


if __name__ == "__main__":
    main()
