"""A fingerprint stays with its picture through sizes, qualities and turns, and tells mirror images and strangers."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from labels.audit.alike import APART, Alike, alike, fingerprint
from labels.audit.findings import findings
from labels.forms.dataset import Dataset
from tests.labels.audit.made import document, hand, hand_read, labelled


def picture(seed: int) -> np.ndarray:
    """Soft blotches, as a table looks from far away."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (12, 16, 3), np.uint8)
    return cv2.resize(small, (640, 480), interpolation=cv2.INTER_CUBIC)


def again(image: np.ndarray, quality: int) -> np.ndarray:
    out = io.BytesIO()
    Image.fromarray(image).save(out, "JPEG", quality=quality)
    return np.array(Image.open(out))


CHANGED = {
    "smaller": lambda image: cv2.resize(image, (200, 150), interpolation=cv2.INTER_AREA),
    "squeezed": lambda image: cv2.resize(image, (400, 400), interpolation=cv2.INTER_AREA),
    "worse": lambda image: again(image, 30),
    "darker": lambda image: (image * 0.5).astype(np.uint8),
    "turned": lambda image: np.ascontiguousarray(np.rot90(image)),
    "upside down": lambda image: np.ascontiguousarray(np.rot90(image, 2)),
}


@pytest.mark.parametrize("how", CHANGED)
def test_a_photo_is_known_again(how):
    one, other = fingerprint(picture(1)), fingerprint(CHANGED[how](picture(1)))
    [found] = alike([one, fingerprint(picture(2)), other])
    assert (found.first, found.second, found.mirrored) == (0, 2, False) and found.apart < APART / 2


@pytest.mark.parametrize("turns", range(4))
def test_a_mirror_image_is_known_as_one_however_it_is_turned(turns):
    mirrored = np.ascontiguousarray(np.rot90(picture(1)[:, ::-1], turns))
    [found] = alike([fingerprint(picture(1)), fingerprint(mirrored)])
    assert found.mirrored and found.apart < APART / 2


def test_other_pictures_are_not_alike():
    assert list(alike([fingerprint(picture(seed)) for seed in range(40)])) == []
    assert list(alike([])) == []


def test_many_photos_are_compared_block_by_block(monkeypatch):
    prints = [fingerprint(picture(seed % 7)) for seed in range(14)]
    whole = list(alike(prints))
    monkeypatch.setattr("labels.audit.alike.BLOCK", 3)
    assert list(alike(prints)) == whole == [Alike(n, n + 7, 0, False) for n in range(7)]


def test_of_two_mirror_images_the_one_whose_labels_are_not_seen_is_found():
    prints = [fingerprint(picture(1)), fingerprint(np.ascontiguousarray(picture(1)[:, ::-1]))]
    photos = labelled("a.jpg", *hand(), split="train"), labelled("b.jpg", *hand(), split="val")
    readings = {
        "a.jpg": document(fingerprint=prints[1]),
        "b.jpg": hand_read(fingerprint=prints[0]),
    }
    found = findings(Dataset(photos), readings)
    assert {(f.kind, f.photo) for f in found if f.corners is None} == {("mirrored", "a.jpg"), ("leak", "b.jpg")}


def test_another_deal_on_the_same_table_is_no_copy():
    shifted = picture(1)
    shifted[200:220, 200:240] = 255
    prints = fingerprint(picture(1)), fingerprint(shifted)
    [found] = alike(prints)
    assert found.apart
    photos = labelled("a.jpg", *hand()), labelled("b.jpg", *hand())
    deals = hand_read(), hand_read(("1z",) * 9)
    for second, kinds in ((deals[0], ["duplicate"]), (deals[1], [])):
        readings = {"a.jpg": {**deals[0], "fingerprint": prints[0]}, "b.jpg": {**second, "fingerprint": prints[1]}}
        assert [f.kind for f in findings(Dataset(photos), readings) if f.corners is None] == kinds
