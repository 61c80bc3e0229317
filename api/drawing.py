"""Photos with their reading drawn on them, as files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vision import Photo, TableReading, draw_reading, encode_stored


def draw_to(folder: Path, name: str, photo: Photo, reading: TableReading) -> Path:
    """Write the photo with its reading drawn on it, without metadata, and give the file.

    Nothing is written over: a second photo of the same name gets a number.
    """
    folder.mkdir(parents=True, exist_ok=True)
    jpeg = encode_stored(replace(photo, image=draw_reading(photo.image, reading)))
    stem = Path(name).stem
    number = 1
    while True:
        path = folder / f"{stem}.reading{'' if number == 1 else f'-{number}'}.jpg"
        try:
            with path.open("xb") as file:
                file.write(jpeg)
            return path
        except FileExistsError:
            number += 1
