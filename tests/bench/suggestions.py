"""Measure how many corrections the suggestion saves, and that it never changes what was read.

    python -m tests.bench.suggestions [--count 120] [--seed 5]

Hands whose truth is known and legal: drawn ones of made-up sets, under hard light, all of their tiles in view; and
photos of `train` (in TAILENS_SHARED or `../shared`) whose labels make a legal hand of 17 tiles, or
of 14 without flowers. The models learnt from the latter, so that mistakes are fewer there than elsewhere. A correction
is one tile renamed, added or taken out.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from api.screens import make_console
from labels.facebank import FaceBank
from labels.madeup import find_fonts
from labels.madeup.design import made_up_design
from labels.photoset import read_photos
from labels.tables import render_table
from scorer import BACK, Hand, RuleSet, is_legal, load_rules, parse_hand
from vision import Photo, Reader, TableReading, load_photo

ROOT = Path(__file__).parents[2]
SIZE = (800, 600)
DESIGNS = 6
RULES = {17: "taiwan", 14: "guangdong"}


@dataclass(frozen=True)
class Known:
    """A photo, the tiles of its hand that show their face, and the rules it is legal by."""

    photo: Photo
    tiles: Counter[str]
    rules: RuleSet


def drawn(count: int, seed: int) -> Iterator[Known]:
    """Draw hands whose tiles are all in view."""
    fonts, rules = find_fonts(), load_rules("taiwan")
    bank = FaceBank([made_up_design(np.random.default_rng((seed, 1, n)), fonts) for n in range(DESIGNS)])
    number = 0
    while count:
        rng = np.random.default_rng((seed, 2, number))
        number += 1
        table = render_table(rng, bank, width=SIZE[0], height=SIZE[1], kind="hand")
        mine = [tile for tile in table.tiles if tile.role != "other"]
        inside = all((t.corners > 0).all() and (t.corners < np.array(SIZE)).all() and t.visible > 0.7 for t in mine)
        if inside and len(mine) >= 17:
            count -= 1
            yield Known(load_photo(table.image), Counter(t.tile for t in mine if t.tile != BACK), rules)


def labelled(folder: Path) -> Iterator[Known]:
    """Give the labelled photos whose tiles make a legal hand."""
    for photo in read_photos(folder / "photos" / "train.csv"):
        names = [tile.tile for tile in photo.tiles if tile.tile != BACK]
        plain = [name for name in names if not name.endswith("f")]
        if len(plain) in RULES:
            rules = load_rules(RULES[len(plain)])
            flowers = tuple(name for name in names if name.endswith("f"))
            if is_legal(Hand(tuple(plain), (), None, flowers), rules):
                yield Known(load_photo(photo.path), Counter(names), rules)


def corrections(read: Counter[str], truth: Counter[str]) -> int:
    """Count the single-tile corrections from one to the other."""
    return max((read - truth).total(), (truth - read).total())


def names_of(reading: TableReading) -> list[str]:
    return [tile.tile for tile in reading.tiles if tile.role != "other" and tile.tile != BACK]


def measured(reader: Reader, known: Iterator[Known], title: str) -> Table:
    """Read hands and sum up what their suggestions would have done."""
    sums: Counter[str] = Counter()
    for each in known:
        reading = reader.read(each.photo, rules=each.rules)
        before = corrections(Counter(names_of(reading)), each.tiles)
        sums["hands"] += 1
        sums["hands right as read"] += before == 0
        sums["corrections as read"] += before
        after = before
        for hand in reading.hands:
            # Backs in a concealed kong stand for its face: only what else the hand holds is counted.
            text = Counter((*parse_hand(hand.hand).all_tiles, *parse_hand(hand.hand).flowers))
            sums["hands changed silently"] += bool(Counter(names_of(reading)) - text)
            if hand.suggestion is None:
                continue
            tiles = list(reading.tiles)
            named = [tile.tile for tile in tiles]
            for change in hand.suggestion.changes:
                sums["hands changed silently"] += named[change.tile] != change.before
                named[change.tile] = change.after
            claims = [n for n, t in zip(named, tiles, strict=True) if t.role != "other" and n != BACK]
            after = corrections(Counter(claims), each.tiles)
            sums["suggestions"] += 1
            sums["suggestions for a hand right as read"] += before == 0
            sums["suggestions that save corrections"] += after < before
            sums["suggestions that make the hand right"] += after == 0 < before
            sums["suggestions that cost corrections"] += after > before
        sums["corrections with every suggestion taken"] += after
    table = Table(title=title, title_justify="left", show_header=False)
    for name in (
        "hands",
        "hands right as read",
        "corrections as read",
        "corrections with every suggestion taken",
        "suggestions",
        "suggestions that make the hand right",
        "suggestions that save corrections",
        "suggestions that cost corrections",
        "suggestions for a hand right as read",
        "hands changed silently",
    ):
        table.add_row(name, str(sums[name]))
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=120, help="drawn hands")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    console, reader = make_console(), Reader()
    console.print(measured(reader, drawn(options.count, options.seed), "Drawn hands"))
    shared = Path(os.environ.get("TAILENS_SHARED") or ROOT.parent / "shared")
    if (shared / "photos" / "train.csv").is_file():
        console.print(measured(reader, labelled(shared), "Labelled hands that the models learnt from"))
    else:
        console.print("Labelled photos are not in reach (TAILENS_SHARED or ../shared): left out.")


if __name__ == "__main__":
    main()
