"""Look at photos for an audit: read each, take its fingerprint, and read the mirror image of those in doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import models
from labels.audit.alike import fingerprint
from labels.prelabel import Engine, Job
from vision import Photo, PhotoError, Reader, load_photo
from vision.classify import CLASSES, NO_FACE, classify
from vision.rectify import rectify


def look_here(reader: Reader, *, mirrored: bool = False) -> Engine:
    """Give the engine that looks at photos one after the other in this process, or at their mirror images."""

    def look(path: Path) -> dict[str, Any]:
        photo = load_photo(path)
        if mirrored:
            photo = Photo(np.ascontiguousarray(photo.image[:, ::-1]), photo.width, photo.height)
        reading = reader.read(photo).to_document()
        found: dict[str, Any] = {key: reading[key] for key in ("width", "height", "tiles")}
        return found if mirrored else {**found, "fingerprint": fingerprint(photo.image)}

    return _each(look)


def name_here(folder: Path = models.FOLDER) -> Engine:
    """Give the engine that names pictures of one upright tile each, which nothing need be found in."""
    session = models.session("classifier", 1, folder)
    temperature = float(models.card("classifier", folder)["temperature"])

    def name(path: Path) -> dict[str, Any]:
        photo = load_photo(path)
        width, height = float(photo.width), float(photo.height)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        [naming] = classify([rectify(photo, corners)], session, temperature)
        chances = {name: float(chance) for name, chance in zip(CLASSES, naming.chances, strict=True)}
        del chances[NO_FACE]
        ranked = sorted(chances, key=lambda name: -chances[name])[:6]
        tile = {
            "tile": ranked[0],
            "confidence": chances[ranked[0]],
            "corners": corners.tolist(),
            "role": "concealed",
            "alternatives": [[name, chances[name]] for name in ranked[1:]],
        }
        return {"width": photo.width, "height": photo.height, "tiles": [tile], "fingerprint": fingerprint(photo.image)}

    return _each(name)


def _each(look: Any) -> Engine:
    def engine(jobs: Iterable[Job]) -> Iterator[tuple[str, dict[str, Any]]]:
        for sha256, path in jobs:
            try:
                yield sha256, {"reading": look(path)}
            except PhotoError as error:
                yield sha256, {"error": {"code": error.code, "message": error.message}}

    return engine
