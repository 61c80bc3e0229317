"""An audit as one web page: each doubt with its picture, nothing asked of anywhere else."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

import cv2
import numpy as np

from labels.audit.finding import KINDS, Finding
from labels.forms.dataset import Corners, Dataset, SetPhoto
from vision import Photo, PhotoError, encode_stored, load_photo
from vision.photo import Pixels

CONTEXT: Final = 1.2
"""Of a tile's longer side, how much is shown round it on every side."""
SIDE: Final = 260
"""Pixels of a picture's longer side."""
LABELLED, BETTER = (214, 40, 40), (20, 140, 70)
_STYLE: Final = """
body{font:15px/1.4 system-ui,sans-serif;margin:1.5rem;color:#1c1c1c;background:#fff}
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left}
ol{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:1rem}
li{border:1px solid #ccc;border-radius:6px;padding:.5rem;overflow-wrap:anywhere}
img{display:block;max-width:100%;height:auto;margin-bottom:.4rem}
.was{color:#d62828}.now{color:#148c46}.photo{color:#555;font-size:.85em}
"""


def report(dataset: Dataset, found: Sequence[Finding], *, title: str, most: int) -> Iterator[str]:
    """Give the page's text in pieces, with the likeliest mistakes; photos that can't be read show no picture.

    Args:
        found: findings, ranked.
        most: how many to show with pictures.
    """
    photos = {photo.name: photo for photo in dataset}
    shown = found[:most]
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style><h1>{escape(title)}</h1>'
    yield f"<p>{len(found)} doubts about {len(photos)} photos, the likeliest mistake first"
    yield f"; the first {len(shown)} are shown.</p>" if len(shown) < len(found) else ".</p>"
    yield "<p>Outlined in <b class=was>red</b> what is labelled, in <b class=now>green</b> what is suggested.</p>"
    counts = Counter(finding.kind for finding in found)
    rows = (f"<tr><th>{kind}<td>{counts[kind]}<td>{escape(KINDS[kind])}" for kind in KINDS if counts[kind])
    yield f"<table>{''.join(rows)}</table><ol>"
    pictures = _pictures(shown, photos)
    for number, finding in enumerate(shown, 1):
        yield _item(number, finding, pictures.get(number, ()))
    yield "</ol></html>\n"


def _item(number: int, finding: Finding, pictures: Iterable[bytes]) -> str:
    data = (base64.b64encode(picture).decode() for picture in pictures)
    images = "".join(f'<img alt="" src="data:image/jpeg;base64,{text}">' for text in data)
    was = f"<b class=was>{escape(finding.label)}</b>" if finding.label else ""
    now = f"<b class=now>{escape(finding.suggestion)}</b>" if finding.suggestion else ""
    if finding.corners is not None:
        now = now or "<b class=now>take it away</b>"
        was = was or "nothing"
    words = f"{number}. {finding.kind}, {finding.score:.2f}: {' → '.join(part for part in (was, now) if part)}"
    return f"<li>{images}{words}<div class=photo>{escape(finding.photo)}</div></li>"


def _pictures(found: Sequence[Finding], photos: Mapping[str, SetPhoto]) -> dict[int, list[bytes]]:
    """Give the pictures of each finding, counted from 1; each photo is decoded once."""
    wanted: dict[str, list[tuple[int, Finding]]] = {}
    for number, finding in enumerate(found, 1):
        wanted.setdefault(finding.photo, []).append((number, finding))
        if finding.corners is None and finding.suggestion in photos:
            wanted.setdefault(finding.suggestion, []).append((number, finding))
    pictures: dict[int, list[bytes]] = {}
    for name, of in wanted.items():
        try:
            photo = load_photo(photos[name].path)
        except PhotoError:
            continue
        for number, finding in of:
            pictures.setdefault(number, []).append(picture_of(photo, finding))
    return pictures


def picture_of(photo: Photo, finding: Finding) -> bytes:
    """Give a JPEG of what a finding speaks of: its place with what lies round it, or the whole photo."""
    image, scale, corner = photo.image, photo.scale, np.zeros(2)
    outlines: list[tuple[Corners, tuple[int, int, int]]] = []
    if finding.corners is not None:
        outlines.append((finding.corners, LABELLED if finding.label else BETTER))
        if finding.better is not None:
            outlines.append((finding.better, BETTER))
        points = np.array([point for corners, _ in outlines for point in corners]) * scale
        low, high = points.min(axis=0), points.max(axis=0)
        reach = CONTEXT * float((high - low).max())
        corner = np.clip(np.floor(low - reach), 0, None)
        end = np.ceil(high + reach)
        image = image[int(corner[1]) : int(end[1]) + 1, int(corner[0]) : int(end[0]) + 1]
    larger = SIDE / max(image.shape[:2])
    size = max(1, round(image.shape[1] * larger)), max(1, round(image.shape[0] * larger))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if larger < 1 else cv2.INTER_LINEAR)
    drawn: Pixels = np.ascontiguousarray(small, np.uint8)
    for corners, colour in outlines:
        at = np.round((np.array(corners) * scale - corner) * larger).astype(np.int32)
        cv2.polylines(drawn, [at], True, colour, 2, cv2.LINE_AA)
    return encode_stored(Photo(drawn, *size), quality=80)
