"""The drawn parts of the faces: the 1s bird, the plants and the seasons, as SVG fragments on a face of 300 by 400."""

from __future__ import annotations

from math import cos, pi, radians, sin

from labels.brush import Box, number, outline

_FACE = Box(0, 0, 100, 100)


def path(data: str, colour: str) -> str:
    """Give a filled shape."""
    return f'<path d="{data}" fill="{colour}"/>'


def line(data: str, colour: str, width: float) -> str:
    """Give a line with round ends."""
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def disc(x: float, y: float, radius: float, colour: str) -> str:
    """Give a filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour}"/>'


def ring(x: float, y: float, radius: float, width: float, colour: str) -> str:
    """Give a circle's line, `width` wide, whose middle lies at `radius`."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="none"'
        f' stroke="{colour}" stroke-width="{number(width)}"/>'
    )


def brushed(strokes: str, colour: str, weight: float) -> str:
    """Give brush strokes written in the face's own units."""
    return path(outline(strokes, _FACE, weight), colour)


def leaf(x: float, y: float, turn: float, length: float, width: float, colour: str) -> str:
    """Give a pointed leaf from its stalk at (x, y); `turn` in degrees, 0 to the right, clockwise."""

    def at(along: float, across: float) -> str:
        a = radians(turn)
        return f"{number(x + along * cos(a) - across * sin(a))} {number(y + along * sin(a) + across * cos(a))}"

    side = width / 2
    return path(
        f"M{at(0, 0)}C{at(length * 0.3, side * 1.4)} {at(length * 0.7, side)} {at(length, 0)}"
        f"C{at(length * 0.7, -side)} {at(length * 0.3, -side * 1.4)} {at(0, 0)}Z",
        colour,
    )


def blossom(x: float, y: float, radius: float, petals: int, colour: str, heart: str, paper: str) -> str:
    """Give a flower of round petals with a heart of stamens."""
    parts = []
    for k in range(petals):
        a = 2 * pi * k / petals - pi / 2
        parts.append(disc(x + radius * 0.58 * cos(a), y + radius * 0.58 * sin(a), radius * 1.5 / petals**0.75, colour))
    parts.append(disc(x, y, radius * 0.36, paper))
    for k in range(petals):
        a = 2 * pi * (k + 0.5) / petals - pi / 2
        ends = f"M{number(x)} {number(y)}L{number(x + radius * 0.62 * cos(a))} {number(y + radius * 0.62 * sin(a))}"
        parts.append(line(ends, paper, radius * 0.1))
    parts.append(disc(x, y, radius * 0.18, heart))
    return "".join(parts)


def bird(red: str, green: str, blue: str, paper: str) -> str:
    """Draw the bird of the 1s: perched, its tail hanging to the lower right."""
    tail = (
        ("172,232 216,288 236,366", red, 22),
        ("160,240 188,300 196,372", blue, 22),
        ("148,242 158,300 156,366", green, 20),
    )
    parts = [brushed(f"l {points}", colour, weight) for points, colour, weight in tail]
    parts += [disc(x, y, 7, paper) for x, y in ((222, 322), (193, 328), (157, 326))]
    parts.append(brushed("c 52,292 120,280 178,290\nl 96,286 74,310 52,318", green, 12))
    parts.append(line("M128 232L122 282M148 236L146 284", red, 7))
    parts.append(path("M96 104C70 150 78 214 132 238C184 256 218 226 206 184C196 150 156 140 146 100Z", green))
    parts.append(path("M94 118C76 158 84 204 116 226C120 190 112 150 94 118Z", red))
    parts.append(path("M134 152C186 142 240 178 246 236C206 240 150 220 134 152Z", blue))
    parts.append(line("M156 168C186 170 214 192 226 220M152 184C174 190 196 206 208 224", paper, 6))
    parts.append(disc(120, 92, 34, green))
    parts.append(brushed("l 128,64 150,44 180,40\nl 120,60 134,36 152,22\nl 112,60 112,38 118,18", red, 13))
    parts.append(path("M92 82L54 102L92 110Z", red))
    parts.append(disc(111, 88, 11, paper) + disc(109, 88, 5.5, blue))
    return "".join(parts)


