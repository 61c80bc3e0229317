"""Draw all 42 faces of a made-up set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from labels.facebank import Design, Image, make_face
from labels.faces import NAMES
from labels.madeup.birds import draw_bird
from labels.madeup.dots import draw_dots, make_dots
from labels.madeup.flowers import draw_flower, make_flowers, rarer
from labels.madeup.lettering import draw_character, draw_honour, draw_index, make_lettering
from labels.madeup.look import make_look
from labels.madeup.sheet import Sheet
from labels.madeup.sticks import draw_sticks, make_sticks
from scorer import TILES
from scorer.tiles import FLOWERS


def made_up_design(rng: np.random.Generator, fonts: Sequence[Path], name: str = "made-up") -> Design:
    """Give a random, believable set of all 42 faces; without fonts its characters are the project's own strokes."""
    return Design(name, {tile: (make_face(face, trim=0.0),) for tile, face in draw_faces(rng, fonts).items()})


def draw_flowers(rng: np.random.Generator, fonts: Sequence[Path]) -> dict[str, Image]:
    """Draw the eight flowers of a random set, also of rarer kinds than `draw_faces` draws, RGB, 240 by 320."""
    look = make_look(rng, fonts)
    flowers = rarer(rng, make_flowers(rng, look))
    faces: dict[str, Image] = {}
    for tile in TILES[FLOWERS:]:
        sheet = Sheet()
        sheet.zoom = look.zoom
        draw_flower(sheet, look, flowers, int(tile[0]))
        faces[tile] = sheet.finished(rng, look.finish)
    return faces


def draw_faces(rng: np.random.Generator, fonts: Sequence[Path]) -> dict[str, Image]:
    """Draw the 42 faces of a random set, RGB, 240 by 320."""
    look = make_look(rng, fonts)
    lettering, dots, sticks = make_lettering(rng, look), make_dots(rng, look.inks), make_sticks(rng, look.inks)
    flowers = make_flowers(rng, look)
    faces: dict[str, Image] = {}
    for tile in NAMES:
        sheet, n, suit = Sheet(), int(tile[0]), tile[1]
        sheet.zoom = look.zoom
        if look.index and suit != "f":
            sheet.zoom = (look.zoom[0] * 0.92, look.zoom[1] * 0.9)
            sheet.shift = (8.0 if look.index == "left" else -8.0, 14.0)
        if suit == "m":
            draw_character(sheet, look, lettering, n)
        elif suit == "p":
            draw_dots(sheet, dots, n)
        elif suit == "z":
            draw_honour(sheet, rng, look, lettering, n)
        elif suit == "f":
            draw_flower(sheet, look, flowers, n)
        elif n == 1:
            draw_bird(sheet, rng, look.inks)
        else:
            draw_sticks(sheet, sticks, n)
        if look.index and suit != "f" and not (tile == "5z" and lettering.white == "blank"):
            draw_index(sheet, look, lettering.letters.get(tile, str(n)))
        faces[tile] = sheet.finished(rng, look.finish)
    return faces
