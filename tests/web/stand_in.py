"""Readers for the browser tests: one that knows the samples' truth, and one that gets a tile wrong on purpose."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from scorer import is_legal, load_rules, parse_hand
from vision import Change, ReadHand, ReadingWarning, ReadTile, Suggestion, TableReading

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


class Reads(Protocol):
    """What the service wants of a reader."""

    def read(self, photo: Any, *, rules: Any = None, name: str | None = None) -> TableReading: ...


class TruthReader:
    """Stand in for the models where a test is about the page: whatever the photo, answer the sample's truth."""

    def __init__(self, sample: str) -> None:
        self.truth = json.loads((SAMPLES / f"{sample}.json").read_text(encoding="utf-8"))

    def read(self, photo: Any, *, rules: Any = None, name: str | None = None) -> TableReading:
        truth = self.truth
        tiles = tuple(
            ReadTile(
                tile=tile["tile"],
                confidence=0.99,
                corners=np.array(tile["corners"], dtype=np.float32),
                role=tile["role"],
                hand=tile["hand"],
                alternatives=(),
            )
            for tile in truth["tiles"]
        )
        hand = ReadHand(truth["hand"], legal=True, suggestion=None)
        return TableReading(name or "photo", truth["width"], truth["height"], tiles, (hand,), ())


class NearSighted:
    """Read as another reader does, but take one concealed tile for another, without being sure of it.

    The samples are read whole, so a test of correcting needs a misreading made on purpose.
    """

    def __init__(self, reader: Reads, tile: str, taken_for: str) -> None:
        self.reader, self.tile, self.taken_for = reader, tile, taken_for

    def read(self, photo: Any, *, rules: Any = None, name: str | None = None) -> TableReading:
        reading = self.reader.read(photo, rules=rules, name=name)
        at = next(i for i, t in enumerate(reading.tiles) if t.tile == self.tile and t.role == "concealed")
        wrong = replace(
            reading.tiles[at], tile=self.taken_for, confidence=0.55, alternatives=((self.tile, 0.4), ("9m", 0.03))
        )
        hand = reading.hands[0]
        right = parse_hand(hand.hand)
        left = list(right.concealed)
        left[left.index(self.tile)] = self.taken_for
        misread = replace(right, concealed=tuple(left))
        offer = Suggestion(hand.hand, (Change(at, self.taken_for, self.tile),), 0.8)
        return replace(
            reading,
            tiles=(*reading.tiles[:at], wrong, *reading.tiles[at + 1 :]),
            hands=(ReadHand(str(misread), legal=is_legal(misread, load_rules("taiwan")), suggestion=offer),),
            warnings=(*reading.warnings, ReadingWarning("glare", "a light's reflection covers part of a tile", at)),
        )
