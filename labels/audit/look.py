"""Look at photos for an audit: read each, take its fingerprint, and read the mirror image of those in doubt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

import models
from labels.audit.alike import fingerprint
from vision import Photo, PhotoError, Reader, load_photo
from vision.classify import CLASSES, NO_FACE, classify
from vision.photo import Source
from vision.rectify import rectify

Look = Callable[[Source], dict[str, Any]]
"""Gives what is seen of a photo, as plain JSON values; of one that can't be read, `error`."""
NAMES: Final = 6
"""How many names are given for a picture of a single tile, the likeliest first."""


def look_at(reader: Reader, source: Source) -> dict[str, Any]:
    """Give what an audit wants to know of a photo: width, height and tiles as they are read, and its fingerprint."""

    def look(photo: Photo) -> dict[str, Any]:
        return {**_read(reader, photo), "fingerprint": fingerprint(photo.image)}

    return _seen(look, source)


def look_at_mirrored(reader: Reader, source: Source) -> dict[str, Any]:
    """Give what is read in a photo's mirror image."""

    def look(photo: Photo) -> dict[str, Any]:
        return _read(reader, Photo(np.ascontiguousarray(photo.image[:, ::-1]), photo.width, photo.height))

    return _seen(look, source)


def tile_namer(folder: Path = models.FOLDER) -> Look:
    """Give what names pictures of one upright tile each, in which nothing need be found."""
    session = models.session("classifier", 1, folder)
    temperature = float(models.card("classifier", folder)["temperature"])

    def look(photo: Photo) -> dict[str, Any]:
        width, height = float(photo.width), float(photo.height)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        [naming] = classify([rectify(photo, corners)], session, temperature)
        chances = {name: float(chance) for name, chance in zip(CLASSES, naming.chances, strict=True)}
        del chances[NO_FACE]
        first, *others = sorted(chances, key=lambda name: -chances[name])[:NAMES]
        tile = {
            "tile": first,
            "confidence": chances[first],
            "corners": corners.tolist(),
            "role": "concealed",
            "alternatives": [[name, chances[name]] for name in others],
        }
        return {"width": photo.width, "height": photo.height, "tiles": [tile], "fingerprint": fingerprint(photo.image)}

    return lambda source: _seen(look, source)


def _read(reader: Reader, photo: Photo) -> dict[str, Any]:
    reading = reader.read(photo).to_document()
    return {key: reading[key] for key in ("width", "height", "tiles")}


def _seen(look: Callable[[Photo], dict[str, Any]], source: Source) -> dict[str, Any]:
    try:
        return look(load_photo(source))
    except PhotoError as error:
        return {"error": {"code": error.code, "message": error.message}}
