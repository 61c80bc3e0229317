"""The one error that reading a photo raises."""

from __future__ import annotations

from typing import Any

from scorer.errors import TaiLensError

PHOTO_ERROR_CODES = {
    "photo_missing": "there is no file of that name, or it can't be opened",
    "photo_empty": "the file or array holds nothing",
    "photo_unreadable": "not a picture in a form that phones make (JPEG, HEIC, PNG, WebP, AVIF, TIFF, BMP, GIF)",
    "photo_damaged": "the picture is cut short or broken",
    "photo_too_large": "more bytes or pixels than the limit",
    "photo_too_small": "a side shorter than 32 pixels",
    "face_outside_photo": "a face's corner lies more than a tile's width outside the photo",
}


class PhotoError(TaiLensError):
    """Say why a photo can't be read. `code` is stable and one of PHOTO_ERROR_CODES; `detail` holds plain values."""

    def __init__(self, code: str, message: str, **detail: Any) -> None:
        super().__init__(code, message)
        self.detail = detail
