"""Characters from whatever fonts a machine has, as masks; the project's own strokes where it has none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from labels.brush import Box, outline
from labels.facebank import BODY, Image
from labels.glyphs import GLYPHS
from labels.pictures import path
from labels.raster import rasterise

EM = 160
"""Pixels of a character's square."""
FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
KNOWN: tuple[str, ...] = (
    "ukai",
    "uming",
    "gkai00mp",
    "gbsn00lp",
    "bkai00mp",
    "bsmi00lp",
    "cwkai",
    "cwming",
    "cwheib",
    "cwyen",
    "cwfs",
)
KNOWN += ("MoEStandard", "moe-standard", "wqy-zenhei", "wqy-microhei", "SansCJK", "SerifCJK", "edukai", "edusong")
LATIN = ("LiberationSans-Bold", "LiberationSerif-Bold", "LiberationSans-Regular", "DejaVuSans-Bold", "DejaVuSerif")
MOST_INK = 0.5
"""Share of a character's square above which thicker strokes would run together."""
BRUSHED = ("kai", "fs", "edu")
"""Fonts of brush-like characters, which most sets have."""
STAND_INS = {"东": "東", "发": "發", "万": "萬", "伍": "五", "兰": "蘭", "白": "P"}


def find_fonts() -> list[Path]:
    """Give the installed font files that made-up designs can use: Chinese ones and plain Latin ones."""
    files = sorted(
        file for folder in FOLDERS for file in folder.rglob("*") if file.suffix.lower() in (".ttf", ".ttc", ".otf")
    )
    return [file for file in files if any(name in file.name for name in KNOWN) or file.stem in LATIN]


@lru_cache(maxsize=64)
def is_chinese(font: Path) -> bool:
    """Tell whether a font has the characters that every set needs."""
    return all(_drawn(font, character) is not None for character in "一中南北西")


@lru_cache(maxsize=4096)
def character(font: Path | None, text: str) -> Image | None:
    """Give a mask of the character, cut to its ink, for a square of EM pixels; none where the font lacks it.

    Without a font: the project's own strokes, and Pillow's own letters for Latin.
    """
    if font is not None:
        return _drawn(font, text)
    if text in GLYPHS:
        strokes = path(outline(GLYPHS[text], Box(25, 75, 250, 250), 24), "#000000")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg">{strokes}</svg>'
        grey = cv2.resize(rasterise(svg), None, fx=EM / 250, fy=EM / 250, interpolation=cv2.INTER_AREA)[..., 0]
        return _cut(np.asarray((BODY - np.minimum(grey, BODY)) * (255 / BODY), np.uint8))
    return _drawn(None, text) if text.isascii() else None


@lru_cache(maxsize=64)
def _font(file: Path | None) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(EM) if file is None else ImageFont.truetype(file, EM)


@lru_cache(maxsize=64)
def _unknown(file: Path | None) -> bytes:
    """Give what the font draws for a character that none has."""
    return _picture(file, "\uffff").tobytes()


def _picture(file: Path | None, text: str) -> Image:
    page = Pictures.new("L", (EM * (1 + len(text)), EM * 2), 0)
    ImageDraw.Draw(page).text((EM // 2, EM // 3), text, fill=255, font=_font(file))
    return np.asarray(page, np.uint8)


@lru_cache(maxsize=4096)
def _drawn(file: Path | None, text: str) -> Image | None:
    picture = _picture(file, text)
    if not picture.any() or (len(text) == 1 and picture.tobytes() == _unknown(file)):
        return None
    return _cut(picture)


def _cut(mask: Image) -> Image:
    rows, columns = np.flatnonzero(mask.max(axis=1) > 40), np.flatnonzero(mask.max(axis=0) > 40)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


class Hand:
    """The lettering of one set: a font and those that stand in for it, how heavy, slanted and wavering it is."""

    def __init__(
        self, rng: np.random.Generator, fonts: Sequence[Path], heavy: float, slant: float, waver: float
    ) -> None:
        self._fonts = (*fonts, None)
        self._heavy, self._slant, self._waver = heavy, slant, waver
        self._field = rng.uniform(-1, 1, (2, 5, 5)).astype(np.float32)
        self._made: dict[str, Image] = {}

    def mask(self, text: str) -> Image:
        """Give the mask of a character, letter or word, cut to its ink."""
        if text not in self._made:
            self._made[text] = self._make(text)
        return self._made[text]

    def _make(self, text: str) -> Image:
        for form in (text, STAND_INS.get(text, text)):
            for font in self._fonts:
                found = character(font, form)
                if found is not None:
                    return self._written(found)
        raise ValueError(f"no font has {text!r}, nor is it among our own strokes")

    def _written(self, mask: Image) -> Image:
        room = np.pad(mask, 24)
        for size in range(int(abs(self._heavy) * EM * 0.5) * 2 + 1, 1, -2):
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
            changed = cv2.erode(room, kernel) if self._heavy < 0 else cv2.dilate(room, kernel)
            inked, before = float(changed.sum(dtype=np.float64)), float(room.sum(dtype=np.float64))
            if 0.45 * before < inked < MOST_INK * 255 * max(mask.size, EM * EM / 2):
                room = np.asarray(changed, np.uint8)
                break
        high, wide = room.shape
        rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
        moves = [
            cv2.resize(field, (wide, high), interpolation=cv2.INTER_CUBIC) * self._waver * EM for field in self._field
        ]
        sheared = columns + self._slant * (rows - high / 2)
        bent = cv2.remap(room, sheared + moves[0], rows + moves[1], cv2.INTER_LINEAR)
        return _cut(np.asarray(bent, np.uint8)) if bent.max() > 40 else mask
