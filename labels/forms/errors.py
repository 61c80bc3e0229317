"""Refuse a labelled set by file, line and reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Final

from scorer.errors import TaiLensError, shown

FORM_ERROR_CODES: Final = {
    "form_unknown": "this is no labelled set of the form named",
    "not_utf8": "a file is no UTF-8 text",
    "not_csv": "a file is no table",
    "not_json": "a file is no JSON",
    "not_xml": "a file is no XML, or declares a document type or entities",
    "too_large": "a file, or what an archive unpacks to, is larger than a set may hold",
    "archive_invalid": "a file is no ZIP archive, or is damaged or locked",
    "bomb": "an archive unpacks to far more than it should",
    "name_unsafe": "a name is absolute, leads out of the set, or can't be a file's everywhere",
    "link": "a file or folder is a link",
    "name_twice": "two files or photos have one name, perhaps but for case",
    "photo_missing": "labels name a photo that is not there",
    "photo_unusable": "a photo can't be read",
    "photo_changed": "a photo is not the one that the manifest describes",
    "size_differs": "the labels say another size than the photo has",
    "split_unknown": "a split is none of train, val and test",
    "key_missing": "something that must be said is missing",
    "value_invalid": "a value is of the wrong kind",
    "not_a_number": "a coordinate is no finite number",
    "box_empty": "a label encloses nothing",
    "box_outside": "a label lies outside its photo",
    "confidence_invalid": "a confidence is not between 0 and 1",
    "class_unknown": "there is no such class",
    "shape_unknown": "a label is neither a box nor four corners",
    "several_annotations": "a photo was labelled more than once, and nothing says which counts",
    "cannot_carry": "the form asked for can't hold what the set has",
    "labels_differ": "two sets label a photo otherwise, and nobody said whose labels count",
    "names_unknown": "there is no such table of class names",
    "out_exists": "what is to be written is there already",
    "journal_foreign": "the journal of an interrupted run was begun with other models, or is none",
    "place_unusable": "an address can't be listed or written",
    "engine_missing": "the engine asked for is not installed",
    "engine_failed": "the engine's workers can't be started",
}
"""What may be wrong with a labelled set: code and meaning."""


class FormError(TaiLensError):
    """Refuse a labelled set.

    Args:
        code: a key of `FORM_ERROR_CODES`.
        why: what is wrong, in English.
        file: the file at fault, named as within the set; empty where the caller knows it.
        line: line counted from 1; 0 where no line is to blame.
    """

    def __init__(self, code: str, why: str, *, file: str = "", line: int = 0) -> None:
        file, why = shown(file), shown(why)
        place = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(code, f"{place}{why}")
        self.file = file
        self.line = line
        self.why = why


@contextmanager
def blamed(file: str | PurePath, line: int = 0) -> Iterator[None]:
    """Give errors that name no file yet this file and line."""
    try:
        yield
    except FormError as error:
        if error.file:
            raise
        raise FormError(error.code, error.why, file=str(file), line=line) from None
