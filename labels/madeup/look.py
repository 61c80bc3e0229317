"""What one made-up set looks like: every choice that its faces share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TypeVar

import numpy as np

from labels.madeup.sheet import Finish, Ink
from labels.madeup.typefaces import BRUSHED, Hand, is_chinese

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Inks:
    """A set's colours; `dark` is that of its numerals and winds, black or blue for the most part."""

    red: Ink
    green: Ink
    blue: Ink
    dark: Ink


@dataclass(frozen=True, slots=True)
class Look:
    """A set's colours, lettering, finish, proportions and forms of the characters."""

    inks: Inks
    hand: Hand
    """Its characters."""
    marks: Hand
    """Its Arabic numbers and letters."""
    finish: Finish
    zoom: tuple[float, float]
    index: str
    """Corner of its index marks: `left`, `right` or none."""
    index_ink: Ink
    index_size: float
    forms: dict[str, str]
    """Forms of characters that differ between sets, by the traditional one."""


def pick(rng: np.random.Generator, options: Sequence[T]) -> T:
    """Choose one of them, each as likely."""
    return options[int(rng.integers(len(options)))]


def make_look(rng: np.random.Generator, fonts: Sequence[Path]) -> Look:
    """Choose a set's look; `fonts` may be empty."""
    inks = _inks(rng)
    chinese = [font for font in fonts if is_chinese(font)]
    latin = [font for font in fonts if not is_chinese(font)]
    brushed = [font for font in chinese if any(name in font.name.lower() for name in BRUSHED)]
    ordered: list[Path] = []
    if chinese:
        first = pick(rng, brushed if brushed and rng.random() < 0.6 else chinese)
        ordered = [first, *(chinese[k] for k in rng.permutation(len(chinese)))]
    bold = any(name in (ordered[0].name if ordered else "") for name in ("Bold", "heib", "yen", "hei"))
    heavy = float(rng.uniform(-0.03, 0.03) if bold or not ordered else rng.uniform(0.015, 0.085))
    hand = Hand(rng, ordered, heavy, float(rng.normal(0, 0.06)), float(rng.choice([0.0, 0.02, 0.04, 0.06])))
    digits = [pick(rng, latin)] if latin else []
    if ordered and rng.random() < 0.2:
        digits.insert(0, ordered[0])
    marks = Hand(rng, digits, float(rng.uniform(-0.02, 0.05)), float(rng.choice([0, 0, 0.15])), 0.0)
    narrow, size = rng.uniform(0.9, 1.08), rng.uniform(0.9, 1.1)
    return Look(
        inks=inks,
        hand=hand,
        marks=marks,
        finish=_finish(rng),
        zoom=(float(size * narrow), float(size)),
        index=str(rng.choice(["", "left", "right"], p=[0.66, 0.2, 0.14])),
        index_ink=pick(rng, (inks.red, inks.red, inks.dark, inks.blue, inks.green)),
        index_size=float(rng.uniform(38, 60)),
        forms=_forms(rng),
    )


def _inks(rng: np.random.Generator) -> Inks:
    """Choose colours: the usual three or four, two of them, a single one, or faint ones."""

    def near(ink: tuple[int, int, int], spread: float = 18) -> Ink:
        r, g, b = (int(np.clip(c + rng.normal(0, spread), 0, 235)) for c in ink)
        return r, g, b

    red = near(pick(rng, ((200, 30, 30), (226, 44, 34), (150, 24, 36), (240, 70, 50), (205, 20, 70))))
    green = near(pick(rng, ((20, 90, 50), (10, 70, 40), (20, 140, 70), (0, 120, 110), (40, 60, 40))))
    blue = near(pick(rng, ((30, 50, 140), (30, 80, 190), (25, 30, 90), (60, 130, 190))))
    black = near((26, 26, 30), 10)
    kind = rng.random()
    if kind < 0.05:
        red = green = blue = black = near(pick(rng, (black, blue, green, red)))
    elif kind < 0.4:
        blue = black
    elif kind < 0.52:
        blue = green
    elif kind < 0.58:
        green = black
    dark = pick(rng, (black, black, black, blue, blue, green))
    return Inks(red, green, blue, dark)


def _finish(rng: np.random.Generator) -> Finish:
    return Finish(
        rough=float(rng.choice([0.0, 1.0, 1.8, 2.8])),
        bevel=float(rng.choice([0, 0, 8, 18, 30])),
        angle=float(rng.uniform(0, 2 * pi)),
        fade=float(rng.choice([0, 0, 0, 0, 0.1, 0.2, 0.35])),
        patchy=float(rng.choice([0, 0, 0.1, 0.3])),
        grain=float(rng.uniform(0, 3)),
        soft=float(rng.choice([0.0, 0.0, 0.6, 0.9])),
    )


def _forms(rng: np.random.Generator) -> dict[str, str]:
    simple = rng.random() < 0.12
    return {
        "萬": "万" if simple or rng.random() < 0.06 else "萬",
        "東": "东" if simple and rng.random() < 0.7 else "東",
        "發": "发" if simple else "發",
        "五": "五" if rng.random() < 0.3 else "伍",
        "蘭": "兰" if rng.random() < 0.55 else "蘭",
    }
