"""A HEIC of many megapixels out of a small one, as phones make them: a grid of pictures coded alone.

Nothing here codes HEVC: the small file's one coded picture is referred to once for each cell of the grid.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

U16, U32 = ">H", ">I"


def boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Give the boxes between two places: kind, and where the content begins and ends."""
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, start + 8, start + size
        start += size


def box(kind: bytes, content: bytes, *, version: int | None = None, flags: int = 0) -> bytes:
    """Write one box; a full one where it has a version."""
    if version is not None:
        content = struct.pack(U32, version << 24 | flags) + content
    return struct.pack(">I4s", 8 + len(content), kind) + content


def grid_heic(small: bytes, width: int, height: int, columns: int, rows: int) -> bytes:
    """Give a HEIC of columns x rows cells, each the one picture (width x height) that the small HEIC holds."""
    top = {kind: (start, end) for kind, start, end in boxes(small, 0, len(small))}
    start, end = top[b"meta"]
    meta = {kind: (a, b) for kind, a, b in boxes(small, start + 4, end)}
    kinds = {k: (a, b) for k, a, b in boxes(small, *meta[b"iprp"])}
    coded = small[slice(*top[b"mdat"])]
    properties = [small[a - 8 : b] for _, a, b in boxes(small, *kinds[b"ipco"])]
    names = [k for k, _, _ in boxes(small, *kinds[b"ipco"])]
    size = struct.pack(">II", columns * width, rows * height)
    properties.append(box(b"ispe", size, version=0))
    whole = len(properties)
    shared = [i + 1 for i, k in enumerate(names) if k in (b"hvcC", b"ispe", b"colr", b"pixi")]
    essential = {i + 1 for i, k in enumerate(names) if k == b"hvcC"}
    count = columns * rows
    cells, grid = range(1, count + 1), count + 1
    kept = [i for i in shared if names[i - 1] in (b"colr", b"pixi")]
    about = [(n, shared) for n in cells] + [(grid, [*kept, whole])]
    ipma = struct.pack(U32, len(about)) + b"".join(
        struct.pack(">HB", item, len(held)) + bytes(0x80 * (i in essential) | i for i in held) for item, held in about
    )
    hidden = [box(b"infe", struct.pack(">HH4s", n, 0, b"hvc1") + b"\0", version=2, flags=1) for n in cells]
    shown = box(b"infe", struct.pack(">HH4s", grid, 0, b"grid") + b"\0", version=2)
    iinf = box(b"iinf", struct.pack(U16, count + 1) + b"".join([*hidden, shown]), version=0)
    refers = struct.pack(">HH", grid, count) + b"".join(struct.pack(U16, n) for n in cells)
    iref = box(b"iref", box(b"dimg", refers), version=0)
    plan = struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, columns * width, rows * height)
    hdlr = small[meta[b"hdlr"][0] - 8 : meta[b"hdlr"][1]]
    pitm = box(b"pitm", struct.pack(U16, grid), version=0)
    iprp = box(b"iprp", box(b"ipco", b"".join(properties)) + box(b"ipma", ipma, version=0))
    ftyp = small[top[b"ftyp"][0] - 8 : top[b"ftyp"][1]]

    def with_places(at: int) -> bytes:
        places = [(n, at, len(coded)) for n in cells] + [(grid, at + len(coded), len(plan))]
        iloc = struct.pack(">BBH", 0x44, 0, len(places)) + b"".join(
            struct.pack(">HHHII", item, 0, 1, offset, length) for item, offset, length in places
        )
        return ftyp + box(b"meta", hdlr + pitm + box(b"iloc", iloc, version=0) + iinf + iref + iprp, version=0)

    head = with_places(0)
    return with_places(len(head) + 8) + box(b"mdat", coded + plan)
