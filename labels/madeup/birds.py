"""The 1s of a made-up set: one of many birds, as drawn or as engraved, or a bamboo shoot."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from labels.madeup.engraved import engraved_bird
from labels.madeup.look import Inks, pick
from labels.madeup.sheet import PAPER, Ink, Points, Sheet, circle, curve, leaf, placed

ENGRAVED = 0.55
"""Share of the birds that are engraved."""
KINDS = ("sparrow", "sparrow", "parrot", "peacock", "crane", "phoenix", "flying", "fan")


def draw_bird(sheet: Sheet, rng: np.random.Generator, inks: Inks) -> None:
    """Draw a 1s, another with every random state."""
    if rng.random() < 0.06:
        _shoot(sheet, rng, inks)
        return
    if rng.random() < ENGRAVED:
        engraved_bird(sheet, rng, inks)
        return
    kind = pick(rng, KINDS)
    body, wing, tail = (pick(rng, (inks.green, inks.red, inks.blue, inks.dark)) for _ in range(3))
    filled, thin = bool(rng.random() < 0.55), float(rng.uniform(5, 9))
    way = -1 if rng.random() < 0.7 else 1
    lean = {"crane": 0.5, "peacock": 0.6, "flying": 0.15, "fan": 0.9}.get(kind, 0.95) + rng.uniform(-0.2, 0.2)
    x, y, size = (
        150 + rng.uniform(-8, 8),
        {"crane": 190.0, "peacock": 200.0, "fan": 230.0}.get(kind, 176.0),
        rng.uniform(60, 78),
    )
    forward = np.array([way * cos(lean), -sin(lean)])
    head = np.array([x, y]) + forward * size * (1.75 if kind in ("crane", "phoenix") else 1.28)
    rump = np.array([x, y]) - forward * size * 0.8
    if rng.random() < 0.6 and kind not in ("flying", "fan"):
        _branch(sheet, rng, inks, y + size * 1.05)
    _tail(sheet, rng, kind, rump, forward, size, (tail, body, wing), filled, thin)
    if kind != "flying":
        _legs(sheet, x, y + size * 0.5, 150 if kind == "crane" else 54, inks.red if rng.random() < 0.5 else body, thin)
    along = curve(tuple(rump), (x, y + size * 0.3), tuple(head), steps=24)
    neck = (0.1, 0.95, 1.15, 0.75, 0.42) if kind not in ("crane", "phoenix") else (0.1, 1.1, 0.8, 0.3, 0.26)
    if filled:
        sheet.stroke(along, body, [size * share for share in neck])
    else:
        sheet.stroke(along, body, [size * share + thin for share in neck])
        sheet.stroke(along, PAPER, [max(0.1, size * share - thin) for share in neck])
        for k in range(2, 6):
            sheet.ring(float(along[k * 3, 0]), float(along[k * 3, 1]), size * 0.1, thin * 0.6, body)
    _wing(sheet, rng, kind, (x, y), forward, size, wing, filled, thin)
    _head(sheet, rng, head, way, size * (0.3 if kind != "sparrow" else 0.36), (body, inks.red), filled, thin)


def _feather(root: Points, angle: float, length: float, width: float, bend: float) -> Points:
    return placed(leaf(length, width, bend), float(root[0]), float(root[1]), -angle)


def _tail(
    sheet: Sheet, rng: np.random.Generator, kind: str, root: Points, forward: Points, size: float,
    inks: tuple[Ink, Ink, Ink], filled: bool, thin: float,
) -> None:  # fmt: skip
    back = float(np.arctan2(-forward[1], -forward[0]))
    count = int(rng.integers(3, 6))
    fan, length = {
        "peacock": (0.9, 2.3), "phoenix": (0.8, 2.4), "fan": (4.2, 2.2), "crane": (0.6, 0.8), "flying": (0.7, 1.0),
    }.get(kind, (0.35, rng.uniform(1.5, 2.2)))  # fmt: skip
    if kind == "fan":
        root, back, count = root + forward * size * 0.7, -pi / 2, int(rng.integers(7, 12))
    for k in range(count):
        turn = back + fan * (k / (count - 1) - 0.5)
        reach = size * length * (1 - 0.12 * abs(k - (count - 1) / 2))
        way = np.array([cos(turn), sin(turn)])
        room = min(_room(root, way), reach)
        ink = inks[k % len(inks)]
        if kind == "phoenix":
            bow = root + way * room * 0.6 + [0, rng.uniform(-40, 40)]
            sheet.stroke(curve(tuple(root), tuple(bow), tuple(root + way * room)), ink, (8, 16, 4))
        else:
            feather = _feather(root, turn, room, size * (0.34 if kind == "fan" else 0.42), 0)
            sheet.shape(feather, ink, thin, filled)
            if filled:
                sheet.line(feather, PAPER, 3, closed=True)
        if kind in ("peacock", "fan"):
            spot = root + way * room * 0.82
            sheet.disc(float(spot[0]), float(spot[1]), size * 0.14, inks[(k + 1) % 3])
            sheet.disc(float(spot[0]), float(spot[1]), size * 0.07, PAPER)


def _room(root: Points, way: Points) -> float:
    """Give how far one may go from here before leaving the face."""
    far = [((276 if w > 0 else 24) - r) / w for r, w in ((root[0], way[0]),) if abs(w) > 1e-6]
    far += [((376 if w > 0 else 24) - r) / w for r, w in ((root[1], way[1]),) if abs(w) > 1e-6]
    return float(max(10.0, min(far)))


def _wing(
    sheet: Sheet, rng: np.random.Generator, kind: str, at: tuple[float, float], forward: Points, size: float,
    ink: Ink, filled: bool, thin: float,
) -> None:  # fmt: skip
    back = float(np.arctan2(-forward[1], -forward[0]))
    shoulder = np.array(at) + forward * size * 0.35
    spread = kind in ("flying", "phoenix")
    for side in (-1, 1) if spread else (0,):
        for k in range(int(rng.integers(4, 6))):
            turn = back + (side * (0.9 + 0.22 * k) if spread else 0.16 * (k - 1.5))
            reach = size * (1.75 - 0.1 * k if spread else 1.25 - 0.12 * abs(k - 1.5))
            way = np.array([cos(turn), sin(turn)])
            feather = _feather(shoulder, turn, min(reach, _room(shoulder, way)), size * 0.34, 0)
            sheet.shape(feather, ink, thin * 0.8, filled)
            if filled:
                sheet.line(feather, PAPER, 3, closed=True)


def _head(
    sheet: Sheet,
    rng: np.random.Generator,
    at: Points,
    way: int,
    r: float,
    inks: tuple[Ink, Ink],
    filled: bool,
    thin: float,
) -> None:
    x, y = float(at[0]), float(at[1])
    beak = np.array(
        [
            [x + way * r * 0.7, y - r * 0.5],
            [x + way * r * rng.uniform(1.7, 2.6), y + r * 0.1],
            [x + way * r * 0.7, y + r * 0.45],
        ]
    )
    sheet.polygon(beak, inks[1])
    if rng.random() < 0.6:
        for k in range(int(rng.integers(2, 5))):
            turn = -pi / 2 - way * (0.2 + 0.4 * k)
            tip = (x + r * 2.1 * cos(turn), y + r * 2.1 * sin(turn))
            sheet.stroke(curve((x, y), tip), inks[1], (4, 9, 3))
    sheet.shape(circle(x, y, r), inks[0], thin, filled)
    if filled:
        sheet.disc(x + way * r * 0.25, y - r * 0.15, r * 0.34, PAPER)
    sheet.disc(x + way * r * 0.28, y - r * 0.15, r * 0.17, inks[0])


def _legs(sheet: Sheet, x: float, y: float, long: float, ink: Ink, thin: float) -> None:
    foot = min(y + long, 372.0)
    for side in (-14.0, 14.0):
        sheet.line(np.array([[x + side * 0.6, y], [x + side, foot]]), ink, thin * 0.8)
        sheet.line(np.array([[x + side - 14, foot + 4], [x + side, foot], [x + side + 14, foot + 4]]), ink, thin * 0.7)


def _branch(sheet: Sheet, rng: np.random.Generator, inks: Inks, y: float) -> None:
    ink = pick(rng, (inks.green, inks.dark, inks.blue))
    slope = rng.uniform(-30, 30)
    sheet.stroke(curve((40, y + slope), (150, y + rng.uniform(-16, 16)), (262, y - slope)), ink, (13, 10, 6))
    for x in (62.0, 232.0):
        for turn in rng.uniform(-pi, pi, 2):
            sheet.polygon(placed(leaf(34, 14), x, y + slope * (150 - x) / 110, turn), ink)


def _shoot(sheet: Sheet, rng: np.random.Generator, inks: Inks) -> None:
    ink, tip, wide = inks.green, pick(rng, (inks.red, inks.blue, inks.green)), rng.uniform(48, 70)
    for k in range(5):
        y, half = 350 - k * 48.0, wide * (1 - k * 0.13)
        cone = np.concatenate([curve((150 - half, y), (150 - half * 0.9, y - 70), (150.0, y - 118)),
                               curve((150.0, y - 118), (150 + half * 0.9, y - 70), (150 + half, y))])  # fmt: skip
        sheet.polygon(cone, tip if k == 4 else ink)
        sheet.line(cone, PAPER, 5, closed=True)
    for side in (-1, 1):
        sheet.polygon(placed(leaf(90, 24, 20), 150 + side * wide, 350, pi / 2 - side * 0.7), ink)
