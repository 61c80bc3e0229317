"""Take the metadata out of a JPEG or PNG without touching its pixels: places, times, cameras, thumbnails."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT"}
_LONE = {0x01, *range(0xD0, 0xD8)}
"""JPEG markers without a length."""


def without_metadata(data: bytes) -> bytes | None:
    """Give the file with the same pixels and nothing that says where, when or with what it was taken.

    Returns:
        None where the file is of another form, or not built as its form demands.
    """
    try:
        if data.startswith(b"\xff\xd8"):
            return b"".join(_jpeg(data))
        if data.startswith(_PNG):
            return b"".join(_png(data))
    except (struct.error, IndexError, ValueError):
        pass
    return None


def _jpeg(data: bytes) -> Iterator[bytes]:
    """Give the parts kept, up to the picture's end; phones hang more behind it."""
    yield data[:2]
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker")
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind == 0xD9:
            yield data[at : at + 2]
            return
        if kind in _LONE:
            yield data[at : at + 2]
            at += 2
            continue
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        segment = data[at : at + 2 + length]
        if length < 2 or len(segment) != 2 + length:
            raise ValueError("a segment is cut short")
        if _kept(kind, segment[4:]):
            yield segment
        at += 2 + length
        if kind == 0xDA:
            end = _scan_end(data, at)
            yield data[at:end]
            at = end


def _kept(kind: int, body: bytes) -> bool:
    if 0xE0 <= kind <= 0xEF:
        colours = kind == 0xE2 and body.startswith(b"ICC_PROFILE\0")
        return colours or (kind == 0xE0 and body.startswith(b"JFIF\0")) or (kind == 0xEE and body.startswith(b"Adobe"))
    return kind != 0xFE


def _scan_end(data: bytes, at: int) -> int:
    """Give where the next marker that ends coded pixels begins."""
    while True:
        at = data.index(b"\xff", at)
        kind = data[at + 1]
        if kind and not 0xD0 <= kind <= 0xD7 and kind != 0xFF:
            return at
        at += 1 if kind == 0xFF else 2


def _png(data: bytes) -> Iterator[bytes]:
    yield _PNG
    at = len(_PNG)
    while True:
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        chunk = data[at : at + 12 + length]
        if len(chunk) != 12 + length:
            raise ValueError("a chunk is cut short")
        if kind == b"eXIf":
            raise ValueError("it may be turned")
        if kind in _PNG_KEPT:
            yield chunk
        if kind == b"IEND":
            return
        at += len(chunk)
