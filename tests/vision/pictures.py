"""Small pictures made in memory."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image


def scene(width: int = 96, height: int = 64) -> NDArray[np.uint8]:
    """A picture whose every corner has a colour of its own, so that any turn or mirror shows."""
    pixels = np.full((height, width, 3), 200, np.uint8)
    pixels[: height // 2, : width // 2] = (220, 30, 30)
    pixels[: height // 2, width // 2 :] = (30, 200, 40)
    pixels[height // 2 :, : width // 2] = (40, 50, 210)
    return pixels


def encoded(pixels: NDArray[np.uint8], form: str, **options: Any) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, form, **options)
    return out.getvalue()


def corner_colours(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The mean colours of the picture's quarters: top left, top right, bottom left, bottom right."""
    height, width = pixels.shape[:2]
    middles = [
        (height // 4, width // 4),
        (height // 4, 3 * width // 4),
        (3 * height // 4, width // 4),
        (3 * height // 4, 3 * width // 4),
    ]
    return np.array([pixels[y - 3 : y + 3, x - 3 : x + 3].reshape(-1, 3).mean(axis=0) for y, x in middles]).astype(int)


def with_orientation(pixels: NDArray[np.uint8], orientation: int) -> bytes:
    """A JPEG stored turned, whose EXIF orientation turns it back."""
    undo = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    picture = Image.fromarray(pixels)
    how = undo[orientation]
    stored = picture if how is None else picture.transpose(how)
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    stored.save(out, "JPEG", quality=95, exif=exif, subsampling=0)
    return out.getvalue()


def with_position(pixels: NDArray[np.uint8]) -> bytes:
    """A JPEG that says in its EXIF where it was taken, and with what."""
    exif = Image.Exif()
    exif[0x010F] = "SecretPhoneMaker"
    place = exif.get_ifd(0x8825)
    place[1], place[2] = "N", (25.0, 2.0, 3.0)
    place[3], place[4] = "E", (121.0, 33.0, 4.0)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", exif=exif, comment=b"SecretComment")
    return out.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )
