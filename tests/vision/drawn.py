"""Photos of tiles on a table, drawn in memory: rows as text, a camera, light; every tile's truth known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from labels.camera import frame, look_at
from labels.facebank import FaceBank
from labels.faces import Style
from labels.ground import cloth, lay_ground
from labels.light import cast_shadows
from labels.pose import Row
from labels.raster import drawn_bank
from labels.samples import SHAPE
from labels.scene import face_points, sun_at
from labels.shape import Finish, PlacedTile
from labels.solid import TilePainter
from labels.tables import RenderedTile, draw_all, truth_of
from tests.vision.laid import tiles

Image = NDArray[np.uint8]
GREEN, WHITE = (42.0, 108.0, 74.0), (238.0, 236.0, 230.0)
EVEN = np.eye(3, 4)


@dataclass(frozen=True)
class Line:
    """A row of tiles, `-` face down: where its left end lies in tile widths and heights, how it runs (degrees)."""

    text: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    bend: float = 0.0
    gap: float = 0.02
    role: str = "concealed"
    sideways: Sequence[int] = ()


@dataclass(frozen=True)
class Drawn:
    """A drawn photo with the tiles that it shows."""

    image: Image
    tiles: tuple[RenderedTile, ...]

    @property
    def names(self) -> list[str]:
        return [tile.tile for tile in self.tiles]


@cache
def bank() -> FaceBank:
    return drawn_bank(Style(body=False))


@dataclass(frozen=True)
class Shot:
    """How a table is seen: angles in degrees, the table's colour, how much of the photo the tiles take."""

    width: int = 1024
    height: int = 768
    elevation: float = 62.0
    heading: float = 0.0
    roll: float = 0.0
    fill: float = 0.86
    table: tuple[float, float, float] = GREEN
    back: tuple[float, float, float] = (38.0, 120.0, 84.0)
    tint: NDArray[np.float64] | None = None
    subject: int | None = None
    """How many of the lines the photo is about; the others may lie outside it."""

    def of(self, *lines: Line | str, seed: int = 1) -> Drawn:
        """Draw rows of tiles so seen."""
        rng = np.random.default_rng(seed)
        laid = [_placed(rng, line if isinstance(line, Line) else Line(line)) for line in lines]
        placed = [tile for row in laid for tile in row]
        size = (self.width, self.height)
        points = face_points([tile for row in laid[: self.subject] for tile in row], SHAPE)
        camera = look_at(
            points.mean(axis=0),
            distance=600.0,
            elevation=math.radians(self.elevation),
            heading=math.radians(self.heading),
            roll=math.radians(self.roll),
            focal=0.78 * self.width,
        )
        camera = frame(
            camera, points, width=self.width, height=self.height, fill=self.fill, place=(0.5, 0.5), squeeze=1.0
        )
        ground = cloth(rng, 768, np.float32(self.table))
        image = lay_ground(camera, ground, size=size, scale=0.45, turn=0.05, height=0.0)
        finish = Finish(
            body=(246.0, 242.0, 228.0),
            back=self.back,
            sun=sun_at(math.radians(110), math.radians(50)),
            ambient=0.6,
            seam=0.8,
            faces=bank().pick(rng),
            tint=EVEN if self.tint is None else self.tint,
        )
        cast_shadows(image, camera, placed, SHAPE, sun=finish.sun, strength=0.4, softness=0.1)
        painter = TilePainter(camera, SHAPE, finish, (self.height, self.width))
        draw_all(image, painter, placed, [])
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6), np.uint8)
        grain = rng.normal(0, 2.5, image.shape)
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
        return Drawn(image, truth_of(painter)[0])

    def seen(self, **changes: object) -> Shot:
        """The same table seen otherwise."""
        return replace(self, **changes)  # type: ignore[arg-type]


