"""Made-up but believable tile sets: each with its own lettering, coins, sticks, birds and flowers."""

from labels.madeup.design import draw_faces, draw_flowers, made_up_design
from labels.madeup.typefaces import find_fonts

__all__ = ["draw_faces", "draw_flowers", "find_fonts", "made_up_design"]
