"""What the dots and the bamboos are made of: coins, the wheel of the 1p, sticks."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin

from labels.brush import number
from labels.pictures import disc, leaf, line, path, ring


def coin(x: float, y: float, size: float, colour: str) -> str:
    """Draw one dot: two rings about a point."""
    return (
        ring(x, y, size * 0.86, size * 0.24, colour)
        + ring(x, y, size * 0.47, size * 0.2, colour)
        + disc(x, y, size * 0.17, colour)
    )


def medal(red: str, green: str, blue: str, paper: str) -> str:
    """Draw the great wheel of the 1p."""
    x, y = 150, 200
    parts = [ring(x, y, 112, 13, green)]
    for k in range(16):
        a = 2 * pi * k / 16
        parts.append(disc(x + 88 * cos(a), y + 88 * sin(a), 12.5, green))
    parts.append(ring(x, y, 64, 9, blue))
    for k in range(8):
        parts.append(leaf(x, y, 45 * k, 54, 27, red))
    return "".join(parts) + disc(x, y, 15, paper) + disc(x, y, 10, red)


def stick(a: tuple[float, float], b: tuple[float, float], width: float, colour: str, paper: str) -> str:
    """Draw a bamboo stick from a to b: two lengths between three joints."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    half, w = long / 2, width / 2
    knob = w * 0.62
    shape = f"M{number(-w * 0.62)} {number(-half)}H{number(w * 0.62)}V{number(half)}H{number(-w * 0.62)}Z"
    parts = [path(shape, colour)]
    for y in (-half + knob * 0.8, 0, half - knob * 0.8):
        parts.append(
            f'<rect x="{number(-w)}" y="{number(y - knob)}" width="{number(width)}"'
            f' height="{number(2 * knob)}" rx="{number(knob)}" fill="{colour}"/>'
        )
    parts.append(
        line(
            f"M0 {number(-half + 2.1 * knob)}V{number(-1.3 * knob)}M0 {number(1.3 * knob)}V{number(half - 2.1 * knob)}",
            paper,
            w * 0.4,
        )
    )
    turn = degrees(atan2(b[1] - a[1], b[0] - a[0])) - 90
    middle = f"{number((a[0] + b[0]) / 2)} {number((a[1] + b[1]) / 2)}"
    return f'<g transform="translate({middle}) rotate({number(turn)})">{"".join(parts)}</g>'
