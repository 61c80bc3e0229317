"""Square views of labelled photos for the locator, with the maps that it learns to give."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from labels.light import compress
from training.crops import Image
from vision.locate import STRIDE

Floats = NDArray[np.float32]
VIEW = 320
CELLS = VIEW // STRIDE
HEAT, BOX, GLIDE, AREA, CELL_WEIGHT, EXACT, SURE = 0, slice(1, 5), slice(5, 9), 9, 10, 11, 12
MAPS = 13
LOCATOR_CHANNELS = AREA + 1


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo and its faces for the locator.

    `faces`: N x 4 x 2 corners; `exact`: N, whether these are the face's own corners or only its upright extent;
    `unsure`: M x 4 x 2 areas that may hold a face (strips, hidden tiles); `complete`: no unlabelled face is in view.
    """

    pixels: Image
    faces: Floats
    exact: NDArray[np.bool_]
    unsure: Floats
    complete: bool


def extent(corners: Floats) -> tuple[Floats, Floats]:
    """Give the low and high corner of the upright extent of N x 4 x 2 corners."""
    return corners.min(axis=1), corners.max(axis=1)


def view(rng: np.random.Generator, scene: Scene) -> tuple[Image, Floats]:
    """Draw one augmented square view: pixels V x V x 3 and its target maps 13 x C x C."""
    height, width = scene.pixels.shape[:2]
    if len(scene.faces):
        low, high = extent(scene.faces)
        size = float(np.median(np.sqrt(np.prod(high - low, axis=1))))
        focus = scene.faces[int(rng.integers(len(scene.faces)))].mean(axis=0)
        wanted = np.exp(rng.uniform(np.log(16), np.log(75))) if rng.random() < 0.9 else rng.uniform(75, 200)
        scale = float(np.clip(wanted / max(size, 4.0), 0.3, 2.5))
        focus = focus + rng.uniform(-0.45, 0.45, 2) * VIEW / scale
        reach = VIEW / 2 / scale
        if rng.random() < 0.8:
            for axis, limit in enumerate((width, height)):
                focus[axis] = (
                    np.clip(focus[axis], reach, limit - reach)
                    if limit > 2 * reach
                    else np.clip(focus[axis], limit - reach, reach)
                )
    else:
        scale = float(np.exp(rng.uniform(np.log(0.4), np.log(1.5))))
        focus = rng.uniform(0, 1, 2) * [width, height]
    squeeze = float(np.exp(rng.uniform(np.log(0.75), np.log(1 / 0.75))))
    sx, sy = scale * squeeze**0.5, scale / squeeze**0.5
    exact = bool(scene.exact.all()) if len(scene.exact) else True
    angle = np.deg2rad(90.0 * float(rng.integers(4)) + (rng.uniform(-45, 45) if exact and rng.random() < 0.5 else 0.0))
    cos, sin = np.cos(angle), np.sin(angle)
    # Never a mirror: a positive scale, then a turn.
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([sx, sy])
    pixels = scene.pixels
    shrink = min(1.0, 1.6 * max(sx, sy))
    if shrink < 0.7:
        pixels = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    else:
        shrink = 1.0
    move = VIEW / 2 - linear @ focus
    matrix = np.hstack([linear / shrink, move[:, None]]).astype(np.float32)
    border = tuple(int(c) for c in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (0, 0, 0)
    image = cv2.warpAffine(
        pixels, matrix, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=border
    )
    faces, unsure = ((c @ linear.T + move).astype(np.float32) for c in (scene.faces, scene.unsure))
    maps = targets(faces, scene.exact, unsure, scene.complete)
    return camera(rng, image), maps


def camera(rng: np.random.Generator, pixels: Image) -> Image:
    """Change light, colour and sharpness as cameras and rooms do."""
    image = pixels.astype(np.float32)
    if rng.random() < 0.7:
        image *= rng.uniform(0.85, 1.15, 3).astype(np.float32)
    if rng.random() < 0.2:
        grey = rng.uniform(0.2, 1)
        image = image * (1 - grey) + image.mean(axis=2, keepdims=True) * grey
    out: Image
    if rng.random() < 0.7:
        table = (255 * (np.arange(256) / 255.0) ** rng.uniform(0.6, 1.7) * rng.uniform(0.6, 1.2)).clip(0, 255)
        out = table[np.clip(image, 0, 255).astype(np.uint8)].astype(np.uint8)
    else:
        out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        angle = rng.uniform(0, 2 * np.pi)
        yy, xx = np.mgrid[0:VIEW, 0:VIEW].astype(np.float32) / VIEW - 0.5
        edge = 1 / (
            1 + np.exp(-(np.cos(angle) * xx + np.sin(angle) * yy - rng.uniform(-0.4, 0.4)) * rng.choice([4.0, 60.0]))
        )
        out = (out * (1 - rng.uniform(0.2, 0.6) * edge[..., None])).astype(np.uint8)
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.3:
        out = np.clip(out + rng.normal(0, rng.uniform(1, 10), out.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        out = compress(np.asarray(out, np.uint8), int(rng.integers(30, 90)))
    return out


def targets(faces: Floats, exact: NDArray[np.bool_], unsure: Floats, complete: bool) -> Floats:
    """Draw the target maps of faces given in view pixels.

    Channels as the locator's; then the weight of a cell in the box loss, whether its corners are exact, and
    whether the heat map is to be learnt there (1 yes, 0.5 yes unless the network sees a face itself, 0 no).
    """
    maps = np.zeros((MAPS, CELLS, CELLS), np.float32)
    maps[SURE] = 1.0 if complete else 0.5
    centre = (np.arange(CELLS, dtype=np.float32) + 0.5) * STRIDE
    best = np.full((CELLS, CELLS), np.inf, np.float32)
    for corners in unsure:
        wipe(maps[SURE], corners.min(axis=0), corners.max(axis=0), 0.0)
    for corners, known in zip(faces, exact, strict=True):
        low, high = corners.min(axis=0), corners.max(axis=0)
        size = np.maximum(high - low, 1.0)
        middle = corners.mean(axis=0) if known else (low + high) / 2
        inside = np.maximum(np.minimum(high, VIEW) - np.maximum(low, 0), 0).prod() / size.prod()
        if inside <= 0:
            continue
        if inside < 0.7 or not (0 <= middle[0] < VIEW and 0 <= middle[1] < VIEW):
            wipe(maps[SURE], low, high, 0.0)
            continue
        wipe(maps[SURE], low, high, 1.0)
        x0, y0 = np.maximum(np.floor(low / STRIDE), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(high / STRIDE), CELLS).astype(int)
        dx, dy = (centre[x0:x1] - middle[0]) / size[0], (centre[y0:y1] - middle[1]) / size[1]
        far = dx[None, :] ** 2 + dy[:, None] ** 2
        heat = maps[HEAT, y0:y1, x0:x1]
        spread = np.maximum(0.11, 0.6 * STRIDE / size.min())
        np.maximum(heat, np.exp(-far / (2 * spread**2)), out=heat)
        cx, cy = (middle / STRIDE).astype(int)
        maps[HEAT, cy, cx] = 1.0
        core = (np.abs(dx)[None, :] < 0.22) & (np.abs(dy)[:, None] < 0.22)
        core[cy - y0, cx - x0] = True
        take = core & (far < best[y0:y1, x0:x1])
        best[y0:y1, x0:x1][take] = far[take]
        yy, xx = np.nonzero(take)
        if not len(yy):
            continue
        yy, xx = yy + y0, xx + x0
        maps[BOX, yy, xx] = np.maximum(
            1.0, np.stack([centre[xx] - low[0], centre[yy] - low[1], high[0] - centre[xx], high[1] - centre[yy]])
        )
        maps[CELL_WEIGHT, yy, xx] = 1.0 / len(yy)
        maps[EXACT, yy, xx] = float(known)
        if known:
            glide, area = gliding(corners)
            maps[GLIDE, yy, xx] = glide[:, None]
            maps[AREA, yy, xx] = area
    return maps


def wipe(layer: Floats, low: Floats, high: Floats, value: float) -> None:
    """Set the cells of an upright extent, in view pixels, to a value."""
    x0, y0 = np.clip(np.floor(low / STRIDE), 0, CELLS).astype(int)
    x1, y1 = np.clip(np.ceil(high / STRIDE), 0, CELLS).astype(int)
    layer[y0:y1, x0:x1] = value


def gliding(corners: Floats) -> tuple[Floats, float]:
    """Give where the outermost corners lie on the upright extent (top, right, bottom, left) and the area's share."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = np.maximum(high - low, 1e-3)
    top, right = corners[corners[:, 1].argmin()], corners[corners[:, 0].argmax()]
    bottom, left = corners[corners[:, 1].argmax()], corners[corners[:, 0].argmin()]
    glide = np.array(
        [
            (top[0] - low[0]) / size[0],
            (right[1] - low[1]) / size[1],
            (high[0] - bottom[0]) / size[0],
            (high[1] - left[1]) / size[1],
        ],
        np.float32,
    )
    x, y = corners[:, 0], corners[:, 1]
    area = 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))
    return glide, min(1.0, area / float(size.prod()))
