"""Draw what is no tile: blocks with a picture on top, round things, a player's arm."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import NEAR, Array, Camera
from labels.facebank import Image
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


@dataclass(frozen=True, slots=True)
class Limb:
    """Sausages of one colour: a player's forearm and fingers over the table.

    Args:
        bones: each (7,): two ends in millimetres and the radius.
    """

    bones: Array
    colour: Colour

    @property
    def centre(self) -> Array:
        """The middle of the fingertips, which reach farthest."""
        return np.asarray(self.bones[-4:, 3:6].mean(axis=0))

    def draw(self, image: Image, owner: Owner, camera: Camera, finish: Finish) -> None:
        """Draw it over what is there; it hides tiles behind it."""
        around = np.linspace(0, 2 * np.pi, 14, endpoint=False)
        circle = np.cos(around)[:, None] * camera.rotation[0] + np.sin(around)[:, None] * camera.rotation[1]
        for bone in self.bones:
            for share, light in ((1.0, 0.62), (0.72, 0.85), (0.4, 0.98)):
                ends = np.concatenate([bone[:3] + circle * bone[6] * share, bone[3:6] + circle * bone[6] * share])
                if camera.to_view(ends)[:, 2].min() < 2 * NEAR:
                    break
                shape = hull(camera.project(ends))
                fill(image, shape, dim(self.colour, light))
                fill(owner, shape, 0, smooth=False)


Prop = Box | Cup | Limb
