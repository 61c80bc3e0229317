"""The file of a backup: a ZIP whose every member is counted and hashed in its manifest, and whose names are all ours.

    manifest.json          what is in it: sizes and SHA-256 of the others, the schema they were read by
    tables/NAME.jsonl      the rows of a table, one a line
    photos/ID.jpg          a stored photo
    kept/join-token, kept/authority.pem

Nothing is unpacked by the name that it has in the file: a photo goes where its id says, a table into its table.
"""

from __future__ import annotations

import hashlib
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from scorer.errors import TaiLensError

FORMAT = 1
MANIFEST = "manifest.json"
MEMBER = re.compile(r"tables/([a-z][a-z_]{0,59})\.jsonl|photos/([0-9a-f]{32})\.jpg|kept/(join-token|authority\.pem)")
MANIFEST_LIMIT = 64_000_000
PHOTO_LIMIT = 64_000_000
KEPT_LIMIT = 20_000
LINE_LIMIT = 16_000_000
# Rows repeat themselves, but not as a file made to fill a disk does; deflate reaches 1000.
TIMES_SMALLER = 400
PIECE = 1_000_000


class BackupError(TaiLensError):
    """Say why a backup can't be made or restored.

    Its code is `backup_unusable`, `backup_newer`, `backup_exists`, `nothing_to_back_up`, `place_not_empty` or
    `database_unusable`.
    """


def unusable(why: str) -> BackupError:
    """Give the error for a file that is no whole backup of ours."""
    return BackupError("backup_unusable", f"the backup can't be used: {why}")


class BackupWriter:
    """Writes members into a new ZIP, hashing them on the way; `finish` writes the manifest, `close` ends it."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(file, "w")
        self.members: dict[str, dict[str, Any]] = {}

    def add(self, name: str, pieces: Iterable[bytes], *, squeeze: bool) -> None:
        """Write one member."""
        digest, size = hashlib.sha256(), 0
        entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED if squeeze else zipfile.ZIP_STORED
        entry.external_attr = (stat.S_IFREG | 0o600) << 16
        with self._zip.open(entry, "w", force_zip64=True) as member:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                member.write(piece)
        self.members[name] = {"size": size, "sha256": digest.hexdigest()}

    def finish(self, facts: dict[str, Any]) -> None:
        """Write the manifest, with these facts beside the members."""
        text = json.dumps({"tailens_backup": FORMAT, **facts, "members": self.members}, ensure_ascii=False)
        self._zip.writestr(zipfile.ZipInfo(MANIFEST), text, zipfile.ZIP_DEFLATED)

    def close(self) -> None:
        """Write the ZIP's own list, without which it is none."""
        self._zip.close()


@dataclass(slots=True)
class BackupReader:
    """An opened backup, checked whole before anything of it is used.

    Attributes:
        facts: the manifest.
        tables: the tables that it holds.
        photos: the ids of the photos that it holds.
        kept: the small files that it holds.
    """

    archive: zipfile.ZipFile
    facts: dict[str, Any]
    tables: list[str] = field(default_factory=list)
    photos: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Give the rows of a table."""
        with self.archive.open(f"tables/{table}.jsonl") as member:
            while line := member.readline(LINE_LIMIT + 1):
                if len(line) > LINE_LIMIT:
                    raise unusable(f"a row of {table} is too long")
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise unusable(f"a row of {table} is no JSON") from error
                if not isinstance(row, dict):
                    raise unusable(f"a row of {table} is no object")
                yield row

    def photo(self, photo_id: str) -> bytes:
        """Give a photo."""
        return self.archive.read(f"photos/{photo_id}.jpg")

    def kept_file(self, name: str) -> bytes:
        """Give one of the small files."""
        return self.archive.read(f"kept/{name}")


@contextmanager
def opened_backup(path: Path) -> Iterator[BackupReader]:
    """Open a backup while the block runs, checked whole: names, sizes, and the SHA-256 of every member.

    Raises:
        BackupError: `backup_unusable` when it is none of ours, damaged, or made to do harm; `backup_newer`.
        OSError: the file can't be read.
    """
    with ExitStack() as held:
        try:
            archive = held.enter_context(zipfile.ZipFile(path))
            reader = BackupReader(archive, _manifest(archive))
            _check_members(reader, path.stat().st_size)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
            raise unusable(str(error)) from error
        yield reader


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    entries = [entry for entry in archive.infolist() if entry.filename == MANIFEST]
    if len(entries) != 1 or entries[0].file_size > MANIFEST_LIMIT:
        raise unusable("it has no manifest")
    try:
        facts = json.loads(archive.read(entries[0]))
    except RecursionError as error:
        raise unusable("its manifest is no JSON") from error
    made_as = facts.get("tailens_backup") if isinstance(facts, dict) else None
    if type(made_as) is int and made_as > FORMAT:
        raise BackupError("backup_newer", "the backup was made by a newer TaiLens")
    if made_as != FORMAT or not isinstance(facts.get("members"), dict) or not isinstance(facts.get("schema"), str):
        raise unusable("its manifest is not of our form")
    result: dict[str, Any] = facts
    return result


def _check_members(reader: BackupReader, archive_size: int) -> None:
    entries = [entry for entry in reader.archive.infolist() if entry.filename != MANIFEST]
    stated = reader.facts["members"]
    names = [entry.filename for entry in entries]
    if len(set(names)) != len(names) or set(names) != set(stated):
        raise unusable("its members are not those of its manifest")
    # Members that lie over each other would unpack to far more than the file holds.
    if sum(entry.compress_size for entry in entries) > archive_size:
        raise unusable("its members overlap")
    for entry in entries:
        table, photo, kept = _place_of(entry)
        if stated[entry.filename] != _measured(reader.archive, entry):
            raise unusable(f"{entry.filename} is not what the manifest says")
        if table:
            reader.tables.append(table)
        elif photo:
            reader.photos.append(photo)
        else:
            reader.kept.append(kept)


def _place_of(entry: zipfile.ZipInfo) -> tuple[str, str, str]:
    """Give what an entry is by its name, refusing any that is not plainly one of ours."""
    named = MEMBER.fullmatch(entry.filename)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if named is None or entry.orig_filename != entry.filename or entry.flag_bits & 1:
        raise unusable(f"it has a member that no backup has: {entry.orig_filename[:100]!r}")
    if kind not in (0, stat.S_IFREG):
        raise unusable(f"{entry.filename} is no plain file")
    table, photo, kept = (part or "" for part in named.groups())
    if entry.compress_type != zipfile.ZIP_STORED and not table:
        raise unusable(f"{entry.filename} is squeezed")
    limit = PHOTO_LIMIT if photo else KEPT_LIMIT if kept else TIMES_SMALLER * entry.compress_size + PIECE
    if entry.file_size > limit:
        raise unusable(f"{entry.filename} is far too large")
    return table, photo, kept


def _measured(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> dict[str, Any]:
    digest, size = hashlib.sha256(), 0
    with archive.open(entry) as member:
        while piece := member.read(PIECE):
            digest.update(piece)
            size += len(piece)
    return {"size": size, "sha256": digest.hexdigest()}
