"""The `tailens` command: read photos, score hands, serve the phone page.

Exit codes: 0 done; 1 a photo could not be read, a hand can't be scored, a file not be written or a backup not be used;
2 the call itself is wrong (an unknown option, bad notation, a rule set that can't be used); 3 the service can't start,
or a model file is missing or changed; 130 interrupted.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.progress import Progress

from api import audit_command, label_commands, rules_command, sets_command, train_command
from api.arguments import Lang, Round, Seat, WonBy, option_argument
from api.backup_command import backup, restore
from api.backup_file import BackupError
from api.scoring import Terms, hand_from, score_document, win_from
from api.screens import figures_screen, make_console, reading_screen, sheet_screen
from api.start import ended_by_interrupt
from labels.forms.errors import FormError
from scorer import NotationError, RuleSetError, TaiLensError, WinError, load_rules
from training.errors import TrainError

Each = TypeVar("Each")

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_NO_START = 3

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Read a photo of a revealed mahjong hand, score it, settle it.",
    epilog="Exit codes: 0 done, 1 a photo can't be read or a hand can't be scored, 2 wrong call, 3 can't start, "
    "130 interrupted.",
)

app.add_typer(rules_command.app, name="rules")
app.add_typer(sets_command.app, name="sets")
label_commands.register(app)
audit_command.register(app)
train_command.register(app)

RulesOption = Annotated[str, typer.Option("--rules", metavar="ID|FILE", help="rule set: an id, or a club's own file")]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON, one document a line")]


@app.command("read")
def read_photos(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="pictures of any kind that a phone makes")],
    rules: RulesOption = "taiwan",
    as_json: JsonOption = False,
    draw: Annotated[
        Path | None, typer.Option("--draw", metavar="DIR", help="write each photo with its reading drawn on it")
    ] = None,
) -> None:
    """Read the tiles of photos."""
    rule_set = load_rules(rules)
    console = make_console()
    failed = False
    for document in read_all(photos, rule_set, draw):
        failed = failed or "error" in document
        if as_json:
            print_json(document)
        elif "error" in document:
            complain(f"{document['photo']}: {document['error']['message']} ({document['error']['code']})")
        else:
            console.print(reading_screen(document))
    if failed:
        raise typer.Exit(EXIT_FAILED)


def read_all(photos: list[Path], rule_set: Any, draw: Path | None) -> Iterator[dict[str, Any]]:
    """Give a document a photo, in order; a photo that can't be read gives its error."""
    from api.drawing import draw_to
    from vision import PhotoError, Reader, load_photo

    reader = Reader()
    for path in with_progress(photos):
        name = os.fsencode(path.name).decode("utf-8", "replace")
        try:
            photo = load_photo(path)
            reading = reader.read(photo, rules=rule_set, name=name)
        except PhotoError as error:
            yield {"photo": name, "error": {"code": error.code, "message": error.message}}
            continue
        if draw is not None:
            draw_to(draw, name, photo, reading)
        yield reading.to_document()


def with_progress(photos: Sequence[Each]) -> Iterator[Each]:
    """Give the photos one by one, with a bar on the error stream where nothing else shows that work goes on."""
    if len(photos) < 2 or sys.stdout.isatty() or not sys.stderr.isatty():
        yield from photos
        return
    # Left to itself, rich would send what we print to the bar's stream.
    console = make_console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        yield from progress.track(photos, description="Reading")


def print_json(document: dict[str, Any]) -> None:
    """Print one document a line; a stream that can't hold Chinese gets it escaped."""
    whole = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(document, ensure_ascii=not whole), flush=True)


