"""Draw mahjong tiles as rounded 3-D boxes: sides in two layers, the print warped onto the face."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera
from labels.facebank import BODY, Face, Image

Colour = tuple[float, float, float]
SHIFT = 4
"""Binary digits after the point in OpenCV's polygon corners."""


@dataclass(frozen=True, slots=True)
class TileShape:
    """The measures of one set's tiles in millimetres; `back_share` is the coloured back's part of the thickness."""

    width: float
    height: float
    thickness: float
    bevel: float
    corner: float
    back_share: float

    def outline(self) -> tuple[Array, npt.NDArray[np.bool_]]:
        """Give the points (N, 3) of a rounded box around its middle, and which belong to the ivory layer."""
        half = self.thickness / 2
        split = -half + self.thickness * self.back_share
        soft = self.bevel * 0.29
        rings = [
            (half, self.bevel),
            (half - soft, soft),
            (half - self.bevel, 0.0),
            (split, 0.0),
            (split, 0.0),
            (-half + self.bevel, 0.0),
            (-half + soft, soft),
            (-half, self.bevel),
        ]
        points = np.concatenate([self.ring(height, inset) for height, inset in rings])
        front = np.repeat([True] * 4 + [False] * 4, len(points) // 8)
        return points, front

    def ring(self, height: float, inset: float) -> Array:
        """Give 16 points around the tile at a height over its middle, so far in from its edge."""
        wide, high = self.width / 2, self.height / 2
        radius = max(self.corner - inset, 0.3)
        angles = np.radians([0, 30, 60, 90])
        points = []
        for quarter, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
            turned = angles + quarter * np.pi / 2
            middle_x, middle_y = sx * (wide - inset - radius), sy * (high - inset - radius)
            points.append(
                np.stack([middle_x + radius * np.cos(turned), middle_y + radius * np.sin(turned), np.full(4, height)], axis=1)
            )
        return np.concatenate(points)


@dataclass(slots=True)
class PlacedTile:
    """A tile lying or standing somewhere: `turn`'s columns are the print's right, its up and out of its face."""

    tile: str
    centre: Array
    turn: Array
    role: str = "other"
    hand: int | None = None
    ghost: bool = False
    """Drawn, but never labelled: a tile whose face nobody could name."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The colours of one set and the light on it (`sun` points towards the light, its length is 1)."""

    body: Colour
    back: Colour
    sun: Array
    ambient: float
    seam: float
    faces: dict[str, Face]
    tint: Array
    """3x4 matrix over the print's RGB, as `cv2.transform` takes it."""
    white_back: bool = False
    cache: dict[tuple[str, int], Image] = field(default_factory=dict)

    def shade(self, normal: Array) -> float:
        """Give how bright a plane is, 1 for the table's own direction."""
        lit = max(0.0, float(normal @ self.sun)) / max(float(self.sun[2]), 0.3)
        return min(self.ambient + (1 - self.ambient) * lit, 1.15)

    def print_of(self, tile: str, height: float) -> Image:
        """Give the tinted face of a tile with at least so many rows."""
        level = self.faces[tile].at(height)
        key = (tile, level.shape[0])
        if key not in self.cache:
            self.cache[key] = np.asarray(cv2.transform(level, self.tint), np.uint8)
        return self.cache[key]


def fixed(points: Array) -> npt.NDArray[np.int32]:
    """Turn continuous pixels into OpenCV's fixed point, whose zero is the first pixel's middle."""
    return np.asarray(np.round((np.clip(points, -20000, 20000) - 0.5) * (1 << SHIFT)), np.int32)


def fill(image: npt.NDArray[np.generic], points: Array, colour: Colour | int, *, smooth: bool = True) -> None:
    """Fill a convex polygon given in continuous pixels."""
    if len(points) >= 3:
        value = colour if isinstance(colour, int) else tuple(min(max(c, 0.0), 255.0) for c in colour)
        cv2.fillConvexPoly(image, fixed(points), value, cv2.LINE_AA if smooth else cv2.LINE_8, SHIFT)  # type: ignore[call-overload]


def hull(points: Array) -> Array:
    """Give the convex hull of pixels (N, 2)."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


class TilePainter:
    """Draws the tiles of one scene, all of one shape and finish, seen by one camera."""

    def __init__(self, camera: Camera, shape: TileShape, finish: Finish, size: tuple[int, int]) -> None:
        self.camera, self.shape, self.finish = camera, shape, finish
        self.owner = np.zeros(size, np.int32)
        """Which tile's face is seen where: 0 none, -1 a tile's side or back, n + 1 the face of tile n."""
        self._outline, self._front = shape.outline()
        half = shape.thickness / 2
        plate = shape.bevel * 0.55
        self._plates = np.stack([shape.ring(half, plate), shape.ring(-half, plate)])
        wide, high = shape.width / 2 - plate, shape.height / 2 - plate
        self._face = np.array([[-wide, high, half], [wide, high, half], [wide, -high, half], [-wide, -high, half]])
        split = -half + shape.thickness * shape.back_share
        self._sides = [
            (normal, [self._side(normal, low, top) for low, top in ((-half + shape.bevel, split), (split, half - shape.bevel))])
            for normal in np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
        ]

    def _side(self, normal: Array, low: float, top: float) -> Array:
        along = np.array([-normal[1], normal[0]])
        half = np.array([self.shape.width, self.shape.height]) / 2
        middle = normal[:2] * half
        reach = along * (half - self.shape.corner * 0.8)
        flat = np.array([middle - reach, middle + reach])
        return np.array([[*flat[0], low], [*flat[1], low], [*flat[1], top], [*flat[0], top]])

    def corners(self, placed: PlacedTile) -> Array:
        """Give the pixels (4, 2) of the tile's face, clockwise from the print's top left (of its back, for a back)."""
        points = self._face * [-1, 1, -1] if placed.tile == "back" else self._face
        return self.camera.project(points @ placed.turn.T + placed.centre)

    def draw(self, image: Image, placed: PlacedTile, number: int) -> None:
        """Draw one tile over what is there already."""
        seen = self.camera.position - placed.centre
        shape, finish = self.shape, self.finish
        points = self.camera.project(self._outline @ placed.turn.T + placed.centre)
        bound_low, bound_high = points.min(axis=0), points.max(axis=0)
        high, wide = self.owner.shape
        if bound_high[0] < 0 or bound_high[1] < 0 or bound_low[0] > wide or bound_low[1] > high:
            return
        facing = float(seen @ placed.turn[:, 2]) > shape.thickness / 2
        turned_over = float(seen @ placed.turn[:, 2]) < -shape.thickness / 2
        top_light = finish.shade(placed.turn[:, 2] * (-1 if turned_over else 1))
        rim = finish.seam * (0.5 * top_light + 0.5 * finish.ambient)
        fill(self.owner, hull(points), -1, smooth=False)
        layers = [(self._front, finish.body), (~self._front, finish.back)]
        for mask, colour in layers if turned_over else layers[::-1]:
            fill(image, hull(points[mask]), tuple(c * rim for c in colour))  # type: ignore[arg-type]
        self._draw_sides(image, placed, seen)
        if facing or turned_over:
            plate = self.camera.project(self._plates[int(turned_over)] @ placed.turn.T + placed.centre)
            if turned_over or placed.tile not in finish.faces:
                colour = finish.back if turned_over else finish.body
                fill(image, plate, tuple(c * top_light for c in colour))  # type: ignore[arg-type]
            else:
                corners = self.camera.project(self._face @ placed.turn.T + placed.centre)
                self._paint(image, placed.tile, corners, plate, top_light)
            fill(self.owner, plate, number + 1, smooth=False)

    def _draw_sides(self, image: Image, placed: PlacedTile, seen: Array) -> None:
        for normal, quads in self._sides:
            outward = placed.turn @ normal
            reach = abs(float(normal[0])) * self.shape.width / 2 + abs(float(normal[1])) * self.shape.height / 2
            if float(seen @ outward) <= reach:
                continue
            light = self.finish.shade(outward)
            for quad, colour in zip(quads, (self.finish.back, self.finish.body), strict=True):
                fill(image, self.camera.project(quad @ placed.turn.T + placed.centre), tuple(c * light for c in colour))  # type: ignore[arg-type]

    def _paint(self, image: Image, tile: str, corners: Array, plate: Array, light: float) -> None:
        high, wide = self.owner.shape
        left, top = (int(max(v, 0)) for v in np.floor(corners.min(axis=0)))
        right, bottom = (int(v) for v in np.ceil(corners.max(axis=0)) + 1)
        right, bottom = min(right, wide), min(bottom, high)
        if right <= left or bottom <= top:
            return
        edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        texture = self.finish.print_of(tile, float(max(edges[1], edges[3])))
        rows, columns = texture.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        target = (corners - [left, top] - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        size = (right - left, bottom - top)
        warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.uint8)
        fill(mask, plate - [left, top], 255)
        weight = mask[:, :, None].astype(np.float32) / 255
        body = np.array(self.finish.body, np.float32) * (light / BODY)
        under = image[top:bottom, left:right]
        mixed = under * (1 - weight) + np.minimum(warped * body, 255) * weight
        under[:] = mixed.astype(np.uint8)