def spring(red: str, green: str, blue: str, paper: str) -> str:
    """Draw a peony in bud and bloom (春)."""
    parts = [line("M146 374C140 330 152 296 146 250M146 330C180 322 200 300 208 262", green, 8)]
    parts += [leaf(146, 350, t, n, 34, green) for t, n in ((-160, 84), (-28, 82), (-200, 60))]
    parts.append(blossom(136, 214, 62, 8, red, blue, paper) + ring(136, 214, 17, 5, red))
    parts.append(path("M208 264C184 244 194 218 214 204C234 220 240 246 208 264Z", red))
    return "".join(parts) + leaf(208, 264, -150, 30, 12, green) + leaf(208, 264, -30, 30, 12, green)


def summer(red: str, green: str, blue: str, paper: str) -> str:
    """Draw a lotus over its leaf and the water (夏)."""
    parts = [line("M150 262L152 344", green, 9)]
    for turn, length in ((-166, 84), (-14, 84), (-140, 88), (-40, 88), (-90, 100), (-114, 94), (-66, 94)):
        parts.append(leaf(150, 270, turn, length + 10, 48, paper) + leaf(150, 268, turn, length, 38, red))
    parts.append(leaf(150, 268, -90, 66, 8, paper))
    parts.append(path("M56 330C80 296 130 304 150 326C176 300 226 300 246 330C214 350 88 350 56 330Z", green))
    return "".join(parts) + line("M66 364q14 -12 28 0t28 0t28 0t28 0t28 0t28 0", blue, 7)


def autumn(red: str, green: str, blue: str, paper: str) -> str:
    """Draw two maple leaves (秋)."""
    return (
        _maple(138, 258, 96, -8, red, paper)
        + _maple(222, 326, 46, 30, green, paper)
        + line("M62 364q12 -10 24 0t24 0t24 0", blue, 6)
    )


def _maple(x: float, y: float, size: float, turn: float, colour: str, paper: str) -> str:
    lobes = ((-90, 1.0), (-38, 0.92), (-142, 0.92), (12, 0.7), (168, 0.7))
    parts = []
    for angle, reach in lobes:
        parts.append(leaf(x, y, angle + turn, size * reach, size * 0.46, colour))
        for side in (-1, 1):
            a = radians(angle + turn)
            foot = (x + size * reach * 0.38 * cos(a), y + size * reach * 0.38 * sin(a))
            parts.append(leaf(*foot, angle + turn + 38 * side, size * reach * 0.42, size * 0.24, colour))
    for angle, reach in lobes:
        a = radians(angle + turn)
        tip = f"{number(x + size * reach * 0.66 * cos(a))} {number(y + size * reach * 0.66 * sin(a))}"
        parts.append(line(f"M{number(x)} {number(y)}L{tip}", paper, size * 0.04))
    a = radians(90 + turn)
    stalk = f"M{number(x)} {number(y)}L{number(x + size * 0.9 * cos(a))} {number(y + size * 0.9 * sin(a))}"
    return "".join(parts) + line(stalk, colour, size * 0.09)


def winter(red: str, green: str, blue: str, paper: str) -> str:
    """Draw a pine under snow crystals (冬)."""
    parts = [path("M118 330L118 374L138 374L138 330Z", red)]
    for top, half, foot in ((176, 46, 236), (216, 62, 288), (262, 78, 340)):
        parts.append(path(f"M128 {top - 6}L{122 - half} {foot + 5}L{134 + half} {foot + 5}Z", paper))
        parts.append(path(f"M128 {top}L{128 - half} {foot}Q128 {foot - 16} {128 + half} {foot}Z", green))
    return "".join(parts) + _crystal(222, 196, 36, blue) + _crystal(238, 300, 24, blue) + _crystal(58, 214, 22, blue)


def _crystal(x: float, y: float, radius: float, colour: str) -> str:
    arms = ""
    for k in range(6):
        a = pi * k / 3 + pi / 6
        knee = (x + radius * 0.55 * cos(a), y + radius * 0.55 * sin(a))
        arms += _segment((x, y), a, radius) + "".join(_segment(knee, a + s * pi / 4, radius * 0.35) for s in (-1, 1))
    return line(arms, colour, radius * 0.15)


