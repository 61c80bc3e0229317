"""One photo in every form that a phone, a chat or a program hands it on in: the same tiles, or a clear refusal."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.bench.heic import grid_heic
from tests.vision.drawn import Image as Pixels
from tests.vision.drawn import Line, Shot
from tests.vision.large import large_jpeg
from tests.vision.pictures import with_orientation
from vision import Reader, TableReading, load_photo

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
HAND = "123m456p789s111222z44z"
# `getrusage` would count what the tests' own process held when it began the other.
ALONE = """
import json, re, sys
from vision import Reader
print(json.dumps(Reader().read(sys.argv[1]).to_document()))
print(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1])
"""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def drawn() -> Pixels:
    return Shot(width=800, height=600).of(Line(HAND)).image


@pytest.fixture(scope="module")
def plain(reader: Reader, drawn: Pixels) -> TableReading:
    return reader.read(with_orientation(drawn, 1))


@pytest.fixture(scope="module")
def jpeg(reader: Reader) -> TableReading:
    return reader.read(DATA / "melds-and-kong.jpg")


def names(reading: TableReading) -> Counter[str]:
    return Counter(tile.tile for tile in reading.tiles if tile.role != "other")


def png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


@pytest.mark.parametrize("orientation", range(2, 9))
def test_each_exif_orientation_gives_the_same_tiles_in_the_same_places(
    reader: Reader, drawn: Pixels, plain: TableReading, orientation: int
) -> None:
    turned = reader.read(with_orientation(drawn, orientation))
    assert (turned.width, turned.height) == (800, 600)
    assert [tile.tile for tile in turned.tiles] == [tile.tile for tile in plain.tiles]
    apart = [np.abs(a.corners - b.corners).max() for a, b in zip(turned.tiles, plain.tiles, strict=True)]
    assert max(apart) < 6
    assert turned.hands[0].hand == plain.hands[0].hand


def test_path_bytes_file_picture_and_array_give_one_reading(reader: Reader, drawn: Pixels, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png(Image.fromarray(drawn)))
    with path.open("rb") as file, Image.open(path) as picture:
        ways = [path, str(path), path.read_bytes(), memoryview(path.read_bytes()), file, picture, drawn]
        readings = [reader.read(way, name="a").to_document() for way in ways]
    assert all(reading == readings[0] for reading in readings)
    assert len(readings[0]["tiles"]) == 17


@pytest.mark.parametrize("name", ["IMG_0001.jpg", "photo", "photo.bin"])
def test_a_heic_under_any_name_gives_the_tiles_of_its_jpeg(
    reader: Reader, jpeg: TableReading, name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes((DATA / "melds-and-kong.heic").read_bytes())
    assert names(reader.read(path)) == names(jpeg)


@pytest.mark.parametrize("mode", ["RGBA", "P", "PA"])
def test_other_pixel_modes_give_the_tiles_of_the_opaque_photo(
    reader: Reader, drawn: Pixels, plain: TableReading, mode: str
) -> None:
    opaque = Image.fromarray(drawn)
    if mode == "RGBA":
        opaque.putalpha(Image.linear_gradient("L").resize(opaque.size))
    elif mode == "P":
        opaque = opaque.quantize(255)
        opaque.info["transparency"] = 255
    else:
        opaque = opaque.quantize(255).convert("PA").convert("RGBA")
    assert names(reader.read(png(opaque))) == names(plain)


@pytest.mark.parametrize("mode", ["LA", "L"])
def test_a_photo_without_colours_gives_the_tiles_but_for_one_that_colour_tells(
    reader: Reader, drawn: Pixels, plain: TableReading, mode: str
) -> None:
    reading = reader.read(png(Image.fromarray(drawn).convert("L").convert(mode)))
    assert len(reading.tiles) == len(plain.tiles)
    assert (names(plain) - names(reading)).total() <= 1


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_name_in_any_script_is_kept_as_it_is(reader: Reader, drawn: Pixels, form: str, tmp_path: Path) -> None:
    path = tmp_path / unicodedata.normalize(form, "麻將 手牌🀄 é.jpg")
    path.write_bytes(with_orientation(drawn, 1))
    reading = reader.read(path)
    assert reading.photo == path.name
    assert len(reading.tiles) == 17


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells a process's peak memory there")
@pytest.mark.parametrize(("width", "height"), [(8064, 6048), (12000, 9000), (16320, 12240)], ids=["48", "108", "200"])
def test_photos_of_many_megapixels_are_read_in_little_memory(width: int, height: int, tmp_path: Path) -> None:
    """The memory is that of a process which does nothing else."""
    strip = Shot(width=1600, height=256).of(Line(HAND)).image
    strip = np.asarray(cv2.resize(strip, (width, width * 256 // 1600)), np.uint8)
    path = tmp_path / "large.jpg"
    path.write_bytes(large_jpeg(strip, height))
    with Image.open(path) as picture:
        assert picture.size == (width, height)
    done = subprocess.run([sys.executable, "-c", ALONE, path], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    document, peak = map(json.loads, done.stdout.splitlines())
    assert (document["width"], document["height"]) == (width, height)
    assert len(document["tiles"]) == 17
    assert document["hands"][0]["legal"]
    assert peak < 500_000


def test_a_large_jpeg_put_together_is_the_strip_between_plain_rows() -> None:
    strip = Shot(width=320, height=64).of(Line("123m")).image
    image = load_photo(large_jpeg(strip, 300)).image
    assert image.shape == (300, 320, 3)
    assert np.abs(image[112:176].astype(int) - strip).mean() < 4
    assert image[:100].std(axis=0).max() < 3


def test_a_heic_of_many_cells_is_put_together_as_phones_mean_it() -> None:
    small = (DATA / "melds-and-kong.heic").read_bytes()
    cell = load_photo(small).image
    photo = load_photo(grid_heic(small, 1008, 756, 2, 1))
    assert (photo.width, photo.height) == (2016, 756)
    assert all(np.array_equal(photo.image[:, at : at + 1008], cell) for at in (0, 1008))
