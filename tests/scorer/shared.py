"""Find the collected material beside the checkout; tests that need it skip where it is not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def shared_folder() -> Path | None:
    named = os.environ.get("TAILENS_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    return folder if (folder / "rules" / "examples.jsonl").is_file() else None


def collected_examples() -> list[dict[str, Any]]:
    folder = shared_folder()
    if folder is None:
        return []
    lines = (folder / "rules" / "examples.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


needs_shared = pytest.mark.skipif(
    shared_folder() is None,
    reason="the collected examples are not here: put them in ../shared or name their folder in TAILENS_SHARED",
)
