"""Find where tile faces lie in a photo, each as four corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

import models
from vision.photo import Photo, Pixels
from vision.rectify import side_lengths

Floats = NDArray[np.float32]
STRIDE = 4
DISTANCE_UNIT = 8.0
# Long sides at which the photo is looked at; the larger ones only where faces are too small in the one before.
LOOK = 512
"""Long side in pixels at which a photo is looked at first."""
CLOSER = (1280, 2048)
"""Further looks where faces are small in the one before."""
SMALL, LARGE = 22.0, 52.0
"""Short sides of a face in pixels of a look between which it is seen best."""
WORTH, TINY = 1.3, 14.0
"""How much larger a further look must be, unless faces are no larger than this."""
TILE, TALL, FLAT, FEWEST = 1.35, 2.0, 0.6, 4
"""A face's height by its width, what that of a photo's faces is where it is squeezed, or taken from low down, and how
few faces tell."""
THRESHOLD = 0.36
SAME = 0.4
MOST_FACES = 400


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """Where a face lies: 4 x 2 corners in pixels of the upright photo, clockwise, and how sure the locator is."""

    corners: Floats
    confidence: float


def locate(photo: Photo, session: onnxruntime.InferenceSession) -> list[Face]:
    """Give the faces in a photo, surest first. The first corner is the one nearest the photo's top left.

    A photo that is squeezed, or taken from so low down that it looks so, is looked at again as if it were not.
    """
    faces = _faces(photo, session)
    wider = _squeezed(faces)
    if wider == 1:
        return faces
    high, wide = photo.image.shape[:2]
    fit = max(high, wide) / max(high, wide * wider)
    size = max(1, round(wide * wider * fit)), max(1, round(high * fit))
    view = Photo(np.asarray(cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA), np.uint8), *size)
    back = np.array([photo.width / size[0], photo.height / size[1]], np.float32)
    again = [Face(face.corners * back, face.confidence) for face in _faces(view, session)]
    return max(faces, again, key=lambda some: sum(face.confidence - THRESHOLD for face in some))


def _squeezed(faces: Sequence[Face]) -> float:
    """Give how many times wider a photo must be for its faces to have a tile's shape; 1 where they nearly have it."""
    if len(faces) < FEWEST:
        return 1.0
    sizes = np.array([np.ptp(face.corners, axis=0) for face in faces])
    ratio = float(np.median(sizes[:, 1] / np.maximum(sizes[:, 0], 1e-3)))
    if ratio > TALL:
        return ratio / TILE
    return ratio * TILE if ratio < FLAT else 1.0


