"""Passwords: hashed and checked, a few at a time."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from api.errors import ApiError

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
HASHER = PasswordHasher(time_cost=1, memory_cost=47_104, parallelism=1)
HASHES_AT_ONCE = 2
HASHES_WAITING = 16


class Passwords:
    """Hash and check passwords, a few at a time: each takes 46 MiB, as OWASP advises for argon2id."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(HASHES_AT_ONCE)
        self._room = threading.BoundedSemaphore(HASHES_AT_ONCE + HASHES_WAITING)
        self._nobodys = _nobodys()

    def hash(self, password: str) -> str:
        """Give what is kept of a password.

        Raises:
            ApiError: `password_unfit`, or `busy` when too many wait.
        """
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise ApiError("password_unfit")
        with self._turn():
            return HASHER.hash(_composed(password))

    def right(self, password: str, kept: str | None) -> bool:
        """Tell whether it is the password; where there is none it takes as long to say no.

        Raises:
            ApiError: `busy` when too many wait.
        """
        with self._turn():
            try:
                return HASHER.verify(kept or self._nobodys, _composed(password)) and kept is not None
            except (VerifyMismatchError, InvalidHashError):
                return False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        # Callers who wait hold a thread each; they must not hold all that the service has.
        if not self._room.acquire(blocking=False):
            raise ApiError("busy", "Too many passwords are being checked; try again.", headers={"retry-after": "3"})
        try:
            with self._turns:
                yield
        finally:
            self._room.release()


@cache
def _nobodys() -> str:
    """Give the hash that is checked where there is no account; made once in a process."""
    return HASHER.hash("nobody has this password")


def _composed(password: str) -> str:
    # Keyboards differ in how they send the same letters.
    return unicodedata.normalize("NFC", password)
