"""The plants on a made-up set's flowers: stems, leaves and many kinds of blossom, in line or filled."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from labels.madeup.look import Inks, pick
from labels.madeup.sheet import PAPER, Ink, Sheet, circle, curve, leaf, placed

BLOOMS = ("five", "rose", "peony", "mum", "lotus", "pod", "daisy", "orchid")


@dataclass(frozen=True, slots=True)
class Brush:
    """How a set draws plants."""

    filled: bool
    leafy: bool
    """Leaves are filled."""
    thin: float
    stem: Ink
    bloom: Ink
    heart: Ink


def make_brush(rng: np.random.Generator, inks: Inks) -> Brush:
    """Choose how a set draws plants."""
    return Brush(
        filled=bool(rng.random() < 0.4),
        leafy=bool(rng.random() < 0.6),
        thin=float(rng.uniform(4.5, 8.5)),
        stem=inks.green if rng.random() < 0.85 else pick(rng, (inks.dark, inks.blue)),
        bloom=inks.red if rng.random() < 0.85 else pick(rng, (inks.blue, inks.dark, inks.green)),
        heart=pick(rng, (inks.red, inks.blue, inks.green)),
    )


def blossom(sheet: Sheet, brush: Brush, kind: str, x: float, y: float, r: float, turn: float = 0.0) -> None:
    """Draw a blossom of one of BLOOMS."""
    ink, thin, filled = brush.bloom, brush.thin, brush.filled
    if kind in ("five", "daisy"):
        count = 5 if kind == "five" else 8
        for k in range(count):
            a = turn + 2 * pi * k / count
            petal = circle(x + r * 0.58 * cos(a), y + r * 0.58 * sin(a), r * (0.4 if count == 5 else 0.27))
            sheet.shape(petal, ink, thin, filled)
        sheet.disc(x, y, r * 0.34, PAPER)
        sheet.ring(x, y, r * 0.26, thin * 0.8, ink)
        sheet.disc(x, y, r * 0.12, brush.heart)
    elif kind == "rose":
        sheet.shape(circle(x, y, r * 0.8), ink, thin, filled)
        t = np.linspace(0, 4.4 * pi, 60)
        swirl = np.stack([x + r * 0.72 * t / 14 * np.cos(t + turn), y + r * 0.72 * t / 14 * np.sin(t + turn)], axis=1)
        sheet.line(swirl, PAPER if filled else ink, thin * 0.8)
    elif kind == "peony":
        for count, at, size in ((8, 0.72, 0.3), (6, 0.4, 0.26)):
            for k in range(count):
                a = turn + 2 * pi * k / count
                bump = circle(x + r * at * cos(a), y + r * at * sin(a), r * size)
                sheet.polygon(bump, ink if filled else PAPER)
                sheet.line(bump, PAPER if filled else ink, thin * 0.7, closed=True)
        sheet.disc(x, y, r * 0.2, brush.heart)
    elif kind == "mum":
        for count, at in ((14, 1.0), (10, 0.62)):
            for k in range(count):
                petal = placed(leaf(r * at, r * 0.3), x, y, turn - 2 * pi * (k + 0.5 * (at < 1)) / count)
                sheet.polygon(petal, ink if filled else PAPER)
                sheet.line(petal, PAPER if filled else ink, thin * 0.55, closed=True)
        sheet.disc(x, y, r * 0.16, ink)
    elif kind == "lotus":
        for a in (-1.25, 1.25, -0.75, 0.75, 0.0):
            petal = placed(leaf(r * 1.25, r * 0.7), x, y + r * 0.6, pi / 2 + a)
            sheet.polygon(petal, ink if filled else PAPER)
            sheet.line(petal, PAPER if filled else ink, thin * 0.8, closed=True)
    elif kind == "pod":
        sheet.shape(circle(x, y, r * 0.8, 1.1), ink, thin, filled)
        for share in (-0.4, 0.0, 0.4):
            bow = curve(
                (x + share * r * 0.4, y - r * 0.8), (x + share * 2.4 * r, y), (x + share * r * 0.4, y + r * 0.8)
            )
            sheet.line(bow, PAPER if filled else ink, thin * 0.7)
        sheet.line(np.array([[x - r * 0.7, y], [x + r * 0.7, y]]), PAPER if filled else ink, thin * 0.7)
    else:
        for a, long in ((-pi / 2, 1.0), (-2.7, 0.9), (-0.4, 0.9), (2.3, 0.7), (0.9, 0.7)):
            sheet.shape(placed(leaf(r * long, r * 0.42), x, y, -a - turn * 0.3), ink, thin * 0.8, filled)
        sheet.disc(x, y, r * 0.16, brush.heart)


def leaves(
    sheet: Sheet, rng: np.random.Generator, brush: Brush, at: tuple[float, float], turns: tuple[float, ...], long: float
) -> None:
    """Draw leaves from one place; turns in radians, 0 to the right, counter-clockwise."""
    for turn in turns:
        blade = placed(
            leaf(long * rng.uniform(0.8, 1.15), long * 0.42, rng.uniform(-10, 10)), *at, turn + rng.normal(0, 0.15)
        )
        sheet.shape(blade, brush.stem, brush.thin * 0.7, brush.leafy)


def plum(sheet: Sheet, rng: np.random.Generator, brush: Brush) -> None:
    """Draw a branch of plum (梅): crooked wood, round five-petalled flowers and buds."""
    side = 1 if rng.random() < 0.5 else -1
    wood = [(150 - side * 70, 372.0), (150 - side * 20, 300.0), (150 + side * 30, 250.0), (150 + side * 60, 160.0)]
    sheet.stroke(curve(*wood), brush.stem, (16, 12, 5))
    sheet.stroke(
        curve((150 - side * 10, 300.0), (150 - side * 60, 250.0), (150 - side * 76, 200.0)), brush.stem, (9, 7, 3)
    )
    sheet.stroke(
        curve((150 - side * 20, 310.0), (150 + side * 50, 320.0), (150 + side * 96, 300.0)), brush.stem, (9, 7, 3)
    )
    for x, y in ((60, 158), (-76, 196), (98, 298), (44, 196), (-44, 236)):
        sheet.disc(150 + side * x, y, rng.uniform(7, 11), brush.bloom)
    big = rng.uniform(42, 56)
    blossom(sheet, brush, "five", 150 - side * 4, 262 + rng.uniform(-10, 14), big, rng.uniform(0, 2))
    for x, y in ((72, 238), (-66, 330), (60, 340))[: int(rng.integers(1, 4))]:
        blossom(sheet, brush, "five", 150 + side * x, y, rng.uniform(22, 32), rng.uniform(0, 2))


def orchid(sheet: Sheet, rng: np.random.Generator, brush: Brush) -> None:
    """Draw an orchid (蘭): long arching blades from one root, small flowers among them."""
    x, y = 150 + rng.uniform(-20, 20), 368.0
    tips = [(52, 252), (88, 190), (150, 150), (214, 176), (256, 240), (262, 320), (44, 330)]
    for k in rng.permutation(len(tips))[: int(rng.integers(4, 8))]:
        tx, ty = tips[int(k)]
        bow = (x + (tx - x) * 0.25 + rng.uniform(-12, 12), ty - rng.uniform(0, 50))
        sheet.stroke(
            curve((x, y), bow, (tx, ty)), brush.stem, (brush.thin * 0.8, brush.thin * 2.4, brush.thin * 1.7, 2)
        )
    for k in range(int(rng.integers(1, 4))):
        fx, fy = x + (k - 0.8) * rng.uniform(50, 70), rng.uniform(240, 320)
        sheet.line(curve((x, y), (x, fy + 20), (fx, fy)), brush.stem, brush.thin * 0.7)
        blossom(sheet, brush, "orchid", fx, fy, rng.uniform(26, 40), rng.uniform(-1, 1))


def chrysanthemum(sheet: Sheet, rng: np.random.Generator, brush: Brush) -> None:
    """Draw a chrysanthemum (菊): a full crown of narrow petals over notched leaves."""
    x, y = 150 + rng.uniform(-14, 14), rng.uniform(226, 268)
    sheet.stroke(curve((150, 372), (140 + rng.uniform(-20, 20), 320), (x, y)), brush.stem, (9, 8, 6))
    sheet.stroke(curve((x, y), (x + rng.uniform(-30, 30), 190), (x + rng.uniform(-40, 40), 150)), brush.stem, (7, 6, 3))
    for at, turns in (((148, 350), (0.5, 2.6, -0.1, 3.2)), ((x, 176), (0.9, 2.3)), ((146, 320), (0.1, 3.0))):
        leaves(sheet, rng, brush, at, turns, rng.uniform(52, 78))
    blossom(sheet, brush, "mum", x, y, rng.uniform(58, 78), rng.uniform(0, 1))
    if rng.random() < 0.35:
        blossom(sheet, brush, "mum", x + rng.choice([-76, 76]), 330, 32, 0)


def bamboo(sheet: Sheet, rng: np.random.Generator, brush: Brush, stem: Ink) -> None:
    """Draw bamboo (竹): jointed stems with bunches of narrow leaves."""
    count = int(rng.integers(1, 4))
    for k in range(count):
        foot = 150 + (k - (count - 1) / 2) * rng.uniform(36, 52)
        lean, top, half = rng.uniform(-26, 26), rng.uniform(130, 230), rng.uniform(6, 11)
        joints = int(rng.integers(3, 6))
        for j in range(joints):
            a, b = j / joints, (j + 1) / joints - 0.014
            low, high = (foot + lean * a, 372 + (top - 372) * a), (foot + lean * b, 372 + (top - 372) * b)
            tube = np.array(
                [[low[0] - half, low[1]], [low[0] + half, low[1]], [high[0] + half, high[1]], [high[0] - half, high[1]]]
            )
            sheet.shape(tube, stem, brush.thin * 0.7, brush.filled or brush.leafy)
        for j in range(1, joints):
            side = 1 if (j + k) % 2 else -1
            knot = (foot + lean * j / joints + side * half, 372 + (top - 372) * j / joints)
            tip = (knot[0] + side * rng.uniform(24, 44), knot[1] - rng.uniform(4, 24))
            sheet.line(np.array([knot, tip]), brush.stem, brush.thin * 0.6)
            for turn in (-0.9, -0.4, 0.1):
                blade = leaf(rng.uniform(44, 66), rng.uniform(12, 18))
                sheet.polygon(placed(blade, *tip, turn if side > 0 else pi - turn), brush.stem)


def season(sheet: Sheet, rng: np.random.Generator, brush: Brush, kind: str) -> None:
    """Draw a season's flower: one blossom on a bowed, leafy stem, in a way that the four seasons of a set share."""
    side = 1 if rng.random() < 0.5 else -1
    x, y, r = 150 + rng.uniform(-20, 20), rng.uniform(254, 296), rng.uniform(44, 62)
    tip = (x + side * rng.uniform(20, 80), rng.uniform(120, 160))
    stem = curve((150 - side * 30, 374), (x - side * 60, 280), (x - side * 40, 190), tip)
    sheet.stroke(stem, brush.stem, (9, 8, 6, 3))
    for share in rng.permutation([0.1, 0.25, 0.55, 0.7, 0.85])[: int(rng.integers(3, 6))]:
        at = stem[round(float(share) * (len(stem) - 1))]
        leaves(sheet, rng, brush, (float(at[0]), float(at[1])), (0.5, 2.6), rng.uniform(34, 62))
    leaves(sheet, rng, brush, tip, (pi / 2 - side * 0.6,), 40)
    if rng.random() < 0.6:
        leaves(sheet, rng, brush, (x, y), (0.2, 2.9, -0.6, 3.8), r + rng.uniform(24, 44))
    if rng.random() < 0.4:
        sheet.line(curve((x, y + r), (x + side * 50, y + 60), (x + side * 80, y + 40)), brush.stem, brush.thin)
        blossom(sheet, brush, kind, x + side * 84, y + 36, r * 0.5, 0)
    if rng.random() < 0.25:
        sheet.stroke(curve((90, 372), (150, 352), (214, 374)), brush.heart, (4, 18, 4))
    blossom(sheet, brush, kind, x, y, r, rng.uniform(0, 2))
