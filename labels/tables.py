"""Draw photos of mahjong tables whose every tile is known: name, corners, role.

python -m labels.tables OUT --count 100 --seed 1 --crops DIR
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from labels.clutter import Prop
from labels.facebank import FaceBank, Image, read_crops
from labels.layout import LAYOUTS
from labels.light import cast_shadows, light_table, photograph
from labels.scene import aim, draw_ground, random_finish, random_shape, scatter_props
from labels.shape import Finish, PlacedTile
from labels.solid import TilePainter
from scorer.hand import Hand
from scorer.tiles import BACK

KIND_CHANCES: dict[str, float] = {
    "hand": 0.5, "grid": 0.14, "loose": 0.1, "close": 0.07, "rack": 0.1, "pond": 0.06, "empty": 0.03,
}  # fmt: skip
NO_FINISH = Finish((0, 0, 0), (0, 0, 0), np.array([0.0, 0, 1]), 1.0, 1.0, {}, np.eye(3, 4))


@dataclass(frozen=True, slots=True)
class RenderedTile:
    """A tile in a drawn photo.

    Args:
        tile: its name, `back` where its back is seen.
        corners: (4, 2) float32 pixels of the face, clockwise from the print's top left; they may lie outside the photo.
        role: concealed, meld, flower, winning or other.
        hand: 0 for tiles of the hand, else None.
        visible: share of the face that is neither covered nor outside the photo, 0 to 1.
        meld: number of the hand's meld that it is of, if any.
    """

    tile: str
    corners: npt.NDArray[np.float32]
    role: str
    hand: int | None
    visible: float
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """A drawn photo (RGB) with its truth; `hand` is the dealt hand's text where there is one."""

    image: Image
    tiles: tuple[RenderedTile, ...]
    kind: str
    hand: str | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a drawn table would show: its tiles, its kind, and the dealt hand where there is one."""

    tiles: tuple[RenderedTile, ...]
    kind: str
    hand: Hand | None


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
    cast_shadows(
        image,
        camera,
        layout.tiles,
        shape,
        sun=finish.sun,
        strength=rng.uniform(0.1, 0.75),
        softness=rng.uniform(0.03, 0.5),
    )
    painter = TilePainter(camera, shape, finish, (height, width))
    draw_all(image, painter, layout.tiles, props)
    truth, size = truth_of(painter)
    image = light_table(rng, image, painter.owner) if hard > 0 else image
    image = photograph(rng, image, tile_height=size, hard=hard)
    return RenderedTable(image, truth, layout.kind, None if layout.hand is None else str(layout.hand))


def plan_table(rng: np.random.Generator, *, width: int = 640, height: int = 640, kind: str | None = None) -> Plan:
    """Lay and frame one table as `render_table` does, and give its truth without drawing it."""
    names = list(KIND_CHANCES)
    kind = kind or names[int(rng.choice(len(names), p=list(KIND_CHANCES.values())))]
    shape = random_shape(rng)
    layout = LAYOUTS[kind](rng, shape)
    camera = aim(rng, layout, shape, width=width, height=height)
    painter = TilePainter(camera, shape, NO_FINISH, (height, width))
    painter.prepare(layout.tiles)
    for index in from_far(painter, layout.tiles):
        painter.cover(index)
    return Plan(truth_of(painter)[0], layout.kind, layout.hand)


def from_far(painter: TilePainter, things: Sequence[PlacedTile | Prop]) -> list[int]:
    """Give the numbers of things from the farthest to the nearest."""
    eye = painter.camera.position
    distances = [float(np.linalg.norm(thing.centre - eye)) for thing in things]
    return sorted(range(len(distances)), key=distances.__getitem__, reverse=True)


def draw_all(image: Image, painter: TilePainter, tiles: Sequence[PlacedTile], props: Sequence[Prop]) -> None:
    """Draw everything from far to near."""
    painter.prepare(tiles)
    for index in from_far(painter, (*tiles, *props)):
        if index < len(tiles):
            painter.draw(image, index)
        else:
            props[index - len(tiles)].draw(image, painter.owner, painter.camera, painter.finish)


def truth_of(painter: TilePainter) -> tuple[tuple[RenderedTile, ...], float]:
    """Give the truth of every tile whose face or back is seen, and the middle one's height in pixels."""
    tiles = painter.tiles
    counts = cv2.calcHist(
        [painter.owner.astype(np.float32)], [0], None, [len(tiles) + 1], [-0.5, len(tiles) + 0.5]
    ).ravel()
    truth: list[RenderedTile] = []
    heights: list[float] = []
    for number in np.flatnonzero(counts[1:]).tolist():
        placed = tiles[number]
        corners = painter.corners(number)
        across, along = corners[2] - corners[0], corners[3] - corners[1]
        area = abs(float(across[0] * along[1] - across[1] * along[0])) / 2
        visible = min(1.0, float(counts[number + 1]) / max(area, 1.0))
        name = BACK if painter.over(number) else placed.tile
        truth.append(RenderedTile(name, corners.astype(np.float32), placed.role, placed.hand, visible, placed.meld))
        heights.append(float(np.hypot(*(corners[3] - corners[0]))))
    return tuple(truth), float(np.median(heights)) if heights else 40.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Write drawn photos with their truth into a folder."""
    from labels.tableset import write_tables

    parser = argparse.ArgumentParser(
        prog="python -m labels.tables", description="Draw photos of mahjong tables with their truth."
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--crops", type=Path, action="append", required=True, help="folder with crops.csv; may be given again"
    )
    parser.add_argument("--kind", choices=sorted(LAYOUTS))
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=640)
    options = parser.parse_args(arguments)
    bank = FaceBank([design for folder in options.crops for design in read_crops(folder)])
    tables = (
        render_table(
            np.random.default_rng([options.seed, n]),
            bank,
            width=options.width,
            height=options.height,
            kind=options.kind,
        )
        for n in range(options.count)
    )
    write_tables(options.out, tables, options.count, progress=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
