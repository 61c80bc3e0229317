from __future__ import annotations

import io
import tracemalloc
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.pictures import corner_colours, encoded, png_header, scene, with_orientation, with_position
from vision import PHOTO_ERROR_CODES, PhotoError, encode_stored, load_photo
from vision.photo import MAX_PIXELS_JPEG

DATA = Path(__file__).parent / "data"


def code_of(source: object) -> str:
    with pytest.raises(PhotoError) as caught:
        load_photo(source)  # type: ignore[arg-type]
    assert caught.value.code in PHOTO_ERROR_CODES
    assert caught.value.message
    return caught.value.code


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF"])
def test_every_form_gives_the_same_upright_rgb(form: str) -> None:
    photo = load_photo(encoded(scene(), form))
    assert (photo.width, photo.height) == (96, 64)
    assert photo.image.shape == (64, 96, 3)
    assert np.abs(corner_colours(photo.image) - corner_colours(scene())).max() <= 12


def test_a_heic_is_read_by_content_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "IMG_0001.jpg"
    path.write_bytes((DATA / "melds-and-kong.heic").read_bytes())
    photo, twin = load_photo(path), load_photo(DATA / "melds-and-kong.jpg")
    assert (photo.width, photo.height) == (twin.width, twin.height)
    assert np.abs(photo.image.astype(int) - twin.image).mean() < 6


def test_a_turned_heic_is_turned_once() -> None:
    photo, twin = load_photo(DATA / "turned.heic"), load_photo(DATA / "melds-and-kong.jpg")
    assert (photo.width, photo.height) == (twin.width, twin.height)
    assert np.abs(photo.image.astype(int) - twin.image).mean() < 6


@pytest.mark.parametrize("orientation", range(1, 9))
def test_each_exif_orientation_comes_out_upright(orientation: int) -> None:
    photo = load_photo(with_orientation(scene(), orientation))
    assert (photo.width, photo.height) == (96, 64)
    assert np.abs(corner_colours(photo.image) - corner_colours(scene())).max() <= 12


def test_a_turned_large_jpeg_reports_its_upright_size_though_decoded_reduced() -> None:
    photo = load_photo(with_orientation(scene(4000, 2992), 6))
    assert (photo.width, photo.height) == (4000, 2992)
    assert photo.image.shape[1] == 2000
    assert photo.scale == pytest.approx(0.5)
    assert np.abs(corner_colours(photo.image) - corner_colours(scene())).max() <= 12


def test_five_ways_to_give_a_photo_give_one_picture(tmp_path: Path) -> None:
    data = encoded(scene(), "PNG")
    path = tmp_path / "a.png"
    path.write_bytes(data)
    ways = [path, str(path), data, bytearray(data), io.BytesIO(data), Image.open(path), scene()]
    pictures = [load_photo(way).image for way in ways]
    assert all(np.array_equal(picture, pictures[0]) for picture in pictures)


def test_names_in_any_script_and_either_normal_form_open(tmp_path: Path) -> None:
    for form in ("NFC", "NFD"):
        path = tmp_path / unicodedata.normalize(form, f"麻將 手牌🀄 é {form}.jpg")
        path.write_bytes(encoded(scene(), "JPEG"))
        assert load_photo(path).width == 96


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "L", "CMYK", "I;16", "1"])
def test_other_pixel_modes_become_rgb(mode: str) -> None:
    grey = np.repeat(scene()[..., :1], 3, axis=2)
    if mode == "I;16":
        picture = Image.fromarray(grey[..., 0].astype(np.uint16) * 257)
    else:
        picture = Image.fromarray(grey).convert(mode)
    out = io.BytesIO()
    picture.save(out, "TIFF" if mode == "CMYK" else "PNG")
    image = load_photo(out.getvalue()).image
    assert image.shape == (64, 96, 3)
    if mode != "1":
        assert np.abs(corner_colours(image) - corner_colours(grey)).max() <= 12


