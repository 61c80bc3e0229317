"""Small sets made in memory, and written as files."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from labels.forms.dataset import Dataset, Label, SetPhoto, in_set_order, label_at, label_in

SIZE = (96, 64)


def picture(seed: int, size: tuple[int, int] = SIZE, form: str = "PNG", **options: object) -> bytes:
    """A picture of blocks of colour, without metadata."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (size[1] // 8 + 1, size[0] // 8 + 1, 3), np.uint8)
    pixels = small.repeat(8, axis=0).repeat(8, axis=1)[: size[1], : size[0]]
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(out, form, **options)
    return out.getvalue()


def set_photo(folder: Path, name: str, labels: Sequence[Label] = (), **about: str) -> SetPhoto:
    """A photo written into a folder; its seed is its name's."""
    data = picture(sum(name.encode()))
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    photo = SetPhoto(name, path, hashlib.sha256(data).hexdigest(), *SIZE, labels=tuple(labels))
    return replace(photo, **about)


def boxed(tile: str, *box: float, **about: object) -> Label:
    return label_in(tile, box, SIZE, **about)  # type: ignore[arg-type]


def turned(tile: str, *corners: tuple[float, float], **about: object) -> Label:
    return label_at(tile, corners, SIZE, **about)  # type: ignore[arg-type]


def small_set(folder: Path) -> Dataset:
    """Three photos in two splits: boxes, a strip, a turned tile, one photo without tiles."""
    return in_set_order(
        [
            set_photo(
                folder,
                "麻將 1.png",
                [
                    boxed("5m", 1, 2, 20.5, 30.125),
                    boxed("1f", 40, 10, 60, 18, part="index"),
                    boxed("back", 0, 0, 96, 64),
                ],
                split="train",
                scene="s1",
                source="home",
            ),
            set_photo(folder, "b.png", split="train", scene="s2", source="home"),
            set_photo(folder, "c.png", [boxed("7z", 30, 30, 50, 60)], split="val", scene="s3", source="club, other"),
        ]
    )


def turned_set(folder: Path) -> Dataset:
    """The same with tiles that lie turned, their roles and the reader's confidence."""
    plain = small_set(folder)
    first = plain.photos[0]
    tile = turned("3s", (50.25, 10), (70, 14.5), (66, 40), (46, 35), role="meld", confidence=0.9312)
    upside_down = turned("4p", (40, 60), (20, 60), (20, 40), (40, 40), role="winning")
    return Dataset((replace(first, labels=(*first.labels, tile, upside_down)), *plain.photos[1:]))


def facts(dataset: Dataset) -> list[tuple[object, ...]]:
    """All that a set says, its files' places left aside."""
    return [(p.name, p.sha256, p.width, p.height, p.labels, p.split, p.scene, p.source) for p in in_set_order(dataset)]
