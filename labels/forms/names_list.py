"""Read the class names of a YOLO set from `data.yaml` or `classes.txt`; no more of YAML than they are written in."""

from __future__ import annotations

import json
import re

from labels.forms.errors import FormError
from labels.forms.source import Source

_KEYED = re.compile(r"\s+(\d{1,5})\s*:\s*(.+?)\s*")
_LISTED = re.compile(r"\s*-\s+(.+?)\s*")
_ITEM = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,'"\[\]{}]+?)\s*(?:,|$)""")


def names_in_yaml(source: Source) -> tuple[str, list[str]]:
    """Give the file that names the set's classes, and the names in their order.

    Raises:
        FormError: `form_unknown` where no file does, `value_invalid` with its line where one can't be understood.
    """
    for inside in ("data.yaml", "data.yml", "dataset.yaml"):
        if inside in source.files:
            return inside, _names(source.text(inside).splitlines(), inside)
    for inside in ("classes.txt", "obj.names", "labels/classes.txt"):
        if inside in source.files:
            return inside, [line.strip() for line in source.text(inside).splitlines() if line.strip()]
    raise FormError("form_unknown", "neither data.yaml nor classes.txt: nothing names the classes")


def _names(lines: list[str], inside: str) -> list[str]:
    for at, line in enumerate(lines):
        if line.startswith("names:"):
            rest = _bare(line.removeprefix("names:"))
            if rest:
                return _flow(lines, at, rest, inside)
            return _block(lines, at + 1, inside)
    raise FormError("key_missing", "no names", file=inside)


def _flow(lines: list[str], at: int, rest: str, inside: str) -> list[str]:
    """Read `[a, b]`, perhaps over several lines."""
    last = at
    while not rest.endswith("]") and last + 1 < len(lines):
        last += 1
        rest += " " + _bare(lines[last])
    if not (rest.startswith("[") and rest.endswith("]")):
        raise FormError("value_invalid", "names is neither a list nor a table of numbers", file=inside, line=at + 1)
    text, found = rest[1:-1].strip(), []
    while text:
        item = _ITEM.match(text)
        if item is None:
            raise FormError("value_invalid", f"no list of names at {text[:20]!r}", file=inside, line=at + 1)
        found.append(_plain(item.group(1), inside, at + 1))
        text = text[item.end() :]
    return found


def _block(lines: list[str], start: int, inside: str) -> list[str]:
    """Read `- a` or `0: a`, a line each."""
    found: list[str] = []
    for at in range(start, len(lines)):
        line = lines[at]
        if not _bare(line):
            continue
        keyed, listed = _KEYED.fullmatch(line), _LISTED.fullmatch(line)
        if keyed and int(keyed.group(1)) != len(found):
            raise FormError("value_invalid", f"the class {len(found)} is not here", file=inside, line=at + 1)
        if not keyed and not listed:
            break
        found.append(_plain((keyed or listed).group(2 if keyed else 1), inside, at + 1))  # type: ignore[union-attr]
    return found


def _bare(text: str) -> str:
    return re.sub(r"(^|\s)#.*$", "", text).strip()


def _plain(text: str, inside: str, line: int) -> str:
    text = text.strip()
    if text.startswith('"'):
        try:
            return str(json.loads(text))
        except ValueError:
            raise FormError("value_invalid", f"no name: {text[:40]}", file=inside, line=line) from None
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return _bare(text)
