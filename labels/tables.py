"""Draw photos of mahjong tables whose every tile is known: name, corners, role.

    python -m labels.tables OUT --count 100 --seed 1 --crops DIR
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array, Camera, frame, look_at
from labels.clutter import Box, Prop, random_prop
from labels.deal import BACK
from labels.facebank import FaceBank, Image, read_crops
from labels.ground import hsv, lay_ground, make_ground
from labels.layout import LAYOUTS, Layout
from labels.light import cast_shadows, light_table, photograph
from labels.pose import clear_of
from labels.solid import Finish, PlacedTile, TilePainter, TileShape, fill

KIND_CHANCES: dict[str, float] = {
    "hand": 0.5, "grid": 0.14, "loose": 0.1, "close": 0.07, "rack": 0.1, "pond": 0.06, "empty": 0.03,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RenderedTile:
    """A tile in a drawn photo.

    Args:
        tile: its name, `back` where its back is seen.
        corners: (4, 2) float32 pixels of the face, clockwise from the print's top left; they may lie outside the photo.
        role: concealed, meld, flower, winning or other.
        hand: 0 for tiles of the hand, else None.
        visible: share of the face that is neither covered nor outside the photo, 0 to 1.
    """

    tile: str
    corners: npt.NDArray[np.float32]
    role: str
    hand: int | None
    visible: float


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """A drawn photo (RGB) with its truth; `hand` is the dealt hand's text where there is one."""

    image: Image
    tiles: tuple[RenderedTile, ...]
    kind: str
    hand: str | None


def render_table(
    rng: np.random.Generator,
    faces: FaceBank,
    *,
    width: int = 640,
    height: int = 640,
    kind: str | None = None,
    patches: Sequence[Image] = (),
    hard: float = 1.0,
) -> RenderedTable:
    """Draw one table.

    Args:
        kind: one of `labels.layout.LAYOUTS`, or None for a random one.
        patches: RGB pictures of real tables and rooms without tiles, used as ground now and then.
        hard: how far light, blur, noise and compression may go; 0 is a clean photo.
    """
    names = list(KIND_CHANCES)
    kind = kind or names[int(rng.choice(len(names), p=list(KIND_CHANCES.values())))]
    shape = random_shape(rng)
    layout = LAYOUTS[kind](rng, shape)
    camera = aim(rng, layout, shape, width=width, height=height)
    finish = random_finish(rng, faces)
    image = draw_ground(rng, camera, layout, patches, (width, height))
    props = scatter_props(rng, layout, shape)
    cast_shadows(image, camera, layout.tiles, shape, sun=finish.sun, strength=rng.uniform(0.1, 0.75), softness=rng.uniform(0.03, 0.5))
    painter = TilePainter(camera, shape, finish, (height, width))
    draw_all(image, painter, layout.tiles, props)
    truth, size = truth_of(painter)
    image = light_table(rng, image, painter.owner) if hard > 0 else image
    image = photograph(rng, image, tile_height=size, hard=hard)
    return RenderedTable(image, truth, layout.kind, None if layout.hand is None else str(layout.hand))


def random_shape(rng: np.random.Generator) -> TileShape:
    """Give the measures of some tile set."""
    wide = rng.uniform(22, 32)
    return TileShape(
        width=wide,
        height=wide * rng.uniform(1.26, 1.45),
        thickness=wide * rng.uniform(0.55, 0.9),
        bevel=wide * rng.uniform(0.03, 0.1),
        corner=wide * rng.uniform(0.06, 0.16),
        back_share=rng.choice([0.0, rng.uniform(0.15, 0.55)], p=[0.2, 0.8]),
    )


