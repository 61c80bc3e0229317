"""JPEGs of hundreds of megapixels, put together from two small ones without ever holding their pixels."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

BLOCK = 16
"""Rows that a JPEG of halved colour codes at once; each such row of blocks gets a restart marker of its own."""


def large_jpeg(strip: NDArray[np.uint8], height: int) -> bytes:
    """Give a baseline JPEG as wide as the strip and so high, the strip in its middle, its topmost row elsewhere.

    Between restart markers a JPEG's rows of blocks stand alone, so that one coded row serves a thousand times.
    """
    strip = strip[: len(strip) // BLOCK * BLOCK]
    plain = np.repeat(strip[:1], BLOCK, axis=0)
    head, rows = _coded(strip)
    _, (bare,) = _coded(plain)
    above = (height // BLOCK - len(rows)) // 2
    below = -(-height // BLOCK) - len(rows) - above
    parts = [bare] * above + rows + [bare] * below
    at = head.index(b"\xff\xc0") + 5
    out = io.BytesIO()
    out.write(head[:at] + struct.pack(">H", height) + head[at + 2 :])
    for number, part in enumerate(parts):
        out.write(part)
        if number + 1 < len(parts):
            out.write(bytes([0xFF, 0xD0 + number % 8]))
    out.write(b"\xff\xd9")
    return out.getvalue()


def _coded(pixels: NDArray[np.uint8]) -> tuple[bytes, list[bytes]]:
    """Code a picture; give its header with the start of the scan, and the data of each row of blocks."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=90, subsampling=2, restart_marker_rows=1)
    data = out.getvalue()
    scan = data.index(b"\xff\xda")
    begin = scan + 2 + int.from_bytes(data[scan + 2 : scan + 4], "big")
    return data[:begin], list(_between_restarts(data[begin:-2]))


def _between_restarts(scan: bytes) -> Iterator[bytes]:
    start = at = 0
    while (at := scan.find(b"\xff", at)) >= 0:
        if 0xD0 <= scan[at + 1] <= 0xD7:
            yield scan[start:at]
            start = at + 2
        at += 2
    yield scan[start:]
