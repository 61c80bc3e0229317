"""Read a rule-set file and hand out its parts, each checked, each fault with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

from scorer.errors import RuleSetError
from scorer.extending import extended, mentions
from scorer.rules import LANGUAGES, Names
from scorer.toml_lines import line_of

LARGEST_FILE: Final = 1 << 17  # bytes
LARGEST_NUMBER: Final = 10**9
_LONGEST_TEXT: Final = 1000
_LONGEST_NAME: Final = 120
_LONGEST_LIST: Final = 100
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,59}")
_KEY: Final = r"""(?:[A-Za-z0-9_-]{1,80}|"[^"\n]{0,80}"|'[^'\n]{0,80}')"""
_LONG_PATH: Final = re.compile(rf"(?:{_KEY}\s*\.\s*){{20}}")  # tomllib takes hours over one of a hundred thousand parts
_VERSION: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")
_TURNS_TEXT: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class RuleFile:
    """Hold one file's text and data; every way to take something out of it refuses what does not fit.

    Args:
        name: what to call the file where it is at fault.
        raw: its bytes.

    Attributes:
        own: what the file itself says.
        data: the same with everything it takes from the file it extends.
        base: the file it extends.
        lineage: the ids of the rule sets it extends, the nearest first.

    Raises:
        RuleSetError: the bytes are no TOML.
    """

    def __init__(self, name: str, raw: bytes) -> None:
        self.name = name
        self.base: RuleFile | None = None
        self.lineage: tuple[str, ...] = ()
        if len(raw) > LARGEST_FILE:
            self._refuse("too_large", f"is too large for a rule set: {LARGEST_FILE // 1024} KB at most")
        try:
            self.text = raw.decode("utf-8-sig")
            if _LONG_PATH.search(self.text):
                self._refuse("too_deep", "is nested too deeply")
            self.own: dict[str, Any] = tomllib.loads(self.text)
        except UnicodeDecodeError:
            self._refuse("not_utf8", "is no UTF-8 text")
        except tomllib.TOMLDecodeError as error:
            # tomllib says "... (at line 3, column 7)" or "... (at end of document)".
            message, _, place = str(error).rpartition(" (at ")
            line = place.removeprefix("line ").partition(",")[0]
            last = self.text.rstrip("\n").count("\n") + 1
            self._refuse("not_toml", f"is no TOML: {message}", int(line) if line.isdigit() else last)
        except RecursionError:
            self._refuse("too_deep", "is nested too deeply")
        except ValueError:  # a number of more digits than Python reads
            self._refuse("out_of_range", "holds a number of thousands of digits")
        self.data = self.own

    @classmethod
    def at(cls, path: Path) -> RuleFile:
        """Read the file at a path.

        Raises:
            RuleSetError: it can't be read or is no TOML.
        """
        try:
            with path.open("rb") as file:
                raw = file.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            why = f"can't be read: {getattr(error, 'strerror', None) or error}"
            raise RuleSetError("unreadable", file=str(path), line=0, why=why) from None
        return cls(path.name, raw)

    @classmethod
    def kept(cls, name: str, raw: bytes, data: dict[str, Any], *, lineage: tuple[str, ...]) -> RuleFile:
        """Give a file that was checked and kept: what it said, with what it extended as that was then."""
        file = cls.__new__(cls)
        file.name, file.text, file.own, file.data = name, raw.decode("utf-8-sig"), data, data
        file.base, file.lineage = None, lineage
        return file

    @property
    def id(self) -> str:
        """The id that the file says it has."""
        text = self.text_at(self.own, ("id",))
        self.require_id(text, ("id",))
        return text

    @property
    def version(self) -> str:
        """The version that the file says it has."""
        text = self.text_at(self.own, ("version",))
        if not is_version(text):
            self.fail("version_invalid", ("version",), "a version is 1 to 40 of A-Z, a-z, 0-9, '.', '-' and '_'")
        return text

    @property
    def extends(self) -> str | None:
        """The id of the rule set that the file says it extends."""
        return self.text_at(self.own, ("extends",)) if "extends" in self.own else None

    def extend(self, base: RuleFile) -> None:
        """Take everything from another file that this one does not say otherwise."""
        self.base, self.lineage = base, (base.id, *base.lineage)
        self.data = extended(base.data, self.own)

    def fail(self, code: str, path: tuple[str, ...], why: str) -> NoReturn:
        """Refuse the file for what stands at a path of keys; where it only inherits that, the file it extends.

        Raises:
            RuleSetError: always.
        """
        if self.base is not None and not mentions(self.own, path) and mentions(self.base.data, path):
            self.base.fail(code, path, why)
        self._refuse(code, why, line_of(self.text, path))

    @contextmanager
    def blaming(self, path: tuple[str, ...]) -> Iterator[None]:
        """Blame what stands at a path for every fault of the block."""
        try:
            yield
        except RuleSetError as error:
            self.fail(error.code, path, error.why)

    def _refuse(self, code: str, why: str, line: int = 0) -> NoReturn:
        raise RuleSetError(code, file=self.name, line=line, why=why) from None

    def table(self, within: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """Take the table at a path's last key; an empty one where there is none."""
        value = within.get(path[-1], {})
        if not isinstance(value, dict):
            self.fail("not_a_table", path, f"{path[-1]} is no table")
        return value

    def tables(self, key: str, most: int) -> dict[str, Any]:
        """Take a table of things by id, no more of them than a rule set may have."""
        found = self.table(self.data, (key,))
        if len(found) > most:
            self.fail("too_many", (key,), f"there are {len(found)} {key}; a rule set has at most {most}")
        for each in found:
            self.require_id(each, (key, each))
        return found

    def require_id(self, text: str, path: tuple[str, ...]) -> None:
        """Refuse what can be no id. `when` is none: it stands for the cases of an option."""
        if not is_id(text):
            self.fail("id_invalid", path, f"{text!r} is no id: 1 to 60 of a-z, 0-9 and _, a letter first")

    def text_at(self, within: Mapping[str, Any], path: tuple[str, ...]) -> str:
        """Take a text that must be there."""
        value = within.get(path[-1])
        if value is None:
            self.fail("key_missing", path, f"{path[-1]} is missing")
        if not isinstance(value, str) or not value.strip():
            self.fail("not_a_text", path, f"{path[-1]} must be a text")
        self._require_shown(value, path, _LONGEST_TEXT)
        return value

    def whole(
        self,
        within: Mapping[str, Any],
        path: tuple[str, ...],
        *,
        default: int | None = None,
        least: int = 0,
        most: int = LARGEST_NUMBER,
    ) -> int:
        """Take a whole number."""
        key, value = path[-1], within.get(path[-1], default)
        if value is None:
            self.fail("key_missing", path, f"{key} is missing")
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail("not_a_whole_number", path, f"{key} must be a whole number")
        if value < least:
            self.fail("out_of_range", path, f"{key} can't be below {least}")
        if value > most:
            self.fail("out_of_range", path, f"{key} can't be above {most}")
        return value

    def switch(self, within: Mapping[str, Any], path: tuple[str, ...], default: bool = False) -> bool:
        """Take true or false."""
        value = within.get(path[-1], default)
        if not isinstance(value, bool):
            self.fail("not_true_or_false", path, f"{path[-1]} must be true or false")
        return value

    def texts(self, within: Mapping[str, Any], path: tuple[str, ...]) -> tuple[str, ...]:
        """Take a list of texts; an empty one where there is none."""
        value = within.get(path[-1], [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.fail("not_a_list", path, f"{path[-1]} must be a list of texts")
        if len(value) > _LONGEST_LIST:
            self.fail("too_many", path, f"{path[-1]} has more than {_LONGEST_LIST} texts")
        return tuple(value)

    def one_of(self, within: Mapping[str, Any], path: tuple[str, ...], choices: tuple[str, ...]) -> str:
        """Take one of the given texts."""
        value = within[path[-1]]
        if value not in choices:
            self.fail("not_a_choice", path, f"{path[-1]} must be one of {', '.join(choices)}")
        return str(value)

    def names(self, within: Mapping[str, Any], path: tuple[str, ...]) -> Names:
        """Take the names in all three languages."""
        value = self.table(within, path)
        self.only(value, path, frozenset(LANGUAGES))
        for language in LANGUAGES:
            if not isinstance(value.get(language), str) or not value[language].strip():
                self.fail("name_missing", (*path, language), f"the name in {language} is missing")
            self._require_shown(value[language], (*path, language), _LONGEST_NAME)
        return {language: value[language] for language in LANGUAGES}

    def only(self, within: Mapping[str, Any], path: tuple[str, ...], known: frozenset[str]) -> None:
        """Refuse any key but the known ones."""
        for key in within:
            if key not in known:
                why = f"{key} is no key here; known are {', '.join(sorted(known))}"
                self.fail("key_unknown", (*path, key), why)

    def _require_shown(self, text: str, path: tuple[str, ...], longest: int) -> None:
        if len(text) > longest:
            self.fail("text_invalid", path, f"{path[-1]} is longer than {longest} characters")
        for c in text:
            # Control characters move a terminal's cursor, the others turn the text beside them around.
            if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029" or c in _TURNS_TEXT:
                self.fail("text_invalid", path, f"{path[-1]} holds the character U+{ord(c):04X}, which can't be shown")


def is_id(text: str) -> bool:
    """Whether a text can be the id of a rule set, row, option, choice or event."""
    return _ID.fullmatch(text) is not None and text != "when"


def is_version(text: str) -> bool:
    """Whether a text can be the version of a rule set."""
    return _VERSION.fullmatch(text) is not None
