"""The readings that docs/readings.csv records, done again on a sample of their photos: no change may lose them."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from labels.measure import Figures, claims_of, compare, figures
from labels.photoset import read_photos
from vision import Reader

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "readings.csv"
SHARED = Path(os.environ.get("TAILENS_SHARED") or ROOT.parent / "shared") / "photos"
EVERY = 6
"""Of the photos of `valid` by name, each so many'th is read again: 43 of them."""
LOSS = 0.01

pytestmark = pytest.mark.skipif(
    not (SHARED / "valid.csv").is_file(), reason="the labelled photos are not in reach: TAILENS_SHARED or ../shared"
)


@pytest.fixture(scope="module")
def recorded() -> dict[str, dict[str, str]]:
    with RECORD.open(newline="", encoding="utf-8") as file:
        rows = {row["photo"]: row for row in csv.DictReader(file) if row["split"] == "valid"}
    return {photo: rows[photo] for photo in sorted(rows)[::EVERY]}


@pytest.fixture(scope="module")
def measured(recorded: dict[str, dict[str, str]]) -> Figures:
    reader = Reader()
    sample = [photo for photo in read_photos(SHARED / "valid.csv") if photo.path.name in recorded]
    return figures([compare(photo, claims_of(reader.read(photo.path).to_document())) for photo in sample])


def test_the_sample_is_that_of_the_record(recorded: dict[str, dict[str, str]], measured: Figures) -> None:
    assert measured.photos == len(recorded) >= 40
    assert measured.labelled == sum(int(row["labelled"]) for row in recorded.values())


@pytest.mark.parametrize(("figure", "of"), [("recall", "labelled"), ("precision", "claimed")])
def test_no_more_than_a_point_is_lost(
    recorded: dict[str, dict[str, str]], measured: Figures, figure: str, of: str
) -> None:
    named, total = (sum(int(row[column]) for row in recorded.values()) for column in ("named", of))
    assert getattr(measured, figure) >= named / total - LOSS
