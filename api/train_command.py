"""`tailens train`: models of a club's own, from a handful of its labelled photos."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.label_commands import progress
from labels.forms.names import FormName
from training.errors import TrainError

if TYPE_CHECKING:
    from labels.forms.dataset import SetPhoto

SHIPPED = "shipped"
STEPS = 150


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train")(train)


def train(
    data: Annotated[
        list[Path], typer.Option("--data", metavar="DIR...", help="labelled photos: folders, ZIP archives or tables")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the models are written; not there yet")],
    more: Annotated[
        list[Path] | None, typer.Argument(metavar="[DIR]...", help="more of them", show_default=False)
    ] = None,
    start: Annotated[str, typer.Option("--from", metavar="shipped|DIR", help="the models to start from")] = SHIPPED,
    form: Annotated[FormName, typer.Option(help="the form that they have")] = FormName.csv,
    names: Annotated[
        str, typer.Option(metavar="SET|FILE", help="whose class names they have (docs/data.md)")
    ] = "tailens",
    keep: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DIR", help="photos, of the same form, that must be named as well as before; may be repeated"
        ),
    ] = None,
    steps: Annotated[int, typer.Option(min=20, max=20_000, help="how long to learn, in batches of 32 faces")] = STEPS,
    threads: Annotated[int, typer.Option(min=1, max=64)] = 2,
) -> None:
    """Adapt the classifier to a club's own tile set; refused where it loses what it knew."""
    try:
        from training.learn import learn
    except ImportError as error:
        raise TrainError(
            "train_extra_missing", f"training needs the extra: pip install 'tailens[train]' ({error.name} is missing)"
        ) from error
    import models
    from labels.forms.convert import form_named, opened

    chosen = form_named(form)
    with ExitStack() as open_sets:

        def photos_of(paths: Iterable[Path]) -> list[SetPhoto]:
            sets = [opened(path, chosen, names=names, shown=progress("Checking")) for path in paths]
            return [photo for each in sets for photo in open_sets.enter_context(each)]

        found = learn(
            photos_of([*data, *(more or [])]),
            out,
            base=models.FOLDER if start == SHIPPED else Path(start),
            kept=photos_of(keep or []),
            steps=steps,
            threads=threads,
        )
    print(f"own faces named right: {found.own.before} of {found.own.faces} before, {found.own.after} now")
    for name, score in found.kept.items():
        print(f"kept faces named right ({name}): {score.before} of {score.faces} before, {score.after} now")
    print(f"{found.share:.0%} of the way to what was learnt: {out}")
