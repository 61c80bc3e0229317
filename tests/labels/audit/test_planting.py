"""Mistakes planted in a set that is read well are at the top of the list, and their suggestions put them right."""

from __future__ import annotations

import numpy as np
import pytest

from labels.audit import findings
from labels.forms.dataset import Dataset
from scorer.tiles import TILES
from tests.bench.planting import SHARES, is_mended, plant, points_at
from tests.labels.audit.made import document, label, labelled, read


def well_read(photos: int, seed: int):
    """Photos of two rows of ten tiles, and their readings: every tile seen, some less surely, all a bit beside."""
    rng = np.random.default_rng(seed)
    sets, readings = [], {}
    for number in range(photos):
        names = rng.choice(TILES, 20, replace=False).tolist()
        places = [(at % 10, at // 10) for at in range(20)]
        name = f"{number}.jpg"
        sets.append(labelled(name, *(label(tile, *place) for tile, place in zip(names, places, strict=True))))
        tiles = []
        for tile, (at, row) in zip(names, places, strict=True):
            other = str(rng.choice(TILES))
            sure = float(rng.uniform(0.7, 1))
            tiles.append(read(tile, at + rng.normal(0, 0.03), row, sure=sure, other=other if other != tile else ""))
        readings[name] = document(*tiles)
    return Dataset(tuple(sets)), readings


@pytest.mark.parametrize("seed", range(3))
def test_planted_mistakes_come_first_and_are_put_right(seed):
    dataset, readings = well_read(60, seed)
    spoiled, planted = plant(dataset, seed)
    assert {kind: sum(m.kind == kind for m in planted) for kind in SHARES} == {"name": 24, "missed": 24, "box": 12}
    found = findings(spoiled, readings)[: len(planted)]
    photos = {photo.name: photo for photo in spoiled}
    hits = {}
    for finding in found:
        at = points_at(finding, planted)
        if at is not None:
            hits[at] = is_mended(photos[finding.photo], finding, planted[at])
    assert len(hits) >= 0.95 * len(planted)
    assert sum(hits.values()) >= 0.95 * len(hits)


def test_what_is_planted_is_the_same_for_a_seed_and_touches_nothing_else():
    dataset, _ = well_read(20, 0)
    spoiled, planted = plant(dataset, 5)
    assert (spoiled, planted) == plant(dataset, 5) and planted != plant(dataset, 6)[1]
    for photo, before in zip(spoiled, dataset, strict=True):
        mine = [mistake for mistake in planted if mistake.photo == photo.name]
        kept = [one for at, one in enumerate(photo.labels) if at not in {m.at for m in mine}]
        assert kept == [one for one in before.labels if one not in [m.true for m in mine]]
