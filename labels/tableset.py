"""Write drawn tables as a labelled photo set: photos, the documented csv, and the whole truth as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np

from labels.photoset import COLUMNS, LabelledPhoto, LabelledTile, rows_of
from labels.tables import RenderedTable

SEEN = 0.5
"""Tiles of which less can be seen are not labelled in the csv; the JSON has them all."""


def write_tables(out: Path, tables: Iterable[RenderedTable], count: int, *, progress: TextIO | None = None) -> None:
    """Write `OUT/photos/*.jpg`, `OUT/photos.csv` and `OUT/photos.json`, printing progress where asked."""
    (out / "photos").mkdir(parents=True, exist_ok=True)
    documents: list[dict[str, Any]] = []
    with (out / "photos.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, COLUMNS)
        rows.writeheader()
        for number, table in enumerate(tables):
            path = out / "photos" / f"drawn-{number:06d}.jpg"
            cv2.imwrite(str(path), table.image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 93])
            rows.writerows(rows_of(labelled(path, table)))
            documents.append(document(path.name, table))
            if progress is not None:
                print(f"\r{number + 1} of {count}", end="", file=progress, flush=True)
    if progress is not None:
        print(file=progress)
    (out / "photos.json").write_text(json.dumps(documents), encoding="utf-8")


def labelled(path: Path, table: RenderedTable) -> LabelledPhoto:
    """Give the table as a labelled photo: upright boxes round what can be seen well enough."""
    high, wide = table.image.shape[:2]
    tiles = []
    for tile in table.tiles:
        low = np.clip(tile.corners.min(axis=0), 0, [wide, high])
        top = np.clip(tile.corners.max(axis=0), 0, [wide, high])
        if tile.visible >= SEEN and (top - low).min() > 0:
            tiles.append(LabelledTile(tile.tile, "face", (float(low[0]), float(low[1]), float(top[0]), float(top[1]))))
    return LabelledPhoto(path, path.stem, "drawn", tuple(tiles))


def document(name: str, table: RenderedTable) -> dict[str, Any]:
    """Give a table's truth as a JSON document."""
    high, wide = table.image.shape[:2]
    tiles = [
        {
            "tile": tile.tile,
            "corners": np.round(tile.corners.astype(float), 2).tolist(),
            "role": tile.role,
            "hand": tile.hand,
            "visible": round(tile.visible, 3),
        }
        for tile in table.tiles
    ]
    return {"photo": name, "width": wide, "height": high, "kind": table.kind, "hand": table.hand, "tiles": tiles}
