"""Draw mahjong tiles as rounded 3-D boxes: sides in two layers, the print warped onto the face."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import NEAR, Array, Camera
from labels.facebank import BODY, Image
from labels.polygon import dim, fill, fill_fixed, fixed, hull
from labels.shape import RING, Finish, PlacedTile, TileShape

LARGE = 72
"""Tiles with a side of so many pixels get their edges rounded band by band; on smaller ones nobody could tell."""


class TilePainter:
    """Draws the tiles of one scene, all of one shape and finish, seen by one camera."""

    def __init__(self, camera: Camera, shape: TileShape, finish: Finish, size: tuple[int, int]) -> None:
        self.camera, self.shape, self.finish = camera, shape, finish
        self.owner = np.zeros(size, np.int32)
        """Which tile's face is seen where: 0 none, -1 a tile's side or back, n + 1 the face of tile n."""
        self._outline, front = shape.outline()
        self._layers = (np.flatnonzero(front), np.flatnonzero(~front))
        """The outline's points on the ivory layer and on the back's."""
        self._bands, self._bands_front = _bands(front)
        quads = self._outline[self._bands]
        normals = np.cross(quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0])
        self._band_normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
        self._band_middles = quads.mean(axis=1)
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
        depths = self.camera.to_view(points)[..., 2]
        self._near: npt.NDArray[np.bool_] = np.asarray((depths < 2 * NEAR).any(axis=1))
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

    def in_view(self, number: int) -> bool:
        """Tell whether any of a prepared tile may be in the picture."""
        (left, top), (right, bottom) = self._bounds[number]
        high, wide = self.owner.shape
        return not (right < 0 or bottom < 0 or left > wide or top > high or self._near[number])

    def cover(self, number: int) -> None:
        """Put one prepared tile into `owner` over what is there already, without drawing it."""
        if not self.in_view(number):
            return
        fill(self.owner, hull(self._outlines[number]), -1, smooth=False)
        if abs(float(self._along[number, 2])) > self.shape.thickness / 2:
            fill_fixed(self.owner, self._fixed_plates[number, int(self.over(number))], number + 1, smooth=False)

    def draw(self, image: Image, number: int) -> None:
        """Draw one prepared tile over what is there already."""
        shape, finish, placed = self.shape, self.finish, self.tiles[number]
        (left, top), (right, bottom) = self._bounds[number]
        if not self.in_view(number):
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
        if max(right - left, bottom - top) > LARGE:
            self._draw_bands(image, number)
        else:
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

    def _draw_bands(self, image: Image, number: int) -> None:
        finish, turn = self.finish, self.tiles[number].turn
        eye = self._along[number] - self._band_middles
        seen = np.flatnonzero((eye * self._band_normals).sum(axis=1) > 0)
        normals = self._band_normals[seen] @ turn.T
        light = finish.ambient + (1 - finish.ambient) * np.maximum(normals @ finish.sun, 0) / max(finish.sun[2], 0.3)
        towards = eye[seen] @ turn.T
        halfway = towards / np.linalg.norm(towards, axis=1, keepdims=True) + finish.sun
        gleam = np.maximum((normals * halfway).sum(axis=1) / np.linalg.norm(halfway, axis=1), 0) ** 60
        light = np.minimum(light, 1.15) + finish.gloss * gleam
        points = fixed(self._outlines[number])[self._bands[seen]]
        for quad, level, front in zip(points, light.tolist(), self._bands_front[seen], strict=True):
            fill_fixed(image, quad, dim(finish.body if front else finish.back, level))

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


def _bands(front: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Give the outline's quads (M, 4) as point numbers, turning so that they look outwards, and which are ivory."""
    rings = len(front) // RING
    around = np.arange(RING)
    following = (around + 1) % RING
    quads = [
        np.stack([low + around, low + following, top + following, top + around], axis=1)
        for top, low in ((ring * RING, (ring + 1) * RING) for ring in range(rings - 1))
        if front[top] == front[low]
    ]
    numbers = np.concatenate(quads)
    return numbers, front[numbers[:, 0]]
