"""Draw what else lies on a table: rails, phones, cards, cups, dice, chips, paper. None of it is a tile."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera
from labels.facebank import Image
from labels.ground import hsv
from labels.polygon import Colour, dim, fill, hull
from labels.pose import about_z
from labels.shape import Finish

Owner = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Box:
    """A block on the table: middle of its foot, size along its own axes, turned about z; perhaps a picture on top."""

    foot: tuple[float, float, float]
    size: tuple[float, float, float]
    angle: float
    colour: Colour
    picture: Image | None = None

    @property
    def centre(self) -> Array:
        """The middle of the block."""
        return np.array([self.foot[0], self.foot[1], self.foot[2] + self.size[2] / 2])

    def draw(self, image: Image, owner: Owner, camera: Camera, finish: Finish) -> None:
        """Draw it over what is there; it hides tiles behind it."""
        turn, half = about_z(self.angle), np.array(self.size) / 2
        seen = camera.position - self.centre
        for axis in range(3):
            for sign in (-1, 1):
                normal = turn[:, axis] * sign
                if float(seen @ normal) <= half[axis]:
                    continue
                u, v = (axis + 1) % 3, (axis + 2) % 3
                local = np.zeros((4, 3))
                local[:, axis] = sign * half[axis]
                local[:, u] = np.array([-1, 1, 1, -1]) * half[u]
                local[:, v] = np.array([-1, -1, 1, 1]) * half[v]
                corners = camera.polygon(local @ turn.T + self.centre)
                light = finish.shade(normal)
                fill(image, corners, dim(self.colour, light))
                fill(owner, corners, 0, smooth=False)
                if axis == 2 and sign > 0 and self.picture is not None and len(corners) == 4:
                    _picture(image, self.picture, corners, light)


def _picture(image: Image, picture: Image, corners: Array, light: float) -> None:
    high, wide = image.shape[:2]
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)) + 1, [wide, high]).astype(int)
    if right <= left or bottom <= top:
        return
    rows, columns = picture.shape[:2]
    source = np.array([[0, rows], [columns, rows], [columns, 0], [0, 0]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - [left, top] - 0.5).astype(np.float32))
    warped = cv2.warpPerspective(
        picture, matrix, (int(right - left), int(bottom - top)), borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(warped.shape[:2], np.uint8)
    fill(mask, corners - [left, top], 255)
    weight = mask[:, :, None].astype(np.float32) / 255
    under = image[top:bottom, left:right]
    under[:] = np.clip(under * (1 - weight) + warped * (light * weight), 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Cup:
    """A round thing: a cup, a chip, a lid, a coin."""

    foot: tuple[float, float, float]
    radius: float
    height: float
    colour: Colour
    inside: Colour

    @property
    def centre(self) -> Array:
        """The middle of the thing."""
        return np.array([self.foot[0], self.foot[1], self.foot[2] + self.height / 2])

    def draw(self, image: Image, owner: Owner, camera: Camera, finish: Finish) -> None:
        """Draw it over what is there; it hides tiles behind it."""
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = np.stack([np.cos(around), np.sin(around), np.zeros(24)], axis=1)
        low = camera.project(ring * self.radius + self.foot)
        top = camera.project(ring * self.radius + self.foot + [0, 0, self.height])
        inner = camera.project(ring * self.radius * 0.86 + self.foot + [0, 0, self.height])
        body = hull(np.concatenate([low, top]))
        if np.abs(body).max() > 5000:
            return
        fill(image, body, dim(self.colour, 0.4 + 0.4 * finish.ambient))
        fill(owner, body, 0, smooth=False)
        fill(image, top, self.colour)
        fill(image, inner, self.inside)


Prop = Box | Cup


def random_prop(rng: np.random.Generator, x: float, y: float, unit: float) -> Prop:
    """Make one thing to leave at a place; unit is a tile's height in millimetres."""
    kind = int(rng.integers(7))
    angle = rng.uniform(0, math.pi)
    colour = _colour(rng)
    if kind == 0:
        screen = np.full((160, 80, 3), hsv(rng.random(), 0.5, rng.uniform(0.05, 0.4)), np.uint8)
        cv2.rectangle(screen, (4, 8), (75, 151), _colour(rng), -1)
        for line in range(int(rng.integers(0, 8))):
            cv2.putText(
                screen, _word(rng), (8, 24 + line * 16), cv2.FONT_HERSHEY_SIMPLEX, 0.4, _colour(rng), 1, cv2.LINE_AA
            )
        return Box((x, y, 0), (70, 145, 8), angle, (30, 30, 32), screen)
    if kind == 1:
        return Box((x, y, 0), (63, 88, 0.6), angle, (240, 240, 236), _paper(rng, (88, 63)))
    if kind == 2:
        return Box(
            (x, y, 0),
            (rng.uniform(80, 250), rng.uniform(80, 250), 0.6),
            angle,
            (235, 235, 230),
            _paper(rng, (160, 160)),
        )
    if kind == 3:
        return Box((x, y, 0), (unit * 0.45,) * 3, angle, (245, 245, 240), _die(rng))
    if kind == 4:
        return Cup((x, y, 0), rng.uniform(28, 42), rng.uniform(50, 120), colour, _colour(rng))
    if kind == 5:
        return Cup((x, y, 0), rng.uniform(10, 22), rng.uniform(2, 6), colour, dim(colour, 0.9))
    return Box((x, y, 0), (rng.uniform(15, 180), rng.uniform(10, 90), rng.uniform(1, 50)), angle, colour)


def _colour(rng: np.random.Generator) -> Colour:
    red, green, blue = (
        float(c) for c in hsv(rng.random(), rng.choice([rng.uniform(0, 0.2), rng.random()]), rng.uniform(0.05, 1))
    )
    return red, green, blue


def _word(rng: np.random.Generator) -> str:
    return "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(2, 9))))


def _paper(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    sheet = np.full((*size, 3), rng.integers(215, 256), np.uint8)
    for line in range(int(rng.integers(0, 10))):
        cv2.putText(sheet, _word(rng), (6, 14 + 14 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.4, _colour(rng), 1, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(sheet, (size[1] // 2, size[0] // 2), int(rng.integers(6, 20)), _colour(rng), -1, cv2.LINE_AA)
    return sheet


def _die(rng: np.random.Generator) -> Image:
    face = np.full((48, 48, 3), 240, np.uint8)
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}[
        int(rng.integers(1, 7))
    ]
    colour = (200, 20, 20) if len(spots) in (1, 4) else (20, 20, 40)
    for spot in spots:
        cv2.circle(face, (11 + 13 * (spot % 3), 11 + 13 * (spot // 3)), 5, colour, -1, cv2.LINE_AA)
    return face
