"""Draw the sample photos that the project ships, from its own tile faces: synthetic, and said to be.

python -m labels.samples [OUT]
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from labels.camera import Camera, frame, look_at
from labels.facebank import BODY, FaceBank, Image
from labels.faces import Style
from labels.ground import cloth, hsv, lay_ground, wood
from labels.light import cast_shadows, light_table, photograph
from labels.polygon import Colour
from labels.pose import Row
from labels.raster import drawn_bank
from labels.scene import face_points, sun_at
from labels.shape import Finish, PlacedTile, TileShape
from labels.solid import TilePainter
from labels.surroundings import Layout, discards, wall
from labels.tables import RenderedTable, draw_all, truth_of
from labels.tableset import document
from scorer.hand import Hand
from scorer.notation import parse_hand
from scorer.tiles import BACK, FLOWERS, TILES

WIDTH, HEIGHT = 2016, 1512
FINER = 2
"""The scene is drawn so many times larger and averaged down."""
SHAPE = TileShape(width=26.0, height=35.0, thickness=21.0, bevel=1.7, corner=2.8, back_share=0.42)
Lay = Callable[[np.random.Generator, Hand], list[PlacedTile]]


@dataclass(frozen=True, slots=True)
class Sample:
    """One photo: the hand with the facts of its win, how it lies, and how it is seen (angles in degrees)."""

    name: str
    hand: str
    win: dict[str, Any]
    lay: Lay
    ground: Callable[[np.random.Generator], Image]
    back: Colour
    elevation: float
    heading: float
    roll: float
    fill: float
    seed: int
    place: tuple[float, float] = (0.5, 0.66)


def lay_concealed(rng: np.random.Generator, hand: Hand) -> list[PlacedTile]:
    """Lay sixteen tiles in a row, the winning tile a width to the right, the flowers behind."""
    row = Row(rng, SHAPE, untidy=0.35, bend=0.03)
    for tile in hand.concealed:
        row.add(tile, role="concealed", hand=0)
    row.space(0.9)
    row.add(str(hand.winning), role="winning", hand=0)
    flowers = _flower_row(rng, hand)
    return row.placed(0, 0) + flowers.placed(1.5 * SHAPE.width, 1.75 * SHAPE.height, 0.04)


def lay_melded(rng: np.random.Generator, hand: Hand) -> list[PlacedTile]:
    """Lay concealed tiles and the winning tile in front, melds behind with gaps, flowers to their right."""
    row, melds = Row(rng, SHAPE, untidy=0.35), Row(rng, SHAPE, untidy=0.35)
    for tile in hand.concealed:
        row.add(tile, role="concealed", hand=0)
    row.space(0.8)
    row.add(str(hand.winning), role="winning", hand=0)
    for meld in hand.melds:
        hidden = meld.kind == "kong_concealed"
        for place, tile in enumerate(meld.tiles):
            melds.add(BACK if hidden and place in (1, 2) else tile, role="meld", hand=0)
        melds.space(0.55)
    flowers = _flower_row(rng, hand)
    return (
        row.placed(0.5 * SHAPE.width, 0)
        + melds.placed(0, 1.5 * SHAPE.height, 0.01)
        + flowers.placed(row.length + 1.6 * SHAPE.width, 0.1 * SHAPE.height, -0.03)
    )


def lay_all_melded(rng: np.random.Generator, hand: Hand) -> list[PlacedTile]:
    """Lay the pair in front, three melds behind it, two beside it, and the flowers behind them."""
    row, behind = Row(rng, SHAPE, untidy=0.45), Row(rng, SHAPE, untidy=0.45)
    for meld in hand.melds[:2]:
        _add_meld(row, meld.tiles)
    for tile in hand.concealed:
        row.add(tile, role="concealed", hand=0)
    row.space(0.7)
    row.add(str(hand.winning), role="winning", hand=0)
    for meld in hand.melds[2:]:
        _add_meld(behind, meld.tiles)
    flowers = _flower_row(rng, hand)
    return (
        row.placed(0, 0)
        + behind.placed(0.2 * SHAPE.width, 1.45 * SHAPE.height, -0.012)
        + flowers.placed(2.2 * SHAPE.width, 2.95 * SHAPE.height, 0.015)
    )


def _flower_row(rng: np.random.Generator, hand: Hand) -> Row:
    row = Row(rng, SHAPE, untidy=0.5)
    for flower in hand.flowers:
        row.add(flower, role="flower", hand=0)
    return row


def _add_meld(row: Row, tiles: Sequence[str]) -> None:
    for tile in tiles:
        row.add(tile, role="meld", hand=0)
    row.space(0.6)


SAMPLES: tuple[Sample, ...] = (
    Sample(
        name="concealed-hand",
        hand="123456m345678p3378s+9s|6f",
        win={"won_by": "self_draw", "seat": "S", "from": None, "round": "E", "dealer": "E", "streak": 0, "events": []},
        lay=lay_concealed,
        ground=lambda rng: cloth(rng, 1536, hsv(0.41, 0.62, 0.42)),
        back=(38.0, 120.0, 84.0),
        elevation=57,
        heading=3,
        roll=1.5,
        fill=0.9,
        seed=11,
    ),
    Sample(
        name="melds-and-kong",
        hand="34m678p22s[123s](5555p)[777z]+5m|26f",
        win={"won_by": "discard", "seat": "E", "from": "W", "round": "S", "dealer": "E", "streak": 2, "events": []},
        lay=lay_melded,
        ground=lambda rng: wood(rng, 1536, hsv(0.075, 0.5, 0.55)),
        back=(214.0, 120.0, 40.0),
        elevation=50,
        heading=-6,
        roll=-1,
        fill=0.86,
        seed=5,
    ),
    Sample(
        name="all-melded",
        hand="4z[111s][345s][678s][999s][666z]+4z|1378f",
        win={"won_by": "discard", "seat": "W", "from": "N", "round": "E", "dealer": "S", "streak": 0, "events": []},
        lay=lay_all_melded,
        ground=lambda rng: cloth(rng, 1536, hsv(0.6, 0.55, 0.38)),
        back=(44.0, 92.0, 170.0),
        elevation=63,
        heading=17,
        roll=9,
        fill=0.74,
        seed=29,
        place=(0.5, 0.58),
    ),
)


def draw_sample(sample: Sample, bank: FaceBank) -> RenderedTable:
    """Draw one sample; the same every time."""
    rng = np.random.default_rng(sample.seed)
    hand = parse_hand(sample.hand)
    tiles = sample.lay(rng, hand)
    layout = Layout("hand", tiles, len(tiles), hand)
    camera = _camera(sample, layout)
    _surround(rng, layout, hand)
    size = (WIDTH * FINER, HEIGHT * FINER)
    image = lay_ground(camera, sample.ground(rng), size=size, scale=0.45, turn=rng.uniform(-0.1, 0.1), height=0.0)
    finish = Finish(
        body=(246.0, 242.0, 228.0),
        back=sample.back,
        sun=sun_at(math.radians(rng.uniform(60, 150)), math.radians(48)),
        ambient=0.58,
        seam=0.8,
        faces=bank.pick(rng),
        tint=np.eye(3, 4),
    )
    cast_shadows(image, camera, layout.tiles, SHAPE, sun=finish.sun, strength=0.42, softness=0.1)
    painter = TilePainter(camera, SHAPE, finish, (size[1], size[0]))
    draw_all(image, painter, layout.tiles, [])
    truth, height = truth_of(painter)
    image = light_table(rng, image, painter.owner, hard=0.3)
    image = np.asarray(cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    image = photograph(rng, image, tile_height=height / FINER, hard=0.25)
    shrunk = tuple(replace(tile, corners=tile.corners / np.float32(FINER)) for tile in truth)
    return RenderedTable(image, shrunk, "sample", str(hand))


def _camera(sample: Sample, layout: Layout) -> Camera:
    points = face_points(layout.tiles, SHAPE)
    width, height = WIDTH * FINER, HEIGHT * FINER
    camera = look_at(
        points.mean(axis=0),
        distance=600.0,
        elevation=math.radians(sample.elevation),
        heading=math.radians(sample.heading),
        roll=math.radians(sample.roll),
        focal=0.78 * width,
    )
    return frame(camera, points, width=width, height=height, fill=sample.fill, place=sample.place, squeeze=1.0)


def _surround(rng: np.random.Generator, layout: Layout, hand: Hand) -> None:
    """Put a piece of wall and a few discards well behind the hand, of tiles that the hand leaves over."""
    count = len(layout.tiles)
    far = max(float(tile.centre[1]) for tile in layout.tiles) + 2.6 * SHAPE.height
    wall(rng, SHAPE, layout, far + 3.0 * SHAPE.height)
    discards(rng, SHAPE, layout, (9 * SHAPE.width, far + 2.4 * SHAPE.height))
    left = [tile for tile in TILES[:FLOWERS] for _ in range(4 - hand.all_tiles.count(tile))]
    rng.shuffle(left)
    beyond = [tile for tile in layout.tiles[count:] if float(tile.centre[1]) > far]
    for tile, name in zip(beyond, left, strict=False):
        tile.tile = BACK if tile.tile == BACK else name
    layout.tiles[count:] = beyond


def truth(sample: Sample, table: RenderedTable) -> dict[str, Any]:
    """Give the truth beside a sample photo: hand, win and every tile seen."""
    facts = {"synthetic": True, "rules": "taiwan", "win": sample.win}
    return {**document(f"{sample.name}.jpg", table), **facts}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sample photos and their truth."""
    parser = argparse.ArgumentParser(prog="python -m labels.samples", description="Draw the project's sample photos.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("datasets/samples"))
    out: Path = parser.parse_args(arguments).out
    out.mkdir(parents=True, exist_ok=True)
    bank = drawn_bank(Style(body=False, ivory="#" + f"{BODY:02x}" * 3))
    for sample in SAMPLES:
        table = draw_sample(sample, bank)
        path = out / f"{sample.name}.jpg"
        cv2.imwrite(str(path), table.image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])
        text = json.dumps(truth(sample, table), indent=1, ensure_ascii=False)
        path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