def _faces(photo: Photo, session: onnxruntime.InferenceSession) -> list[Face]:
    """Look at a photo in as many sizes as its faces need."""
    faces = distinct(_look(photo, session, LOOK))
    if (_sides(photo, faces, LOOK) > LARGE).any():
        faces = distinct(faces + _look(photo, session, LOOK // 2))
    before, long = LOOK, max(photo.image.shape[:2])
    for look in (min(look, long) for look in CLOSER):
        sides = _sides(photo, faces, before)
        usual = float(np.percentile(sides, 30)) if len(sides) else 0.0
        if look <= before or usual >= (SMALL if look > WORTH * before else TINY):
            break
        faces = distinct(faces + _look(photo, session, look))
        before = look
        if not faces:
            break
    return faces


def _sides(photo: Photo, faces: list[Face], look: int) -> Floats:
    """Give the faces' short sides in pixels of a look."""
    sides = side_lengths(np.array([face.corners for face in faces], np.float32).reshape(-1, 4, 2))
    short = (sides[:, :2] + sides[:, 2:]).min(axis=1) / 2
    return np.asarray(short * look / max(photo.width, photo.height), np.float32)


def _look(photo: Photo, session: onnxruntime.InferenceSession, long_side: int) -> list[Face]:
    """Run the network once with the photo's long side at `long_side` pixels."""
    given, size = looked_at(photo, long_side)
    options = models.giving_back() if long_side > LOOK else None
    maps = session.run(None, {"photo": given}, options)[0][0]
    corners, confidence = decode(maps)
    corners *= np.array([photo.width / size[0], photo.height / size[1]], np.float32)
    inside = (corners.mean(axis=1) < [photo.width, photo.height]).all(axis=1)
    return [Face(c, float(p)) for c, p in zip(corners[inside], confidence[inside], strict=True)]


def looked_at(photo: Photo, long_side: int) -> tuple[Floats, tuple[int, int]]:
    """Give the network's input for a photo with its long side at so many pixels (never enlarged more than twice).

    Beside it stand the photo's width and height in it; what lies beyond is black.
    """
    height, width = photo.image.shape[:2]
    scale = min(long_side / max(height, width), 2.0)
    size = max(32, round(width * scale)), max(32, round(height * scale))
    small = cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = np.zeros((-(-size[1] // 32) * 32, -(-size[0] // 32) * 32, 3), np.uint8)
    padded[: size[1], : size[0]] = small
    return to_input(padded[None]), size


def to_input(pixels: Pixels) -> Floats:
    """Turn N x H x W x 3 bytes into the networks' N x 3 x H x W floats in 0..1."""
    given = np.ascontiguousarray(pixels.transpose(0, 3, 1, 2), dtype=np.float32)
    given /= np.float32(255)
    return given


def decode(maps: Floats) -> tuple[Floats, Floats]:
    """Turn the locator's maps (10 x h x w) into corners (N x 4 x 2, pixels of its input) and confidences (N).

    The coding is described in `training/nets.py`: an upright extent about each peak of the heat map, and where on
    its sides the face's corners lie. Where the face fills its extent it is the extent.
    """
    heat = 1 / (1 + np.exp(-maps[0]))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)) - 1e-6) & (heat > THRESHOLD)
    ys, xs = np.nonzero(peak)
    if len(ys) > MOST_FACES:
        keep = np.argsort(-heat[ys, xs])[:MOST_FACES]
        ys, xs = ys[keep], xs[keep]
    told = maps[:, ys, xs]
    left, top, right, bottom = np.exp(np.clip(told[1:5], -4, 5)) * DISTANCE_UNIT
    cx, cy = (xs + 0.5) * STRIDE, (ys + 0.5) * STRIDE
    x0, y0, x1, y1 = cx - left, cy - top, cx + right, cy + bottom
    wide, high = x1 - x0, y1 - y0
    glide = np.asarray(1 / (1 + np.exp(-told[5:9])), np.float32)
    area = np.asarray(1 / (1 + np.exp(-told[9])), np.float32)
    lean, sure = consistent(glide, area)
    box = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1).reshape(-1, 4, 2)
    slanted = np.stack(
        [x0 + lean[0] * wide, y0, x1, y0 + lean[1] * high, x1 - lean[2] * wide, y1, x0, y1 - lean[3] * high], axis=1
    ).reshape(-1, 4, 2)
    corners = np.where(sure[:, None, None], slanted, box).astype(np.float32)
    first = corners.sum(axis=2).argmin(axis=1)
    order = (first[:, None] + np.arange(4)) % 4
    return np.take_along_axis(corners, order[:, :, None], axis=1), heat[ys, xs].astype(np.float32)


def consistent(glide: Floats, area: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Bring the corners' places on the extent (4 x N) into line with the area's share (N) where they give less.

    A face turned a little has its corners near the extent's, but on which side of them is hard to see: places that
    say "in between" would cut the face down to a diamond. They are moved to the end they lean to, all four alike,
    until the area fits; where they lean nowhere, or the face nearly fills its extent, the extent serves (False).
    """
    middle = glide.mean(axis=0)
    end = np.where(middle < 0.5, np.float32(0), np.float32(1))
    low, high = np.zeros_like(area), np.ones_like(area)
    for _ in range(12):
        keep = (low + high) / 2
        enough = inscribed(np.asarray(end + (glide - end) * keep, np.float32)) >= area
        low, high = np.where(enough, keep, low), np.where(enough, high, keep)
    moved = np.where(inscribed(glide) >= area - 0.08, glide, end + (glide - end) * low)
    sure = (area < 0.9) & ((np.abs(middle - 0.5) > 0.1) | (area < 0.65))
    return moved.astype(np.float32), sure


def inscribed(glide: Floats) -> Floats:
    """Give the share of its extent that a face with its corners in these places (4 x N) covers."""
    top, right, bottom, left = glide
    cut = (1 - top) * right + (1 - right) * bottom + (1 - bottom) * left + (1 - left) * top
    return np.asarray(1 - cut / 2, np.float32)


def distinct(faces: list[Face]) -> list[Face]:
    """Drop each face that a surer one covers; gives the surest first."""
    kept: list[Face] = []
    boxes = np.empty((0, 4), np.float32)
    for face in sorted(faces, key=lambda f: -f.confidence):
        low, high = face.corners.min(axis=0), face.corners.max(axis=0)
        inner = np.minimum(boxes[:, 2:], high) - np.maximum(boxes[:, :2], low)
        near = np.nonzero((inner > 0).all(axis=1))[0]
        if any(_covers(kept[i].corners, face.corners) for i in near):
            continue
        kept.append(face)
        boxes = np.vstack([boxes, np.concatenate([low, high])[None]])
    return kept


def _covers(one: Floats, other: Floats) -> bool:
    """Tell whether two faces share more of the smaller one than two tiles ever do."""
    shared, _ = cv2.intersectConvexConvex(one, other)
    smaller = min(cv2.contourArea(one), cv2.contourArea(other))
    return bool(smaller <= 0 or shared / smaller > SAME)
