"""The bamboos of a made-up set: its stick, and where sticks lie."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, hypot, pi

import numpy as np

from labels.madeup.look import Inks, pick
from labels.madeup.sheet import PAPER, Ink, Points, Sheet, circle, moved, placed

STICKS = ("slotted", "lobes", "beads", "bar", "bones", "outlined", "joints", "plain")
Stick = tuple[float, float, float, float, Ink]
"""Both ends and the colour."""


@dataclass(frozen=True, slots=True)
class Sticks:
    """How a set draws bamboo."""

    kind: str
    width: float
    slot: float
    gap: float
    """Room between sticks that stand in line."""
    spread: float
    near: float
    """How close the two columns of 4s and 5s stand."""
    swap: bool
    """The M of 8s lies over the W."""
    inks: Inks
    main: Ink
    other: Ink
    """The 7s' and 9s' second colour."""
    rows: bool
    """9s is coloured by rows."""
    alternate: bool
    top: float
    """How long the red stick of 7s is."""


def make_sticks(rng: np.random.Generator, inks: Inks) -> Sticks:
    """Choose how a set draws bamboo."""
    main = inks.green if rng.random() < 0.9 else inks.dark
    return Sticks(
        kind=pick(rng, STICKS),
        width=float(rng.uniform(24, 44)),
        slot=float(rng.choice([0.0, 0.2, 0.3, 0.4])),
        gap=float(rng.uniform(4, 20)),
        spread=float(rng.uniform(0.82, 1.05)),
        near=float(rng.uniform(34, 78)),
        swap=bool(rng.random() < 0.15),
        inks=inks,
        main=main,
        other=pick(rng, (inks.blue, inks.blue, main)),
        rows=bool(rng.random() < 0.2),
        alternate=bool(rng.random() < 0.2),
        top=float(rng.uniform(84, 112)),
    )


def draw_sticks(sheet: Sheet, how: Sticks, n: int) -> None:
    """Draw 2s to 9s."""
    for x0, y0, x1, y1, ink in _eight(how) if n == 8 else _upright(how, n):
        stick(sheet, how, (x0, y0), (x1, y1), ink, how.width * (0.84 if n > 6 else 1))


def _upright(how: Sticks, n: int) -> list[Stick]:
    red, main, side = how.inks.red, how.main, 80 * how.spread
    columns = (150 - side, 150.0, 150 + side)
    rows = _rows(2 if n < 7 else 3, how.gap)
    pair = (150 - how.near, 150 + how.near)
    blue = how.other
    if n == 2:
        return [
            (150.0, a, 150.0, b, ink) for (a, b), ink in zip(rows, (main, blue if how.alternate else main), strict=True)
        ]
    if n == 3:
        feet = (150 - max(46, how.near), 150 + max(46, how.near))
        (top, low), (high, foot) = rows
        head: Stick = (150.0, top, 150.0, low, red if how.alternate else main)
        return [head, *((x, high, x, foot, main) for x in feet)]
    if n == 4:
        return [(x, a, x, b, blue if how.alternate and (x < 150) == (a < 150) else main) for a, b in rows for x in pair]
    if n == 5:
        wide = max(how.near, how.width + 22)
        half = (rows[0][1] - rows[0][0]) / 2
        return [(x, a, x, b, main) for a, b in rows for x in (150 - wide, 150 + wide)] + [
            (150.0, 200 - half, 150.0, 200 + half, red)
        ]
    if n == 6:
        return [(x, a, x, b, blue if how.alternate and a > 150 else main) for a, b in rows for x in columns]
    if n == 7:
        red_top: Stick = (150.0, rows[0][1] - min(how.top, rows[0][1] - rows[0][0]), 150.0, rows[0][1], red)
        return [red_top] + [(x, a, x, b, blue if x == 150 else main) for a, b in rows[1:] for x in columns]
    inks = (main, red, blue)
    return [
        (x, a, x, b, inks[row] if how.rows else (red if column == 1 else main))
        for row, (a, b) in enumerate(rows)
        for column, x in enumerate(columns)
    ]


def _rows(count: int, gap: float) -> list[tuple[float, float]]:
    high = (332 - gap * (count - 1)) / count
    return [(34 + k * (high + gap), 34 + k * (high + gap) + high) for k in range(count)]


def _eight(how: Sticks) -> list[Stick]:
    """Give the W over the M, or the M over the W."""
    side = 88 * how.spread
    left, right = 150 - side, 150 + side
    sticks: list[Stick] = []
    for outer, near, up in ((40.0, 190.0, not how.swap), (360.0, 210.0, how.swap)):
        low, high = max(outer, near) - 18, min(outer, near) + 22
        foot, peak = (low, high) if up else (high, low)
        ink = how.main if not how.alternate or outer < 200 else how.other
        for x, inward in ((left, 1), (right, -1)):
            sticks += [(x, outer, x, near, ink), (x + inward * 26, foot, 150 - inward * 7, peak, ink)]
    return sticks


def stick(sheet: Sheet, how: Sticks, a: tuple[float, float], b: tuple[float, float], ink: Ink, width: float) -> None:
    """Draw a stick from a to b."""
    long, w = hypot(b[0] - a[0], b[1] - a[1]), width / 2
    turn = pi / 2 - atan2(b[1] - a[1], b[0] - a[0])
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

    def put(points: Points, colour: Ink) -> None:
        sheet.polygon(placed(points, *middle, turn), colour)

    def line(points: list[tuple[float, float]], colour: Ink, thick: float) -> None:
        sheet.line(placed(np.array(points, float), *middle, turn), colour, thick)

    half = long / 2
    if how.kind in ("slotted", "bones"):
        put(_rounded(w * (0.6 if how.kind == "slotted" else 0.42), half * 0.96, 3), ink)
        knob = min(w * 0.66, half * 0.22)
        for y in (-half + knob, 0.0, half - knob):
            put(moved(_rounded(w, knob, knob), 0, y), ink)
        if how.slot:
            for sign in (-1, 1):
                line([(0, sign * 1.5 * knob), (0, sign * (half - 2.4 * knob))], PAPER, max(3, how.slot * width))
    elif how.kind == "lobes":
        for y in (-half / 2, half / 2):
            put(moved(_rounded(w, half / 2 * 0.98, w), 0, y), ink)
            if how.slot:
                line([(0, y - half / 2 + w), (0, y + half / 2 - w)], PAPER, max(3, how.slot * width))
    elif how.kind == "beads":
        count = max(2, round(long / (width * 1.15)))
        step = long / count
        for k in range(count):
            y = -half + step * (k + 0.5)
            put(circle(0, y, w * 0.95, step * 0.52 / (w * 0.95)), ink)
            put(circle(0, y, w * 0.36, step * 0.2 / (w * 0.36)), PAPER)
    elif how.kind == "bar":
        put(_rounded(w * 0.7, half, 3), ink)
        for y in (-half / 2, 0.0, half / 2):
            line([(-w, y), (w, y)], PAPER, 4)
    elif how.kind == "outlined":
        for y in (-half / 2, half / 2):
            put(moved(_rounded(w, half / 2 * 0.95, w * 0.7), 0, y), ink)
            put(moved(_rounded(w - 5, half / 2 * 0.95 - 5, w * 0.6), 0, y), PAPER)
            line([(0, y - half * 0.25), (0, y + half * 0.25)], ink, 4)
    elif how.kind == "joints":
        put(_rounded(w * 0.72, half, 6), ink)
        for y in (-half * 0.62, 0.0, half * 0.62):
            put(moved(_rounded(w, 5.5, 5), 0, y), ink)
            line([(-w, y), (w, y)], PAPER, 2.5)
    else:
        put(_rounded(w * 0.8, half, w * 0.8), ink)
        if how.slot:
            line([(0, -half + w * 1.2), (0, half - w * 1.2)], PAPER, max(3, how.slot * width * 0.7))


def _rounded(half_wide: float, half_high: float, corner: float) -> Points:
    """Give an upright bar with round corners about the origin."""
    corner = min(corner, half_wide, half_high)
    quarter = np.linspace(0, pi / 2, 6)
    arc = np.stack([np.cos(quarter), np.sin(quarter)], axis=1) * corner
    parts = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        side = (arc if k % 2 == 0 else arc[::-1]) * [sx, sy]
        parts.append(moved(side, sx * (half_wide - corner), sy * (half_high - corner)))
    return np.concatenate(parts)
