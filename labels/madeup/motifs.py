"""What is drawn on the flowers of rarer sets in place of a plant: people, a pagoda, a boat, hills, a fish, a pot."""

from __future__ import annotations

from math import pi

import numpy as np

from labels.madeup.garden import BLOOMS, Brush, blossom, leaves
from labels.madeup.look import Inks, pick
from labels.madeup.sheet import PAPER, Ink, Sheet, circle, curve, leaf, moved, placed

MOTIFS = ("person", "pagoda", "boat", "hills", "fish", "pot", "bowl", "butterfly", "bird", "pine")


def draw_motif(sheet: Sheet, rng: np.random.Generator, brush: Brush, inks: Inks, kind: str) -> None:
    """Draw one of MOTIFS into the lower three quarters of the face."""
    ink, other = pick(rng, (inks.green, inks.blue, inks.dark, inks.red)), pick(rng, (inks.red, inks.green, inks.blue))
    if kind == "person":
        _person(sheet, rng, brush, ink, other)
    elif kind == "pagoda":
        for k in range(4):
            y, half = 352 - k * 52.0, 74 - k * 14.0
            sheet.shape(
                np.array(
                    [
                        [150 - half * 0.6, y],
                        [150 + half * 0.6, y],
                        [150 + half * 0.6, y - 34],
                        [150 - half * 0.6, y - 34],
                    ]
                ),
                other,
                5,
                False,
            )
            roof = np.concatenate(
                [
                    curve((150 - half, y - 30), (150, y - 44), (150 + half, y - 30)),
                    [[150 + half * 0.5, y - 56], [150 - half * 0.5, y - 56]],
                ]
            )
            sheet.polygon(roof, ink)
        sheet.stroke(curve((150, 150), (150, 122)), ink, (8, 3))
    elif kind == "boat":
        hull = np.concatenate([curve((60, 300), (150, 350), (250, 296)), curve((250, 296), (150, 318), (60, 300))])
        sheet.polygon(hull, ink)
        sheet.line(np.array([[150, 306], [150, 150]]), ink, brush.thin)
        sheet.shape(
            np.concatenate([curve((156, 160), (230, 220), (214, 286)), [[156, 286]]]), other, brush.thin, brush.filled
        )
        _waves(sheet, inks.blue, brush.thin, 356)
    elif kind in ("hills", "pine"):
        sheet.disc(222, 178, 24, inks.red)
        for x, top, half in ((96, 210, 62), (178, 180, 76)) if kind == "hills" else ():
            sheet.shape(
                np.array([[x - half, 340], [x - 12, top + 14], [x, top], [x + 14, top + 24], [x + half, 340]]),
                ink,
                brush.thin,
                brush.filled,
            )
        if kind == "pine":
            sheet.stroke(curve((110, 370), (170, 300), (120, 240), (150, 170)), other, (16, 12, 6))
            for x, y in ((150, 172), (96, 232), (180, 262), (110, 306)):
                for a in np.linspace(0, pi, 8):
                    sheet.line(placed(np.array([[0, 0], [46.0, 0]]), x, y, float(a)), inks.green, brush.thin * 0.7)
        _waves(sheet, inks.blue, brush.thin, 362)
    elif kind == "fish":
        turn = rng.uniform(-0.5, 0.5)
        sheet.shape(placed(leaf(170, 90), 70, 262, turn), ink, brush.thin, brush.filled)
        tip = placed(np.array([[165.0, 0.0]]), 70, 262, turn)[0]
        for side in (-0.6, 0.6):
            sheet.polygon(placed(leaf(60, 28), float(tip[0]), float(tip[1]), turn + side), other)
        eye = placed(np.array([[34.0, -6.0]]), 70, 262, turn)[0]
        sheet.disc(float(eye[0]), float(eye[1]), 8, PAPER if brush.filled else ink)
        _waves(sheet, inks.blue, brush.thin, 350)
    elif kind in ("pot", "bowl"):
        _pot(sheet, rng, brush, ink, wide=kind == "bowl")
    elif kind == "butterfly":
        for side in (-1, 1):
            for turn, long in ((0.7, 110), (-0.5, 80)):
                sheet.shape(
                    placed(leaf(long, long * 0.7), 150, 260, pi / 2 - side * (pi / 2 - turn)),
                    other,
                    brush.thin,
                    brush.filled,
                )
            sheet.stroke(curve((150, 220), (150 + side * 10, 190), (150 + side * 34, 176)), ink, (5, 3))
        sheet.stroke(curve((150, 214), (150, 320)), ink, (12, 14, 5))
    else:
        _bird(sheet, rng, brush, ink, other)