def _placed(rng: np.random.Generator, line: Line) -> list[PlacedTile]:
    row = Row(rng, SHAPE, gap=line.gap, untidy=0.3, bend=line.bend)
    for at, name in enumerate(tiles(line.text)):
        row.add(name, role=line.role, hand=0, sideways=at in line.sideways)
    return row.placed(line.x * SHAPE.width, -line.y * SHAPE.height, math.radians(line.angle))


def lit_from_one_side(image: Image, least: float = 0.3) -> Image:
    """The photo with a lamp at its left only."""
    fall = np.linspace(1.1, least, image.shape[1], dtype=np.float32)[None, :, None]
    return np.clip(image * fall, 0, 255).astype(np.uint8)


def keyboard(width: int = 960, height: int = 540) -> Image:
    """A computer's keyboard: rows of keys with letters on a dark plate."""
    image = np.full((height, width, 3), (52, 54, 58), np.uint8)
    side, step = 50, 58
    for down, letters in enumerate(("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")):
        for across, letter in enumerate(letters):
            x, y = 110 + across * step + down * 18, 120 + down * step
            cv2.rectangle(image, (x, y), (x + side, y + side), (228, 229, 231), -1, cv2.LINE_AA)
            cv2.rectangle(image, (x, y), (x + side, y + side), (150, 152, 155), 1, cv2.LINE_AA)
            cv2.putText(image, letter, (x + 9, y + 26), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40, 40, 40), 2, cv2.LINE_AA)
    cv2.rectangle(image, (290, 120 + 4 * step), (620, 120 + 4 * step + side), (228, 229, 231), -1, cv2.LINE_AA)
    return image


def dominoes(width: int = 960, height: int = 600) -> Image:
    """Dominoes on a wooden table: white stones of two halves with black pips."""
    image = np.full((height, width, 3), (122, 84, 52), np.uint8)
    pips = {1: [(1, 1)], 2: [(0, 0), (2, 2)], 3: [(0, 0), (1, 1), (2, 2)], 4: [(0, 0), (0, 2), (2, 0), (2, 2)]}
    pips[5] = [*pips[4], (1, 1)]
    pips[6] = [*pips[4], (0, 1), (2, 1)]
    for number, (upper, lower) in enumerate([(1, 2), (3, 6), (5, 5), (4, 1), (6, 2), (3, 4), (2, 5)]):
        x, y, half = 70 + 120 * number, 160 + 40 * (number % 3), 76
        cv2.rectangle(image, (x, y), (x + half, y + 2 * half), (240, 238, 230), -1, cv2.LINE_AA)
        cv2.line(image, (x + 8, y + half), (x + half - 8, y + half), (60, 60, 60), 2, cv2.LINE_AA)
        for top, count in ((y, upper), (y + half, lower)):
            for across, down in pips[count]:
                spot = (x + 16 + 22 * across, top + 16 + 22 * down)
                cv2.circle(image, spot, 7, (25, 25, 25), -1, cv2.LINE_AA)
    return image


def portrait(width: int = 600, height: int = 800) -> Image:
    """A person's face before a wall."""
    image = np.full((height, width, 3), (190, 186, 178), np.uint8)
    cv2.ellipse(image, (300, 900), (260, 260), 0, 0, 360, (60, 80, 130), -1, cv2.LINE_AA)
    cv2.ellipse(image, (300, 330), (150, 200), 0, 0, 360, (224, 182, 150), -1, cv2.LINE_AA)
    cv2.ellipse(image, (300, 220), (165, 130), 0, 180, 360, (45, 32, 26), -1, cv2.LINE_AA)
    for x in (240, 360):
        cv2.ellipse(image, (x, 320), (30, 16), 0, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
        cv2.circle(image, (x, 320), 13, (60, 40, 30), -1, cv2.LINE_AA)
        cv2.ellipse(image, (x, 285), (40, 12), 0, 180, 360, (45, 32, 26), 6, cv2.LINE_AA)
    cv2.line(image, (300, 330), (285, 400), (190, 140, 110), 4, cv2.LINE_AA)
    cv2.ellipse(image, (300, 450), (55, 22), 0, 0, 180, (170, 70, 70), 8, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.5), np.uint8)