def test_transparency_is_dropped_not_blended() -> None:
    picture = Image.fromarray(scene()).convert("RGBA")
    picture.putalpha(0)
    out = io.BytesIO()
    picture.save(out, "PNG")
    assert np.array_equal(load_photo(out.getvalue()).image, scene())


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.99])
def test_a_jpeg_cut_short_is_damaged(keep: float) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    data = encoded(noise, "JPEG")
    assert code_of(data[: int(len(data) * keep)]) == "photo_damaged"


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_other_forms_cut_short_are_damaged(form: str) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    data = encoded(noise, form)
    assert code_of(data[: len(data) // 2]) == "photo_damaged"


def test_a_heic_cut_short_is_damaged() -> None:
    data = (DATA / "melds-and-kong.heic").read_bytes()
    assert code_of(data[: len(data) // 2]) == "photo_damaged"


@pytest.mark.parametrize(
    "data",
    [
        b"this is no picture",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7\n%%EOF",
        b"PK\x03\x04" + b"\0" * 60,
        b"\0" * 100,
    ],
    ids=["text", "svg", "pdf", "zip", "zeros"],
)
def test_what_is_no_photo_is_unreadable(data: bytes) -> None:
    assert code_of(data) == "photo_unreadable"


def test_nothing_is_empty() -> None:
    assert code_of(b"") == "photo_empty"
    assert code_of(np.zeros((0, 10, 3), np.uint8)) == "photo_empty"


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none.jpg") == "photo_missing"
    assert code_of(tmp_path) == "photo_missing"
    assert code_of("bad\0name.jpg") == "photo_missing"


def test_a_stamp_is_too_small() -> None:
    assert code_of(encoded(scene(40, 20), "PNG")) == "photo_too_small"


def test_a_huge_png_is_refused_from_its_header_before_any_decode() -> None:
    data = png_header(20_000, 20_000)
    tracemalloc.start()
    try:
        assert code_of(data) == "photo_too_large"
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_jpeg_past_the_limit_is_refused_from_its_header() -> None:
    data = bytearray(encoded(scene(), "JPEG"))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = (16_000).to_bytes(2, "big") * 2
    assert MAX_PIXELS_JPEG < 16_000**2
    assert code_of(bytes(data)) == "photo_too_large"


def test_arrays_of_other_kinds_are_refused() -> None:
    assert code_of(np.zeros((64, 64, 3), np.float32)) == "photo_unreadable"
    assert code_of(np.zeros((64, 64, 2), np.uint8)) == "photo_unreadable"
    assert code_of(io.StringIO("text")) == "photo_unreadable"
    assert code_of(3) == "photo_unreadable"


def test_a_grey_array_and_one_with_alpha_are_read() -> None:
    assert load_photo(scene()[..., 0]).image.shape == (64, 96, 3)
    assert np.array_equal(load_photo(np.dstack([scene(), scene()[..., :1]])).image, scene())


def test_the_stored_photo_holds_no_metadata() -> None:
    data = with_position(scene())
    assert b"SecretPhoneMaker" in data
    stored = encode_stored(load_photo(data))
    assert b"Secret" not in stored
    assert b"Exif" not in stored
    assert not Image.open(io.BytesIO(stored)).getexif()


def test_the_stored_photo_is_upright() -> None:
    stored = load_photo(encode_stored(load_photo(with_orientation(scene(), 8))))
    assert np.abs(corner_colours(stored.image) - corner_colours(scene())).max() <= 16


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_png_is_kept_reduced_and_upright(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    stored = scene(4200, 3000) if orientation == 1 else np.ascontiguousarray(np.rot90(scene(4200, 3000)))
    Image.fromarray(stored).save(out, "PNG", exif=exif, compress_level=1)
    photo = load_photo(out.getvalue())
    assert (photo.width, photo.height) == (4200, 3000)
    assert photo.image.shape == (1500, 2100, 3)
    assert np.abs(corner_colours(photo.image) - corner_colours(scene())).max() <= 12


def test_a_ribbon_is_refused_from_its_header() -> None:
    assert code_of(png_header(32, 65_535)) == "photo_too_large"


@pytest.mark.parametrize("shape", [(40_000, 40, 3), (40, 40_000)])
def test_a_ribbon_of_an_array_is_refused(shape: tuple[int, ...]) -> None:
    assert code_of(np.zeros(shape, np.uint8)) == "photo_too_large"
