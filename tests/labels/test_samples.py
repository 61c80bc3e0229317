from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from labels.facebank import BODY
from labels.faces import Style
from labels.raster import drawn_bank
from labels.samples import SAMPLES, Sample, draw_sample, truth
from scorer import BACK, Win, is_legal, load_rules, parse_hand, score

FOLDER = Path(__file__).parents[2] / "datasets" / "samples"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_each_sample_is_a_photo_with_the_truth_of_a_hand_that_scores(sample: Sample) -> None:
    path = FOLDER / f"{sample.name}.jpg"
    document = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert path.stat().st_size < 1_200_000
    image = cv2.imread(str(path))
    assert image is not None and image.shape == (document["height"], document["width"], 3)
    assert document["synthetic"] is True
    hand, win, rules = parse_hand(document["hand"]), document["win"], load_rules(document["rules"])
    assert is_legal(hand, rules)
    facts = Win(
        win["won_by"],
        seat=win["seat"],
        from_seat=win["from"],
        round=win["round"],
        dealer=win["dealer"],
        streak=win["streak"],
        events=frozenset(win["events"]),
    )
    assert (score(hand, facts, rules).total or 0) > 0
    mine = [tile for tile in document["tiles"] if tile["hand"] == 0]
    concealed_kongs = sum(meld.kind == "kong_concealed" for meld in hand.melds)
    assert sum(tile["tile"] == BACK for tile in mine) == 2 * concealed_kongs
    assert len(mine) == len(hand.all_tiles) + len(hand.flowers)
    assert all(tile["visible"] > 0.9 for tile in mine)


def test_the_script_draws_the_sample_that_is_committed() -> None:
    sample = SAMPLES[0]
    table = draw_sample(sample, drawn_bank(Style(body=False, ivory="#" + f"{BODY:02x}" * 3)))
    committed = json.loads((FOLDER / f"{sample.name}.json").read_text("utf-8"))
    drawn = truth(sample, table)
    assert [t["tile"] for t in drawn["tiles"]] == [t["tile"] for t in committed["tiles"]]
    corners = [np.array([t["corners"] for t in d["tiles"]]) for d in (drawn, committed)]
    assert np.abs(corners[0] - corners[1]).max() < 0.5
    image = cv2.imread(str(FOLDER / f"{sample.name}.jpg"))
    assert image is not None
    assert np.abs(image[:, :, ::-1].astype(int) - table.image).mean() < 3
