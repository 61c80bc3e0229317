"""Sets at addresses: written here and sent there, fetched and read here."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from labels.forms.errors import FormError
from labels.forms.safe import once, safe_name
from labels.forms.written import refuse_existing, whole_or_nothing
from labels.places import Place, Remote, files_at, usable

LAST: Final = "README.md"
"""The file of a set that is sent last; a set at an address is whole once it is there."""


@contextmanager
def room_for(out: Place, *, beside: Path | None = None) -> Iterator[Path]:
    """Give a folder of this machine to write a set into, which becomes `out`, or is sent there, once all is well.

    Args:
        beside: where that folder is until then.

    Raises:
        FormError: `out_exists` or `place_unusable`.
    """
    if isinstance(out, Path):
        with whole_or_nothing(out, beside=beside) as room:
            yield room
        return
    with tempfile.TemporaryDirectory(prefix=".set.", dir=beside) as folder:
        yield Path(folder)
        _send(Path(folder), out)


def _send(room: Path, out: Remote) -> None:
    with usable(out):
        files, root = out.files()
        inside = sorted(path.relative_to(room).as_posix() for path in room.rglob("*") if path.is_file())
        ahead = [name for name in inside if name != LAST]
        # An object store has no folders, a disk that all share has.
        for folder in sorted({f"{root}/{name}".rpartition("/")[0] for name in inside}):
            files.makedirs(folder, exist_ok=True)
        files.put([str(room / name) for name in ahead], [f"{root}/{name}" for name in ahead])
        files.put_file(str(room / LAST), f"{root}/{LAST}")


def refuse_taken(out: Place, *, going_on: bool = False) -> None:
    """Refuse to write a set where something is.

    Args:
        going_on: whether an interrupted run of ours is gone on with, which may have sent part of its set to an address.

    Raises:
        FormError: `out_exists` or `place_unusable`.
    """
    if isinstance(out, Path):
        refuse_existing(out)
        return
    with usable(out):
        files, root = out.files()
        if files.exists(f"{root}/{LAST}") or (not going_on and files.exists(root) and files.find(root)):
            raise FormError("out_exists", f"{out} is there already")


@contextmanager
def at_hand(place: Place) -> Iterator[Path]:
    """Give a set, or its archive, as a path of this machine; one at an address is fetched for as long as it is needed.

    Raises:
        FormError: `photo_missing`, `place_unusable`, `name_unsafe` or `name_twice`.
    """
    if isinstance(place, Path):
        yield place
        return
    with tempfile.TemporaryDirectory(prefix="tailens-") as folder:
        found = {safe_name(inside): file for file, inside in files_at(place)}
        once(found)
        for inside, file in found.items():
            path = Path(folder, inside)
            path.parent.mkdir(parents=True, exist_ok=True)
            with usable(file):
                files, there = file.files()
                files.get_file(there, str(path))
        yield path if [*found.values()] == [place] else Path(folder)