def random_finish(rng: np.random.Generator, faces: FaceBank) -> Finish:
    """Give a set's colours and the light on it."""
    bright = rng.uniform(205, 250)
    ivory = bright * np.array([1.0, 1.0 - abs(rng.normal(0, 0.02)), 1.0 - abs(rng.normal(0, 0.06))])
    if rng.random() < 0.2:
        ivory = ivory[::-1]
    body = (float(ivory[0]), float(ivory[1]), float(ivory[2]))
    white_back = rng.random() < 0.2
    hue = rng.choice([0.36, 0.58, 0.08, 0.88, 0.13, rng.random()])
    tint = hsv(hue + rng.normal(0, 0.02), rng.uniform(0.3, 1), rng.uniform(0.25, 0.95))
    back = body if white_back else (float(tint[0]), float(tint[1]), float(tint[2]))
    direction, rise = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(30, 85))
    sun = np.array([math.cos(direction) * math.cos(rise), math.sin(direction) * math.cos(rise), math.sin(rise)])
    picked = faces.pick(rng)
    if not white_back and rng.random() < 0.12:
        del picked["5z"]
    return Finish(body, back, sun, rng.uniform(0.35, 0.85), rng.uniform(0.55, 1.05), picked, random_print(rng))


def random_print(rng: np.random.Generator) -> Array:
    """Give a colour change of the print that keeps the bare tile's colour: contrast, saturation, a little hue."""
    from labels.facebank import BODY

    saturation, contrast = rng.uniform(0.6, 1.4), rng.uniform(0.65, 1.25)
    grey = np.full((3, 3), 1 / 3)
    mix = contrast * (saturation * np.eye(3) + (1 - saturation) * grey) + rng.normal(0, 0.05, (3, 3))
    return np.column_stack([mix, BODY - mix @ np.full(3, float(BODY))])


def aim(rng: np.random.Generator, layout: Layout, shape: TileShape, *, width: int, height: int) -> Camera:
    """Stand somewhere a player would and frame the subject."""
    low, high = layout.elevation
    elevation = rng.uniform(low, high) if rng.random() < 0.6 else rng.uniform(max(low, 50), high)
    heading = rng.normal(0, 0.25) if rng.random() < 0.75 else rng.uniform(-math.pi, math.pi)
    roll = rng.normal(0, 0.08)
    if rng.random() < 0.15:
        roll += float(rng.choice([math.pi / 2, math.pi, -math.pi / 2, rng.uniform(-math.pi, math.pi)]))
    if layout.kind == "rack":
        heading, roll = rng.normal(0, 0.2), rng.normal(0, 0.06)
    subject = layout.tiles[: layout.subject]
    half = np.array([shape.width, shape.height, 0.0]) / 2
    if subject:
        points = np.concatenate([t.centre + (half * [sx, sy, 0]) @ t.turn.T for t in subject for sx, sy in ((-1, -1), (-1, 1), (1, -1), (1, 1))])
        points = points.reshape(-1, 3)
    else:
        points = np.array([[-150.0, -100, 0], [150, -100, 0], [150, 100, 0], [-150, 100, 0]])
    focal = rng.uniform(0.65, 1.3) * max(width, height)
    camera = look_at(points.mean(axis=0), distance=600.0, elevation=math.radians(elevation), heading=heading, roll=roll, focal=focal)
    squeeze = math.exp(rng.normal(0, 0.2)) if rng.random() < 0.35 else 1.0
    fill_share = rng.uniform(*layout.fill)
    room = max(0.0, 1 - fill_share) / 2
    place = (0.5 + rng.uniform(-1, 1) * room, 0.5 + rng.normal(0, 0.13))
    return frame(camera, points, width=width, height=height, fill=fill_share, place=place, squeeze=squeeze)


