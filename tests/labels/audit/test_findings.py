"""Each kind of mistake is found, where it is and with what mends it; what is the reader's or the set's way is none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from labels.audit import KINDS, Finding, mended
from tests.labels.audit.made import (
    HAND,
    document,
    doubts,
    hand,
    hand_read,
    label,
    labelled,
    read,
)


def only(found: list[Finding]) -> Finding:
    assert len(found) == 1, found
    assert found[0].kind in KINDS
    return found[0]


def test_a_set_that_is_read_as_it_is_labelled_gives_no_doubt():
    assert doubts((labelled("a.jpg", *hand()), hand_read())) == []


def test_a_wrong_name_is_found_with_the_right_one():
    labels = hand()
    labels[3] = label("6p", 3)
    photo = labelled("a.jpg", *labels)
    finding = only(doubts((photo, hand_read())))
    assert (finding.kind, finding.label, finding.suggestion, finding.at) == ("name", "6p", "4p", 3)
    assert finding.corners == labels[3].corners and finding.score > 0.9
    assert mended(photo, finding).labels == tuple(hand())


def test_a_name_that_the_reader_is_hardly_surer_of_is_doubted_little():
    labels = hand()
    labels[3] = label("6p", 3)
    tiles = hand_read()["tiles"]
    tiles[3] = read("4p", 3, sure=0.6, other="6p")
    assert only(doubts((labelled("a.jpg", *labels), document(*tiles)))).score < 0.4


def test_what_the_reader_always_takes_for_another_is_no_mistake_of_the_labels():
    dragon = (*HAND[:3], "6z", *HAND[4:])
    misread = hand_read((*HAND[:3], "1s", *HAND[4:]))
    photos = [(labelled(f"dragon-{n}.jpg", *hand(dragon)), misread) for n in range(12)]
    once = [(labelled("dragon.jpg", *hand(dragon)), misread)]
    assert max(f.score for f in doubts(*photos)) < 0.3
    assert max(f.score for f in doubts(*once)) > 0.6


def test_of_a_flowers_strip_another_strip_is_suggested():
    labels = [*hand(), label("1f", 9, part="index")]
    finding = only(doubts((labelled("a.jpg", *labels), hand_read((*HAND, "2f")))))
    assert (finding.kind, finding.label, finding.suggestion) == ("name", "1f-index", "2f-index")
    assert mended(labelled("a.jpg", *labels), finding).labels[9] == replace(labels[9], tile="2f")


def test_a_tile_missed_in_a_labelled_row_is_found():
    photo = labelled("a.jpg", *hand()[:4], *hand()[5:])
    finding = only(doubts((photo, hand_read())))
    assert (finding.kind, finding.label, finding.suggestion, finding.at) == ("missed", "", "5p", None)
    assert sorted(mended(photo, finding).labels, key=lambda one: one.box) == hand()


def test_tiles_that_a_set_leaves_unlabelled_on_purpose_are_not_missed():
    wall = [read("1m", at, 2, role="other") for at in range(9)]
    photos = [(labelled(f"{n}.jpg", *hand()), document(*hand_read()["tiles"], *wall)) for n in range(10)]
    assert doubts(*photos) == []


def test_a_label_where_nothing_is_seen_is_found():
    photo = labelled("a.jpg", *hand(), label("9p", 15, 2))
    finding = only(doubts((photo, hand_read())))
    assert (finding.kind, finding.label, finding.suggestion, finding.at) == ("stray", "9p", "", 9)
    assert mended(photo, finding).labels == tuple(hand())


@pytest.mark.parametrize("aside", [0.3, -0.45, 0.6])
def test_a_label_beside_its_tile_is_found_with_the_place_where_it_belongs(aside):
    labels = hand()
    labels[4] = label("5p", 4 + aside)
    photo = labelled("a.jpg", *labels)
    finding = only(doubts((photo, hand_read())))
    assert (finding.kind, finding.label, finding.suggestion, finding.at) == ("box", "5p", "5p", 4)
    assert mended(photo, finding).labels[4].box == pytest.approx(hand()[4].box)


def test_boxes_that_a_set_draws_loosely_are_none_beside_their_tile():
    def loose(at: int, tile: str):
        return read(tile, at + 0.12)

    tiles = [loose(at, tile) for at, tile in enumerate(HAND)]
    photos = [(labelled(f"{n}.jpg", *hand()), document(*tiles)) for n in range(30)]
    assert [f for f in doubts(*photos) if f.photo[0] != "f"] == []


def test_of_two_labels_on_one_tile_the_one_that_is_not_seen_is_found():
    photo = labelled("a.jpg", *hand(), label("5z", 2))
    finding = only(doubts((photo, hand_read())))
    assert (finding.kind, finding.label, finding.suggestion, finding.at) == ("twice", "5z", "", 9)


def test_a_strip_on_its_face_is_not_the_same_tile_twice():
    face = [*hand(), label("1f", 9)]
    strip = label("1f", 9, part="index")
    assert [f.kind for f in doubts((labelled("a.jpg", *face, strip), hand_read((*HAND, "1f"))))] in ([], ["stray"])


def test_a_strip_that_lies_half_in_the_face_seen_is_of_it():
    photo = labelled("a.jpg", *hand(), label("1f", 9.5, part="index"))
    assert doubts((photo, hand_read((*HAND, "1f")))) == []


def test_five_of_a_kind_and_a_flower_twice_are_found_at_the_label_that_is_seen_least():
    five = ("1m",) * 5
    tiles = [read("1m", at) for at in range(4)] + [read("1m", 4, sure=0.55, other="7m")]
    finding = only(doubts((labelled("a.jpg", *hand(five)), document(*tiles))))
    assert (finding.kind, finding.label, finding.at) == ("impossible", "1m", 4)
    finding = only(doubts((labelled("a.jpg", label("3f", 0), label("3f", 1)), None)))
    assert (finding.kind, finding.label) == ("impossible", "3f")


def test_a_tile_labelled_twice_does_not_make_a_photo_impossible():
    four = hand(("1m",) * 4)
    found = doubts((labelled("a.jpg", *four, label("1m", 1)), hand_read(("1m",) * 4)))
    assert [f.kind for f in found] == ["twice"]


def seen_with_its_mirror_image(chance: float, mirrored: float):
    """A hand read with these probabilities of the labels' names, there and in the mirror."""
    tiles = [read(tile, at, sure=chance, other="2z") for at, tile in enumerate(HAND)]
    return document(*({**tile, "mirrored": [[tile["tile"], mirrored]]} for tile in tiles))


