"""What the options of the `tailens` command may be."""

from __future__ import annotations

from enum import StrEnum

import typer


class Lang(StrEnum):
    """The languages of a sheet."""

    hant = "zh-Hant"
    hans = "zh-Hans"
    en = "en"


class Seat(StrEnum):
    """The four seat winds."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"


class WonBy(StrEnum):
    """The ways to win."""

    self_draw = "self_draw"
    discard = "discard"
    flowers = "flowers"


class Round(StrEnum):
    """The round winds, and the dragons for tables that play their rounds."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"
    P = "P"
    F = "F"
    C = "C"


def option_argument(text: str) -> tuple[str, int | str]:
    """Split KEY=VALUE; a whole number is taken as such.

    >>> option_argument("ligu_ligu=on"), option_argument("cap=81")
    (('ligu_ligu', 'on'), ('cap', 81))
    """
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise typer.BadParameter(f"an option is KEY=VALUE, not {text!r}")
    digits = value.removeprefix("-")
    return key, int(value) if digits.isascii() and digits.isdigit() and len(digits) < 10 else value
