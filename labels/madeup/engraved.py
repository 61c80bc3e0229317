"""Birds and dragons as carvers engrave them: long bent lines, ribs and scales, tails that sweep, perches that curl."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from labels.madeup.look import Inks, pick
from labels.madeup.sheet import PAPER, Ink, Points, Sheet, circle, curve, leaf, moved, placed

LOW, HIGH = np.array([22.0, 22.0]), np.array([278.0, 378.0])
"""Where ink may lie on the face."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a bird sits: its own unit is the length of its body, from the head at (0, -1) to the rump at (0, 0)."""

    x: float
    y: float
    turn: float
    way: int
    size: float

    def at(self, points: Points) -> Points:
        """Give places of the bird on the face."""
        on = placed(np.asarray(points, float) * [self.way, 1], self.x, self.y, self.turn, self.size)
        return np.clip(on, LOW, HIGH)

    def one(self, x: float, y: float) -> tuple[float, float]:
        """Give one of them."""
        spot = self.at(np.array([[x, y]]))[0]
        return float(spot[0]), float(spot[1])


def engraved_bird(sheet: Sheet, rng: np.random.Generator, inks: Inks) -> None:
    """Draw a bird with a sweeping tail, or a peacock, another with every random state."""
    colours = [pick(rng, (inks.green, inks.red, inks.blue, inks.dark)) for _ in range(6)]
    thin = float(rng.uniform(4, 9))
    pose = Pose(
        x=150 + float(rng.normal(0, 14)),
        y=float(rng.uniform(200, 262)),
        turn=float(rng.normal(0, 0.38)),
        way=1 if rng.random() < 0.5 else -1,
        size=float(rng.uniform(84, 124)),
    )
    if rng.random() < 0.7:
        _perch(sheet, rng, pose, colours[4], thin)
    if rng.random() < 0.22:
        _fan(sheet, rng, pose, colours, thin)
    else:
        _sweep(sheet, rng, pose, colours, thin)
    _body(sheet, rng, pose, colours[0], thin)
    for side in (-1, 1) if rng.random() < 0.45 else (int(rng.choice([-1, 1])),):
        _quills(sheet, rng, pose, side, colours[1], thin)
    _face(sheet, rng, pose, colours, thin)


def _sweep(sheet: Sheet, rng: np.random.Generator, pose: Pose, inks: list[Ink], thin: float) -> None:
    """Draw long feathers that sweep down from the rump."""
    count, spread, lean = int(rng.integers(2, 7)), rng.uniform(0.2, 1.5), rng.normal(0, 0.35)
    style, wide, shared = (
        str(rng.choice(["solid", "solid", "lines", "ribbed"])),
        rng.uniform(10, 26),
        rng.normal(0, 0.5),
    )
    for k in range(count):
        turn = pi / 2 + lean + spread * (k / max(1, count - 1) - 0.5)
        reach, bend = rng.uniform(0.8, 1.7), shared + rng.normal(0, 0.25)
        way = np.array([cos(turn), sin(turn)])
        across = np.array([-way[1], way[0]])
        root = np.array([rng.uniform(-0.12, 0.12), rng.uniform(-0.15, 0.05)])
        middle = root + way * reach * 0.55 + across * bend * 0.5
        line = pose.at(curve(tuple(root), tuple(middle), tuple(root + way * reach), steps=26))
        ink = inks[2 + k % 3]
        if style == "solid":
            sheet.stroke(line, ink, (wide * 0.4, wide, wide * 0.7, 3))
        elif style == "lines":
            for aside in (-wide * 0.4, 0.0, wide * 0.4):
                sheet.stroke(moved(line, aside, 0), ink, (thin * 0.6, thin * 0.9, thin * 0.5))
        else:
            sheet.stroke(line, ink, (wide * 0.6, wide + thin * 2, wide, 4))
            sheet.stroke(line, PAPER, (wide * 0.2, wide, wide * 0.5, 1))
            for spot, after in zip(line[3:-4:3], line[4:-3:3], strict=True):
                step = (after - spot)[::-1] * [-1, 1]
                step = step / (np.linalg.norm(step) + 1e-6) * wide * 0.45
                sheet.line(np.array([spot - step, after + (after - spot) * 0.8, spot + step]), ink, thin * 0.6)


