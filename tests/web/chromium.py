"""Which Chromium the browser tests drive."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium")
"""Debian's names; the first draws no window of its own, which takes most of the other's processor."""


def chromium() -> str | None:
    """Give the program that TAILENS_CHROMIUM names, else one on the PATH, else None."""
    return os.environ.get("TAILENS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
