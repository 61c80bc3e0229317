"""Which Chromium the browser tests drive."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium")
"""Debian's names; the first draws no window of its own, which takes most of the other's processor."""


def started(playwright: Playwright) -> Browser:
    """Start the program that TAILENS_CHROMIUM names, else one on the PATH."""
    program = os.environ.get("TAILENS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert program, "no Chromium: scripts/chromium.sh says what to type"
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
