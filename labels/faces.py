"""Draw the 42 tile faces and the back as SVG, all of it our own art.

python -m labels.faces OUT_DIR
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from labels import pictures
from labels.brush import Box, outline
from labels.glyphs import GLYPHS
from labels.ornaments import coin, medal, stick
from labels.pictures import line, path

WIDTH, HEIGHT = 300, 400
BACK = "back"
NAMES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    *(f"{n}f" for n in range(1, 9)),
)
"""The 42 faces in the project's fixed order."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a set looks: its colours, and where sets differ in drawing."""

    red: str = "#c3272b"
    green: str = "#0f7a44"
    blue: str = "#1f3f8f"
    black: str = "#1d1d22"
    ivory: str = "#fbf7ea"
    back: str = "#1c7a56"
    body: bool = True
    """Draw the ivory body; without it the face is ink on nothing, for a renderer that has a body of its own."""
    white_frame: bool = True
    """Draw 白 as a frame; without it the face is blank."""


PLAIN = Style()


def face_svg(tile: str, style: Style = PLAIN) -> str:
    """Give the SVG document of a face by its name (`1m` to `8f`, or `back`), 300 by 400.

    >>> face_svg("1p").startswith("<svg")
    True
    """
    if tile == BACK:
        ink = _back(style)
    else:
        number_, suit = int(tile[:-1]), tile[-1]
        ink = _SUITS[suit](number_, style)
    body = f'<rect x="3" y="3" width="294" height="394" rx="34" fill="{style.ivory}"/>' if style.body else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{body}{ink}</svg>\n'


def icon_svg(style: Style = PLAIN) -> str:
    """Give the page's icon: 發 on felt."""
    face = face_svg("6z", style).partition(">")[2].removesuffix("</svg>\n")
    felt = '<rect width="512" height="512" rx="96" fill="#0f4735"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{felt}'
        f'<g transform="translate(106 56)">{face}</g></svg>\n'
    )


