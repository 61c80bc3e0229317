"""Read a rule-set file and hand out its parts, each checked, each fault with its line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from scorer.errors import RuleSetError
from scorer.rules import LANGUAGES, Names
from scorer.toml_lines import line_of

_MAX_BYTES: Final = 1 << 20


class RuleFile:
    """Hold one file's text and data; every way to take something out of it refuses what does not fit.

    Raises:
        RuleSetError: the file can't be read or is no TOML.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.base: RuleFile | None = None
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise RuleSetError(str(path), 0, f"can't be read: {error.strerror}") from None
        if len(raw) > _MAX_BYTES:
            raise RuleSetError(self.name, 0, "is too large for a rule set")
        try:
            self.text = raw.decode("utf-8")
            self.own: dict[str, Any] = tomllib.loads(self.text)
        except UnicodeDecodeError:
            raise RuleSetError(self.name, 0, "is no UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            # tomllib says "... (at line 3, column 7)" or "... (at end of document)".
            message, _, place = str(error).partition(" (at ")
            line = place.removeprefix("line ").partition(",")[0]
            raise RuleSetError(self.name, int(line) if line.isdigit() else 0, f"is no TOML: {message}") from None
        except RecursionError:
            raise RuleSetError(self.name, 0, "is nested too deeply") from None
        self.data = self.own

    def extend(self, base: RuleFile) -> None:
        """Take everything from another file that this one does not say otherwise."""
        self.base = base
        self.data = extended(base.data, self.own)

    def fail(self, path: tuple[str, ...], why: str) -> NoReturn:
        """Refuse the file for what stands at a path of keys; where it only inherits that, the file it extends.

        Raises:
            RuleSetError: always.
        """
        if self.base is not None and not _mentions(self.own, path) and _mentions(self.base.data, path):
            self.base.fail(path, why)
        raise RuleSetError(self.name, line_of(self.text, path), why)

    def table(self, within: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """Take the table at a path's last key; an empty one where there is none."""
        value = within.get(path[-1], {})
        if not isinstance(value, dict):
            self.fail(path, f"{path[-1]} is no table")
        return value

    def text_at(self, within: Mapping[str, Any], path: tuple[str, ...]) -> str:
        """Take a text that must be there."""
        value = within.get(path[-1])
        if not isinstance(value, str) or not value.strip():
            self.fail(path, f"{path[-1]} must be a text" if path[-1] in within else f"{path[-1]} is missing")
        return value

    def whole(self, within: Mapping[str, Any], path: tuple[str, ...], default: int | None = None) -> int:
        """Take a whole number."""
        value = within.get(path[-1], default)
        if isinstance(value, bool) or not isinstance(value, int):
            missing = path[-1] not in within
            self.fail(path, f"{path[-1]} is missing" if missing else f"{path[-1]} must be a whole number")
        return value

    def switch(self, within: Mapping[str, Any], path: tuple[str, ...], default: bool = False) -> bool:
        """Take true or false."""
        value = within.get(path[-1], default)
        if not isinstance(value, bool):
            self.fail(path, f"{path[-1]} must be true or false")
        return value

    def texts(self, within: Mapping[str, Any], path: tuple[str, ...]) -> tuple[str, ...]:
        """Take a list of texts; an empty one where there is none."""
        value = within.get(path[-1], [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.fail(path, f"{path[-1]} must be a list of texts")
        return tuple(value)

    def names(self, within: Mapping[str, Any], path: tuple[str, ...]) -> Names:
        """Take the names in all three languages."""
        value = self.table(within, path)
        for language in LANGUAGES:
            if not isinstance(value.get(language), str) or not value[language].strip():
                self.fail((*path, language), f"the name in {language} is missing")
        return {language: value[language] for language in LANGUAGES}

    def only(self, within: Mapping[str, Any], path: tuple[str, ...], known: frozenset[str]) -> None:
        """Refuse any key but the known ones."""
        for key in within:
            if key not in known:
                self.fail((*path, key), f"{key} is no key here; known are {', '.join(sorted(known))}")


def extended(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Give a file's data with what its own adds and changes.

    A row that sets a key takes it out of the cases (`when`) that the row it changes has for it.

    >>> extended({"rows": {"a": {"tai": 1, "when": {"o": {"x": {"tai": 2}}}}}}, {"rows": {"a": {"tai": 3}}})
    {'rows': {'a': {'tai': 3, 'when': {'o': {'x': {}}}}}}
    """
    whole = dict(base)
    for key, value in own.items():
        before = whole.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            if isinstance(before.get("when"), dict):
                before = {**before, "when": _without(before["when"], value)}
            value = extended(before, value)
        whole[key] = value
    return whole


def _without(cases: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
    return {
        option: {
            choice: {key: value for key, value in changes.items() if key not in settled}
            for choice, changes in by_choice.items()
        }
        for option, by_choice in cases.items()
    }


def _mentions(data: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether a file says anything of the thing that a path lies in: a row, an option, an event."""
    for key in path[:2]:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True
