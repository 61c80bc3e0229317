"""Find the line of a TOML file where a key is set; `tomllib` does not keep it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER: Final = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_SETTING: Final = re.compile(rf"\s*({_DOTTED})\s*=")


def line_of(text: str, path: Sequence[str]) -> int:
    """Give the line, from 1, of the key at a path; of the nearest key above it where it has none of its own.

    >>> line_of('id = "x"\\n[rows.all_honors]\\ntai = 16\\n', ["rows", "all_honors", "tai"])
    3
    >>> line_of('id = "x"\\n[rows.all_honors]\\n', ["rows", "all_honors", "tai"])
    2
    """
    wanted = tuple(path)
    best, best_length = 1, 0
    for line, key in _keys(text):
        shared = 0
        while shared < min(len(key), len(wanted)) and key[shared] == wanted[shared]:
            shared += 1
        # A longer key than the one wanted sets something inside it: the first such line is where it begins.
        if shared > best_length and shared in (len(key), len(wanted)):
            best, best_length = line, shared
    return best


def _keys(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), start=1):  # TOML's line end; splitlines() knows eleven more
        header = _HEADER.match(line)
        if header:
            table = _parts(header[1])
            yield number, table
            continue
        setting = _SETTING.match(line)
        if setting:
            yield number, (*table, *_parts(setting[1]))


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))