def test_a_photo_whose_labels_are_seen_in_its_mirror_image_is_found_and_its_other_doubts_step_back():
    photo = labelled("a.jpg", *hand()[:8], label("1z", 8))
    found = doubts((photo, seen_with_its_mirror_image(0.8, 0.95)))
    assert found[0].kind == "mirrored" and found[0].photo == "a.jpg" and found[0].corners is None
    assert mended(photo, found[0]).labels == photo.labels
    plain = doubts((photo, seen_with_its_mirror_image(0.8, 0.6)))
    assert {f.kind for f in plain} == {"name"}
    assert max(f.score for f in found[1:]) < max(f.score for f in plain) / 2


def test_tiles_that_look_the_same_in_a_mirror_say_nothing_of_mirroring():
    photo = labelled("a.jpg", *(label(tile, at) for at, tile in enumerate(("1p", "5p", "8s", "5z", "1z"))))
    tiles = [read(one.tile, at, sure=0.6, other="2z") for at, one in enumerate(photo.labels)]
    seen = document(*({**tile, "mirrored": [[tile["tile"], 0.95]]} for tile in tiles))
    assert doubts((photo, seen)) == []


def test_the_same_photo_in_two_splits_is_a_leak_and_in_one_a_duplicate():
    one = labelled("a.jpg", *hand(), sha256="same", split="train")
    leak = only(doubts((one, hand_read()), (replace(one, name="b.jpg", split="val"), hand_read())))
    assert (leak.kind, leak.photo, leak.suggestion, leak.score) == ("leak", "b.jpg", "a.jpg", 1.0)
    again = only(doubts((one, hand_read()), (replace(one, name="b.jpg"), hand_read())))
    assert again.kind == "duplicate" and again.score < 0.5
    other = replace(one, name="b.jpg", labels=tuple(hand()[:8]))
    assert max(doubts((one, hand_read()), (other, hand_read())), key=lambda f: f.kind == "duplicate").score == 1.0


def test_a_photo_without_reading_is_doubted_by_its_labels_alone():
    assert doubts((labelled("a.jpg", *hand()), None)) == []
    assert doubts((labelled("a.jpg", *hand()), {"error": {"code": "photo_damaged", "message": "cut off"}})) == []


def test_the_likeliest_mistake_comes_first_and_the_order_is_always_the_same():
    labels = hand()
    labels[3] = label("6p", 3)
    photos = [(labelled("a.jpg", *labels), hand_read()), (labelled("b.jpg", *hand()[1:]), hand_read())]
    found = doubts(*photos, least=0)
    assert [f.score for f in found] == sorted((f.score for f in found), reverse=True)
    assert found == doubts(*photos, least=0)


def test_a_finding_is_plain_json():
    labels = hand()
    labels[3] = label("6p", 3)
    told = json.loads(json.dumps(only(doubts((labelled("a.jpg", *labels), hand_read()))).to_document()))
    assert list(told) == ["photo", "kind", "corners", "label", "suggestion", "score", "at", "better"]
    assert told["corners"] == [list(point) for point in labels[3].corners]


def test_every_kind_and_its_meaning_are_in_the_docs():
    docs = (Path(__file__).parents[3] / "docs" / "data.md").read_text("utf-8")
    table = docs.partition("## Checking")[2].partition("## ")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", table, re.MULTILINE)) == KINDS
