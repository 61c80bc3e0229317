"""What comes from strangers, checked before anything is made of it: names, links, archives, texts."""

from __future__ import annotations

import math
import os
import shutil
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any, Final

from labels.forms.errors import FormError, blamed

MAX_TEXT: Final = 512 * 2**20
MAX_FILES: Final = 4_000_000
MAX_UNPACKED: Final = 256 * 2**30
MAX_RATIO: Final = 200
"""How many times its packed size a member may unpack to. Photos hardly shrink; label texts shrink twentyfold."""
SMALL: Final = 2**20
"""Members up to this size are not suspected; so short a text may repeat itself."""
RESERVED: Final = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def safe_name(name: str) -> str:
    """Give a relative path back, parted by `/`, if it stays where it belongs on every system.

    Raises:
        FormError: `name_unsafe`.

    >>> safe_name("train/麻將 1.jpg")
    'train/麻將 1.jpg'
    """
    parts = name.split("/")
    if not name or any(not _safe_part(part) for part in parts) or len(name.encode("utf-8", "replace")) > 1000:
        raise FormError("name_unsafe", f"the name {name!r} is not one that may be used")
    return name


def _safe_part(part: str) -> bool:
    if part in ("", ".", "..") or part[-1] in ". " or any(char in '\\:*?"<>|' or ord(char) < 32 for char in part):
        return False
    if part.split(".")[0].lower() in RESERVED or "\x7f" in part:
        return False
    try:
        return len(part.encode()) <= 255
    except UnicodeEncodeError:
        return False


def folded(name: str) -> str:
    """Give what two names share that some systems take for one."""
    return unicodedata.normalize("NFC", name).casefold()


def files_in(root: Path) -> dict[str, Path]:
    """Give the files of a folder by their path within it, hidden ones left aside.

    Raises:
        FormError: `link`, `name_unsafe`, `name_twice` or `too_large`.
    """
    found: dict[str, Path] = {}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in (*folders, *files):
            path = Path(folder, name)
            if path.is_symlink():
                raise FormError("link", "a link may lead anywhere", file=path.relative_to(root).as_posix())
        for name in sorted(files):
            if name.startswith("."):
                continue
            path = Path(folder, name)
            inside = path.relative_to(root).as_posix()
            if not stat.S_ISREG(path.lstat().st_mode):
                raise FormError("link", "no plain file", file=inside)
            with blamed(inside):
                found[safe_name(inside)] = path
            if len(found) > MAX_FILES:
                raise FormError("too_large", f"more than {MAX_FILES} files")
    once(found)
    return found


def once(names: Iterable[str]) -> None:
    """Refuse names that differ in nothing but case or accents' spelling.

    Raises:
        FormError: `name_twice`.
    """
    seen: dict[str, str] = {}
    for name in names:
        if (key := folded(name)) in seen:
            raise FormError("name_twice", f"{seen[key]} and {name} are one name", file=name)
        seen[key] = name


def unpacked(archive: Path, room: Path) -> Path:
    """Unpack a ZIP archive into an empty folder, and give that folder.

    Raises:
        FormError: `archive_invalid`, `name_unsafe`, `name_twice`, `link`, `bomb` or `too_large`; names the member.
    """
    try:
        with zipfile.ZipFile(archive) as packed:
            members = [member for member in packed.infolist() if not member.is_dir()]
            _check(archive.name, packed.infolist())
            for member in members:
                target = room.joinpath(*PurePosixPath(member.filename).parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(member) as source, target.open("xb") as copy:
                    shutil.copyfileobj(source, copy, 2**20)
    except (FileExistsError, NotADirectoryError):
        raise FormError("name_twice", "a file and a folder have one name", file=archive.name) from None
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, zlib.error) as error:
        raise FormError("archive_invalid", f"no ZIP archive that can be unpacked: {error}", file=archive.name) from None
    return room


def _check(archive: str, members: list[zipfile.ZipInfo]) -> None:
    total = 0
    for member in members:
        name = member.filename
        with blamed(f"{archive}/{name}"):
            # `filename` has lost a NUL and what follows; what was stored decides.
            if member.orig_filename != name:
                raise FormError("name_unsafe", f"the name {member.orig_filename!r} is not one that may be used")
            safe_name(name.removesuffix("/"))
            if stat.S_ISLNK(member.external_attr >> 16):
                raise FormError("link", "a link may lead anywhere")
            if member.flag_bits & 1:
                raise FormError("archive_invalid", "it is locked with a password")
            if member.file_size > max(SMALL, MAX_RATIO * member.compress_size):
                raise FormError("bomb", f"{member.compress_size} bytes would unpack to {member.file_size}")
            total += member.file_size
            if total > MAX_UNPACKED or len(members) > MAX_FILES:
                raise FormError("too_large", f"it unpacks to more than {MAX_UNPACKED} bytes or {MAX_FILES} files")
    with blamed(archive):
        once(member.filename.removesuffix("/") for member in members)


def read_text(path: Path, name: str) -> str:
    """Give a file's text; `name` is what errors call it.

    Raises:
        FormError: `not_utf8` or `too_large`.
    """
    if path.stat().st_size > MAX_TEXT:
        raise FormError("too_large", f"more than {MAX_TEXT} bytes", file=name)
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormError("not_utf8", "no UTF-8 text", file=name, line=line) from None


def number(value: Any, what: str) -> float:
    """Give a finite number of what a file holds as one, or as its text.

    Raises:
        FormError: `not_a_number`.

    >>> number("0.5", "x")
    0.5
    """
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        try:
            # Python's underscores are no part of a number.
            found = float(value) if not isinstance(value, str) or "_" not in value else math.nan
        except (ValueError, OverflowError):
            found = math.nan
        if math.isfinite(found):
            return found
    raise FormError("not_a_number", f"{what} is no finite number: {str(value)[:40]!r}")


def decimal(value: float, digits: int) -> str:
    """Write a number with at most so many decimals, and no more than it needs.

    >>> decimal(0.5, 9), decimal(12.0, 3), decimal(-0.0, 3)
    ('0.5', '12', '0')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return "0" if text == "-0" else text