def _person(sheet: Sheet, rng: np.random.Generator, brush: Brush, ink: Ink, other: Ink) -> None:
    x = 150 + rng.uniform(-16, 16)
    robe = np.concatenate(
        [curve((x - 16, 208), (x - 60, 280), (x - 56, 368)), curve((x + 56, 368), (x + 50, 280), (x + 16, 208))]
    )
    sheet.shape(robe, ink, brush.thin, brush.filled)
    for side in (-1, 1):
        arm = curve((x + side * 14, 222), (x + side * 60, 240), (x + side * rng.uniform(40, 76), rng.uniform(250, 296)))
        sheet.stroke(arm, other, (16, 18, 22))
    sheet.line(np.array([[x, 214], [x, 362]]), PAPER if brush.filled else ink, brush.thin * 0.7)
    sheet.line(np.array([[x - 46, 300], [x + 46, 300]]), other, brush.thin)
    sheet.shape(circle(x, 184, 24), ink, brush.thin, False)
    for side in (-8, 8):
        sheet.disc(x + side, 182, 3, ink)
    hat = rng.random()
    if hat < 0.4:
        sheet.polygon(np.array([[x - 42, 172], [x, 134], [x + 42, 172]]), other)
    elif hat < 0.8:
        sheet.polygon(
            np.concatenate(
                [curve((x - 26, 176), (x - 24, 148), (x, 148)), curve((x, 148), (x + 24, 148), (x + 26, 176))]
            ),
            other,
        )
    if rng.random() < 0.5:
        sheet.line(np.array([[x + 74, 150], [x + 66, 368]]), other, brush.thin)


def _pot(sheet: Sheet, rng: np.random.Generator, brush: Brush, ink: Ink, *, wide: bool) -> None:
    half, rim = (84, 306) if wide else (54, 296)
    for k in range(5):
        turn = 0.5 + 0.53 * k
        leaves(sheet, rng, brush, (150, rim), (turn,), rng.uniform(80, 130))
    kind = pick(rng, BLOOMS)
    for x in rng.permutation([100.0, 150.0, 200.0])[: int(rng.integers(1, 4))]:
        y = rng.uniform(200, 256)
        sheet.line(curve((150, rim), (float(x), float(y))), brush.stem, brush.thin * 0.7)
        blossom(sheet, brush, kind, float(x), float(y), rng.uniform(26, 40), rng.uniform(0, 2))
    wall = curve((150 - half * 0.9, rim + 30), (150 - half * 0.6, 366), (150, 366))
    bowl = np.concatenate([[[150 - half, rim]], wall, moved(wall[::-1] * [-1, 1], 300, 0), [[150 + half, rim]]])
    sheet.shape(bowl, ink, brush.thin, brush.filled)
    sheet.line(np.array([[150 - half - 8, rim], [150 + half + 8, rim]]), ink, brush.thin * 1.6)
    sheet.line(
        np.array([[150 - half * 0.7, rim + 28], [150 + half * 0.7, rim + 28]]),
        PAPER if brush.filled else ink,
        brush.thin * 0.7,
    )


def _bird(sheet: Sheet, rng: np.random.Generator, brush: Brush, ink: Ink, other: Ink) -> None:
    sheet.stroke(curve((50, 340), (150, 320 + rng.uniform(-20, 20)), (256, 350)), brush.stem, (12, 9, 5))
    leaves(sheet, rng, brush, (70, 340), (0.8, 2.2), 44)
    leaves(sheet, rng, brush, (226, 340), (0.6, 1.8), 44)
    sheet.shape(placed(leaf(150, 74), 96, 236, -0.5), ink, brush.thin, brush.filled)
    sheet.shape(placed(leaf(90, 36), 130, 256, -0.8), other, brush.thin, brush.filled)
    sheet.shape(circle(104, 224, 26), ink, brush.thin, brush.filled)
    sheet.polygon(np.array([[82, 216], [52, 226], [82, 234]]), other)
    sheet.disc(98, 220, 6, PAPER if brush.filled else ink)
    blossom(sheet, brush, pick(rng, BLOOMS), 222, 250, 30, 0)


def _waves(sheet: Sheet, ink: Ink, thin: float, y: float) -> None:
    x = np.linspace(56, 250, 40)
    sheet.line(np.stack([x, y + 7 * np.sin(x / 11)], axis=1), ink, thin * 0.9)
