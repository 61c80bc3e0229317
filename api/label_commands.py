"""`tailens label` and `tailens convert`: labelled photo sets in the forms that labelling tools and trainers take."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager, redirect_stdout
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from api.screens import make_console
from labels.forms.names import FormName

if TYPE_CHECKING:
    from labels.engine import Engine

Each = TypeVar("Each")

OutOption = Annotated[str, typer.Option("--out", metavar="DIR", help="where the set is written; not there yet")]
LicenseOption = Annotated[str, typer.Option("--license", metavar="ID", help="the photos' licence, for the set's card")]


class EngineName(StrEnum):
    """What reads the photos."""

    local = "local"
    ray = "ray"


def register(app: typer.Typer) -> None:
    """Add the two commands."""
    app.command("label")(label)
    app.command("convert")(convert)


def label(
    photos: Annotated[
        list[str], typer.Argument(metavar="PHOTOS...", help="photos, and folders of them; paths, or fsspec's addresses")
    ],
    out: OutOption,
    form: Annotated[FormName, typer.Option(help="the form to write")],
    least: Annotated[
        float, typer.Option(min=0, max=1, help="confidence from which a tile is labelled; by default every one")
    ] = 0.0,
    labels_only: Annotated[bool, typer.Option("--labels-only", help="write no copies of the photos")] = False,
    models: Annotated[Path | None, typer.Option(metavar="DIR", help="other models than the shipped ones")] = None,
    license_id: LicenseOption = "unknown",
    engine: Annotated[EngineName, typer.Option(help="read in this process, or on a Ray cluster")] = EngineName.local,
    workers: Annotated[
        int | None, typer.Option(min=1, help="how many workers read on Ray; by default one a processor of the cluster")
    ] = None,
) -> None:
    """Label photos by machine, for people to put right; a run that was killed goes on where it stood."""
    import models as shipped
    from labels.forms.card import About
    from labels.forms.convert import form_named
    from labels.journal import made_by
    from labels.places import place_at
    from labels.prelabel import label_photos, photos_below

    folder = models or shipped.FOLDER
    found = photos_below([place_at(text) for text in photos])
    with _engine(engine, folder, workers) as running:
        done = label_photos(
            found,
            place_at(out),
            form_named(form),
            running,
            by=made_by(folder),
            about=About(
                license=license_id,
                made="Labelled by TaiLens; no person has looked at the labels yet.",
                by_machine=True,
            ),
            copy=not labels_only,
            least=least,
            shown=progress("Reading"),
        )
    for skipped in done.skipped:
        say(f"{os.fsencode(str(skipped.photo)).decode('utf-8', 'replace')}: {skipped.message} ({skipped.code})")
    _left_out(form, done.tally.left_out)
    earlier = f", {done.known} of them read by an earlier run" if done.known else ""
    count = done.tally.photos.total()
    print(f"{count} photos{earlier}, {done.tally.classes.total()} tiles, {len(done.skipped)} skipped: {place_at(out)}")


@contextmanager
def _engine(name: EngineName, folder: Path, workers: int | None) -> Iterator[Engine]:
    if name is EngineName.ray:
        from labels.ray_engine import RayEngine

        # Ray tells of workers that died on the output stream.
        with redirect_stdout(sys.stderr), RayEngine(folder, workers=workers) as running:
            yield running
    else:
        from labels.engine import Here
        from vision import Reader

        yield Here(Reader(folder=folder))


def convert(
    path: Annotated[
        str,
        typer.Argument(metavar="FROM", help="a folder, a ZIP archive, or a table of our own form; path or address"),
    ],
    out: Annotated[str, typer.Argument(metavar="TO", help="the folder to write; not there yet")],
    source: Annotated[FormName, typer.Option("--from", help="the form that it has")],
    target: Annotated[FormName, typer.Option("--to", help="the form to write")],
    names: Annotated[
        str, typer.Option(metavar="SET|FILE", help="whose class names it has: a known set's, or a .csv (docs/data.md)")
    ] = "tailens",
    lossy: Annotated[bool, typer.Option("--lossy", help="leave out what the form can't hold")] = False,
    license_id: LicenseOption = "unknown",
) -> None:
    """Convert a labelled set from one form to another."""
    from labels.forms.card import About
    from labels.forms.convert import convert as convert_set
    from labels.forms.convert import form_named
    from labels.places import place_at

    form = form_named(source)
    target_place = place_at(out)
    tally = convert_set(
        place_at(path),
        target_place,
        source=form,
        target=form_named(target),
        names=names,
        lossy=lossy,
        about=About(license=license_id, made=f"Converted from {form.title} by TaiLens."),
        shown=progress("Checking"),
    )
    _left_out(target, tally.left_out)
    print(f"{tally.photos.total()} photos, {tally.classes.total()} tiles: {target_place}")


def progress(doing: str) -> Callable[[Iterable[Each]], Iterator[Each]]:
    """Give what passes things on one by one, with a bar on the error stream where that is a terminal."""

    def shown(things: Iterable[Each]) -> Iterator[Each]:
        if not sys.stderr.isatty():
            yield from things
            return
        columns: Sequence[Any] = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        console = make_console(stderr=True)
        with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
            total = len(things) if isinstance(things, Sized) else None
            yield from bar.track(things, total=total, description=doing)

    return shown


def _left_out(form: str, lost: Any) -> None:
    if lost:
        say(f"{form} can't hold {', '.join(f'{what} ({count})' for what, count in sorted(lost.items()))}: left out")


def say(message: str) -> None:
    """Say something in one line on the error stream."""
    print("tailens: " + " ".join(message.split()), file=sys.stderr, flush=True)
