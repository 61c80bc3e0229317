"""Labelled sets for the browser tests: a set whose mistakes are known, and what people do about it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import numpy as np
from PIL import Image
from playwright.sync_api import Page, expect

from labels.forms.card import About
from labels.forms.dataset import Label, SetPhoto, label_at
from labels.forms.registry import FORMS
from labels.forms.source import measured
from labels.forms.written import SetWriter
from tests.web.conftest import TOKEN, Service
from tests.web.stand_in import SAMPLES, TruthReader
from vision.classify import CLASSES, Naming
from vision.photo import Pixels


class Auditor(TruthReader):
    """Reads the sample's truth, and names no mirrored tile."""

    def name(self, crops: Sequence[Pixels]) -> list[Naming]:
        even = np.full(len(CLASSES), 1 / len(CLASSES), np.float32)
        return [Naming(even, 0) for _ in crops]


def truth_of(sample: str) -> tuple[Label, ...]:
    """Give a sample's labels."""
    truth = json.loads((SAMPLES / f"{sample}.json").read_text(encoding="utf-8"))
    size = truth["width"], truth["height"]
    return tuple(label_at(tile["tile"], tile["corners"], size) for tile in truth["tiles"])


def with_mistakes(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Give labels of which the first has a wrong name, the second is not there, and the third lies beside its tile."""
    wrong, _, beside, *rest = labels
    name = "9s" if wrong.tile != "9s" else "8s"
    x0, _, x1, _ = beside.box
    far = 0.6 * (x1 - x0)
    corners = tuple((x + far, y) for x, y in beside.corners)
    return (replace(wrong, tile=name), replace(beside, corners=corners), *rest)  # type: ignore[arg-type]


def archive_of(sample: str, *sets: tuple[Label, ...]) -> bytes:
    """Give a set in COCO's form: the sample's photo once for each of the labels, told apart by a corner's pixel."""
    with TemporaryDirectory() as folder:
        out = Path(folder, "set")
        out.mkdir()
        with SetWriter(out, FORMS["coco"]) as writer:
            for n, labels in enumerate(sets):
                path = Path(folder, f"photo-{n}.jpg")
                with Image.open(SAMPLES / f"{sample}.jpg") as picture:
                    picture.putpixel((0, 0), (80 * n, 0, 0))
                    picture.save(path, quality=90)
                sha256, width, height = measured(path, path.name)
                writer.add(SetPhoto(path.name, path, sha256, width, height, labels, scene=f"s{n}"))
            writer.finish(About())
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for file in out.rglob("*"):
                archive.write(file, file.relative_to(out).as_posix())
        return packed.getvalue()


class OnService:
    """What another program sees and does of the sets of a service."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.client = httpx2.Client(base_url=service.url, headers={"authorization": f"Bearer {TOKEN}"}, timeout=60)

    def get(self, path: str) -> Any:
        return self.client.get(path).raise_for_status().json()

    def post(self, path: str, body: Any, key: str = "key") -> Any:
        return self.client.post(path, json=body, headers={"idempotency-key": key}).raise_for_status().json()

    @property
    def club(self) -> str:
        found: str = self.get("/api/clubs")["clubs"][0]["id"]
        return found

    def audited_set(self, archive: bytes, *, key: str = "key", name: str = "Friday") -> str:
        """Make a set of an archive, have its labels doubted, and give its id."""
        made: str = self.post(f"/api/clubs/{self.club}/sets", {"name": name}, key)["id"]
        files = {"archive": ("set.zip", archive)}
        self.client.post(f"/api/sets/{made}/import", files=files, data={"form": "coco"}).raise_for_status()
        while not self.post(f"/api/sets/{made}/audit", {})["done"]:
            pass
        return made

    def confirm_hand(self, photo: Path) -> None:
        """Confirm the hand of a photo, as it is read."""
        files = {"photo": (photo.name, photo.read_bytes())}
        read = self.client.post("/api/readings", files=files).raise_for_status().json()
        tiles = [{key: tile[key] for key in ("tile", "corners", "role")} for tile in read["reading"]["tiles"]]
        hand = read["reading"]["hands"][0]["hand"]
        win = {"won_by": "self_draw", "seat": "S"}
        self.post("/api/hands", {"hand": hand, "win": win, "reading_id": read["id"], "tiles": tiles})

    def photos(self, set_id: str) -> list[dict[str, Any]]:
        listed = self.get(f"/api/sets/{set_id}/photos")["photos"]
        return [self.get(f"/api/sets/{set_id}/photos/{each['id']}") for each in listed]

    def tiles(self, set_id: str) -> list[list[str]]:
        """Give the names of each photo's labels, sorted."""
        return [sorted(label["tile"] for label in photo["labels"]) for photo in self.photos(set_id)]


def to_sets(page: Page) -> None:
    """Go from the start to the club's labelled sets."""
    page.locator("[data-go='club']").click()
    page.locator("[data-go='sets']").click()
    expect(page.locator("[data-consent]")).to_be_visible()


def doubt(page: Page) -> str:
    """Give the kind of the doubt that stands there."""
    kind = page.locator("[data-doubt]").get_attribute("data-doubt")
    assert kind is not None
    return kind


def edits(page: Page, keys: str) -> None:
    """Press keys that save an edit, and wait until it is saved."""
    before = page.locator(".review").get_attribute("data-number")
    finding = page.locator("[data-finding]").first.get_attribute("data-finding")
    for key in keys.split():
        page.keyboard.press(key)
    same = f".review[data-number='{before}']:has([data-finding='{finding}'])"
    expect(page.locator(same)).to_have_count(0)
