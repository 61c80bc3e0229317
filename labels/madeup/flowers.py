"""The eight flowers of a made-up set: number, character or word, and the picture behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from labels.madeup.garden import BLOOMS, Brush, bamboo, chrysanthemum, make_brush, orchid, plum, season
from labels.madeup.lettering import fitted, write
from labels.madeup.look import Look, pick
from labels.madeup.motifs import MOTIFS, draw_motif
from labels.madeup.sheet import PAPER, Ink, Sheet

SEASONS, PLANTS = "春夏秋冬", "梅蘭菊竹"
WORDS = (("SPR", "SUM", "AUT", "WIN"), ("PLUM", "ORC", "MUM", "BAM"))
NO_PICTURE = "none"
LONG_WORDS = (("SPRING", "SUMMER", "AUTUMN", "WINTER"), ("PLUM", "ORCHID", "MUM", "BAMBOO"))


@dataclass(frozen=True, slots=True)
class Family:
    """How a set draws its four seasons, or its four plants."""

    digits: str
    """`arabic`, `chinese` or none."""
    number_right: bool
    number_size: float
    number_ink: Ink
    name: str
    """`character`, `word` or none."""
    name_size: float
    name_ink: Ink
    low: bool
    """The character stands in a lower corner, not beside the number."""
    boxed: bool
    numbers: tuple[int, int, int, int]
    pictures: tuple[str, ...]
    """Four blossoms or motifs, or NO_PICTURE; without any the plant itself."""
    brush: Brush


@dataclass(frozen=True, slots=True)
class Flowers:
    """How a set draws its flowers."""

    families: tuple[Family, Family]
    words: tuple[tuple[str, ...], tuple[str, ...]]
    grow: float
    """How large its pictures are."""
    seed: int


def make_flowers(rng: np.random.Generator, look: Look) -> Flowers:
    """Choose how a set draws its flowers: unlike for seasons and plants, so that no face can be taken for another."""
    brush = make_brush(rng, look.inks)
    named = rng.random() < 0.72
    right = bool(rng.random() < 0.3)
    same_side = rng.random() < 0.25
    motifs = rng.random() < 0.2
    families = []
    for plants in (False, True):
        strange = motifs and (not plants or rng.random() < 0.5)
        name = ("word" if rng.random() < 0.12 else "character") if named or strange else ""
        digits = "arabic" if name or plants else "chinese"
        if name and rng.random() < (0.2 if plants else 0.15):
            digits = str(rng.choice(["chinese", ""]))
        families.append(
            _family(rng, look, brush, plants, strange, name, digits, right if same_side or not plants else not right)
        )
    words = WORDS if rng.random() < 0.6 else LONG_WORDS
    return Flowers((families[0], families[1]), words, float(rng.uniform(0.92, 1.16)), int(rng.integers(2**31)))


def _family(
    rng: np.random.Generator, look: Look, brush: Brush, plants: bool, strange: bool, name: str, digits: str, right: bool
) -> Family:
    inks = look.inks
    first, second = (inks.dark, inks.red) if rng.random() < 0.6 else (inks.red, inks.dark)
    if rng.random() < 0.35:
        first = second = pick(rng, (inks.red, inks.blue, inks.dark, inks.green))
    unlike = plants and name and rng.random() < 0.25
    blooms = [BLOOMS[int(k)] for k in rng.permutation(7)[:4]]
    scenes = [MOTIFS[int(k)] for k in rng.permutation(len(MOTIFS))[:4]]
    return Family(
        digits=digits,
        number_right=right if name else plants is False,
        number_size=float(rng.uniform(48, 82)),
        number_ink=first if name else (inks.blue if plants else inks.red),
        name=name,
        name_size=float(rng.uniform(74, 124)),
        name_ink=second,
        low=bool(rng.random() < 0.12),
        boxed=bool(rng.random() < 0.08),
        numbers=(1, 2, 4, 3) if unlike else (1, 2, 3, 4),
        pictures=tuple(scenes if strange else () if plants else blooms if rng.random() < 0.8 else blooms[:1] * 4),
        brush=brush,
    )


def rarer(rng: np.random.Generator, how: Flowers) -> Flowers:
    """Have some sets bear no picture but a large character, or Arabic numbers on seasons that bear no name."""
    families = list(how.families)
    if rng.random() < 0.1:
        for k in (0, 1) if rng.random() < 0.7 else (int(rng.integers(2)),):
            size = float(rng.uniform(160, 240))
            families[k] = replace(families[k], name="character", name_size=size, low=True, pictures=(NO_PICTURE,) * 4)
    elif not how.families[0].name and how.families[0].digits == "chinese" and rng.random() < 0.3:
        families[0] = replace(families[0], digits="arabic")
    return replace(how, families=(families[0], families[1]))


def draw_flower(sheet: Sheet, look: Look, how: Flowers, n: int) -> None:
    """Draw 1f to 8f."""
    plants, k = divmod(n - 1, 4)
    family = how.families[plants]
    rng = np.random.default_rng(how.seed + n)
    zoom = sheet.zoom
    grow = how.grow if family.name else how.grow * 1.08
    sheet.zoom = (zoom[0] * grow, zoom[1] * grow)
    sheet.shift = (0.0, 384 - 200 - 176 * sheet.zoom[1])
    _picture(sheet, rng, look, family, bool(plants), k)
    sheet.zoom, sheet.shift = (1.0, 1.0), (0.0, 0.0)
    high = family.number_size
    x = 252.0 if family.number_right else 48.0
    if family.digits:
        digit = family.numbers[k]
        if family.digits == "arabic":
            fitted(sheet, look.marks, str(digit), x, 26 + high / 2, high, family.number_ink)
        else:
            write(
                sheet,
                look.hand,
                "一二三四"[digit - 1],
                x - 12 * (x > 150) + 12 * (x < 150),
                30 + high / 2,
                high * 1.15,
                high * 1.15,
                family.number_ink,
            )
    if family.name:
        _name(sheet, look, how, family, bool(plants), k)


def _picture(sheet: Sheet, rng: np.random.Generator, look: Look, family: Family, plants: bool, k: int) -> None:
    brush = family.brush
    if family.pictures:
        kind = family.pictures[k]
        if kind == NO_PICTURE:
            return
        if kind in MOTIFS:
            draw_motif(sheet, rng, brush, look.inks, kind)
        else:
            season(sheet, rng, brush, kind)
    elif plants and k == 3:
        bamboo(sheet, rng, brush, brush.stem if rng.random() < 0.5 else look.inks.blue)
    else:
        (plum, orchid, chrysanthemum)[k](sheet, rng, brush)


def _name(sheet: Sheet, look: Look, how: Flowers, family: Family, plants: bool, k: int) -> None:
    left, size = family.number_right, family.name_size
    if family.name == "word":
        x = 110.0 if left else 190.0
        fitted(sheet, look.marks, how.words[plants][k], x, 54, 42, family.name_ink, wide=150)
        return
    text = (PLANTS if plants else SEASONS)[k]
    x = 22 + size / 2 if left else 278 - size / 2
    y = 384 - size / 2 if family.low else 22 + size / 2
    if family.low:
        halo = cv2.dilate(np.pad(look.hand.mask(text), 9), np.ones((15, 15), np.uint8))
        sheet.stamp(np.asarray(halo, np.uint8), x, y, size, size, PAPER)
    if family.boxed:
        half = size * 0.56
        box = np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
        sheet.shape(box, family.name_ink, 5, False)
        size *= 0.88
    write(sheet, look.hand, look.forms.get(text, text), x, y, size, size * 1.06, family.name_ink)