def _segment(start: tuple[float, float], angle: float, length: float) -> str:
    x, y = start
    return f"M{number(x)} {number(y)}L{number(x + length * cos(angle))} {number(y + length * sin(angle))}"


def plum(red: str, green: str, blue: str, paper: str) -> str:
    """Draw a blossoming plum branch (梅)."""
    parts = [
        brushed(
            "p 60,376 110,300 150,262\np 258,170 200,200 138,272\nl 118,300 180,316 246,300\nl 158,254 140,210 150,180",
            green,
            17,
        )
    ]
    parts += [disc(x, y, 10, red) for x, y in ((250, 168), (250, 298), (152, 172), (222, 314))]
    parts.append(blossom(182, 252, 50, 5, red, blue, paper) + blossom(86, 268, 36, 5, red, blue, paper))
    return "".join(parts) + blossom(178, 342, 34, 5, red, blue, paper)


def orchid(red: str, green: str, blue: str, paper: str) -> str:
    """Draw an orchid (蘭): arching leaves and three flowers."""
    blades = """l 140,376 100,270 46,226
        l 146,376 140,260 176,166
        l 150,376 190,280 254,252
        l 156,376 210,332 262,336
        l 134,376 90,334 40,336"""
    parts = [brushed(blades, green, 24), line("M148 370C150 320 120 260 112 214", green, 6)]
    for x, y, size, turn in ((108, 206, 44, 0), (216, 212, 40, 24), (84, 286, 30, -20)):
        parts += [leaf(x, y, t + turn, size, size * 0.42, blue) for t in (-90, -160, -20, 130, 50)]
        parts.append(disc(x, y, size * 0.2, red))
    return "".join(parts)


def chrysanthemum(red: str, green: str, blue: str, paper: str) -> str:
    """Draw a chrysanthemum (菊): two crowns of narrow petals."""
    parts = [line("M150 376C146 350 156 320 150 290M152 350C190 352 214 344 226 322", green, 9)]
    parts += [leaf(150, 360, t, n, 40, green) for t, n in ((-166, 92), (-200, 60), (-12, 80))]
    parts += [leaf(144, 238, 360 / 18 * k, 80, 19, red) for k in range(18)]
    parts.append(disc(144, 238, 50, paper))
    parts += [leaf(144, 238, 360 / 14 * (k + 0.5), 48, 16, red) for k in range(14)]
    parts.append(disc(144, 238, 14, paper) + disc(144, 238, 9, blue))
    return "".join(parts) + "".join(leaf(228, 320, t, 30, 12, red) for t in (-150, -120, -90, -60, -30))


def bamboo(red: str, green: str, blue: str, paper: str) -> str:
    """Draw two stems of bamboo with their leaves (竹)."""
    parts = []
    for x, lean, top, width in ((118, 10, 168, 22), (176, -6, 216, 17)):
        step = (376 - top) / 4
        for k in range(4):
            low, high = (x + lean * k / 4, 373 - step * k), (x + lean * (k + 1) / 4, 379 - step * (k + 1))
            parts.append(_joint(low, high, width / 2, green))
    twigs = {
        (126, 220): (-160, -190, -215),
        (128, 180): (-20, 8, 36),
        (178, 262): (-24, 6, 34),
        (120, 318): (170, 145, 200),
        (176, 330): (-10, 20, 46),
    }
    parts += [leaf(x, y, turn, 82, 19, green) for (x, y), turns in twigs.items() for turn in turns]
    return "".join(parts) + disc(58, 372, 6, red) + line("M40 382q14 -8 30 0M206 382q20 -10 46 0", blue, 6)


def _joint(low: tuple[float, float], high: tuple[float, float], half: float, colour: str) -> str:
    (a, y), (b, top) = low, high
    middle = number((y + top) / 2)
    return path(
        f"M{number(a - half)} {number(y)}Q{number(a - half * 0.5)} {middle} {number(b - half)} {number(top)}"
        f"H{number(b + half)}Q{number(a + half * 0.5)} {middle} {number(a + half)} {number(y)}Z",
        colour,
    )
