"""The one door for pixels: a photo in any form a phone makes, to upright RGB.

Sizes are checked from the header before anything is decoded; a large JPEG is decoded reduced; the EXIF orientation
is applied once and no other metadata is kept.
"""

from __future__ import annotations

import io
import os
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, Protocol, TypeAlias

import numpy as np
import pi_heif
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.errors import PhotoError

Pixels = NDArray[np.uint8]
Data: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes]
Source: TypeAlias = "Data | Image.Image | NDArray[Any] | Photo"

MAX_BYTES = 100 * 2**20
MAX_PIXELS = 50_000_000
MAX_PIXELS_PROGRESSIVE_JPEG = 110_000_000
MAX_PIXELS_JPEG = 220_000_000
MIN_SIDE, MAX_SIDE = 32, 32_000
"""OpenCV's warps and the JPEG form itself end a little above the latter."""
REDUCE_TO = 1400
FORMATS = ("JPEG", "HEIF", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF")

pi_heif.register_heif_opener()
# Pillow's own limit is below what phones make (200 megapixels); ours is checked in `_check_size`, before decoding.
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo.

    Attributes:
        image: H x W x 3 bytes, RGB, perhaps reduced.
        width, height: of the upright photo as taken, in pixels; all coordinates are in these.
    """

    image: Pixels
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Give pixels of `image` per pixel of the photo, 1 or less."""
        return float(self.image.shape[1] / self.width)


def load_photo(source: Source) -> Photo:
    """Decode a photo given as a path, bytes, file object, Pillow image or array (H x W, H x W x 3 or 4; RGB).

    Raises:
        PhotoError: any code of PHOTO_ERROR_CODES that speaks of a photo.
    """
    if isinstance(source, Photo):
        return source
    if isinstance(source, np.ndarray):
        return _from_array(source)
    if isinstance(source, Image.Image):
        _check_size(*source.size, _limit(source))
        return _upright(source.copy(), source.size)
    data = _within_limit(_bytes_of(source))
    if not data:
        raise PhotoError("photo_empty", "the file is empty")
    return _from_bytes(data)


class Openable(Protocol):
    """A file's place: a path, or what opens as one does."""

    def open(self, mode: Literal["rb"], /) -> AbstractContextManager[IO[bytes]]:
        """Open the file to read its bytes."""


def read_file(path: Openable) -> bytes:
    """Give the bytes of a photo's file.

    Raises:
        OSError: it can't be read.
        PhotoError: `photo_too_large`.
    """
    with path.open("rb") as file:
        return _within_limit(file.read(MAX_BYTES + 1))


def photo_size(data: bytes) -> tuple[int, int]:
    """Give width and height of a photo upright, in pixels, from its header alone.

    Raises:
        PhotoError: as `load_photo` does for a header.
    """
    picture = _opened(data)
    _check_size(*picture.size, _limit(picture))
    # Pillow tells the size of a TIFF as it is seen already.
    return picture.size[::-1] if picture.format != "TIFF" and _swaps(picture) else picture.size


def load_whole(data: bytes) -> Photo:
    """Decode a photo upright at its full size, which for a large one takes time and memory.

    Raises:
        PhotoError: as `load_photo` does.
    """
    return _from_bytes(data, whole=True)


def lies_upright(data: bytes) -> bool:
    """Tell whether a photo's pixels are stored as they are seen, without an EXIF turn.

    Raises:
        PhotoError: as `load_photo` does for a header.
    """
    try:
        return _opened(data).getexif().get(0x0112, 1) in (0, 1)
    except PhotoError:
        raise
    except Exception:  # a broken EXIF block turns nothing
        return True


def encode_stored(photo: Photo, *, quality: int = 90) -> bytes:
    """Encode as an upright JPEG that carries no metadata; its size is that of `photo.image`."""
    out = io.BytesIO()
    Image.fromarray(photo.image).save(out, "JPEG", quality=quality)
    return out.getvalue()


def _within_limit(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise PhotoError(
            "photo_too_large", f"the file has more than {MAX_BYTES} bytes", bytes=len(data), limit=MAX_BYTES
        )
    return data


def _bytes_of(source: Data) -> bytes:
    """Read at most one byte over the limit."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        try:
            with Path(source).open("rb") as file:
                return file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            raise PhotoError("photo_missing", f"can't open {os.fspath(source)!r}: {_reason(error)}") from error
    read = getattr(source, "read", None)
    if read is None:
        raise PhotoError("photo_unreadable", f"can't read a photo from {type(source).__name__}")
    data = read(MAX_BYTES + 1)
    if not isinstance(data, bytes):
        raise PhotoError("photo_unreadable", "the file object gives text, not bytes")
    return data


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _opened(data: bytes) -> Image.Image:
    try:
        return Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise PhotoError("photo_unreadable", "this is no picture in a form that TaiLens reads") from error
    except Exception as error:  # every decoder raises its own kinds on broken headers
        raise PhotoError("photo_damaged", f"the picture's header is broken: {error}") from error


def _from_bytes(data: bytes, *, whole: bool = False) -> Photo:
    picture = _opened(data)
    size = picture.size
    _check_size(*size, _limit(picture))
    if picture.format in ("JPEG", "MPO") and not whole:
        picture.draft("RGB", (min(REDUCE_TO, size[0]), min(REDUCE_TO, size[1])))
    try:
        picture.load()
        return _upright(picture if whole else _reduced(picture), size)
    except Exception as error:
        raise PhotoError("photo_damaged", f"the picture is cut short or broken: {error}") from error


def _reduced(picture: Image.Image) -> Image.Image:
    """Bring a large photo of a form that can't be decoded reduced to the size that a JPEG would have been."""
    factor = min(picture.size) // REDUCE_TO
    if picture.mode not in ("RGB", "RGBA", "L") or factor < 2:
        return picture
    smaller = picture.reduce(1 << (min(factor, 8).bit_length() - 1))
    # `reduce` leaves the orientation behind, which turns the picture later.
    smaller.getexif().update(picture.getexif())
    return smaller


def _limit(picture: Image.Image) -> int:
    """Give how many pixels a picture of this form may have: a JPEG, decoded reduced, more than others."""
    if picture.format not in ("JPEG", "MPO"):
        return MAX_PIXELS
    return MAX_PIXELS_PROGRESSIVE_JPEG if picture.info.get("progressive") else MAX_PIXELS_JPEG


def _check_size(width: int, height: int, limit: int) -> None:
    size = {"width": width, "height": height}
    if not width or not height:
        raise PhotoError("photo_empty", "the picture has no pixels")
    if min(width, height) < MIN_SIDE:
        raise PhotoError("photo_too_small", f"{width} x {height} pixels: a side is under {MIN_SIDE}", **size)
    if max(width, height) > MAX_SIDE:
        raise PhotoError(
            "photo_too_large", f"{width} x {height} pixels: a side is over {MAX_SIDE}", **size, limit=MAX_SIDE
        )
    if width * height > limit:
        megapixels = limit // 1_000_000
        raise PhotoError(
            "photo_too_large", f"{width} x {height} pixels: the limit is {megapixels} megapixels", **size, limit=limit
        )


def _upright(picture: Image.Image, size: tuple[int, int]) -> Photo:
    """Turn by the EXIF orientation, drop transparency, bring to eight bits."""
    decoded = picture.size
    try:
        turned = ImageOps.exif_transpose(picture)
    except Exception:  # a broken EXIF block says nothing about the pixels
        turned = picture
    pixels = _rgb(turned)
    across = turned.size != decoded or _swaps(picture)
    width, height = (size[1], size[0]) if across else size
    return Photo(pixels, width, height)


def _swaps(picture: Image.Image) -> bool:
    """Tell whether the EXIF orientation is one of those that swap width and height."""
    try:
        return picture.getexif().get(0x0112) in (5, 6, 7, 8)
    except Exception:
        return False


def _rgb(picture: Image.Image) -> Pixels:
    if picture.mode.startswith("I") or picture.mode == "F":
        # `convert("RGB")` would clip sixteen bits to white.
        values = np.asarray(picture, dtype=np.float32)
        top = 65535.0 if values.max() > 255 else 255.0
        grey = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
    if picture.mode == "P" and "transparency" in picture.info:
        picture = picture.convert("RGBA")
    return np.ascontiguousarray(np.asarray(picture.convert("RGB")))


def _from_array(array: NDArray[Any]) -> Photo:
    if array.size == 0:
        raise PhotoError("photo_empty", "the array holds no pixels")
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise PhotoError("photo_unreadable", "an array must be bytes, H x W, H x W x 3 (RGB) or H x W x 4")
    if array.ndim == 2:
        array = array[..., None]
    pixels = np.repeat(array, 3, axis=2) if array.shape[2] == 1 else array[..., :3]
    height, width = pixels.shape[:2]
    _check_size(width, height, MAX_PIXELS)
    return Photo(np.ascontiguousarray(pixels), width, height)
