"""The main job in one go, for `make demo`: start the service, read a photo, score it, and invite phones.

python -m api.demo [--photo PHOTO] [--once]
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from api.app import create_app
from api.client import Client
from api.drawing import draw_to
from api.screens import make_console, reading_screen, sheet_screen
from api.serving import invitation, require_page, running_service
from api.settings import settings_from
from scorer import TaiLensError
from vision import Reader, load_photo

SAMPLES = Path(__file__).resolve().parent.parent / "datasets" / "samples"
OUT = Path("demo-out")
EVERYWHERE = "0.0.0.0"
# What a photo can't show; the demo takes the plainest case.
WIN = {"won_by": "discard", "seat": "S", "from": "W", "round": "E", "dealer": "E", "streak": 0, "events": []}


def show(console: Console, client: Client, photo_path: Path, reader: Reader) -> bool:
    """Read and score one photo through the service, print what came of it, and say whether a hand was scored."""
    answer = client.upload(photo_path.read_bytes())
    if "error" in answer:
        console.print(Text(f"{photo_path.name}: {answer['error']['message']} ({answer['error']['code']})", style="red"))
        return False
    document = {**answer["reading"], "photo": photo_path.name}
    console.print(reading_screen(document))
    photo = load_photo(photo_path)
    drawn = draw_to(OUT, photo_path.name, photo, reader.read(photo, name=photo_path.name))
    console.print(Text(f"  drawn     {drawn}\n", style="dim"))
    if not document["hands"]:
        console.print("No hand was made out; correct the reading on the page.")
        return False
    call: dict[str, Any] = {"hand": document["hands"][0]["hand"], "win": WIN}
    sheet = client.score(call)
    if "error" in sheet:
        console.print(Text(f"{sheet['error']['message']} ({sheet['error']['code']})", style="red"))
        return False
    console.print(Text("Won by the South player on West's discard, East round, East deals:", style="dim"))
    console.print(sheet_screen(sheet, lang="zh-Hant"))
    return sheet["total"] is not None


def demo(
    photo: Annotated[Path | None, typer.Option(help="a photo of your own")] = None,
    once: Annotated[bool, typer.Option("--once", help="stop after printing")] = False,
    port: Annotated[int, typer.Option(help="0 takes any free one")] = 8000,
) -> None:
    """Read and score a photo, then serve the phone page."""
    console = make_console()
    chosen = photo or min(SAMPLES.glob("*.jpg"))
    if not chosen.is_file():
        console.print(Text(f"demo: there is no file {chosen}", style="red"))
        raise typer.Exit(2)
    if photo is None:
        console.print(Text("A synthetic sample photo, drawn by this project's renderer:", style="dim"))
    try:
        require_page()
        reader = Reader()
        settings = settings_from(os.environ, data=OUT)
        with running_service(create_app(settings, reader=reader), host=EVERYWHERE, port=0 if once else port) as taken:
            scored = show(console, Client(taken, settings.token), chosen, reader)
            print("\n" + invitation(EVERYWHERE, taken, settings.token), flush=True)
            if not once:
                print("Ctrl-C stops the service.", flush=True)
                with suppress(KeyboardInterrupt):
                    threading.Event().wait()
    except (TaiLensError, OSError) as error:
        console.print(Text(f"demo: {error}", style="red"))
        raise typer.Exit(3) from error
    if not scored:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(demo)
