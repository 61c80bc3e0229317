"""Choose by chance what a table looks like: its set, its light, where the camera stands, what else lies there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera, frame, look_at
from labels.clutter import Box, Prop
from labels.facebank import BODY, FaceBank, Image
from labels.ground import hsv, lay_ground, make_ground
from labels.polygon import Colour, fill
from labels.pose import clear_of
from labels.shape import Finish, PlacedTile, TileShape
from labels.surroundings import Layout
from labels.things import random_things

BACK_HUES = (0.36, 0.58, 0.08, 0.88, 0.13)
"""Green, blue, orange, pink and yellow: the backs most sold."""
BLANK_DRAGON = 0.12
"""Share of sets whose white dragon is a blank face: few of the labelled photos have one, many tables do."""


def random_shape(rng: np.random.Generator) -> TileShape:
    """Give the measures of some tile set."""
    wide = rng.uniform(22, 32)
    thick, bevel = wide * rng.uniform(0.55, 0.9), wide * rng.uniform(0.03, 0.1)
    return TileShape(
        width=wide,
        height=wide * rng.uniform(1.26, 1.45),
        thickness=thick,
        bevel=bevel,
        corner=wide * rng.uniform(0.06, 0.16),
        back_share=max(rng.uniform(0.1, 0.55), 1.1 * bevel / thick),
    )


def random_finish(rng: np.random.Generator, faces: FaceBank) -> Finish:
    """Give a set's colours and the light on it; now and then its white dragon is a blank face."""
    ivory = rng.uniform(205, 250) * np.array([1.0, 1.0 - abs(rng.normal(0, 0.02)), 1.0 - abs(rng.normal(0, 0.06))])
    if rng.random() < 0.2:
        ivory = ivory[::-1]
    white_back = rng.random() < 0.2
    hue = rng.choice([*BACK_HUES, rng.random()]) + rng.normal(0, 0.02)
    back = ivory if white_back else hsv(hue, rng.uniform(0.3, 1), rng.uniform(0.25, 0.95))
    direction, rise = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(30, 85))
    picked = faces.pick(rng)
    if not white_back and rng.random() < BLANK_DRAGON:
        del picked["5z"]
    return Finish(
        body=_colour(ivory),
        back=_colour(back),
        sun=sun_at(direction, rise),
        ambient=rng.uniform(0.35, 0.85),
        seam=rng.uniform(0.55, 1.05),
        faces=picked,
        tint=random_print(rng),
    )


def sun_at(direction: float, rise: float) -> Array:
    """Give the unit vector towards a light, angles in radians."""
    return np.array([math.cos(direction) * math.cos(rise), math.sin(direction) * math.cos(rise), math.sin(rise)])


def random_print(rng: np.random.Generator) -> Array:
    """Give a colour change of the print that keeps the bare tile's colour: contrast, saturation, a little hue."""
    saturation, contrast = rng.uniform(0.6, 1.4), rng.uniform(0.65, 1.25)
    mix = contrast * (saturation * np.eye(3) + (1 - saturation) / 3) + rng.normal(0, 0.05, (3, 3))
    return np.column_stack([mix, BODY - mix @ np.full(3, float(BODY))])


def face_points(tiles: Sequence[PlacedTile], shape: TileShape) -> Array:
    """Give the corners (N, 3) of tiles' faces, without their thickness."""
    half = np.array([shape.width, shape.height]) / 2
    signs = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]])
    flat = np.column_stack([signs * half, np.zeros(4)])
    return np.concatenate([tile.centre + flat @ tile.turn.T for tile in tiles])


