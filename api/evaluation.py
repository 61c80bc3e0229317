"""Read a labelled folder and say how well: figures, a row a photo, a confusion matrix, the worst photos."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from labels.matrix import draw_confusion, draw_mistakes
from labels.measure import Figures, PhotoResult, claims_of, compare
from labels.photoset import LabelledPhoto
from vision import Photo, PhotoError, Reader, encode_stored, load_photo

STAGES = ("decode", "locate", "rectify", "classify", "assemble")
COLUMNS = ("photo", "labelled", "claimed", "found", "named", "corrections", "ms", *(f"{s}_ms" for s in STAGES), "error")


class Evaluation:
    """Reads labelled photos one by one and keeps what is to be written about them."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.results: list[PhotoResult] = []
        self.documents: list[dict[str, Any]] = []
        self.rows: list[dict[str, Any]] = []

    def read(self, photo: LabelledPhoto) -> None:
        """Read one photo and compare it with its labels; one that can't be read counts as no tiles."""
        times: dict[str, float] = {}
        began = perf_counter()
        document: dict[str, Any] = {"photo": photo.path.name}
        error = ""
        try:
            document = self.reader.read(photo.path, times=times).to_document()
        except PhotoError as failure:
            error = failure.code
            document["error"] = {"code": failure.code, "message": failure.message}
        seconds = perf_counter() - began
        result = compare(photo, claims_of(document))
        self.results.append(result)
        self.documents.append(document)
        self.rows.append(
            {
                "photo": photo.path.name,
                "labelled": len(result.pairs),
                "claimed": result.claimed,
                "found": result.found,
                "named": result.named,
                "corrections": result.corrections,
                "ms": round(1000 * seconds),
                **{f"{stage}_ms": round(1000 * times.get(stage, 0.0)) for stage in STAGES},
                "error": error,
            }
        )

    def write(self, out: Path, total: Figures, photos: Sequence[LabelledPhoto], worst: int) -> None:
        """Write readings, a row a photo, the confusion matrix and the worst photos with their mistakes."""
        out.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in self.documents)
        (out / "readings.jsonl").write_text(lines, encoding="utf-8")
        with (out / "photos.csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            table.writeheader()
            table.writerows(self.rows)
        matrix = draw_confusion(total.confused)
        size = matrix.shape[1], matrix.shape[0]
        (out / "confusion.jpg").write_bytes(encode_stored(Photo(matrix, *size)))
        ranked = sorted(range(len(self.results)), key=lambda at: -self.results[at].corrections)
        for place, at in enumerate(ranked[:worst], 1):
            if self.results[at].corrections and not self.rows[at]["error"]:
                self._draw(out / "worst", place, photos[at], at)

    def _draw(self, folder: Path, place: int, photo: LabelledPhoto, at: int) -> None:
        folder.mkdir(exist_ok=True)
        taken = load_photo(photo.path)
        drawn = draw_mistakes(taken.image, taken.scale, self.results[at])
        (folder / f"{place:02d}-{photo.path.stem}.jpg").write_bytes(encode_stored(replace(taken, image=drawn)))


def figures_document(total: Figures) -> dict[str, Any]:
    """Give figures as plain values, classes with their recall."""
    flowers = [counts for tile, counts in total.by_class.items() if tile.endswith("f")]
    return {
        "photos": total.photos,
        "labelled": total.labelled,
        "recall": total.recall,
        "precision": total.precision,
        "naming": total.naming,
        "mAP50": total.average_precision,
        "flowers": sum(named for _, named, _ in flowers) / max(1, sum(labelled for labelled, _, _ in flowers)),
        "photo_exact": total.exact,
        "classes": {
            tile: {"labelled": labelled, "named": named, "claimed": claimed}
            for tile, (labelled, named, claimed) in total.by_class.items()
        },
        "confused": [[a, b, count] for (a, b), count in total.confused.most_common() if a != b],
    }
