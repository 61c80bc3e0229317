"""The faces that are characters: 萬, winds and dragons, and the index marks in a corner."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labels.madeup.engraved import draw_dragon
from labels.madeup.look import Look, pick
from labels.madeup.sheet import PAPER, Ink, Sheet, moved
from labels.madeup.typefaces import EM, Hand

PICTURED, BOTH_PICTURED = 0.09, 0.03
"""Shares of the sets that have a dragon for 發, and for 中 too."""
LETTERS = {"1z": "E", "2z": "S", "3z": "W", "4z": "N"}


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a set writes: sizes and colours of its characters, its white dragon's frame."""

    numeral: tuple[float, float, float]
    """Middle's height on the face, width and height of the square."""
    wan: tuple[float, float, float]
    honour: tuple[float, float]
    middle: tuple[float, float]
    """中, often larger than the rest."""
    numeral_ink: Ink
    wan_ink: Ink
    wind_ink: Ink
    fortune_ink: Ink
    centre_ink: Ink
    white: str
    white_ink: Ink
    inner_ink: Ink
    letters: dict[str, str]
    pictured: tuple[int, ...]
    """Dragons that are drawn as dragons: 6, 7 or none."""


def make_lettering(rng: np.random.Generator, look: Look) -> Lettering:
    """Choose how a set writes."""
    inks = look.inks
    size = rng.uniform(0.95, 1.2)
    letters = pick(rng, (("P", "F", "C"), ("B", "F", "C"), ("B", "G", "R"), ("P", "F", "C")))
    chance = rng.random()
    both = chance < BOTH_PICTURED and inks.red != inks.green
    return Lettering(
        numeral=(rng.uniform(88, 112), rng.uniform(130, 180) * size, rng.uniform(108, 140) * size),
        wan=(rng.uniform(266, 286), rng.uniform(150, 186) * size, rng.uniform(158, 200) * size),
        honour=(rng.uniform(190, 245), rng.uniform(230, 310)),
        middle=(rng.uniform(170, 220), rng.uniform(230, 330)),
        numeral_ink=inks.dark if rng.random() < 0.9 else inks.red,
        wan_ink=inks.red if rng.random() < 0.92 else inks.dark,
        wind_ink=inks.dark if rng.random() < 0.85 else inks.blue,
        fortune_ink=inks.green if rng.random() < 0.93 else inks.dark,
        centre_ink=inks.red,
        white=str(rng.choice(["plain", "double", "cut", "ornate", "thick", "dashed", "blank", "letter", "character"])),
        white_ink=pick(rng, (inks.blue, inks.blue, inks.dark, inks.green)),
        inner_ink=pick(rng, (inks.blue, inks.red, inks.dark)),
        letters={**LETTERS, **dict(zip(("5z", "6z", "7z"), letters, strict=True))},
        pictured=(6, 7) if both else (6,) if chance < PICTURED else (),
    )


def write(sheet: Sheet, hand: Hand, text: str, x: float, y: float, wide: float, high: float, ink: Ink) -> None:
    """Write a character into a square that wide and high, its ink in the square's middle."""
    mask = hand.mask(text)
    width, height = mask.shape[1] * wide / EM, mask.shape[0] * high / EM
    fit = min(1.0, wide * 1.02 / width, high * 1.02 / height)
    sheet.stamp(mask, x, y, width * fit, height * fit, ink)


def fitted(sheet: Sheet, hand: Hand, text: str, x: float, y: float, high: float, ink: Ink, wide: float = 1e9) -> None:
    """Write a mark exactly that high (less where it would grow wider than `wide`)."""
    mask = hand.mask(text)
    height = min(high, wide * mask.shape[0] / mask.shape[1])
    width = float(mask.shape[1] * height / mask.shape[0])
    sheet.stamp(mask, x, y, width, height, ink)


def draw_character(sheet: Sheet, look: Look, how: Lettering, n: int) -> None:
    """Draw 1m to 9m."""
    numeral = "一二三四五六七八九"[n - 1]
    y, wide, high = how.numeral
    write(sheet, look.hand, look.forms.get(numeral, numeral), 150, y, wide, high, how.numeral_ink)
    y, wide, high = how.wan
    write(sheet, look.hand, look.forms["萬"], 150, y, wide, high, how.wan_ink)


def draw_honour(sheet: Sheet, rng: np.random.Generator, look: Look, how: Lettering, n: int) -> None:
    """Draw 1z to 7z."""
    if n in how.pictured:
        draw_dragon(sheet, rng, look.inks.green if n == 6 else look.inks.red)
        return
    if n == 5:
        _white(sheet, look, how)
        return
    text = "東南西北白發中"[n - 1]
    ink = {6: how.fortune_ink, 7: how.centre_ink}.get(n, how.wind_ink)
    wide, high = how.middle if n == 7 else how.honour
    write(sheet, look.hand, look.forms.get(text, text), 150, 204, wide, high, ink)


def _white(sheet: Sheet, look: Look, how: Lettering) -> None:
    kind, ink = how.white, how.white_ink
    if kind == "blank":
        return
    if kind == "character":
        write(sheet, look.hand, "白", 150, 204, *how.honour, how.inner_ink)
        return
    _frame(sheet, 0, 14 if kind in ("thick", "plain") else 8, ink, cut=kind == "cut")
    if kind in ("double", "thick", "cut", "ornate", "letter"):
        _frame(
            sheet, 26 if kind != "thick" else 20, 5, how.inner_ink if kind != "ornate" else ink, cut=kind != "double"
        )
    if kind in ("ornate", "dashed"):
        for x in np.arange(64, 240, 24.0):
            for y in (66.0, 334.0):
                sheet.line(np.array([[x, y - 9], [x + 12, y - 9], [x + 12, y + 9]]), ink, 5)
        for y in np.arange(84, 318, 24.0):
            for x in (64.0, 236.0):
                sheet.line(np.array([[x - 9, y], [x - 9, y + 12], [x + 9, y + 12]]), ink, 5)
    if kind == "letter":
        fitted(sheet, look.marks, how.letters["5z"], 150, 200, 74, how.inner_ink)


def _frame(sheet: Sheet, inside: float, width: float, ink: Ink, *, cut: bool) -> None:
    left, top, right, bottom, c = 48.0 + inside, 50.0 + inside, 252.0 - inside, 350.0 - inside, 22.0 if cut else 5.0
    corners = [
        (left + c, top), (right - c, top), (right, top + c), (right, bottom - c),
        (right - c, bottom), (left + c, bottom), (left, bottom - c), (left, top + c),
    ]  # fmt: skip
    sheet.line(np.array(corners), ink, width, closed=True)


def draw_index(sheet: Sheet, look: Look, mark: str) -> None:
    """Put an index mark into the corner, on bare tile."""
    sheet.zoom, sheet.shift = (1.0, 1.0), (0.0, 0.0)
    high = look.index_size
    x = 34.0 if look.index == "left" else 266.0
    y = 22 + high / 2
    mask = look.marks.mask(mark)
    wide = mask.shape[1] * high / mask.shape[0]
    box = np.array([[x - wide / 2 - 5, y - high / 2 - 5], [x + wide / 2 + 5, y - high / 2 - 5]])
    sheet.polygon(np.concatenate([box, moved(box[::-1], 0, high + 10)]), PAPER)
    fitted(sheet, look.marks, mark, x, y, high, look.index_ink)
