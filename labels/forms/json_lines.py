"""Read JSON from strangers, and say in which line a value stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from json import decoder, scanner
from typing import Any, NoReturn

from labels.forms.errors import FormError

_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')

Where = Sequence[str | int]
"""The way to a value from the document's root: keys and indices."""


class JsonFile:
    """A JSON document with its text at hand, for the lines of what is wrong in it."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        try:
            self.root: Any = json.loads(text, parse_constant=_no_number)
        except _ConstantError as error:
            at = next((m.start() for m in _CONSTANT.finditer(text) if m.group(1)), 0)
            raise FormError(
                "not_a_number", f"{error} is no finite number", file=name, line=text.count("\n", 0, at) + 1
            ) from None
        except json.JSONDecodeError as error:
            raise FormError("not_json", f"no JSON: {error.msg}", file=name, line=error.lineno) from None
        except (RecursionError, ValueError):
            raise FormError("not_json", "no JSON that can be read: nested or numbers too long", file=name) from None

    def fault(self, where: Where, code: str, why: str) -> FormError:
        """Give an error at a value's line; at its parent's where the value itself is missing."""
        path = ".".join(map(str, where))
        return FormError(code, f"{path}: {why}" if path else why, file=self._name, line=self.line_of(where))

    @contextmanager
    def blaming(self, where: Where) -> Iterator[None]:
        """Give errors that name no file yet this file and a value's line."""
        try:
            yield
        except FormError as error:
            if error.file:
                raise
            raise self.fault(where, error.code, error.why) from None

    def line_of(self, where: Where) -> int:
        """Give the line in which the innermost object or list on the way to a value begins."""
        value: Any = _placed(self._text)
        at = 0
        for step in where:
            inner = value.value if isinstance(value, _Placed) else value
            try:
                value = inner[step]
            except (KeyError, IndexError, TypeError):
                break
            if isinstance(value, _Placed):
                at = value.at
        return self._text.count("\n", 0, at) + 1

    def member(self, where: Where, value: Any, key: str, kind: type | tuple[type, ...]) -> Any:
        """Give a member of an object of the document.

        Raises:
            FormError: `key_missing` or `value_invalid`.
        """
        if not isinstance(value, dict):
            raise self.fault(where, "value_invalid", "no object")
        if key not in value:
            raise self.fault(where, "key_missing", f"no {key}")
        found = value[key]
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise self.fault((*where, key), "value_invalid", f"a {type(found).__name__} is no value for it")
        return found


class _ConstantError(ValueError):
    pass


def _no_number(word: str) -> NoReturn:
    raise _ConstantError(word)


class _Placed:
    """An object or list with the place in the text at which it begins."""

    def __init__(self, value: Any, at: int) -> None:
        self.value = value
        self.at = at


def _placed(text: str) -> Any:
    """Read the document once more, slowly, with the places."""
    reader: Any = json.JSONDecoder()

    def an_object(start: tuple[str, int], *rest: Any) -> tuple[_Placed, int]:
        value, end = decoder.JSONObject(start, *rest)  # type: ignore[attr-defined]
        return _Placed(value, start[1] - 1), end

    def a_list(start: tuple[str, int], *rest: Any) -> tuple[_Placed, int]:
        value, end = decoder.JSONArray(start, *rest)  # type: ignore[attr-defined]
        return _Placed(value, start[1] - 1), end

    reader.parse_object = an_object
    reader.parse_array = a_list
    reader.scan_once = scanner.py_make_scanner(reader)  # type: ignore[attr-defined]
    return reader.decode(text)
