"""`tailens audit`: find what is wrong with a labelled set."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from api.label_commands import progress, say
from api.screens import make_console
from labels.forms.names import FormName

if TYPE_CHECKING:
    from labels.audit import Finding


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("audit")(audit)


def audit(
    path: Annotated[Path, typer.Argument(metavar="SET", help="a folder, a ZIP archive, or a table of our own form")],
    form: Annotated[FormName, typer.Option(help="the form that it has")],
    names: Annotated[
        str, typer.Option(metavar="SET|FILE", help="whose class names it has: a known set's, or a .csv (docs/data.md)")
    ] = "tailens",
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="write findings.jsonl and index.html; what was seen of the photos stays there for the next audit",
        ),
    ] = None,
    least: Annotated[float, typer.Option(min=0, max=1, help="score from which a doubt is told of")] = 0.1,
    most: Annotated[int, typer.Option(min=0, help="how many doubts to show, and to picture in index.html")] = 300,
    models: Annotated[Path | None, typer.Option(metavar="DIR", help="other models than the shipped ones")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print every doubt as JSON, one a line")] = False,
) -> None:
    """Find wrong labels, missed tiles, boxes that are off, photos that are there twice, mirrored or can't be."""
    import models as shipped
    from labels.audit import run
    from labels.audit.look import look_at, look_at_tile
    from labels.audit.report import report
    from labels.forms.convert import form_named, opened
    from labels.journal import made_by
    from vision import Reader

    folder = models or shipped.FOLDER
    if out is not None:
        run.refuse_foreign(out)
    with (
        tempfile.TemporaryDirectory(prefix="tailens-") as room,
        opened(path, form_named(form), names=names, shown=progress("Checking")) as dataset,
    ):
        reader = Reader(folder=folder)
        done = run.audit(
            dataset,
            out or Path(room),
            partial(look_at, reader),
            look_at_tile=partial(look_at_tile, reader),
            by=made_by(folder),
            shown=progress("Looking"),
        )
        found = [finding for finding in done.findings if finding.score >= least]
        lines = [json.dumps(finding.to_document(), ensure_ascii=False) for finding in found]
        if out is not None:
            (out / "findings.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            with (out / "index.html").open("w", encoding="utf-8") as page:
                page.writelines(report(dataset, found, title=f"Audit of {path.name}", most=most))
    for name, why in done.unread.items():
        say(f"{name}: {why}")
    if as_json:
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return
    make_console().print(_screen(found[:most]))
    kinds = Counter(finding.kind for finding in found)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "no doubts"
    print(f"{len(dataset)} photos: {told}" + (f"; {out / 'index.html'}" if out is not None else ""))


def _screen(found: Sequence[Finding]) -> Table:
    """Show the doubts as a table."""
    table = Table(box=None, pad_edge=False)
    for column in ("score", "kind", "label", "suggestion", "photo"):
        table.add_column(column, justify="right" if column == "score" else "left", overflow="fold")
    for finding in found:
        cells = f"{finding.score:.2f}", finding.kind, finding.label, finding.suggestion, finding.photo
        table.add_row(*map(Text, cells))
    return table
