"""Photos as files of a set: copied without a word of where they were taken, upright."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import PurePosixPath

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


@dataclass(frozen=True, slots=True)
class Copied:
    """A photo as it goes along with a set.

    Attributes:
        name: its name there, of another ending where it became a JPEG.
        sha256: of its bytes there.
        data: those bytes; None where they lie in their place already.
    """

    name: str
    sha256: str
    data: bytes | None


def copied(name: str, sha256: str, data: bytes) -> Copied:
    """Give the copy of a photo that was read when it had the hash `sha256`.

    Raises:
        FormError: `photo_changed` or `photo_unusable`.
    """
    if hashlib.sha256(data).hexdigest() != sha256:
        raise FormError("photo_changed", f"{name} has changed since it was read")
    clean, ending = clean_copy(data)
    if ending:
        name = PurePosixPath(name).with_suffix(ending).as_posix()
    return Copied(name, hashlib.sha256(clean).hexdigest(), clean)
