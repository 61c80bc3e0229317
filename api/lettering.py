"""Text in pictures, in whatever scripts the machine's fonts have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

from api.errors import ApiError

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
PREFERRED = (
    "SansCJK-Regular",
    "SansTC",
    "SansSC",
    "wqy-microhei",
    "wqy-zenhei",
    "SansCJK",
    "uming",
    "ukai",
    "bsmi00lp",
)
"""Chinese fonts, the most readable first, by a part of their file's name."""
PLAIN = ("DejaVuSans", "LiberationSans-Regular", "NotoSans-Regular")
KINDS = frozenset({".ttf", ".ttc", ".otf"})
MISSING = "\u25a1"
"""Stands for a character that no font has."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Colour = tuple[int, int, int]


@lru_cache(maxsize=1)
def font_files() -> tuple[Path | None, ...]:
    """Give the fonts to look for a character in, in turn; None, the last, is Pillow's own, which has Latin only."""
    files = sorted(
        file for folder in FOLDERS if folder.is_dir() for file in folder.rglob("*") if file.suffix.lower() in KINDS
    )
    chinese = [file for part in PREFERRED for file in files if part in file.name]
    plain = [file for name in PLAIN for file in files if file.stem == name]
    return (*dict.fromkeys([*chinese[:3], *plain]), None)


class Lettering:
    """Writes in one size, each character in the first font that has it."""

    def __init__(self, size: int, files: Sequence[Path | None] | None = None) -> None:
        self.size = size
        self.files = tuple(font_files() if files is None else files)

    def require(self, text: str) -> None:
        """Make sure that a text can be written.

        Raises:
            ApiError: `font_missing`.
        """
        lacking = sorted({c for c in text if not self._files_with(c)})
        if lacking:
            raise ApiError("font_missing", detail={"characters": "".join(lacking)})

    def width(self, text: str) -> float:
        """Give how wide a text is, in pixels."""
        return sum(_font(file, self.size).getlength(run) for file, run in self._runs(text))

    def fitted(self, text: str, width: float) -> str:
        """Give as much of a text as fits into a width, with an ellipsis where some does not."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + "…") > width:
            text = text[:-1]
        return text + "…"

    def write(
        self, page: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: Colour, *, anchor: str = "l"
    ) -> None:
        """Write a line whose middle lies at a height; `anchor` is `l`, `m` or `r` for where `at` lies in it."""
        x, y = at
        x -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * self.width(text)
        for file, run in self._runs(text):
            font = _font(file, self.size)
            page.text((x, y), run, fill=colour, font=font, anchor="lm")
            x += font.getlength(run)

    def _runs(self, text: str) -> list[tuple[Path | None, str]]:
        runs: list[tuple[Path | None, str]] = []
        for character in text:
            shown = character if self._files_with(character) else MISSING
            file = next(iter(self._files_with(shown)), None)
            if runs and runs[-1][0] == file:
                runs[-1] = (file, runs[-1][1] + shown)
            else:
                runs.append((file, shown))
        return runs

    def _files_with(self, character: str) -> list[Path | None]:
        """Give the first font that has a character, or nothing."""
        return [file for file in self.files if character.isspace() or has(file, character)][:1]


@lru_cache(maxsize=4096)
def has(file: Path | None, character: str) -> bool:
    """Tell whether a font has a character, and not only a box in its place."""
    font = _font(file, 24)
    mask = bytes(font.getmask(character))
    return any(mask) and mask != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=64)
def _font(file: Path | None, size: int) -> Font:
    return ImageFont.load_default(size) if file is None else ImageFont.truetype(file, size)