def _fan(sheet: Sheet, rng: np.random.Generator, pose: Pose, inks: list[Ink], thin: float) -> None:
    """Draw a peacock's train: rows of eyes or scales."""
    long, half, lean = rng.uniform(1.0, 1.5), rng.uniform(0.45, 0.9), rng.uniform(-0.5, 0.5)
    rows, up = int(rng.integers(4, 7)), -1 if rng.random() < 0.5 else 1
    style = str(rng.choice(["eyes", "scales", "discs"]))
    for k in range(rows):
        along = long * (k + 0.6) / rows
        for aside in np.linspace(-1, 1, k + 2):
            x, y = pose.one(lean * along + aside * half * along / long, up * along * 0.9 - (0.3 if up < 0 else 0.0))
            r = pose.size * rng.uniform(0.075, 0.1)
            if style == "discs":
                sheet.disc(x, y, r * 0.8, inks[2 + k % 2])
            elif style == "eyes":
                sheet.ring(x, y, r, thin * 0.6, inks[2])
                sheet.disc(x, y, r * 0.4, inks[3])
            else:
                scale = circle(x, y, r * 1.2)
                sheet.line(scale[: len(scale) // 2 + 1], inks[2 + k % 2], thin * 0.7)


def _body(sheet: Sheet, rng: np.random.Generator, pose: Pose, ink: Ink, thin: float) -> None:
    wide = rng.uniform(0.24, 0.44)
    outline = pose.at(
        np.concatenate(
            [
                curve((0.0, -1.0), (wide * 2, -0.75), (wide * 0.8, -0.2), (0.0, 0.1)),
                curve((0.0, 0.1), (-wide * 0.8, -0.2), (-wide * 2 * rng.uniform(0.4, 1), -0.75), (0.0, -1.0)),
            ]
        )
    )
    filled = rng.random() < 0.35
    sheet.shape(outline, ink, thin, filled)
    inner = PAPER if filled else ink
    ribs, style = int(rng.integers(0, 7)), rng.random()
    for k in range(ribs):
        y, reach = -0.85 + 0.8 * (k + 0.5) / ribs, wide * (0.75 - 0.4 * abs(k / max(1, ribs - 1) - 0.4))
        if style < 0.5:
            sheet.line(pose.at(curve((-reach, y), (0.0, y + 0.14), (reach, y))), inner, thin * 0.6)
        elif style < 0.75:
            sheet.line(
                pose.at(curve((-reach * 0.8, y), (reach * 0.2, y + 0.1), (reach * 0.3, y + 0.3))), inner, thin * 0.7
            )
        else:
            for x in (-reach * 0.5, reach * 0.4):
                sheet.disc(*pose.one(x, y), thin * 0.8, inner)


def _quills(sheet: Sheet, rng: np.random.Generator, pose: Pose, side: int, ink: Ink, thin: float) -> None:
    """Draw a wing of quills that lie side by side."""
    count, drop, reach = int(rng.integers(3, 8)), rng.uniform(0.1, 1.1), rng.uniform(0.4, 0.85)
    bend, solid = rng.normal(0, 0.25), rng.random() < 0.3
    root = np.array([side * rng.uniform(0.02, 0.2), rng.uniform(-0.8, -0.5)])
    tips = []
    for k in range(count):
        turn = drop + rng.uniform(0.7, 1.1) * k / count
        tip = root + np.array([side * cos(turn), sin(turn)]) * reach * (1 - 0.07 * k)
        middle = (root + tip) / 2 + np.array([side * bend, -0.12])
        tips.append(tip)
        line = pose.at(curve((root[0], root[1] + 0.05 * k), tuple(middle), tuple(tip)))
        if solid:
            sheet.stroke(line, ink, (thin, thin * 2.6, 3))
            sheet.line(line, PAPER, 2)
        else:
            sheet.stroke(line, ink, (thin * 0.7, thin, thin * 0.5))
    if rng.random() < 0.5:
        sheet.line(pose.at(np.array([root, *tips])), ink, thin * 0.7)


def _face(sheet: Sheet, rng: np.random.Generator, pose: Pose, inks: list[Ink], thin: float) -> None:
    x, y = pose.one(0.0, -1.08)
    r, ink = pose.size * rng.uniform(0.17, 0.3), inks[5]
    toward = pose.way * (1 if rng.random() < 0.7 else -1)
    up, long = rng.uniform(-0.5, 0.5), rng.uniform(1.6, 2.6)
    beak = np.array(
        [[x + toward * r * 0.6, y - r * 0.5], [x + toward * r * long, y + r * up], [x + toward * r * 0.6, y + r * 0.5]]
    )
    sheet.shape(np.clip(beak, LOW, HIGH), pick(rng, inks), thin * 0.7, bool(rng.random() < 0.6))
    for k in range(int(rng.integers(0, 5))):
        turn = -pi / 2 - toward * (0.5 * k - 0.6 + rng.uniform(-0.2, 0.2))
        tip = np.array([x + r * 2.3 * cos(turn), y + r * 2.0 * sin(turn)])
        knee = (x + r * 1.5 * cos(turn + 0.5), y + r * 1.5 * sin(turn + 0.5))
        sheet.stroke(np.clip(curve((x, y), knee, tuple(tip)), LOW, HIGH), inks[3], (3, thin * 1.4, 3))
    filled = rng.random() < 0.4
    sheet.shape(np.clip(circle(x, y, r, rng.uniform(0.8, 1.1)), LOW, HIGH), ink, thin, filled)
    if rng.random() < 0.5:
        sheet.disc(x + toward * r * 0.2, y - r * 0.1, r * 0.45, PAPER if filled else pick(rng, inks))
        sheet.disc(x + toward * r * 0.2, y - r * 0.1, r * 0.3, PAPER)
    sheet.disc(x + toward * r * 0.2, y - r * 0.1, r * 0.2, ink)


def _perch(sheet: Sheet, rng: np.random.Generator, pose: Pose, ink: Ink, thin: float) -> None:
    """Draw a vine under the bird, its ends curled."""
    y, slope = rng.uniform(-0.35, 0.25), rng.normal(0, 0.25)
    ends = (-rng.uniform(0.5, 1.0), y + slope), (rng.uniform(0.5, 1.0), y - slope)
    sheet.stroke(pose.at(curve(ends[0], (0.0, y + rng.uniform(-0.2, 0.3)), ends[1])), ink, (thin, thin * 1.5, thin))
    for spot in ends:
        if rng.random() < 0.7:
            turns, size, spin = rng.uniform(0.8, 1.6), rng.uniform(0.1, 0.22), int(rng.choice([-1, 1]))
            t = np.linspace(0, 1, 24)
            angle = t * turns * 2 * pi * spin + rng.uniform(0, 2 * pi)
            coil = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (size * (1 - 0.75 * t))[:, None]
            sheet.line(pose.at(coil - coil[0] + np.array(spot)), ink, thin * 0.8)
        elif rng.random() < 0.5:
            sheet.polygon(np.clip(placed(leaf(40, 16), *pose.one(*spot), rng.uniform(0, 2 * pi)), LOW, HIGH), ink)


def draw_dragon(sheet: Sheet, rng: np.random.Generator, ink: Ink) -> None:
    """Draw a dragon that winds down the face: what some sets have for 發 and 中."""
    thin, wide = float(rng.uniform(4, 8)), rng.uniform(24, 40)
    swing, bends, begin = rng.uniform(34, 70), rng.uniform(0.8, 1.6), rng.uniform(0, 2 * pi)
    t = np.linspace(0, 1, 60)
    calm = 0.35 + 0.65 * np.sin(pi * np.clip(t * 1.1, 0, 1))
    spine = np.stack([150 + swing * calm * np.sin(begin + 2 * pi * bends * t), 96 + 262 * t], axis=1)
    if rng.random() < 0.35:
        curl = t[t > 0.75] - 0.75
        spine[t > 0.75] += np.stack([curl * rng.normal(0, 200), -curl * rng.uniform(0, 260)], axis=1)
    spine = np.clip(spine, LOW + 14, HIGH - 14)
    filled = bool(rng.random() < 0.5)
    step = np.gradient(spine, axis=0)
    across = np.stack([-step[:, 1], step[:, 0]], axis=1) / (np.linalg.norm(step, axis=1, keepdims=True) + 1e-6)
    half = np.interp(t, [0, 0.15, 0.6, 1], [0.5, 0.9, 0.75, 0.15])[:, None] * wide / 2
    if rng.random() < 0.7:
        side = int(rng.choice([-1, 1]))
        for k in range(3, 56, int(rng.integers(3, 6))):
            fin = spine[k] + side * across[k] * (half[k] + wide * rng.uniform(0.2, 0.5)) - step[k]
            sheet.stroke(np.stack([spine[k], np.clip(fin, LOW, HIGH)]), ink, (thin * 1.6, 2))
    for k in (int(56 * share) for share in rng.uniform(0.15, 0.85, int(rng.integers(2, 5)))):
        side = int(rng.choice([-1, 1]))
        knee = spine[k] + side * across[k] * (half[k] + rng.uniform(14, 30))
        foot = knee + np.array([rng.uniform(-16, 16), rng.uniform(-6, 34)])
        sheet.stroke(np.clip(np.stack([spine[k], knee, foot]), LOW, HIGH), ink, (thin * 2.2, thin * 1.6, thin))
        for turn in rng.uniform(-0.5, 0.3) + np.array([0.5, 1.3, 2.1]):
            claw = foot + np.array([rng.uniform(10, 20) * cos(turn), rng.uniform(10, 20) * sin(turn)])
            sheet.stroke(np.clip(np.stack([foot, claw]), LOW, HIGH), ink, (thin, 2))
    sheet.stroke(spine, ink, list(half[:, 0] * 2 + (0 if filled else thin)))
    if not filled:
        sheet.stroke(spine, PAPER, list(np.maximum(half[:, 0] * 2 - thin, 0.1)))
    inner = PAPER if filled else ink
    marks = str(rng.choice(["scales", "bars", "dots"]))
    for k in range(5, 52, 3 if marks != "bars" else 2):
        reach = half[k, 0] * 0.7
        if marks == "dots":
            sheet.disc(float(spine[k, 0]), float(spine[k, 1]), reach * 0.35, inner)
        elif marks == "bars":
            sheet.line(np.stack([spine[k] - across[k] * reach, spine[k] + across[k] * reach]), inner, thin * 0.5)
        else:
            bow = spine[k] + step[k] * 2.2
            ends = [tuple(spine[k] + side * across[k] * reach) for side in (-1, 1)]
            sheet.line(curve(ends[0], tuple(bow + step[k]), ends[1]), inner, thin * 0.55)
    _dragon_head(sheet, rng, spine[0], wide, ink, thin, filled)


def _dragon_head(
    sheet: Sheet, rng: np.random.Generator, at: Points, wide: float, ink: Ink, thin: float, filled: bool
) -> None:
    way, r = int(rng.choice([-1, 1])), wide * rng.uniform(0.75, 1.05)
    x, y = float(at[0]), float(at[1]) - r * 0.3
    for k in range(int(rng.integers(2, 4))):
        tip = (x - way * r * rng.uniform(0.5, 1.6), y - r * rng.uniform(1.0, 1.9))
        sheet.stroke(
            np.clip(curve((x, y), (x - way * r * 0.2, y - r * (1 + 0.3 * k)), tip), LOW, HIGH),
            ink,
            (thin, thin * 1.4, 2),
        )
    for low in (-0.15, 0.55):
        jaw = [(x, y - r * 0.45 + low * r), (x + way * r * 1.7, y + low * r - r * 0.1), (x, y + r * 0.3 + low * r)]
        sheet.shape(np.clip(np.array(jaw), LOW, HIGH), ink, thin * 0.8, filled)
    for low in (0.0, 0.5):
        end = (x + way * r * rng.uniform(1.6, 2.4), y + r * (low - rng.uniform(0.2, 1.0)))
        sheet.stroke(
            np.clip(curve((x + way * r, y), (x + way * r * 1.6, y + r * low), end), LOW, HIGH), ink, (thin * 0.8, 2)
        )
    sheet.shape(circle(x, y, r * 0.8, 0.85), ink, thin, filled)
    sheet.disc(x + way * r * 0.2, y - r * 0.15, r * 0.24, PAPER if filled else ink)
    sheet.disc(x + way * r * 0.2, y - r * 0.15, r * 0.12, ink if filled else PAPER)
