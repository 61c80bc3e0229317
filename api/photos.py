"""The folder of stored photos: files under ids that we make, without metadata, written whole or not at all."""

from __future__ import annotations

import os
import re
from pathlib import Path


def is_id(text: str) -> bool:
    """Tell whether the text has the form of an id that we make; anything else names nothing here."""
    return re.fullmatch(r"[0-9a-f]{32}", text, re.ASCII) is not None


class PhotoFolder:
    """Keep JPEG files by id; a name from outside never becomes part of a path."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def path(self, photo_id: str) -> Path:
        """Give the file of a photo.

        Raises:
            ValueError: the id is none of ours.
        """
        if not is_id(photo_id):
            raise ValueError(f"not a photo id: {photo_id!r}")
        return self.folder / f"{photo_id}.jpg"

    def put(self, photo_id: str, jpeg: bytes) -> None:
        """Store a photo; a crash leaves either the whole file or none."""
        path = self.path(photo_id)
        partial = path.with_suffix(".part")
        with partial.open("wb") as file:
            file.write(jpeg)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)

    def remove(self, photo_id: str) -> None:
        """Forget a photo, if it is there."""
        self.path(photo_id).unlink(missing_ok=True)
