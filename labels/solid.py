"""Draw mahjong tiles as rounded 3-D boxes: sides in two layers, the print warped onto the face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import NEAR, Array, Camera
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
                np.stack(
                    [middle_x + radius * np.cos(turned), middle_y + radius * np.sin(turned), np.full(4, height)], axis=1
                )
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


def dim(colour: Colour, light: float) -> Colour:
    """Give a colour under so much light."""
    return min(colour[0] * light, 255.0), min(colour[1] * light, 255.0), min(colour[2] * light, 255.0)


def fill(image: npt.NDArray[np.generic], points: Array, colour: Colour | int, *, smooth: bool = True) -> None:
    """Fill a convex polygon given in continuous pixels."""
    if len(points) >= 3:
        fill_fixed(image, fixed(points), colour, smooth=smooth)


def fill_fixed(
    image: npt.NDArray[np.generic], points: npt.NDArray[np.int32], colour: Colour | int, *, smooth: bool = True
) -> None:
    """Fill a convex polygon given in OpenCV's fixed point."""
    cv2.fillConvexPoly(image, points, colour, cv2.LINE_AA if smooth else cv2.LINE_8, SHIFT)  # type: ignore[arg-type]


def hull(points: Array) -> Array:
    """Give the convex hull of pixels (N, 2)."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


class TilePainter:
    """Draws the tiles of one scene, all of one shape and finish, seen by one camera."""

    def __init__(self, camera: Camera, shape: TileShape, finish: Finish, size: tuple[int, int]) -> None:
        self.camera, self.shape, self.finish = camera, shape, finish
        self.owner = np.zeros(size, np.int32)
        """Which tile's face is seen where: 0 none, -1 a tile's side or back, n + 1 the face of tile n."""
        self._outline, front = shape.outline()
        self._layers: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]] = (
            np.flatnonzero(front),
            np.flatnonzero(~front),
        )
        """The outline's points on the ivory layer and on the back's."""
        half = shape.thickness / 2
        plate = shape.bevel * 0.55
        self._plates = np.stack([shape.ring(half, plate), shape.ring(-half, plate)])
        wide, high = shape.width / 2 - plate, shape.height / 2 - plate
        self._face = np.array([[-wide, high, half], [wide, high, half], [wide, -high, half], [-wide, -high, half]])
        split = -half + shape.thickness * shape.back_share
        layers = ((-half + shape.bevel, split), (split, half - shape.bevel))
        self._normals = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
        self._sides = np.array([[self._side(normal, low, top) for low, top in layers] for normal in self._normals])

    def _side(self, normal: Array, low: float, top: float) -> Array:
        along = np.array([-normal[1], normal[0]])
        half = np.array([self.shape.width, self.shape.height]) / 2
        middle = normal[:2] * half
        reach = along * (half - self.shape.corner * 0.8)
        flat = np.array([middle - reach, middle + reach])
        return np.array([[*flat[0], low], [*flat[1], low], [*flat[1], top], [*flat[0], top]])

    def prepare(self, tiles: Sequence[PlacedTile]) -> None:
        """Project all tiles at once; `draw` and `corners` then take them by number."""
        self.tiles = tiles
        local = [
            self._outline,
            self._plates.reshape(-1, 3),
            self._face,
            self._face * [-1, 1, -1],
            self._sides.reshape(-1, 3),
        ]
        turns = np.array([t.turn for t in tiles]).reshape(-1, 3, 3)
        centres = np.array([t.centre for t in tiles]).reshape(-1, 1, 3)
        points = np.concatenate(local) @ turns.transpose(0, 2, 1) + centres
        pixels = self.camera.project(points)
        self._near = (self.camera.to_view(points)[..., 2] < 2 * NEAR).any(axis=1)
        cuts = np.cumsum([len(part) for part in local])
        self._outlines, plates, self._fronts, self._rears, sides = np.split(pixels, cuts[:-1], axis=1)
        self._fixed_plates = fixed(plates).reshape(len(tiles), 2, self._plates.shape[1], 2)
        self._pixel_plates = plates.reshape(len(tiles), 2, self._plates.shape[1], 2)
        self._fixed_sides = fixed(sides).reshape(len(tiles), 4, 2, 4, 2)
        seen = self.camera.position - centres[:, 0]
        self._along = np.einsum("nj,njk->nk", seen, turns)
        """The eye in each tile's own axes."""
        self._bounds = np.stack([self._outlines.min(axis=1), self._outlines.max(axis=1)], axis=1)

    def over(self, number: int) -> bool:
        """Tell whether the eye sees the tile's back rather than its face."""
        return bool(self._along[number, 2] < 0)

    def corners(self, number: int) -> Array:
        """Give the pixels (4, 2) of the tile's face, clockwise from its top left; of its back where that is seen."""
        return np.asarray(self._rears[number] if self.over(number) else self._fronts[number])

    def draw(self, image: Image, number: int) -> None:
        """Draw one prepared tile over what is there already."""
        shape, finish, placed = self.shape, self.finish, self.tiles[number]
        (left, top), (right, bottom) = self._bounds[number]
        high, wide = self.owner.shape
        if right < 0 or bottom < 0 or left > wide or top > high or self._near[number]:
            return
        depth = float(self._along[number, 2])
        facing, turned_over = depth > shape.thickness / 2, depth < -shape.thickness / 2
        top_light = finish.shade(placed.turn[:, 2] * (-1 if turned_over else 1))
        rim = finish.seam * (0.5 * top_light + 0.5 * finish.ambient)
        points = self._outlines[number]
        fill(self.owner, hull(points), -1, smooth=False)
        layers = list(zip(self._layers, (finish.body, finish.back), strict=True))
        for part, colour in layers if turned_over else layers[::-1]:
            fill(image, hull(points[part]), dim(colour, rim))
        self._draw_sides(image, number)
        if facing or turned_over:
            plate = self._fixed_plates[number, int(turned_over)]
            if turned_over or placed.tile not in finish.faces:
                fill_fixed(image, plate, dim(finish.back if turned_over else finish.body, top_light))
            else:
                self._paint(image, number, top_light)
            fill_fixed(self.owner, plate, number + 1, smooth=False)

    def _draw_sides(self, image: Image, number: int) -> None:
        half = np.array([self.shape.width, self.shape.width, self.shape.height, self.shape.height]) / 2
        towards = self._along[number] @ self._normals.T
        for side in np.flatnonzero(towards > half):
            light = self.finish.shade(self.tiles[number].turn @ self._normals[side])
            for quad, colour in zip(self._fixed_sides[number, side], (self.finish.back, self.finish.body), strict=True):
                fill_fixed(image, quad, dim(colour, light))

    def _paint(self, image: Image, number: int, light: float) -> None:
        high, wide = self.owner.shape
        corners, plate = self._fronts[number], self._pixel_plates[number, 0]
        left, top = (int(max(v, 0)) for v in np.floor(corners.min(axis=0)))
        right, bottom = (int(v) for v in np.ceil(corners.max(axis=0)) + 1)
        right, bottom = min(right, wide), min(bottom, high)
        if right <= left or bottom <= top:
            return
        rise = max(float(np.hypot(*(corners[1] - corners[2]))), float(np.hypot(*(corners[0] - corners[3]))))
        texture = self.finish.print_of(self.tiles[number].tile, rise)
        rows, columns = texture.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(source, (corners - [left, top] - 0.5).astype(np.float32))
        size = (right - left, bottom - top)
        warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.uint8)
        fill(mask, plate - [left, top], 255)
        lit = cv2.transform(warped, np.diag(dim(self.finish.body, light / BODY)))
        under = image[top:bottom, left:right]
        weight = cv2.merge([mask] * 3)
        kept = cv2.multiply(under, cv2.bitwise_not(weight), scale=1 / 255)
        under[:] = cv2.add(kept, cv2.multiply(lit, weight, scale=1 / 255))
