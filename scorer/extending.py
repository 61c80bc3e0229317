"""Lay what a file says over what the file it extends says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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


def mentions(data: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether a file says anything of the thing that a path lies in: a row, an option, an event."""
    for key in path[:2]:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True
