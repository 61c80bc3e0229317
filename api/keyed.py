"""A lock for each key, there while anybody holds it or waits for it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class KeyedLock:
    """Let one caller at a time through for each key.

    Attributes:
        callers: how many are inside or wait, by key.
    """

    def __init__(self) -> None:
        self.callers: Counter[str] = Counter()
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    @contextmanager
    def held(self, key: str | None) -> Iterator[None]:
        """Wait for the turn of this key; without a key there is nothing to wait for."""
        if key is None:
            yield
            return
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
            self.callers[key] += 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                self.callers[key] -= 1
                if not self.callers[key]:
                    del self.callers[key], self._locks[key]
