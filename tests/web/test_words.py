"""The page has words for whatever code the service, the camera or the scorer may answer, in every language."""

from __future__ import annotations

import json
import re
import subprocess
from typing import get_args

import pytest

from api.errors import CODES
from api.schemas import Round
from scorer import BACK, TILES
from scorer.errors import RULE_SET_CODES
from scorer.hand import MELD_KINDS
from scorer.status import HandStatus
from tests.web.schema import NODE, TYPES, WEB, types_of_service
from vision.advice import WARNING_CODES
from vision.errors import PHOTO_ERROR_CODES

LANGUAGES = ("en", "zh-Hant", "zh-Hans")
WORDS = {lang: json.loads((WEB / "src" / "i18n" / f"{lang}.json").read_text(encoding="utf-8")) for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_words(lang: str) -> None:
    needed = {f"error.{code}" for code in {*CODES, *PHOTO_ERROR_CODES, "offline"}}
    needed |= {f"warning.{code}" for code in WARNING_CODES}
    needed |= {f"status.{flag.name.lower()}" for flag in HandStatus if flag.name}
    needed |= {f"{kind}.{name}" for kind in ("tile", "short") for name in (*TILES, BACK)}
    needed |= {f"meld.{kind}" for kind in MELD_KINDS}
    needed |= {f"rules_invalid.{code}" for code in RULE_SET_CODES}
    needed |= {f"round.{wind}" for wind in get_args(Round)}
    assert needed - WORDS[lang].keys() == set()


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_the_languages_say_the_same_things_with_the_same_blanks(lang: str) -> None:
    assert WORDS[lang].keys() == WORDS["en"].keys()

    def blanks(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    assert [key for key in WORDS["en"] if blanks(WORDS[lang][key]) != blanks(WORDS["en"][key])] == []


def test_no_word_is_left_over() -> None:
    made_up = ("tile.", "short.", "error.", "warning.", "status.", "seat.", "meld.", "problem.", "step.")
    made_up += ("rules_invalid.", "round.", "tai.", "fan.", "abort.", "entry.", "role.", "season.", "wind.")
    made_up += ("doubt.", "set.take.", "set.split.", "set.changes.tile.")
    source = "".join(file.read_text(encoding="utf-8") for file in (WEB / "src").rglob("*.ts*"))
    assert [key for key in WORDS["en"] if not key.startswith(made_up) and f'"{key}"' not in source] == []


def test_the_pages_types_are_those_of_the_service() -> None:
    """Where this fails, type: python -m tests.web.schema"""
    assert TYPES.read_text(encoding="utf-8") == types_of_service()


def test_the_pages_own_tests_pass() -> None:
    files = sorted(str(file) for file in (WEB / "src").glob("*.test.ts"))
    assert files
    done = subprocess.run([NODE, "--test", *files], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