def aim(rng: np.random.Generator, layout: Layout, shape: TileShape, *, width: int, height: int) -> Camera:
    """Stand somewhere a player would and frame the subject."""
    low, high = layout.elevation
    elevation = rng.uniform(low, high) if rng.random() < 0.4 else rng.uniform(max(low, 45), high)
    heading = rng.normal(0, 0.2) if rng.random() < 0.8 else rng.uniform(-math.pi, math.pi)
    roll = rng.normal(0, 0.08)
    if layout.kind == "rack":
        heading, roll = rng.normal(0, 0.2), rng.normal(0, 0.06)
    elif rng.random() < 0.15:
        roll += float(rng.choice([math.pi / 2, math.pi, -math.pi / 2, rng.uniform(-math.pi, math.pi)]))
    subject = layout.tiles[: layout.subject]
    bare = np.array([[-150.0, -100, 0], [150, -100, 0], [150, 100, 0], [-150, 100, 0]])
    points = face_points(subject, shape) if subject else bare
    focal = rng.uniform(0.65, 1.3) * max(width, height)
    camera = look_at(
        points.mean(axis=0),
        distance=600.0,
        elevation=math.radians(elevation),
        heading=heading,
        roll=roll,
        focal=focal,
    )
    squeeze = math.exp(rng.normal(0, 0.2)) if rng.random() < 0.35 else 1.0
    share = rng.uniform(*layout.fill) if rng.random() < 0.8 else rng.uniform(0.45, 1.0)
    room = max(0.0, 1 - share) / 2
    place = (0.5 + rng.uniform(-1, 1) * room, 0.5 + rng.normal(0, 0.13))
    return frame(camera, points, width=width, height=height, fill=share, place=place, squeeze=squeeze)


def draw_ground(
    rng: np.random.Generator, camera: Camera, layout: Layout, patches: Sequence[Image], size: tuple[int, int]
) -> Image:
    """Draw the table's top and, where it ends in view, the floor beyond and a rail along its edge."""
    top = make_ground(rng, patches)
    image = lay_ground(camera, top, size=size, scale=rng.uniform(0.3, 1.4), turn=rng.uniform(-0.2, 0.2), height=0.0)
    if rng.random() >= 0.5:
        return image
    edge = min((float(tile.centre[1]) for tile in layout.tiles), default=0.0) - rng.uniform(24, 110)
    far = 4000.0
    beyond = np.array([[-far, edge, 0], [far, edge, 0], [far, edge - far, 0], [-far, edge - far, 0]])
    mask = np.zeros(size[::-1], np.uint8)
    fill(mask, camera.polygon(beyond), 255, smooth=False)
    if not mask.any():
        return image
    dark = np.asarray(cv2.convertScaleAbs(make_ground(rng, patches), alpha=rng.uniform(0.25, 1)), np.uint8)
    floor = lay_ground(camera, dark, size=size, scale=rng.uniform(0.8, 3), turn=rng.uniform(0, 3), height=-600.0)
    cv2.copyTo(floor, mask, image)
    _draw_rail(rng, image, camera, edge)
    return image


def _draw_rail(rng: np.random.Generator, image: Image, camera: Camera, edge: float) -> None:
    if rng.random() < 0.15:
        return
    deep, high = rng.uniform(10, 130), rng.uniform(2, 22)
    pale = rng.random() < 0.4
    hue, saturation = rng.uniform(0.05, 0.12), rng.uniform(0, 0.08) if pale else rng.uniform(0.2, 0.7)
    colour = _colour(hsv(hue, saturation, rng.uniform(0.6, 1) if pale else rng.uniform(0.15, 0.9)))
    overhead = Finish((0, 0, 0), (0, 0, 0), np.array([0, 0, 1.0]), rng.uniform(0.4, 0.9), 1.0, {}, np.eye(3, 4))
    nobody = np.zeros(image.shape[:2], np.int32)
    Box((0.0, edge - deep / 2, 0.0), (3000, deep, high), 0.0, colour).draw(image, nobody, camera, overhead)
    if pale and deep > 60:
        inset = (colour[0] * 0.92, colour[1] * 0.92, colour[2] * 0.92)
        tray = Box((rng.normal(0, 40), edge - deep / 2, high), (rng.uniform(250, 420), deep * 0.7, 0.3), 0.0, inset)
        tray.draw(image, nobody, camera, overhead)


def scatter_props(rng: np.random.Generator, layout: Layout, shape: TileShape) -> list[Prop]:
    """Leave some things where no tile lies."""
    props: list[Prop] = []
    count = int(rng.choice([0, 1, 3, 6], p=[0.5, 0.25, 0.15, 0.1])) + 3 * (layout.kind == "empty")
    middles = np.array([tile.centre for tile in layout.tiles]).reshape(-1, 3)
    low = middles.min(axis=0, initial=0.0) - 150
    high = middles.max(axis=0, initial=0.0) + 150
    for _ in range(count):
        x, y = rng.uniform(low[0], high[0]), rng.uniform(low[1], high[1])
        if clear_of(layout.tiles, x, y, shape.height * 2.2):
            props += random_things(rng, x, y, shape.height)
    return props


def _colour(values: npt.NDArray[Any]) -> Colour:
    return float(values[0]), float(values[1]), float(values[2])
