"""The first step of the `tailens` command: while it loads, Ctrl-C ends it without a word."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process at once while the block runs, as it does a program without a handler.

    An exception would come up somewhere inside a library that is just being imported, and be printed from there.
    """
    before = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread() and before is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, before)


def main() -> int:
    """Load the command and run it."""
    with ended_by_interrupt():
        from api.cli import main as command
    return command()


if __name__ == "__main__":
    sys.exit(main())
