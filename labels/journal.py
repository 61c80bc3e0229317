"""Keep what was read of each photo in a file that survives a kill: a line a photo, by the hash of its bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import models
from labels.forms.errors import FormError

try:
    import fcntl
except ImportError:  # no such locks on this system
    fcntl = None  # type: ignore[assignment]

FILE: Final = "journal.jsonl"
HEAD: Final = "tailens_journal"
VERSION: Final = 1


def made_by(folder: Path = models.FOLDER) -> dict[str, str]:
    """Give what reads photos, for a journal's `by`: the hashes of the models in a folder, and our version."""
    return {**{name: str(models.card(name, folder)["sha256"]) for name in models.NAMES}, "version": version("tailens")}


class Journal(Mapping[str, dict[str, Any]]):
    """An append-only file of documents by SHA-256; each is on the disk before `add` returns.

    Args:
        path: the file, made where there is none; a last line that was cut short by a kill is dropped.
        by: what the documents were made with; a journal made with something else is refused.

    Raises:
        FormError: `journal_foreign`; also where another process is writing it.
    """

    def __init__(self, path: Path, by: Mapping[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._file = path.open("a+b")
        self._places: dict[str, int] = {}
        try:
            self._lock()
            self._begin({HEAD: VERSION, **by})
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FormError("journal_foreign", "another process is writing it", file=str(self._path)) from None

    def _begin(self, head: dict[str, Any]) -> None:
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                document = json.loads(line)
                if number == 1 and document != head:
                    raise FormError(
                        "journal_foreign",
                        "it was begun with other models; remove it to begin anew",
                        file=str(self._path),
                        line=1,
                    )
                if number > 1:
                    self._places[document["sha256"]] = end
            except (ValueError, KeyError, TypeError):
                raise FormError("journal_foreign", "no journal", file=str(self._path), line=number) from None
            end += len(line)
        self._file.truncate(end)
        if not end:
            self._append(head)

    def __contains__(self, sha256: object) -> bool:
        return sha256 in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def add(self, sha256: str, document: Mapping[str, Any]) -> None:
        """Keep the document of a photo; it has none yet."""
        if sha256 not in self._places:
            self._places[sha256] = self._append({"sha256": sha256, **document})

    def _append(self, document: Mapping[str, Any]) -> int:
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(json.dumps(document, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        return place

    def __getitem__(self, sha256: str) -> dict[str, Any]:
        self._file.seek(self._places[sha256])
        found: dict[str, Any] = json.loads(self._file.readline())
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
