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
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise RuleSetError(str(path), 0, f"can't be read: {error.strerror}") from None
        if len(raw) > _MAX_BYTES:
            raise RuleSetError(self.name, 0, "is too large for a rule set")
        try:
            self.text = raw.decode("utf-8")
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except UnicodeDecodeError:
            raise RuleSetError(self.name, 0, "is no UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            # tomllib says "... (at line 3, column 7)" or "... (at end of document)".
            message, _, place = str(error).partition(" (at ")
            line = place.removeprefix("line ").partition(",")[0]
            raise RuleSetError(self.name, int(line) if line.isdigit() else 0, f"is no TOML: {message}") from None
        except RecursionError:
            raise RuleSetError(self.name, 0, "is nested too deeply") from None

    def fail(self, path: tuple[str, ...], why: str) -> NoReturn:
        """Refuse the file for what stands at a path of keys.

        Raises:
            RuleSetError: always.
        """
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