def draw_ground(rng: np.random.Generator, camera: Camera, layout: Layout, patches: Sequence[Image], size: tuple[int, int]) -> Image:
    """Draw the table's top and, where it ends in view, the floor beyond and a rail along its edge."""
    image = lay_ground(camera, make_ground(rng, patches), size=size, scale=rng.uniform(0.3, 1.4), turn=rng.uniform(-0.2, 0.2), height=0.0)
    middles = np.array([t.centre for t in layout.tiles] or [[0.0, 0, 0]])
    if rng.random() < 0.45:
        edge = float(middles[:, 1].min()) - rng.uniform(24, 120)
        mask = np.zeros(size[::-1], np.uint8)
        far = 4000.0
        fill(mask, camera.polygon(np.array([[-far, edge, 0], [far, edge, 0], [far, edge - far, 0], [-far, edge - far, 0]])), 255, smooth=False)
        if mask.any():
            below = cv2.convertScaleAbs(make_ground(rng, patches), alpha=rng.uniform(0.3, 1))
            floor = lay_ground(camera, np.asarray(below, np.uint8), size=size, scale=rng.uniform(0.8, 3), turn=rng.uniform(0, 3), height=-600.0)
            cv2.copyTo(floor, mask, image)
        if rng.random() < 0.8:
            deep = rng.uniform(10, 130)
            colour = hsv(rng.uniform(0.05, 0.12), rng.choice([0.05, rng.uniform(0.2, 0.7)]), rng.uniform(0.15, 1))
            rail = Box((0.0, edge - deep / 2, 0.0), (3000, deep, rng.uniform(2, 22)), 0.0, (float(colour[0]), float(colour[1]), float(colour[2])))
            light = Finish((0, 0, 0), (0, 0, 0), np.array([0, 0, 1.0]), rng.uniform(0.4, 0.9), 1.0, {}, np.eye(3, 4))
            rail.draw(image, np.zeros(size[::-1], np.int32), camera, light)
    return image


def scatter_props(rng: np.random.Generator, layout: Layout, shape: TileShape) -> list[Prop]:
    """Leave some things where no tile lies."""
    props: list[Prop] = []
    count = int(rng.choice([0, 1, 3, 6], p=[0.5, 0.25, 0.15, 0.1])) + 3 * (layout.kind == "empty")
    middles = np.array([t.centre for t in layout.tiles] or [[0.0, 0, 0]])
    low, high = middles.min(axis=0) - 150, middles.max(axis=0) + 150
    for _ in range(count):
        x, y = rng.uniform(low[0], high[0]), rng.uniform(low[1], high[1])
        if clear_of(layout.tiles, x, y, shape.height * 2.2):
            props.append(random_prop(rng, x, y, shape.height))
    return props


def draw_all(image: Image, painter: TilePainter, tiles: Sequence[PlacedTile], props: Sequence[Prop]) -> None:
    """Draw everything from far to near."""
    painter.prepare(tiles)
    eye = painter.camera.position
    things = [*(t.centre for t in tiles), *(p.centre for p in props)]
    for index in np.argsort([-float(np.linalg.norm(centre - eye)) for centre in things], kind="stable"):
        if index < len(tiles):
            painter.draw(image, int(index))
        else:
            props[index - len(tiles)].draw(image, painter.owner, painter.camera, painter.finish)


def truth_of(painter: TilePainter) -> tuple[tuple[RenderedTile, ...], float]:
    """Give the truth of every tile whose face (or back, for one face down) is seen, and the middle one's pixel height."""
    tiles = painter.tiles
    counts = cv2.calcHist([painter.owner.astype(np.float32)], [0], None, [len(tiles) + 1], [-0.5, len(tiles) + 0.5]).ravel()
    truth: list[RenderedTile] = []
    heights: list[float] = []
    for number in np.flatnonzero(counts[1:]):
        placed = tiles[number]
        corners = painter.corners(int(number))
        across, along = corners[2] - corners[0], corners[3] - corners[1]
        area = abs(float(across[0] * along[1] - across[1] * along[0])) / 2
        visible = min(1.0, float(counts[number + 1]) / max(area, 1.0))
        name = BACK if painter.over(int(number)) else placed.tile
        truth.append(RenderedTile(name, corners.astype(np.float32), placed.role, placed.hand, visible))
        heights.append(float(np.hypot(*(corners[3] - corners[0]))))
    return tuple(truth), float(np.median(heights)) if heights else 40.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Write drawn photos with their truth into a folder."""
    from labels.tableset import write_tables

    parser = argparse.ArgumentParser(prog="python -m labels.tables", description="Draw photos of mahjong tables with their truth.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--crops", type=Path, action="append", required=True, help="folder with crops.csv; may be given again")
    parser.add_argument("--kind", choices=sorted(LAYOUTS))
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=640)
    options = parser.parse_args(arguments)
    bank = FaceBank([design for folder in options.crops for design in read_crops(folder)])
    tables = (
        render_table(np.random.default_rng([options.seed, n]), bank, width=options.width, height=options.height, kind=options.kind)
        for n in range(options.count)
    )
    write_tables(options.out, tables, options.count, progress=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
