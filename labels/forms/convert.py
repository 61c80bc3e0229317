"""Read a set in any form, and write it in another."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from labels.forms.card import About, Tally
from labels.forms.classes import OWN, name_set
from labels.forms.dataset import Dataset, SetPhoto, in_set_order
from labels.forms.errors import FormError
from labels.forms.form import Form, losses
from labels.forms.registry import FORMS
from labels.forms.safe import files_in, safe_name, unpacked
from labels.forms.source import Source, read_manifest
from labels.forms.written import SetWriter
from labels.places import Place
from labels.sending import at_hand, refuse_taken, room_for

Shown = Callable[[Iterable[SetPhoto]], Iterable[SetPhoto]]
"""Passes photos on one by one, and shows how far the work is."""


def form_named(name: str) -> Form:
    """Give a form by its name.

    Raises:
        FormError: `form_unknown`.
    """
    if name not in FORMS:
        raise FormError("form_unknown", f"no form {name!r}: {', '.join(FORMS)}")
    return FORMS[name]


@contextmanager
def opened(path: Path, form: Form, *, names: str = OWN, shown: Shown = iter) -> Iterator[Dataset]:
    """Give the whole set that a folder, a ZIP archive or a table of our own form holds, while its files are there.

    Args:
        names: whose class names it has: a key of `NAME_SETS`, or a .csv with the columns theirs and ours.

    Raises:
        FormError: what is wrong with it, by file and line.
    """
    known = name_set(names)
    with tempfile.TemporaryDirectory(prefix="tailens-") as room:
        files = _files(path, Path(room))
        source = Source(files, known, read_manifest(files))
        yield in_set_order(shown(form.read(source)))


def _files(path: Path, room: Path) -> dict[str, Path]:
    if path.is_dir():
        return files_in(path)
    if path.suffix.lower() == ".csv" and path.is_file():
        inner = files_in(path.with_suffix("")) if path.with_suffix("").is_dir() else {}
        return {safe_name(path.name): path, **{f"{path.stem}/{name}": file for name, file in inner.items()}}
    if path.is_file():
        return files_in(unpacked(path, room))
    raise FormError("form_unknown", "no folder, archive or table of this name", file=str(path))


def convert(
    path: Place,
    out: Place,
    *,
    source: Form,
    target: Form,
    names: str = OWN,
    lossy: bool = False,
    about: About | None = None,
    shown: Shown = iter,
) -> Tally:
    """Write the set at `path` to the folder `out` in another form, and give what was counted.

    Args:
        lossy: leave out what the form can't hold; else that is refused.

    Raises:
        FormError: by file and line; then nothing is written.
    """
    refuse_taken(out)
    with (
        room_for(out) as room,
        at_hand(path) as here,
        opened(here, source, names=names, shown=shown) as dataset,
    ):
        if not lossy:
            refuse_losses(dataset, target)
        with SetWriter(room, target) as writer:
            for photo in dataset:
                writer.add(photo)
            writer.finish(about or About(made=f"Converted from {source.title}."))
    return writer.tally


def refuse_losses(dataset: Dataset, target: Form) -> None:
    """Refuse a set that holds what the form can't.

    Raises:
        FormError: `cannot_carry`; names each loss, how often it is met and the first photo.
    """
    total = Counter[str]()
    first: dict[str, str] = {}
    for photo in dataset:
        for what, count in losses(photo, target).items():
            total[what] += count
            first.setdefault(what, photo.name)
    if total:
        told = "; ".join(f"{what} ({count}, first in {first[what]})" for what, count in sorted(total.items()))
        raise FormError("cannot_carry", f"{target.id} can't hold {told}; --lossy leaves it out")