@app.command("score")
def score_hand(
    photo: Annotated[Path | None, typer.Argument(metavar="PHOTO", help="a photo of the hand")] = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="TEXT", help="the hand in TaiLens notation")] = None,
    rules: RulesOption = "taiwan",
    won_by: Annotated[
        WonBy | None, typer.Option(help="how it was won; discard where --from is given, else self_draw")
    ] = None,
    winning: Annotated[
        str | None, typer.Option(metavar="TILE", help="the winning tile, where the hand doesn't say")
    ] = None,
    seat: Annotated[Seat, typer.Option(help="the winner's seat wind")] = Seat.S,
    from_seat: Annotated[Seat | None, typer.Option("--from", help="who discarded or was robbed")] = None,
    round_wind: Annotated[Round, typer.Option("--round", help="the round wind")] = Round.E,
    dealer: Annotated[Seat, typer.Option(help="the dealer's seat wind")] = Seat.E,
    streak: Annotated[int, typer.Option(min=0, max=1000, help="how often the dealer has held the deal")] = 0,
    event: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="what a photo can't show, like last_tile; may be repeated")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="an option of the rule set; may be repeated")
    ] = None,
    base: Annotated[int, typer.Option(min=0, max=1_000_000, help="what a win costs before its tai")] = 100,
    per_tai: Annotated[int, typer.Option(min=0, max=1_000_000, help="what a tai costs")] = 20,
    lang: Annotated[Lang, typer.Option(help="the sheet's language")] = Lang.hant,
    explain: Annotated[
        bool, typer.Option("--explain", help="add how the hand was taken apart, and the options in force")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Score one hand, from a photo or from text."""
    if (photo is None) == (hand is None):
        raise typer.BadParameter("give either a PHOTO or --hand TEXT")
    terms = Terms(load_rules(rules, dict(map(option_argument, option or ()))), base, per_tai)
    text = hand if hand is not None else hand_in_photo(photo, terms) if photo else ""
    tiles = hand_from(text, winning=winning)
    win = win_from(
        (won_by or (WonBy.discard if from_seat else WonBy.self_draw)).value,
        seat=seat.value,
        from_seat=from_seat.value if from_seat else None,
        round_wind=round_wind.value,
        dealer=dealer.value,
        streak=streak,
        events=event or [],
    )
    document = score_document(tiles, win, terms, lang=lang.value, explain=explain)
    if as_json:
        print_json(document)
    else:
        make_console().print(sheet_screen(document, lang=lang.value))
    if document["total"] is None:
        raise typer.Exit(EXIT_FAILED)


def hand_in_photo(path: Path, terms: Terms) -> str:
    """Read the photo and give the text of the one hand in it.

    Raises:
        Failure: the photo can't be read, or no single hand is made out in it.
    """
    document = next(read_all([path], terms.rules, None))
    if "error" in document:
        raise Failure(
            document["error"]["code"], f"{path.name}: {document['error']['message']} ({document['error']['code']})"
        )
    hands = document["hands"]
    if len(hands) != 1:
        raise Failure(
            "no_single_hand",
            f"{path.name}: {len(hands)} hands made out in {len(document['tiles'])} tiles; give it with --hand",
        )
    text: str = hands[0]["hand"]
    return text


@app.command("eval")
def evaluate(
    labels: Annotated[Path, typer.Argument(metavar="LABELS.csv", help="a row a labelled tile (docs/data.md)")],
    photos: Annotated[
        Path | None, typer.Option(metavar="DIR", help="where the photos are; by default the folder of the same name")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="write readings, a row a photo, pictures of the mistakes")
    ] = None,
    worst: Annotated[int, typer.Option(min=0, help="how many photos to draw with their mistakes")] = 12,
    models: Annotated[Path | None, typer.Option(metavar="DIR", help="other models than the shipped ones")] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure readings against labelled photos."""
    from api.evaluation import Evaluation, figures_document
    from labels.measure import figures
    from labels.photoset import read_photos
    from vision import Reader

    try:
        labelled = read_photos(labels, photos)
    except ValueError as error:
        raise Failure("labels_invalid", f"{error} (labels_invalid)") from error
    evaluation = Evaluation(Reader(folder=models) if models else Reader())
    for photo in with_progress(labelled):
        evaluation.read(photo)
    total = figures(evaluation.results)
    if out is not None:
        evaluation.write(out, total, labelled, worst)
    document = figures_document(total)
    if as_json:
        print_json(document)
    else:
        make_console().print(figures_screen(document))
    for row in evaluation.rows:
        if row["error"]:
            complain(f"{row['photo']}: not read ({row['error']})")


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="address to listen at; the default is every one of this machine")
    ] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="where the database and the photos are kept")] = None,
    tls: Annotated[
        bool,
        typer.Option("--tls", help="serve over TLS with a certificate of this machine's own, which phones can trust"),
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="a further name or address that phones use, for the certificate; repeatable"),
    ] = None,
    trust_port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="with --tls, the plain port that hands the certificate out; by default the next one"
        ),
    ] = None,
) -> None:
    """Serve the phone page, and print its address with a QR code."""
    if not tls and (name or trust_port is not None):
        raise typer.BadParameter("--name and --trust-port go with --tls")
    with ended_by_interrupt():
        from api.serving import serve_until_stopped
        from api.settings import settings_from
        from api.tls import prepare_tls

    settings = settings_from(os.environ, data=data)
    certified = prepare_tls(settings.data / "tls", host=host, extra=name or ()) if tls else None
    if trust_port is None:
        trust_port = min(port + 1, 65535) if port else 0
    serve_until_stopped(settings, host=host, port=port, tls=certified, trust_port=trust_port)


app.command()(backup)
app.command()(restore)


def show_version(asked: bool) -> None:
    """Print the version and stop."""
    if asked:
        print(f"tailens {version('tailens')}")
        raise typer.Exit


@app.callback()
def root(
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Read a photo of a revealed mahjong hand, score it, settle it."""


class Failure(TaiLensError):
    """Stop with one line on stderr and exit code 1: the photo gives no hand to score."""


def complain(message: str) -> None:
    """Say what went wrong, in one line on stderr."""
    print("tailens: " + " ".join(message.split()), file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Chinese must not stop us
    try:
        code = app(arguments, prog_name="tailens", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.TyperException as error:
        complain(error.format_message())
        return error.exit_code
    except (NotationError, RuleSetError, WinError) as error:
        complain(str(error))
        return EXIT_USAGE
    except (Failure, BackupError) as error:
        complain(str(error))
        return EXIT_FAILED
    except (FormError, TrainError) as error:
        complain(f"{error} ({error.code})")
        return EXIT_FAILED
    except TaiLensError as error:  # a model or the service
        complain(str(error))
        return EXIT_NO_START
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return EXIT_FAILED
    except (KeyboardInterrupt, typer.Abort):
        return 130


if __name__ == "__main__":
    sys.exit(main())
