"""`tailens backup` and `tailens restore`: everything in one file, and back, one command each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.start import ended_by_interrupt

if TYPE_CHECKING:
    from api.backup import Kept

DataOption = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="where the database and the photos are kept")
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where to write; a ZIP, for its owner only")],
    data: DataOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="write over a file that is there already")] = False,
) -> None:
    """Write books, photos, rule sets and what lets phones in again into one file, while the service runs."""
    with ended_by_interrupt():
        from api.backup import back_up
        from api.settings import settings_from
        from api.times import utc_now

    kept = back_up(settings_from(os.environ, data=data), file, now=utc_now, overwrite=overwrite)
    print(f"{file}: {_words(kept)}")
    if kept.missing:
        print(f"{len(kept.missing)} photos were not to be found: {', '.join(kept.missing[:10])}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="what `tailens backup` wrote")],
    data: DataOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="throw away what is in that place already")] = False,
) -> None:
    """Check a backup whole, and bring it back into an empty place; start the service afterwards."""
    with ended_by_interrupt():
        from api.backup import restore as bring_back
        from api.settings import settings_from

    kept = bring_back(settings_from(os.environ, data=data), file, replace=replace)
    print(f"{file}: {_words(kept)} brought back. A service that is running must be started anew.")


def _words(kept: Kept) -> str:
    total = sum(kept.rows.values())
    return f"{total} rows in {len(kept.rows)} tables and {kept.photos} photos"
