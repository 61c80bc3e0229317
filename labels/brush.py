"""Draw brush strokes as filled SVG outlines, so that the faces need no font.

A glyph is written as strokes on a square of 100 by 100, y down, one stroke a line:

    hvk 14,67 86,65 / 86,92 / 74,90

The letters name how the brush moves along each part; the parts are divided by ``/`` and each starts where the one
before ended; points inside a part are joined by a smooth curve. The letters are ours:

``h`` level stroke (橫), ``v`` upright stroke (豎), ``i`` upright ending in a needle, ``p`` sweep to the left (撇),
``n`` press to the right (捺), ``d`` dot (點), ``t`` rise (提), ``c`` plain curve (彎), ``k`` hook (鉤), ``l`` blade (a
plant's, for the pictures).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]

# How wide the brush is along a part: (how far, share of the glyph's weight).
_PROFILES: dict[str, tuple[Point, ...]] = {
    "h": ((0, 0.84), (0.1, 0.78), (0.5, 0.68), (0.84, 0.8), (0.94, 1.0), (1, 0.72)),
    "v": ((0, 1.04), (0.12, 0.95), (0.5, 0.88), (1, 0.9)),
    "i": ((0, 1.06), (0.1, 0.96), (0.6, 0.92), (0.86, 0.7), (1, 0.08)),
    "p": ((0, 1.1), (0.3, 1.0), (0.7, 0.72), (1, 0.1)),
    "n": ((0, 0.35), (0.4, 0.8), (0.78, 1.45), (0.86, 1.38), (1, 0.08)),
    "d": ((0, 0.2), (0.4, 0.85), (0.8, 1.3), (1, 0.85)),
    "t": ((0, 1.2), (0.3, 0.95), (1, 0.08)),
    "c": ((0, 1.0), (1, 0.95)),
    "k": ((0, 1.0), (0.3, 0.85), (1, 0.06)),
    "l": ((0, 0.1), (0.35, 1.0), (0.6, 0.9), (1, 0.05)),
}


@dataclass(frozen=True, slots=True)
class Box:
    """Where a glyph goes: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    def place(self, point: Point) -> Point:
        """Map a point of the glyph's square into the box.

        >>> Box(10, 20, 50, 100).place((50, 50))
        (35.0, 70.0)
        """
        return self.x + point[0] * self.width / 100, self.y + point[1] * self.height / 100


def outline(glyph: str, box: Box, weight: float) -> str:
    """Give the path data of a whole glyph; `weight` is the brush's width in the units of `box`.

    >>> outline("h 0,50 100,50", Box(0, 0, 100, 100), 10)[:2]
    'M0'
    """
    return "".join(stroke(line, box, weight) for line in glyph.strip().splitlines())


def stroke(line: str, box: Box, weight: float) -> str:
    """Give the path data of one stroke."""
    kinds, _, rest = line.strip().partition(" ")
    parts = [[_point(p) for p in part.split()] for part in rest.split("/")]
    if len(kinds) != len(parts):
        raise ValueError(f"{len(kinds)} kinds for {len(parts)} parts: {line!r}")
    for before, part in pairwise(parts):
        part.insert(0, before[-1])
    return "".join(
        _swept(_smooth([box.place(p) for p in part]), _PROFILES[kind], weight)
        for kind, part in zip(kinds, parts, strict=True)
    )


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), float(y)


def _smooth(points: list[Point], steps: int = 7) -> list[Point]:
    """Put a Catmull-Rom curve through the points."""
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        return [(ax + (bx - ax) * t / steps, ay + (by - ay) * t / steps) for t in range(steps + 1)]
    ends = [_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])]
    curve = [points[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(1, steps + 1):
            t = step / steps
            curve.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return curve


def _beyond(inner: Point, end: Point) -> Point:
    return 2 * end[0] - inner[0], 2 * end[1] - inner[1]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * (b - c) + d - a))) / 2


def _swept(line: list[Point], profile: tuple[Point, ...], weight: float) -> str:
    """Give the closed outline of a brush that moves along `line`, with round ends."""
    lengths = [0.0]
    for a, b in pairwise(line):
        lengths.append(lengths[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    left, right = [], []
    for index, (x, y) in enumerate(line):
        before, after = line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        size = hypot(dx, dy) or 1.0
        half = weight * _width(profile, lengths[index] / lengths[-1]) / 2
        nx, ny = -dy / size * half, dx / size * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    path = _polygon(left + right[::-1])
    return path + _disc(line[0], weight * profile[0][1] / 2) + _disc(line[-1], weight * profile[-1][1] / 2)


def _width(profile: tuple[Point, ...], where: float) -> float:
    for (a, wide_a), (b, wide_b) in pairwise(profile):
        if where <= b:
            return wide_a + (wide_b - wide_a) * (where - a) / (b - a)
    return profile[-1][1]


def _disc(centre: Point, radius: float) -> str:
    # The same turn as the swept outline, so that the non-zero rule never cuts a hole where the two overlap.
    turns = [-2 * pi * k / 10 for k in range(10)]
    return _polygon([(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in turns])


def _polygon(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def number(value: float) -> str:
    """Print a coordinate with at most one decimal.

    >>> number(3.0), number(-0.04), number(2.25)
    ('3', '0', '2.2')
    """
    return f"{round(value, 1) + 0.0:g}"
