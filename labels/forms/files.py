"""Photos as files of a set: copied without a word of where they were taken, upright."""

from __future__ import annotations

from labels.forms.errors import FormError
from vision.errors import PhotoError
from vision.metadata import without_metadata
from vision.photo import encode_stored, lies_upright, load_whole

QUALITY = 95
"""Of a JPEG that must be made anew."""


def clean_copy(data: bytes) -> tuple[bytes, str]:
    """Give a photo upright and without metadata.

    Returns:
        The bytes, and an ending where the form has changed; JPEG and PNG that lie upright keep every pixel.

    Raises:
        FormError: `photo_unusable`.
    """
    try:
        if lies_upright(data) and (clean := without_metadata(data)) is not None:
            return clean, ""
        return encode_stored(load_whole(data), quality=QUALITY), ".jpg"
    except PhotoError as error:
        raise FormError("photo_unusable", f"{error.message} ({error.code})") from None