def write_faces(folder: Path, style: Style = PLAIN) -> None:
    """Write every face as NAME.svg into `folder`, which is made where it is missing, and the page's icon.svg."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "icon.svg").write_text(icon_svg(style), encoding="utf-8", newline="\n")
    for name in (*NAMES, BACK):
        (folder / f"{name}.svg").write_text(face_svg(name, style), encoding="utf-8", newline="\n")


def _glyph(character: str, box: Box, weight: float, colour: str) -> str:
    return path(outline(GLYPHS[character], box, weight), colour)


def _characters(n: int, style: Style) -> str:
    upper = _glyph("一二三四五六七八九"[n - 1], Box(72, 32, 156, 140), 21, style.black)
    return upper + _glyph("萬", Box(70, 186, 160, 182), 15.5, style.red)


def _dots(n: int, style: Style) -> str:
    red, green, blue = style.red, style.green, style.blue
    if n == 1:
        return medal(style.red, style.green, style.blue, style.ivory)
    places: dict[int, list[tuple[int, int, str]]] = {
        2: [(150, 112, green), (150, 288, blue)],
        3: [(80, 92, blue), (150, 200, red), (220, 308, green)],
        4: [(92, 108, blue), (208, 108, green), (92, 292, green), (208, 292, blue)],
        5: [(82, 92, blue), (218, 92, green), (150, 200, red), (82, 308, green), (218, 308, blue)],
        6: [(x, y, green if y < 100 else red) for y in (84, 212, 320) for x in (96, 204)],
        7: [(70, 66, green), (150, 100, green), (230, 134, green)]
        + [(x, y, red) for y in (234, 332) for x in (98, 202)],
        8: [(x, y, blue) for y in (62, 154, 246, 338) for x in (98, 202)],
        9: [(x, y, c) for y, c in ((82, green), (200, red), (318, blue)) for x in (64, 150, 236)],
    }
    size = {2: 66, 3: 52, 4: 52, 5: 48, 6: 48, 7: 40, 8: 42, 9: 39}[n]
    return "".join(coin(x, y, size, colour) for x, y, colour in places[n])


def _bamboos(n: int, style: Style) -> str:
    red, green, blue = style.red, style.green, style.blue
    if n == 1:
        return pictures.bird(red, green, blue, style.ivory)
    if n == 8:
        return _eight(style)
    columns = (72, 150, 228)
    places: dict[int, list[tuple[int, int, str]]] = {
        2: [(150, 108, green), (150, 292, green)],
        3: [(150, 108, green), (92, 292, green), (208, 292, green)],
        4: [(x, y, green) for y in (108, 292) for x in (92, 208)],
        5: [(x, y, green) for y in (108, 292) for x in (78, 222)] + [(150, 200, red)],
        6: [(x, y, green) for y in (108, 292) for x in columns],
        7: [(150, 76, red)] + [(x, y, blue if x == 150 else green) for y in (206, 326) for x in columns],
        9: [(x, y, red if x == 150 else green) for y in (78, 200, 322) for x in columns],
    }
    half = 80 if n < 7 else 55
    width = 46 if n < 7 else 38
    return "".join(stick((x, y - half), (x, y + half), width, colour, style.ivory) for x, y, colour in places[n])


def _eight(style: Style) -> str:
    """Draw the W over the M of the 8s."""
    left, middle, right = 62, 150, 238
    sticks = []
    for outer, near, far in ((46, 186, 84), (354, 214, 316)):
        foot = near + (far - near) * 0.16
        sticks += [((left + 24, foot), (middle - 6, far)), ((right - 24, foot), (middle + 6, far))]
        sticks += [((left, outer), (left, near)), ((right, outer), (right, near))]
    return "".join(stick(a, b, 38, style.green, style.ivory) for a, b in sticks)


def _honours(n: int, style: Style) -> str:
    if n == 5:
        return _white(style)
    colour = {6: style.green, 7: style.red}.get(n, style.black)
    box, weight = {6: (Box(46, 84, 208, 236), 20.0), 7: (Box(54, 52, 192, 300), 29.0)}.get(
        n, (Box(54, 84, 192, 232), 23.0)
    )
    return _glyph("東南西北白發中"[n - 1], box, weight, colour)


def _white(style: Style) -> str:
    if not style.white_frame:
        return ""
    outer = (
        f'<rect x="46" y="52" width="208" height="296" rx="14" fill="none" stroke="{style.blue}" stroke-width="16"/>'
    )
    inner = line("M94 78H206L228 106V294L206 322H94L72 294V106Z", style.blue, 7)
    return outer + inner


_PICTURES: tuple[Callable[[str, str, str, str], str], ...] = (
    pictures.spring,
    pictures.summer,
    pictures.autumn,
    pictures.winter,
    pictures.plum,
    pictures.orchid,
    pictures.chrysanthemum,
    pictures.bamboo,
)


def _flowers(n: int, style: Style) -> str:
    picture = _PICTURES[n - 1](style.red, style.green, style.blue, style.ivory)
    season = n <= 4
    left, right = Box(38, 40, 62, 84), Box(166, 34, 98, 102)
    if not season:
        left, right = Box(206, 40, 58, 84), Box(36, 34, 98, 102)
    colour, digit = (style.red, style.black) if season else (style.blue, style.red)
    return (
        picture
        + _glyph("春夏秋冬梅蘭菊竹"[n - 1], right, 10 if n != 6 else 8, colour)
        + _glyph(str((n - 1) % 4 + 1), left, 12, digit)
    )


def _back(style: Style) -> str:
    plate = f'<rect x="3" y="3" width="294" height="394" rx="34" fill="{style.back}"/>'
    weave = "".join(f"M{x} {y}l14 14l-14 14l-14 -14Z" for y in range(70, 320, 42) for x in range(66, 250, 42))
    return (
        plate
        + f'<path d="{weave}" fill="{style.ivory}" opacity=".16"/>'
        + '<rect x="24" y="24" width="252" height="352" rx="20" fill="none"'
        + f' stroke="{style.ivory}" stroke-width="4" opacity=".3"/>'
    )


_SUITS: dict[str, Callable[[int, Style], str]] = {
    "m": _characters,
    "p": _dots,
    "s": _bamboos,
    "z": _honours,
    "f": _flowers,
}


def main() -> None:
    """Write the faces into the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m labels.faces", description="Draw the tile faces as SVG.")
    parser.add_argument("folder", type=Path)
    write_faces(parser.parse_args().folder)


if __name__ == "__main__":
    main()
