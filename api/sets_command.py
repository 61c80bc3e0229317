"""`tailens sets`: what differs between two labelled sets, and two of them in one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.label_commands import progress, say
from labels.forms.names import FormName

if TYPE_CHECKING:
    from labels.changes import Changes, TileChange

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Compare labelled sets, and put them together.")

FormOption = Annotated[FormName, typer.Option(help="the form that they have")]
NamesOption = Annotated[
    str, typer.Option(metavar="SET|FILE", help="whose class names they have: a known set's, or a .csv (docs/data.md)")
]


class Preferred(StrEnum):
    """Whose labels count where both sets have a photo."""

    first = "first"
    second = "second"


@app.command("diff")
def diff(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="a folder, a ZIP archive, or a table of ours")],
    after: Annotated[Path, typer.Argument(metavar="AFTER", help="what has become of it")],
    form: FormOption,
    names: NamesOption = "tailens",
    as_json: Annotated[bool, typer.Option("--json", help="print all that differs as one JSON document")] = False,
) -> None:
    """Say what differs between two sets, photo by photo and tile by tile; photos are the same where their bytes are."""
    from labels.changes import changes
    from labels.forms.convert import form_named, opened

    kind, shown = form_named(form), progress("Comparing")
    with opened(before, kind, names=names, shown=shown) as old, opened(after, kind, names=names, shown=shown) as new:
        found = changes(old, new)
    if as_json:
        print(json.dumps(found.to_document(), ensure_ascii=False))
        return
    for line in _lines(found):
        print(line)
    counts = f"{len(found.added)} photos added, {len(found.removed)} removed, {len(found.changed)} changed"
    print(counts if found else "no difference")


@app.command("merge")
def merge(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="a folder, a ZIP archive, or a table of ours")],
    second: Annotated[Path, typer.Argument(metavar="SECOND", help="the other one")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the set is written; not there yet")],
    form: FormOption,
    names: NamesOption = "tailens",
    prefer: Annotated[
        Preferred | None, typer.Option(help="whose labels count where both have a photo; else that is refused")
    ] = None,
) -> None:
    """Write two sets as one; photos of scenes that the first has go to its split."""
    from labels.forms.card import About
    from labels.forms.convert import form_named, opened
    from labels.forms.written import SetWriter, whole_or_nothing
    from labels.merge import merged, refuse_conflicts

    kind, shown = form_named(form), progress("Checking")
    with (
        whole_or_nothing(out) as room,
        opened(first, kind, names=names, shown=shown) as one,
        opened(second, kind, names=names, shown=shown) as other,
    ):
        both = merged(one, other, prefer_second=prefer is Preferred.second)
        if prefer is None:
            refuse_conflicts(both)
        with SetWriter(room, kind) as writer:
            for photo in both.dataset:
                writer.add(photo)
            writer.finish(About(made=f"Put together of {first.name} and {second.name} by TaiLens."))
    if both.conflicts:
        say(f"{len(both.conflicts)} photos had other labels in {second.name}: those of the {prefer} set count")
    print(f"{len(both.dataset)} photos, {both.added} of them new: {out}")


def _lines(found: Changes) -> Iterator[str]:
    yield from (f"+ {photo.name}" for photo in found.added)
    yield from (f"- {photo.name}" for photo in found.removed)
    for each in found.changed:
        split = f" ({each.split[0] or 'no split'} -> {each.split[1] or 'no split'})" if each.split else ""
        yield f"~ {each.photo.name}{split}"
        yield from (f"    {_told(tile)}" for tile in each.tiles)


def _told(change: TileChange) -> str:
    from labels.forms.dataset import class_of

    label = change.after or change.before
    assert label is not None
    x, y = label.corners[0]
    name = class_of(label)
    if change.kind == "renamed" and change.before is not None:
        name = f"{class_of(change.before)} -> {name}"
    return f"{change.kind} {name} at {x:g},{y:g}"
