"""Make the things that lie about on a table, some of them easily taken for tiles: keyboards, dominoes, dice, cards."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from labels.clutter import Box, Cup, Limb, Prop
from labels.facebank import Image
from labels.ground import hsv
from labels.polygon import Colour, dim
from labels.pose import about_z

FONT = cv2.FONT_HERSHEY_SIMPLEX
SPOTS: tuple[tuple[int, ...], ...] = (
    (),
    (4,),
    (0, 8),
    (0, 4, 8),
    (0, 2, 6, 8),
    (0, 2, 4, 6, 8),
    (0, 2, 3, 5, 6, 8),
)
"""The squares of a 3 by 3 field that a die or domino of each number has a spot in."""


def random_things(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    """Make something to leave at a place; unit is a tile's height in millimetres."""
    makers, chances = zip(*THINGS, strict=True)
    maker: Callable[[np.random.Generator, float, float, float], list[Prop]] = makers[
        int(rng.choice(len(makers), p=chances))
    ]
    return maker(rng, x, y, unit)


def _phone(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    screen = np.full((160, 80, 3), hsv(rng.random(), 0.5, rng.uniform(0.05, 0.4)), np.uint8)
    cv2.rectangle(screen, (4, 8), (75, 151), _colour(rng), -1)
    for line in range(int(rng.integers(0, 8))):
        _write(rng, screen, (8, 24 + line * 16), 0.4)
    return [Box((x, y, 0), (70, 145, 8), _turn(rng), (30, 30, 32), screen)]


def _paper(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    wide, high = (63, 88) if rng.random() < 0.4 else (int(rng.integers(60, 230)), int(rng.integers(60, 230)))
    sheet = np.full((high, wide, 3), rng.integers(215, 256), np.uint8)
    for line in range(int(rng.integers(0, 10))):
        _write(rng, sheet, (6, 14 + 14 * line), 0.4)
    if rng.random() < 0.4:
        cv2.circle(sheet, (wide // 2, high // 2), int(rng.integers(6, 20)), _colour(rng), -1, cv2.LINE_AA)
    return [Box((x, y, 0), (wide, high, 0.6), _turn(rng), (240, 240, 236), sheet)]


def _dice(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    side = unit * rng.uniform(0.3, 0.55)
    return [
        Box((x + k * side * 1.6, y, 0), (side, side, side), _turn(rng), (245, 245, 240), _spots(rng, 1))
        for k in range(int(rng.integers(1, 4)))
    ]


def _dominoes(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    angle, black = _turn(rng), rng.random() < 0.4
    colour: Colour = (30, 30, 32) if black else (240, 238, 228)
    along = about_z(angle) @ [unit * 0.78, 0, 0]
    return [
        Box(
            (x + float(along[0]) * k, y + float(along[1]) * k, 0),
            (unit * 0.7, unit * 1.4, unit * 0.25),
            angle,
            colour,
            255 - _spots(rng, 2) if black else _spots(rng, 2),
        )
        for k in range(int(rng.integers(1, 8)))
    ]


def _spots(rng: np.random.Generator, squares: int) -> Image:
    """Draw one die face, or two with a line between them."""
    face = np.full((48 * squares, 48, 3), 240, np.uint8)
    for square in range(squares):
        number = int(rng.integers(1 if squares == 1 else 0, 7))
        colour = (200, 20, 20) if squares == 1 and number in (1, 4) else (20, 20, 40)
        for spot in SPOTS[number]:
            middle = (11 + 13 * (spot % 3), 11 + 13 * (spot // 3) + 48 * square)
            cv2.circle(face, middle, 5, colour, -1, cv2.LINE_AA)
    if squares == 2:
        cv2.line(face, (4, 48), (43, 48), (20, 20, 40), 2)
    return face


def _keyboard(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    """Draw light or dark keys in shifted rows."""
    lines, key = int(rng.integers(4, 7)), 30
    board = np.full((lines * key + 8, 15 * key + 8, 3), rng.uniform(10, 200), np.uint8)
    cap = (
        _colour(rng)
        if rng.random() < 0.3
        else dim((255, 253, 245), rng.choice([rng.uniform(0.05, 0.3), rng.uniform(0.75, 1)]))
    )
    ink = (20, 20, 20) if sum(cap) > 380 else (235, 235, 235)
    for line in range(lines):
        left = 4
        while left < 15 * key:
            wide = int(key * rng.choice([1, 1.5, 2, 5], p=[0.88, 0.07, 0.04, 0.01]))
            right = min(left + wide, 15 * key + 4) - 3
            cv2.rectangle(board, (left, 5 + line * key), (right, 2 + (line + 1) * key), cap, -1)
            letter = chr(int(rng.integers(48, 91)))
            cv2.putText(board, letter, (left + 6, 21 + line * key), FONT, 0.45, ink, 1, cv2.LINE_AA)
            left += wide
    size = unit * 0.52
    return [Box((x, y, 0), (size * 15.3, size * (lines + 0.3), unit * 0.4), _turn(rng), dim(cap, 0.6), board)]


def _cup(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    colour = _colour(rng)
    if rng.random() < 0.5:
        return [Cup((x, y, 0), rng.uniform(28, 42), rng.uniform(50, 120), colour, _colour(rng))]
    return [
        Cup((x + k * 30, y + rng.uniform(-20, 20), 0), rng.uniform(10, 20), rng.uniform(2, 6), colour, dim(colour, 0.9))
        for k in range(int(rng.integers(1, 5)))
    ]


def _block(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    size = (rng.uniform(15, 180), rng.uniform(10, 90), rng.uniform(1, 50))
    return [Box((x, y, 0), size, _turn(rng), _colour(rng))]


def _arm(rng: np.random.Generator, x: float, y: float, unit: float) -> list[Prop]:
    """Reach over the table from somewhere: forearm, back of the hand, five fingers."""
    turn = about_z(_turn(rng) * 2)
    skin = dim((236, 188, 150), rng.uniform(0.35, 1.05))
    sleeve = rng.random() < 0.5
    reach, rise = rng.uniform(25, 55), rng.uniform(12, 35)
    bones = [
        [-260, rng.normal(0, 30), 60, -45, 0, rise, 26],
        [-45, -14, rise, 5, -14, rise, 16],
        [-45, 14, rise, 5, 14, rise, 16],
    ]
    bones.append([-35, 22, rise, rng.uniform(0, 15), 45, 8, 8.5])
    bones += [[5, side, rise, 8 + reach, side * rng.uniform(0.7, 1.5), 8, 8] for side in (-24, -8, 8, 24)]
    local = np.array(bones)
    for end in (slice(0, 3), slice(3, 6)):
        local[:, end] = local[:, end] @ turn.T + [x, y, 0]
    limbs: list[Prop] = [Limb(local, skin)]
    if sleeve:
        limbs.append(Limb(np.tile(np.add(local[:1], [0, 0, 6, 0, 0, 6, 8]), (4, 1)), _colour(rng)))
    return limbs


THINGS: tuple[tuple[Callable[[np.random.Generator, float, float, float], list[Prop]], float], ...] = (
    (_phone, 0.12),
    (_paper, 0.16),
    (_dice, 0.14),
    (_dominoes, 0.08),
    (_keyboard, 0.08),
    (_cup, 0.16),
    (_block, 0.12),
    (_arm, 0.14),
)


def _turn(rng: np.random.Generator) -> float:
    return rng.uniform(0, math.pi)


def _colour(rng: np.random.Generator) -> Colour:
    saturation = rng.choice([rng.uniform(0, 0.2), rng.random()])
    red, green, blue = (float(c) for c in hsv(rng.random(), saturation, rng.uniform(0.05, 1)))
    return red, green, blue


def _write(rng: np.random.Generator, image: Image, place: tuple[int, int], size: float) -> None:
    word = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(2, 9))))
    cv2.putText(image, word, place, FONT, size, _colour(rng), 1, cv2.LINE_AA)
