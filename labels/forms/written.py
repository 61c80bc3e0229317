"""Write a set as a folder that is there whole or not at all."""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from labels.forms.card import About, Tally, classes_text, dataset_card
from labels.forms.dataset import SetPhoto
from labels.forms.errors import FormError
from labels.forms.files import Copied, copied
from labels.forms.form import Form, fitted, losses
from labels.forms.safe import folded
from labels.forms.source import MANIFEST, MANIFEST_COLUMNS


class SetWriter:
    """Writes photos with their labels into a folder, in a form; photos must come in the set's order.

    Args:
        copy: whether the photos go along, upright and without metadata; else only the labels do.
    """

    def __init__(self, out: Path, form: Form, *, copy: bool = True) -> None:
        self.tally = Tally()
        self._open = True
        self._out = out
        self._form = form
        self._copy = copy and form.folder is not None
        self._writer = form.writer(out)
        self._names: dict[str, str] = {}
        self._manifest = (out / MANIFEST).open("x", newline="", encoding="utf-8") if form.folder is not None else None
        if self._manifest is not None:
            self._rows = csv.DictWriter(self._manifest, MANIFEST_COLUMNS, lineterminator="\n")
            self._rows.writeheader()

    def add(self, photo: SetPhoto, copy: Copied | None = None) -> None:
        """Write one photo; what the form can't hold is left out and counted.

        Args:
            copy: the photo as it goes along, where that is made already.

        Raises:
            FormError: `cannot_carry` or `photo_unusable`.
        """
        lost = losses(photo, self._form)
        photo = fitted(photo, self._form)
        if self._copy:
            photo = self._copied(photo, copy or copied(photo.name, photo.sha256, photo.path.read_bytes()))
        if (other := self._names.setdefault(folded(photo.name), photo.name)) != photo.name:
            raise FormError("cannot_carry", f"{other} and {photo.name} would be one file")
        self._writer.add(photo)
        self.tally.add(photo)
        self.tally.left_out.update(lost)
        if self._manifest is not None:
            self._rows.writerow({key: getattr(photo, "name" if key == "photo" else key) for key in MANIFEST_COLUMNS})

    def _copied(self, photo: SetPhoto, copy: Copied) -> SetPhoto:
        assert self._form.folder is not None
        path = self._out / self._form.folder(photo.split) / copy.name
        if copy.data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                raise FormError("cannot_carry", f"{photo.name} would have the name of another photo: {copy.name}")
            path.write_bytes(copy.data)
        return replace(photo, name=copy.name, path=path, sha256=copy.sha256)

    def finish(self, about: About) -> None:
        """Write what comes last, the card too."""
        self._close()
        (self._out / "classes.txt").write_text(classes_text(), encoding="utf-8")
        (self._out / "README.md").write_text(dataset_card(self._form, about, self.tally), encoding="utf-8")

    def _close(self) -> None:
        if self._open:
            self._open = False
            self._writer.close()
            if self._manifest is not None:
                self._manifest.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()


def refuse_existing(out: Path) -> None:
    """Refuse to write where something is.

    Raises:
        FormError: `out_exists`.
    """
    if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise FormError("out_exists", f"{out} is there already")


@contextmanager
def whole_or_nothing(out: Path, *, beside: Path | None = None) -> Iterator[Path]:
    """Give a folder to write into, which becomes `out` once all is well; else nothing is left of it.

    Args:
        beside: where that folder is until then; on the same disk as `out`, beside which it is by default.

    Raises:
        FormError: `out_exists`.
    """
    refuse_existing(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    room = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=beside or out.parent))
    try:
        inner = room / "set"
        inner.mkdir()
        yield inner
        inner.replace(out)
    finally:
        shutil.rmtree(room, ignore_errors=True)
