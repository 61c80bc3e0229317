"""The dots of a made-up set: its coin, its great wheel, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from labels.madeup.look import Inks, pick
from labels.madeup.sheet import PAPER, Ink, Sheet, circle, leaf, placed

COINS = ("rings", "thick", "three", "wheel", "rosette", "solid", "star", "petals", "scallop", "button", "hub")


@dataclass(frozen=True, slots=True)
class Dots:
    """How a set draws dots."""

    coin: str
    core: Ink | None
    """Another colour for the coin's middle."""
    size: float
    spread: float
    pattern: tuple[str, ...]
    """Kinds of the great wheel's zones, from its rim in."""
    wheel: float
    wheel_inks: tuple[Ink, ...]
    schemes: dict[int, tuple[Ink, ...]]
    steep: float
    """How steep the 7p's diagonal falls."""
    apart: float
    """How far apart the 2p's dots lie, and the 4p's rows."""


def make_dots(rng: np.random.Generator, inks: Inks) -> Dots:
    """Choose how a set draws dots."""
    zones = ("ring", "beads", "spokes", "petals", "disc", "ring", "scallop", "gap")
    return Dots(
        coin=pick(rng, COINS),
        core=inks.red if rng.random() < 0.15 else None,
        size=float(rng.uniform(0.82, 1.1)),
        spread=float(rng.uniform(0.85, 1.06)),
        pattern=tuple(pick(rng, zones) for _ in range(int(rng.integers(2, 5)))),
        wheel=float(rng.uniform(76, 122)),
        wheel_inks=tuple(pick(rng, (inks.green, inks.red, inks.blue, inks.dark)) for _ in range(6)),
        schemes=_schemes(rng, inks),
        steep=float(rng.uniform(22, 40)),
        apart=float(rng.uniform(0.8, 1.12)),
    )


def _schemes(rng: np.random.Generator, inks: Inks) -> dict[int, tuple[Ink, ...]]:
    """Choose the colours of each face's dots, in the order of their places."""
    red, green, blue, dark = inks.red, inks.green, inks.blue, inks.dark
    one = rng.random()
    if one < 0.12:
        ink = pick(rng, (red, green, blue, dark))
        return {n: (ink,) * n for n in range(2, 10)}
    a, b = (green, blue) if rng.random() < 0.75 else (blue, green)
    return {
        2: pick(rng, ((a, b), (a, a), (b, b), (a, red))),
        3: (b if rng.random() < 0.5 else a, red, a),
        4: pick(rng, ((b, a, a, b), (a, b, b, a), (a,) * 4, (b,) * 4)),
        5: pick(rng, ((b, a, red, a, b), (a, a, red, a, a), (b, b, red, b, b), (a, b, red, b, a))),
        6: pick(rng, ((a, a, red, red, red, red), (red, red, a, a, a, a), (b, b, red, red, red, red))),
        7: pick(rng, ((a, a, a, red, red, red, red), (red, red, red, a, a, a, a), (b, b, b, red, red, red, red))),
        8: pick(rng, ((b,) * 8, (b,) * 8, (a,) * 8, (dark,) * 8)),
        9: pick(
            rng, ((a,) * 3 + (red,) * 3 + (b,) * 3, (b,) * 3 + (red,) * 3 + (a,) * 3, (a,) * 3 + (red,) * 3 + (a,) * 3)
        ),
    }


def draw_dots(sheet: Sheet, how: Dots, n: int) -> None:
    """Draw 1p to 9p."""
    if n == 1:
        _wheel(sheet, how)
        return
    k, radius = how.apart, {2: 62, 3: 50, 4: 50, 5: 47, 6: 46, 7: 38, 8: 42, 9: 39}[n] * how.size
    slope = how.steep
    places: dict[int, Sequence[tuple[float, float]]] = {
        2: [(150, 200 - 88 * k), (150, 200 + 88 * k)],
        3: [(80, 92), (150, 200), (220, 308)],
        4: [(x, 200 + y * k) for y in (-90, 90) for x in (92.0, 208.0)],
        5: [(82, 92), (218, 92), (150, 200), (82, 308), (218, 308)],
        6: [(x, y) for y in (84, 216, 318) for x in (96, 204)],
        7: [(72 + 78.0 * i, 100 + slope * (i - 1)) for i in range(3)]
        + [(x, y) for y in (234, 332) for x in (100, 200)],
        8: [(x, y) for y in (62, 154, 246, 338) for x in (98, 202)],
        9: [(x, y) for y in (84, 200, 316) for x in (64, 150, 236)],
    }
    for (x, y), ink in zip(places[n], how.schemes[n], strict=True):
        coin(sheet, how, 150 + (x - 150) * how.spread, y, radius, ink)


