"""Pascal VOC: an XML a photo in `Annotations`, the photos in `JPEGImages`, the splits' lists in `ImageSets/Main`.

VOC counts pixels from 1 and names the last pixel of a box, so `xmin` is one more than ours and `xmax` the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import escape

from labels.forms.dataset import DIGITS, Label, SetPhoto, class_of, label_in
from labels.forms.errors import FormError, blamed
from labels.forms.form import EMPTY, PLACE, Form
from labels.forms.safe import decimal, number
from labels.forms.source import Source, parent_of, split_of
from labels.forms.xml_lines import Element, parse_xml

PHOTOS = "JPEGImages"


class VocWriter:
    """Writes `Annotations/NAME.xml`, and `ImageSets/Main/SPLIT.txt`."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._lists: dict[str, list[str]] = {}
        self._names: dict[str, str] = {}

    def add(self, photo: SetPhoto) -> None:
        """Write one photo's file.

        Raises:
            FormError: `cannot_carry` where another photo would have the same file.
        """
        stem = PurePosixPath(photo.name).with_suffix("").as_posix()
        if (other := self._names.setdefault(stem.casefold(), photo.name)) != photo.name:
            raise FormError("cannot_carry", f"voc can't hold both {other} and {photo.name}: they share {stem}.xml")
        self._lists.setdefault(photo.split or "all", []).append(stem)
        path = self._out / "Annotations" / f"{stem}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            "<annotation>",
            f"  <folder>{PHOTOS}</folder>",
            f"  <filename>{escape(photo.name)}</filename>",
            f"  <size><width>{photo.width}</width><height>{photo.height}</height><depth>3</depth></size>",
            "  <segmented>0</segmented>",
            *(_object(label) for label in photo.labels),
            "</annotation>",
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def close(self) -> None:
        """Write the lists of the splits."""
        folder = self._out / "ImageSets" / "Main"
        folder.mkdir(parents=True, exist_ok=True)
        for split, stems in self._lists.items():
            (folder / f"{split}.txt").write_text("".join(f"{stem}\n" for stem in stems), encoding="utf-8")


def _object(label: Label) -> str:
    x0, y0, x1, y1 = label.box
    sides = {"xmin": x0 + 1, "ymin": y0 + 1, "xmax": x1, "ymax": y1}
    box = "".join(f"<{name}>{decimal(value, DIGITS)}</{name}>" for name, value in sides.items())
    return (
        f"  <object><name>{escape(class_of(label))}</name><pose>Unspecified</pose><truncated>0</truncated>"
        f"<difficult>0</difficult><bndbox>{box}</bndbox></object>"
    )


def read(source: Source) -> Iterator[SetPhoto]:
    """Give the photos of a VOC set; also of one whose XML files lie beside the photos, in a folder a split or not.

    Raises:
        FormError: with file and line.
    """
    lists = _lists(source)
    found = False
    for path, inside in source.below("", (".xml",)).items():
        root = parse_xml(source.text(inside), inside)
        if root.name != "annotation":
            continue
        found = True
        stem = path.removesuffix(".xml").removeprefix("Annotations/")
        folder = parent_of(inside)
        split = lists.get(stem) or split_of(folder.rpartition("/")[2]) or ""
        with blamed(inside, root.line):
            yield _photo(source, root, inside, split)
    if not found:
        raise FormError("form_unknown", "no XML with an annotation: this is no VOC set")


def _lists(source: Source) -> dict[str, str]:
    """Give the split of each photo by its path without ending, as the lists say."""
    found: dict[str, str] = {}
    for name, inside in source.below("ImageSets/Main", (".txt",)).items():
        split = split_of(name.removesuffix(".txt"))
        for at, line in enumerate(source.text(inside).splitlines() if split else (), 1):
            stem = line.split()[0] if line.strip() else ""
            if stem and found.setdefault(stem, split or "") != split:
                raise FormError("name_twice", f"{stem} is in two splits", file=inside, line=at)
    return found


def _photo(source: Source, root: Element, inside: str, split: str) -> SetPhoto:
    size_of = root.child("size")
    size = None
    if size_of is not None:
        size = number(size_of.needed("width"), "the width"), number(size_of.needed("height"), "the height")
    name = root.needed("filename")
    folder = parent_of(inside)
    photo = source.photo(
        source.find(name, (PHOTOS, folder, "images", f"images/{split}" if split else "")),
        name=name,
        split=split,
        size=size,
    )
    labels = []
    for element in root.all("object"):
        with blamed(inside, element.line):
            labels.append(_label(source, element, photo))
    return replace(photo, labels=tuple(labels))


def _label(source: Source, element: Element, photo: SetPhoto) -> Label:
    tile, part = source.tile(element.needed("name"))
    if element.child("polygon") is not None or element.child("robndbox") is not None:
        raise FormError("shape_unknown", "VOC's own form has upright boxes only")
    x0, y0, x1, y1 = (
        number(element.needed("bndbox", side), side) - (side in ("xmin", "ymin"))
        for side in ("xmin", "ymin", "xmax", "ymax")
    )
    return label_in(tile, (x0, y0, x1, y1), (photo.width, photo.height), part=part)


FORM = Form("voc", "Pascal VOC", frozenset({EMPTY, PLACE}), lambda _: PHOTOS, read, VocWriter)
