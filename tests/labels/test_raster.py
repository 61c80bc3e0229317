from __future__ import annotations

import numpy as np
import pytest

from labels.facebank import BODY
from labels.faces import NAMES, Style, face_svg
from labels.raster import rasterise

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">{}</svg>'


def test_a_square_is_drawn_where_it_says() -> None:
    image = rasterise(SVG.format('<rect x="30" y="40" width="60" height="80" rx="0" fill="#ff0000"/>'), 400)
    assert image.shape == (400, 300, 3)
    assert image[80, 60].tolist() == [255, 0, 0]
    assert image[30, 60].tolist() == image[130, 60].tolist() == [BODY] * 3
    red = (image[:, :, 1] < BODY // 2).sum()
    assert abs(red - 60 * 80) < 200


@pytest.mark.parametrize(
    "path", ["M20 20H80V80H20Z", "M20 20l60 0l0 60l-60 0Z", "M20 20C20 20 80 20 80 20L80 80L20 80Z"]
)
def test_every_way_to_write_a_square_is_the_same_square(path: str) -> None:
    square = rasterise(SVG.format('<path d="M20 20L80 20L80 80L20 80Z" fill="#000000"/>'), 200)
    assert np.array_equal(rasterise(SVG.format(f'<path d="{path}" fill="#000000"/>'), 200), square)


def test_a_group_is_moved_and_turned() -> None:
    bar = '<rect x="0" y="-5" width="100" height="10" rx="0" fill="#000000"/>'
    image = rasterise(SVG.format(f'<g transform="translate(150 200) rotate(90)">{bar}</g>'), 400)
    assert image[280, 150].max() < 30
    assert image[200, 230].min() == BODY


@pytest.mark.parametrize("inside", ['<path d="M0 0A5 5 0 0 0 9 9" fill="#000000"/>', '<g transform="skewX(9)"></g>'])
def test_what_our_faces_never_use_is_refused(inside: str) -> None:
    with pytest.raises(ValueError, match="in our faces"):
        rasterise(SVG.format(inside))


def test_all_faces_can_be_told_apart() -> None:
    pictures = {name: rasterise(face_svg(name, Style(body=False)), 64).astype(int) for name in NAMES}
    for index, one in enumerate(NAMES):
        for other in NAMES[:index]:
            assert np.abs(pictures[one] - pictures[other]).mean() > 1, (one, other)
