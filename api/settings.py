"""What the service is told from outside: where it keeps things, and its limits."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scorer.errors import TaiLensError
from vision.reader import usable_cores

MEGABYTE = 1_000_000
TOKEN_FILE = "join-token"
TOKEN = re.compile(r"[A-Za-z0-9_-]{8,100}")


class SettingsError(TaiLensError):
    """Refuse what the service was told from outside. Its code is `data_unusable` or `token_unusable`."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the service keeps its data, who may join, and what it refuses.

    Attributes:
        data: folder of the SQLite file and the photos; made when missing.
        token: the secret of the join link; whoever has it may read and write the books.
        database_url: an SQLAlchemy URL; empty means SQLite in `data`.
        photos_at: a folder or an address of fsspec's; empty means a folder in `data`.
        photo_limit: largest accepted body of a photo upload, in bytes.
        set_limit: largest accepted body of the upload of a labelled set, in bytes.
        model_limit: largest accepted body of the upload of a club's own model, in bytes.
        body_limit: largest accepted body of any other call, in bytes.
        readings_at_once: photos read at the same time; the others wait.
        readings_waiting: photos that may wait; more are told to come back.
        uploads_a_minute: photos that one account may send.
    """

    data: Path
    token: str
    database_url: str = ""
    photos_at: str = ""
    photo_limit: int = 64 * MEGABYTE
    set_limit: int = 2000 * MEGABYTE
    model_limit: int = 4 * MEGABYTE
    body_limit: int = 1 * MEGABYTE
    readings_at_once: int = 1
    readings_waiting: int = 16
    uploads_a_minute: int = 60

    @property
    def url(self) -> str:
        """Give the database's URL, SQLite in the data folder unless told otherwise."""
        return self.database_url or f"sqlite:///{self.data / 'tailens.sqlite3'}"

    @property
    def photos(self) -> Path:
        """Give the folder of the stored photos, where they are not kept elsewhere."""
        return self.data / "photos"

    @property
    def photo_address(self) -> str:
        """Give where photos are kept, the folder in the data folder unless told otherwise."""
        return self.photos_at or str(self.photos)


def settings_from(environment: Mapping[str, str], *, data: Path | None = None) -> Settings:
    """Read the settings from `TAILENS_DATA`, `TAILENS_DATABASE_URL`, `TAILENS_PHOTOS` and `TAILENS_TOKEN`.

    Without a token one is made and kept in the data folder, so that phones stay joined over a restart.

    Raises:
        SettingsError: the data folder can't be used, or the token can't stand in a link.
    """
    folder = data or Path(environment.get("TAILENS_DATA") or "data")
    try:
        # Books and photos are nobody else's on this machine.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        photos_at = environment.get("TAILENS_PHOTOS", "")
        if not photos_at:
            (folder / "photos").mkdir(exist_ok=True)
        token = environment.get("TAILENS_TOKEN") or kept_token(folder / TOKEN_FILE)
    except OSError as error:
        raise SettingsError("data_unusable", f"the data folder can't be used: {error}") from error
    if not TOKEN.fullmatch(token):
        raise SettingsError("token_unusable", "the join token must be 8 to 100 of the characters A-Z a-z 0-9 - _")
    return Settings(
        data=folder.resolve(),
        token=token,
        database_url=environment.get("TAILENS_DATABASE_URL", ""),
        photos_at=photos_at,
        readings_at_once=max(1, usable_cores() // 2),
    )


def kept_token(path: Path) -> str:
    """Give the token in the file, making it on first use, readable by its owner only."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        token = path.read_text(encoding="ascii", errors="replace").strip()
        if token:
            return token
        descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC)
    token = secrets.token_urlsafe(16)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token
