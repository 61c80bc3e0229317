"""Draw which tiles are taken for which: a confusion matrix, and a photo with its mistakes on it."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from labels.measure import UNSEEN, PhotoResult
from scorer.tiles import TILES

Image = npt.NDArray[np.uint8]
CELL, HEAD = 26, 74
GROUND, INK, LINE = (255, 255, 255), (40, 40, 40), (222, 222, 222)
RIGHT, WRONG = (0, 130, 80), (200, 40, 40)
MISSED, EXTRA, RENAMED = (220, 40, 40), (230, 130, 0), (150, 60, 200)


def draw_confusion(confused: Mapping[tuple[str, str], int]) -> Image:
    """Draw counts of (labelled, given) names as RGB pixels: a row a labelled tile, a column a given one.

    The darker a cell the larger its share of its row. Last come the row of claims without a label and the column of
    labelled tiles that were not seen. Only names that occur have a row or column.
    """
    rows = [tile for tile in (*TILES, "none") if any(a == tile for a, _ in confused)]
    columns = [tile for tile in (*TILES, UNSEEN) if any(b == tile for _, b in confused)]
    high, wide = HEAD + CELL * len(rows) + CELL, HEAD + CELL * len(columns) + CELL
    out = np.full((high, wide, 3), GROUND, np.uint8)
    _write(out, "labelled down, named across", (8, 20))
    for at, name in enumerate(columns):
        _write(out, name, (HEAD + at * CELL + 3, HEAD - 8 - 14 * (at % 2)))
    for down, labelled in enumerate(rows):
        y = HEAD + down * CELL
        total = sum(confused.get((labelled, given), 0) for given in columns)
        _write(out, labelled, (HEAD - 44, y + 18))
        for across, given in enumerate(columns):
            x, count = HEAD + across * CELL, confused.get((labelled, given), 0)
            if count:
                # A square root: one mistake in a hundred is to be seen.
                share = (count / total) ** 0.5
                colour = np.array(RIGHT if labelled == given else WRONG)
                out[y : y + CELL, x : x + CELL] = np.array(GROUND) * (1 - share) + colour * share
                _write(out, str(count), (x + 2, y + 17), GROUND if share > 0.6 else INK, 0.32)
            cv2.rectangle(out, (x, y), (x + CELL, y + CELL), LINE, 1)
    return out


def draw_mistakes(image: Image, scale: float, result: PhotoResult) -> Image:
    """Give a copy of a photo (H x W x 3, RGB) with its mistakes outlined: missed red, extra orange, renamed violet.

    `scale`: pixels of the image for a pixel of the labels.
    """
    out = image.copy()
    for label, claim in result.pairs:
        if claim is None:
            _outline(out, label.box, scale, label.tile, MISSED)
        elif claim.tile != label.tile:
            _outline(out, label.box, scale, f"{claim.tile}, not {label.tile}", RENAMED)
    for claim in result.extra:
        _outline(out, claim.box, scale, f"+{claim.tile}", EXTRA)
    return out


def _outline(
    out: Image, box: tuple[float, float, float, float], scale: float, text: str, colour: tuple[int, int, int]
) -> None:
    x0, y0, x1, y1 = (round(value * scale) for value in box)
    thick = max(1, (x1 - x0) // 20)
    cv2.rectangle(out, (x0, y0), (x1, y1), colour, thick, cv2.LINE_AA)
    _write(out, text, (x0, max(12, y0 - 4)), colour, max(0.4, (x1 - x0) / 90))


def _write(out: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int] = INK, size: float = 0.4) -> None:
    cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, max(1, round(size * 1.8)), cv2.LINE_AA)
