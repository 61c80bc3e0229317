"""A folder that a set is read from: its files, checked, its photos measured, its classes by their names there."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from labels.forms.classes import known_as
from labels.forms.dataset import SPLITS, SetPhoto
from labels.forms.errors import FormError, blamed
from labels.forms.safe import folded, read_text, safe_name
from vision.errors import PhotoError
from vision.photo import photo_size, read_file

MANIFEST: Final = "manifest.csv"
MANIFEST_COLUMNS: Final = ("photo", "sha256", "width", "height", "split", "scene", "source")
PHOTO_ENDINGS: Final = (
    *(".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".bmp", ".tif", ".tiff", ".gif", ".mpo"),
)
_SPLIT_NAMES: Final = {
    **{split: split for split in SPLITS},
    "training": "train",
    "valid": "val",
    "validation": "val",
    "testing": "test",
    "dev": "val",
}


@dataclass(slots=True)
class Source:
    """What a reader reads from.

    Attributes:
        files: the files of the set by their path within it.
        names: class names of the set, to ours.
        manifest: what our own manifest says of each photo, where there is one.
    """

    files: Mapping[str, Path]
    names: Mapping[str, str]
    manifest: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)

    def text(self, inside: str) -> str:
        """Give the text of a file of the set."""
        return read_text(self.files[inside], inside)

    def tile(self, name: str) -> tuple[str, str]:
        """Give the tile and the part of a class named as in the set."""
        return known_as(name, self.names)

    def below(self, folder: str, endings: tuple[str, ...]) -> dict[str, str]:
        """Give the files below a folder with such endings, by their path within it, in order; "" is the whole set."""
        start = f"{folder}/" if folder else ""
        return {
            inside[len(start) :]: inside
            for inside in sorted(self.files)
            if inside.startswith(start) and inside.lower().endswith(endings)
        }

    def find(self, name: str, folders: tuple[str, ...]) -> str:
        """Give the path in the set of a photo that labels name, looked for in folders, in order.

        Raises:
            FormError: `name_unsafe` or `photo_missing`.
        """
        safe_name(name)
        for folder in folders:
            inside = f"{folder}/{name}" if folder else name
            if inside in self.files:
                return inside
        raise FormError("photo_missing", f"there is no photo {name!r}")

    def photo(self, inside: str, *, name: str, split: str = "", size: tuple[float, float] | None = None) -> SetPhoto:
        """Measure and hash a photo of the set; it has no labels yet.

        Args:
            inside: its path in the set.
            name: its name among the set's photos.
            size: what the labels say that it measures, where they do.

        Raises:
            FormError: `name_twice`, `photo_unusable`, `size_differs`, `photo_changed`.
        """
        if (key := folded(name)) in self.taken:
            raise FormError("name_twice", f"{self.taken[key]} and {inside} are both the photo {name!r}")
        self.taken[key] = inside
        path = self.files[inside]
        sha256, width, height = measured(path, inside)
        if size is not None and size != (width, height):
            raise FormError(
                "size_differs", f"{name} is said to measure {size[0]:g} x {size[1]:g}, but is {width} x {height}"
            )
        told = self.manifest.get(name, {})
        if told and (told["sha256"], told["width"], told["height"]) != (sha256, str(width), str(height)):
            raise FormError("photo_changed", f"{name} is not the photo of the manifest", file=MANIFEST)
        return SetPhoto(
            name=name,
            path=path,
            sha256=sha256,
            width=width,
            height=height,
            split=split or told.get("split", ""),
            scene=told.get("scene", ""),
            source=told.get("source", ""),
        )


def measured(path: Path, inside: str) -> tuple[str, int, int]:
    """Give a photo's hash, and its width and height upright.

    Raises:
        FormError: `photo_unusable`.
    """
    try:
        data = read_file(path)
        width, height = photo_size(data)
    except PhotoError as error:
        raise FormError("photo_unusable", f"{error.message} ({error.code})", file=inside) from None
    return hashlib.sha256(data).hexdigest(), width, height


def split_of(text: str) -> str | None:
    """Give the split that a folder or file name stands for, or None.

    >>> split_of("valid"), split_of("instances_train2017"), split_of("scene")
    ('val', 'train', None)
    """
    word = text.lower().removeprefix("instances_").rstrip("0123456789")
    return _SPLIT_NAMES.get(word)


def split_named(text: str) -> str:
    """Give the split that a label file names, or empty for none.

    Raises:
        FormError: `split_unknown`.
    """
    if not text:
        return ""
    if (split := split_of(text)) is None:
        raise FormError("split_unknown", f"{text!r} is none of {', '.join(SPLITS)}")
    return split


def parent_of(inside: str) -> str:
    """Give the folder of a path in the set, "" for the set's own."""
    parent = PurePosixPath(inside).parent.as_posix()
    return "" if parent == "." else parent


def read_manifest(files: Mapping[str, Path]) -> dict[str, dict[str, str]]:
    """Give what the set's own manifest says of each photo; nothing where there is none of ours.

    Raises:
        FormError: `not_csv`, `key_missing`, `name_twice` or `split_unknown`, with the line.
    """
    if MANIFEST not in files:
        return {}
    found: dict[str, dict[str, str]] = {}
    for line, row in table_rows(read_text(files[MANIFEST], MANIFEST), MANIFEST, MANIFEST_COLUMNS):
        with blamed(MANIFEST, line):
            if row["photo"] in found:
                raise FormError("name_twice", f"{row['photo']} is there twice")
            for column in ("scene", "source"):
                if "\0" in row[column]:  # which not every database keeps
                    raise FormError("not_csv", f"the {column} {row[column]!r} holds a NUL")
            found[row["photo"]] = {**row, "split": split_named(row["split"])}
    return found


def table_rows(text: str, name: str, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Give each row of a table with its line; a row that ends early is refused, columns beyond are left in.

    Raises:
        FormError: `not_csv` or `key_missing`.
    """
    rows = csv.DictReader(io.StringIO(text, newline=""))
    try:
        lacking = [column for column in columns if column not in (rows.fieldnames or ())]
        if lacking:
            raise FormError("key_missing", f"no column {', '.join(lacking)}", file=name, line=1)
        for row in rows:
            if None in row or any(value is None for value in row.values()):
                raise FormError(
                    "not_csv", "the row has more or fewer values than columns", file=name, line=rows.line_num
                )
            yield rows.line_num, row
    except csv.Error as error:
        raise FormError("not_csv", f"no table: {error}", file=name, line=rows.line_num) from None