def coin(sheet: Sheet, how: Dots, x: float, y: float, r: float, ink: Ink) -> None:
    """Draw one dot."""
    core, kind = how.core or ink, how.coin
    if kind in ("rings", "three"):
        rings = ((0.9, 0.13), (0.56, 0.13)) if kind == "rings" else ((0.93, 0.09), (0.68, 0.09), (0.42, 0.1))
        for at, width in rings:
            sheet.ring(x, y, r * at, r * width * 1.2, ink)
        sheet.disc(x, y, r * 0.2, core)
    elif kind == "thick":
        sheet.ring(x, y, r * 0.82, r * 0.32, ink)
        sheet.disc(x, y, r * 0.3, core)
    elif kind in ("wheel", "hub"):
        sheet.disc(x, y, r, ink)
        for k in range(4 if kind == "wheel" else 8):
            a = pi / 4 + 2 * pi * k / (4 if kind == "wheel" else 8)
            sheet.disc(x + r * 0.52 * cos(a), y + r * 0.52 * sin(a), r * (0.26 if kind == "wheel" else 0.15), PAPER)
        if kind == "hub":
            sheet.disc(x, y, r * 0.22, PAPER)
    elif kind in ("rosette", "petals"):
        sheet.ring(x, y, r * 0.92, r * 0.12, ink)
        for k in range(8):
            petal = leaf(r * 0.62, r * 0.34)
            sheet.shape(placed(petal, x, y, -pi * k / 4), ink, r * 0.07, kind == "petals")
        sheet.disc(x, y, r * 0.2, core if kind == "rosette" else PAPER)
    elif kind == "solid":
        sheet.disc(x, y, r, ink)
        sheet.ring(x, y, r * 0.62, r * 0.13, PAPER)
        sheet.disc(x, y, r * 0.2, PAPER)
    elif kind == "star":
        sheet.disc(x, y, r, ink)
        for k in range(6):
            sheet.polygon(placed(leaf(r * 0.72, r * 0.3), x, y, -pi * k / 3), PAPER)
        sheet.disc(x, y, r * 0.16, core)
    elif kind == "scallop":
        for k in range(12):
            sheet.disc(x + r * 0.8 * cos(pi * k / 6), y + r * 0.8 * sin(pi * k / 6), r * 0.22, ink)
        sheet.disc(x, y, r * 0.72, PAPER)
        sheet.ring(x, y, r * 0.5, r * 0.13, ink)
        sheet.disc(x, y, r * 0.2, core)
    else:
        sheet.disc(x, y, r, ink)
        sheet.disc(x, y, r * 0.45, PAPER)
        sheet.disc(x, y, r * 0.26, core)


def _wheel(sheet: Sheet, how: Dots) -> None:
    x, y, outer = 150.0, 200.0, how.wheel
    sheet.ring(x, y, outer, 9, how.wheel_inks[0])
    edge = outer - 8
    for zone, ink in zip(how.pattern, how.wheel_inks[1:], strict=False):
        depth = edge * 0.3
        middle = edge - depth / 2
        count = max(8, int(2 * pi * middle / depth / 1.15))
        for k in range(count):
            a = 2 * pi * k / count
            spot = (x + middle * cos(a), y + middle * sin(a))
            if zone == "beads":
                sheet.disc(*spot, depth * 0.36, ink)
            elif zone == "scallop":
                sheet.ring(*spot, depth * 0.4, 4.5, ink)
            elif zone == "spokes":
                inner = (x + (edge - depth) * cos(a), y + (edge - depth) * sin(a))
                sheet.line(np.array([inner, (x + edge * cos(a), y + edge * sin(a))]), ink, 6)
            elif zone == "petals":
                inner = (x + (edge - depth) * cos(a), y + (edge - depth) * sin(a))
                sheet.polygon(placed(leaf(depth, depth * 0.75), *inner, -a), ink)
        if zone == "ring":
            sheet.ring(x, y, middle, depth * 0.4, ink)
        elif zone == "disc":
            sheet.disc(x, y, edge - 2, ink)
            sheet.polygon(circle(x, y, edge - depth), PAPER)
        edge -= depth
        sheet.ring(x, y, edge, 5, how.wheel_inks[0])
    for k in range(6):
        sheet.polygon(placed(leaf(edge * 0.8, edge * 0.45), x, y, -pi * k / 3), how.wheel_inks[-1])
    sheet.disc(x, y, edge * 0.22, PAPER)
    sheet.disc(x, y, edge * 0.14, how.wheel_inks[-1])
