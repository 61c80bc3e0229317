"""Look at photos for an audit: read each, name its tiles in the mirror too, and take its fingerprint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from labels.audit.alike import fingerprint
from vision import Photo, PhotoError, Reader, load_photo
from vision.classify import CLASSES, NO_FACE, Naming
from vision.locate import Face
from vision.photo import Source
from vision.rectify import rectify

NAMES: Final = 6
"""How many names of a tile are given, the likeliest first."""


def look_at(reader: Reader, source: Source) -> dict[str, Any]:
    """Give what an audit wants to know of a photo, as plain JSON values.

    Returns:
        `width`, `height` and `tiles` as they are read, each tile with `mirrored`, the names that its mirror image
        would have; and the photo's `fingerprint`. Of a photo that can't be read, `error`.
    """
    return _seen(lambda photo: _table(reader, photo), source)


def look_at_tile(reader: Reader, source: Source) -> dict[str, Any]:
    """Give the same of a picture of one upright tile, which is looked for in it no further."""
    return _seen(lambda photo: _tile(reader, photo), source)


def _seen(look: Callable[[Photo], dict[str, Any]], source: Source) -> dict[str, Any]:
    try:
        photo = load_photo(source)
        return {"width": photo.width, "height": photo.height, **look(photo), "fingerprint": fingerprint(photo.image)}
    except PhotoError as error:
        return {"error": {"code": error.code, "message": error.message}}


def _table(reader: Reader, photo: Photo) -> dict[str, Any]:
    reading = reader.read(photo)
    crops = [np.ascontiguousarray(rectify(photo, tile.corners)[:, ::-1]) for tile in reading.tiles]
    both = zip(reading.to_document()["tiles"], reader.name(crops), strict=True)
    return {"tiles": [{**tile, "mirrored": _ranked(naming)} for tile, naming in both]}


def _tile(reader: Reader, photo: Photo) -> dict[str, Any]:
    width, height = float(photo.width), float(photo.height)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    crop = rectify(photo, corners)
    named, mirror = reader.name([crop, np.ascontiguousarray(crop[:, ::-1])])
    here, mirrored = map(_ranked, (*reader.verified(photo, [Face(corners, 1.0)], [named]), mirror))
    (first, sure), others = here[0], here[1:]
    tile = {"tile": first, "confidence": sure, "corners": corners.tolist(), "role": "concealed", "alternatives": others}
    return {"tiles": [{**tile, "mirrored": mirrored}]}


def _ranked(naming: Naming) -> list[tuple[str, float]]:
    """Give the likeliest names with their probabilities."""
    chances = ((name, round(float(chance), 4)) for name, chance in zip(CLASSES, naming.chances, strict=True))
    return sorted((pair for pair in chances if pair[0] != NO_FACE), key=lambda pair: -pair[1])[:NAMES]
