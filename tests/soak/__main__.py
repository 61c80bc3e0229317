"""The service under load, for `make soak`: tables, kills, readers, photos; on SQLite and on PostgreSQL.

python -m tests.soak [--seconds S] [--uploads N] [--kills N] [--only PART...]

The phones are locust's; what they were told is compared with the books afterwards. Figures go to the terminal, and
nothing is waited for that takes no time: on a slower machine they are lower, and nothing may fail.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.postgresql import NoPostgres, Postgres, running_postgres
from tests.soak.load import Load, differences, run_load
from tests.soak.service import Service

HEALTH_MILLISECONDS = 100
UNANSWERED = 0.01  # of a service that nobody kills: a connection that it closes when a phone was about to use it
GROWTH_MEGABYTES = 60
PARTS = ("tables", "kills", "health", "readers", "memory")


class Soak:
    """The parts of the soak on one kind of database; what fails is kept to the end."""

    def __init__(self, kind: str, make_url: Callable[[], str], chosen: argparse.Namespace) -> None:
        self.kind = kind
        self.make_url = make_url
        self.chosen = chosen
        self.failed: list[str] = []

    @contextmanager
    def service(self) -> Iterator[tuple[Service, Path]]:
        """Run a service on a new place; gives it with a folder for what the phones write down."""
        with tempfile.TemporaryDirectory() as folder:
            service = Service(Path(folder) / "data", self.make_url())
            service.start()
            try:
                yield service, Path(folder) / "out"
            finally:
                service.kill()

    def say(self, part: str, *lines: str) -> None:
        """Print figures."""
        for line in lines:
            print(f"{self.kind}, {part}: {line}", flush=True)

    def judge(self, part: str, load: Load, *, wrong: list[str]) -> None:
        """Keep what went wrong."""
        if not load.kills and load.unanswered > UNANSWERED:
            wrong = [*wrong, load.line("unknown")]
        for line in [*load.errors, *wrong]:
            self.failed.append(f"{self.kind}, {part}: {line}")
            print(f"FAILED {self.failed[-1]}", flush=True)

    def tables(self) -> None:
        """Let fifty tables confirm at once."""
        with self.service() as (service, out):
            load = run_load(service, out, users={"Table": 50}, seconds=self.chosen.seconds, events=500)
            service.stop()
            service.start()
            compared, wrong = differences(service.get, out)
            self.say("50 tables at once", load.line("confirm"), f"{compared} events, compared with the books replayed")
            self.judge("tables", load, wrong=wrong)

    def kills(self) -> None:
        """Kill the service in the middle, again and again."""
        with self.service() as (service, out):
            load = run_load(service, out, users={"Table": 50}, events=30, kills=self.chosen.kills)
            service.kill()
            service.start()
            compared, wrong = differences(service.get, out)
            self.say(
                f"50 tables, {load.kills} times kill -9",
                load.line("confirm"),
                f"{compared} events, compared with the books replayed",
            )
            self.judge("kills", load, wrong=wrong)

    def health(self) -> None:
        """Ask for health while eight phones send photos."""
        with self.service() as (service, out):
            load = run_load(service, out, users={"Photographer": 8, "Health": 2}, seconds=self.chosen.seconds)
            self.say("8 phones send photos", load.line("photo"), load.line("health"))
            slow = load.calls["health"]["p99"] >= HEALTH_MILLISECONDS
            self.judge("health", load, wrong=[load.line("health")] if slow else [])

    def readers(self) -> None:
        """Let two hundred people look while eight tables are kept."""
        with self.service() as (service, out):
            users = {"Reader": 150, "Listener": 50, "Table": 8}
            load = run_load(service, out, users=users, seconds=self.chosen.seconds, events=50, heard=50)
            compared, wrong = differences(service.get, out)
            names = ("sessions", "session", "standings", "live", "confirm")
            self.say(
                "200 readers, 50 of them listening, 8 tables", *map(load.line, names), f"{compared} events compared"
            )
            self.judge("readers", load, wrong=wrong)

    def memory(self) -> None:
        """Send photo after photo."""
        with self.service() as (service, out):
            uploads = self.chosen.uploads
            load = run_load(service, out, users={"Photographer": 4}, uploads=uploads)
            quarter = load.memory[len(load.memory) // 4 :]
            self.say(
                f"{uploads} photos",
                load.line("photo"),
                f"memory {quarter[0]} MB after a quarter, {max(quarter)} MB at most, {quarter[-1]} MB at the end",
            )
            grown = quarter[-1] - quarter[0]
            self.judge("memory", load, wrong=[f"grown by {grown} MB"] if grown > GROWTH_MEGABYTES else [])


def main() -> int:
    """Run the parts, and give 1 when anything went wrong."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=60, help="how long each load lasts")
    arguments.add_argument("--uploads", type=int, default=2000)
    arguments.add_argument("--kills", type=int, default=20)
    arguments.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    arguments.add_argument("--kind", nargs="+", choices=("sqlite", "postgresql"), default=("sqlite", "postgresql"))
    chosen = arguments.parse_args()
    failed: list[str] = []
    with ExitStack() as held:
        kinds: dict[str, Callable[[], str]] = {}
        if "sqlite" in chosen.kind:
            kinds["SQLite"] = lambda: ""
        if "postgresql" in chosen.kind:
            try:
                server: Postgres = held.enter_context(running_postgres(durable=True))
                kinds["PostgreSQL"] = server.empty
            except NoPostgres as reason:
                print(f"PostgreSQL left out: {reason}", flush=True)
        for kind, make_url in kinds.items():
            soak = Soak(kind, make_url, chosen)
            for part in chosen.only:
                getattr(soak, part)()
            failed += soak.failed
    print(f"{len(failed)} failed", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
