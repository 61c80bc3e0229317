"""Photos without a word of where, when and with what they were taken, pixel for pixel the same."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from labels.forms.errors import FormError
from labels.forms.files import clean_copy
from tests.vision.pictures import corner_colours, encoded, scene
from vision.metadata import without_metadata
from vision.photo import lies_upright, load_whole, photo_size

DATA = Path(__file__).parent / "data"
SECRET = b"N 25.0330 E 121.5654"


def exif(orientation: int = 1) -> Image.Exif:
    found = Image.Exif()
    found[0x0112] = orientation
    found[0x010E] = SECRET.decode()
    return found


def chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_blocks": 2}], ids=str)
def test_a_jpeg_keeps_every_pixel_and_its_colours_and_nothing_else(options):
    profile = b"colours" * 20
    data = encoded(scene(), "JPEG", exif=exif(), comment=SECRET, icc_profile=profile, quality=90, **options)
    # XMP, and what phones hang behind the picture.
    xmp = b"http://ns.adobe.com/xap/1.0/\0" + SECRET
    data = data[:2] + b"\xff\xe1" + (len(xmp) + 2).to_bytes(2, "big") + xmp + data[2:] + b"trailer" + SECRET
    assert data.count(SECRET) == 4
    clean = without_metadata(data)
    assert clean is not None and SECRET not in clean and b"Exif" not in clean
    with Image.open(io.BytesIO(data)) as before, Image.open(io.BytesIO(clean)) as after:
        assert np.array_equal(np.asarray(before), np.asarray(after))
        assert after.info["icc_profile"] == profile
    assert without_metadata(clean) == clean


def test_a_png_keeps_every_pixel_and_nothing_else():
    data = encoded(scene(), "PNG")
    data = data[:33] + chunk(b"tEXt", b"Comment\0" + SECRET) + chunk(b"tIME", b"\x07\xea\1\1\0\0\0") + data[33:]
    clean = without_metadata(data)
    assert clean is not None and SECRET not in clean and b"tIME" not in clean
    with Image.open(io.BytesIO(clean)) as after:
        assert np.array_equal(np.asarray(after), scene())
    assert without_metadata(clean) == clean


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_photo_that_is_stored_turned_is_copied_upright(form, orientation):
    data = encoded(scene(), form, exif=exif(orientation))
    assert not lies_upright(data)
    clean, ending = clean_copy(data)
    assert ending == ".jpg" and SECRET not in clean and lies_upright(clean)
    upright = load_whole(data)
    assert photo_size(data) == photo_size(clean) == (upright.width, upright.height)
    assert np.abs(corner_colours(load_whole(clean).image) - corner_colours(upright.image)).max() < 12


@pytest.mark.parametrize("path", sorted(DATA.glob("*.*")), ids=lambda path: path.name)
def test_the_header_tells_the_size_that_is_decoded(path):
    whole = load_whole(path.read_bytes())
    assert photo_size(path.read_bytes()) == (whole.width, whole.height)


def test_a_large_photo_is_decoded_whole():
    data = encoded(scene(4000, 3200), "JPEG")
    assert load_whole(data).image.shape == (3200, 4000, 3) and load_whole(data).scale == 1


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_a_photo_cut_short_is_not_copied(form, share):
    rng = np.random.default_rng(0)
    data = encoded(rng.integers(0, 255, (64, 96, 3), np.uint8), form)
    with pytest.raises(FormError, match=r"photo_(damaged|unreadable)"):
        clean_copy(data[: int(len(data) * share)])


def test_what_is_neither_jpeg_nor_png_is_left_to_others():
    assert without_metadata(b"") is None and without_metadata(b"GIF89a") is None
    assert without_metadata(b"\xff\xd8\xff") is None
