"""Where an ONNX file keeps its weights, told without running or trusting it.

A network that a club has adapted is the shipped file with other weights at the same places. So it can be checked byte
by byte before anything is opened: the same layers, nothing else, and every weight a number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Field numbers of onnx.proto, and of ModelProto.graph, GraphProto.initializer in it.
GRAPH, INITIALIZER = 7, 5
DIMS, DATA_TYPE, NAME, RAW_DATA = 1, 2, 8, 9
TYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("<f4"),
    2: np.dtype("u1"),
    3: np.dtype("i1"),
    6: np.dtype("<i4"),
    10: np.dtype("<f2"),
}
"""Of TensorProto.DataType, those that weights come in; what has another, such as a shape, is no weight."""
VARINT, FIXED_8, BYTES, FIXED_4 = 0, 1, 2, 5


@dataclass(frozen=True, slots=True)
class Weight:
    """Where a weight's numbers lie in the file, from `start` up to `end`, and how they are to be read."""

    name: str
    start: int
    end: int
    type: np.dtype[Any]
    shape: tuple[int, ...]

    def values(self, data: bytes) -> NDArray[Any]:
        """Give the numbers that a file has there."""
        return np.frombuffer(data, self.type, (self.end - self.start) // self.type.itemsize, self.start)


def weights_in(data: bytes) -> list[Weight]:
    """Give the weights of an ONNX file in its own order.

    Raises:
        ValueError: it is none, or keeps its weights in another way.
    """
    graphs = [place for number, place in _fields(data, 0, len(data)) if number == GRAPH]
    inner = (each for graph in graphs for each in _fields(data, *graph))
    found = (_weight(data, *place) for number, place in inner if number == INITIALIZER)
    return [weight for weight in found if weight is not None]


def differs_in_weights_only(data: bytes, shipped: bytes) -> bool:
    """Tell whether a file is a shipped one but for its weights, each of which is finite."""
    if len(data) != len(shipped):
        return False
    at = 0
    for weight in sorted(weights_in(shipped), key=lambda weight: weight.start):
        if data[at : weight.start] != shipped[at : weight.start] or not np.isfinite(weight.values(data)).all():
            return False
        at = weight.end
    return data[at:] == shipped[at:]


def layout_of(shipped: bytes) -> str:
    """Give the SHA-256 of what a file is but for its weights: the same for every network adapted from it."""
    digest, at = hashlib.sha256(), 0
    for weight in sorted(weights_in(shipped), key=lambda weight: weight.start):
        digest.update(shipped[at : weight.start])
        at = weight.end
    digest.update(shipped[at:])
    return digest.hexdigest()


def _weight(data: bytes, start: int, end: int) -> Weight | None:
    shape: list[int] = []
    name, kind, raw = "", 0, (0, 0)
    for number, (first, last) in _fields(data, start, end):
        if number == DIMS:
            shape.append(_varint(data, first)[0])
        elif number == DATA_TYPE:
            kind = _varint(data, first)[0]
        elif number == NAME:
            name = data[first:last].decode("utf-8")
        elif number == RAW_DATA:
            raw = first, last
    if kind not in TYPES:
        return None
    if raw[1] - raw[0] != TYPES[kind].itemsize * int(np.prod(shape, dtype=int)):
        raise ValueError(f"the weight {name!r} is not kept as plain numbers")
    return Weight(name, *raw, TYPES[kind], tuple(shape))


def _fields(data: bytes, start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Give each field of a message, its number and where its value lies."""
    at = start
    while at < end:
        key, at = _varint(data, at)
        kind, after = key & 7, at
        if kind == VARINT:
            after = _varint(data, at)[1]
        elif kind == BYTES:
            size, at = _varint(data, at)
            after = at + size
        elif kind in (FIXED_4, FIXED_8):
            after = at + (4 if kind == FIXED_4 else 8)
        else:
            raise ValueError("no ONNX file")
        if after > end:
            raise ValueError("the file ends too early")
        yield key >> 3, (at, after)
        at = after


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("no ONNX file")
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 128:
            return value, at
