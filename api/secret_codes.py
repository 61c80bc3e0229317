"""Secrets that let somebody in: one for a link, and a short code for who types it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

# Crockford's: no letter that is taken for another, none that makes words.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011")
CODE_LENGTH = 8
SECRET_BYTES = 16


@dataclass(frozen=True, slots=True)
class Secrets:
    """What is told once and kept only as hashes: the link's secret and the short code."""

    secret: str
    code: str


def new_secrets() -> Secrets:
    """Make a link's secret and a short code that nobody can guess."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return Secrets(secrets.token_urlsafe(SECRET_BYTES), code)


def plain_code(typed: str) -> str:
    """Give a code as it was made, however somebody typed it.

    >>> plain_code(" abcd-efgo ")
    'ABCDEFG0'
    """
    return "".join(c for c in typed.upper() if c.isalnum()).translate(MISREAD)


def shown_code(code: str) -> str:
    """Give a code as people read it.

    >>> shown_code("ABCDEFG0")
    'ABCD-EFG0'
    """
    return f"{code[:4]}-{code[4:]}"
