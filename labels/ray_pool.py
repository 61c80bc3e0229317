"""Workers on a Ray cluster that take one thing at a time; what a worker held that died is given to another."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import ray
from ray.exceptions import RayError, RayTaskError

from labels.forms.errors import FormError

AHEAD: Final = 4
"""Things per worker that may be begun before an earlier one is given."""
DEATHS: Final = 3
"""Workers that may die over one thing, or one after the other while they start."""
START_SECONDS: Final = 300
"""How long no worker at all may be there; a cluster that grows takes its time."""
LOOK_SECONDS: Final = 5
"""How long Ray is asked at a time: around a worker's death it may come back early, or miss an answer and stay."""
PATIENCE: Final = 420
"""Seconds that a worker may take over one thing; after that it hangs, or never got what it was given. Fetching a photo
from afar ends by itself before."""


class WorkersDied(Exception):
    """Stands for what comes of a thing over which too many workers died."""


@dataclass(slots=True)
class _Task:
    at: int
    thing: Any
    deaths: int = 0
    due: float = 0.0


@dataclass(slots=True)
class _Work:
    """What is under way in one call of `each`: tasks to do again, running with their worker by answer, and done."""

    begin: Callable[[Any, Any], Any]
    again: deque[_Task] = field(default_factory=deque)
    running: dict[Any, tuple[_Task, Any]] = field(default_factory=dict)
    done: dict[int, tuple[Any, Any]] = field(default_factory=dict)


class RayPool:
    """Keeps so many workers; Ray must be initialized.

    Args:
        make: starts a worker, which has a method `started` that answers when it is ready.
        count: how many; those for which the cluster has no room wait for it, and the others begin.
        patience: seconds after which a worker that has not answered counts as dead.
    """

    def __init__(self, make: Callable[[], Any], count: int, patience: float = PATIENCE) -> None:
        self._make = make
        self._count = count
        self._patience = patience
        self._idle: deque[Any] = deque()
        self._starting: dict[Any, Any] = {}
        self._failures = 0
        self._none_for = 0.0
        for _ in range(count):
            self._start()

    def each(self, things: Iterable[Any], begin: Callable[[Any, Any], Any]) -> Iterator[tuple[Any, Any]]:
        """Have workers do things, and give each with what came of it, in the order given.

        Args:
            begin: has a worker do a thing, and gives the reference to its answer.

        Returns:
            Each thing with its answer, or with `WorkersDied`.

        Raises:
            FormError: `engine_failed` where workers can't be started.
        """
        work = _Work(begin)
        coming = enumerate(things)
        given = 0
        more = True
        while True:
            while self._idle and (work.again or more):
                if work.again:
                    self._give(work, work.again.popleft())
                elif len(work.running) + len(work.done) >= AHEAD * self._count:
                    break
                elif (following := next(coming, None)) is None:
                    more = False
                else:
                    self._give(work, _Task(*following))
            while given in work.done:
                yield work.done.pop(given)
                given += 1
            if not (more or work.again or work.running):
                return
            self._wait(work)

    def _start(self) -> None:
        worker = self._make()
        self._starting[worker.started.remote()] = worker

    def _give(self, work: _Work, task: _Task) -> None:
        worker = self._idle.popleft()
        task.due = time.monotonic() + self._patience
        work.running[work.begin(worker, task.thing)] = task, worker

    def _wait(self, work: _Work) -> None:
        """Wait until a worker has started, answered, died or taken too long."""
        answers = [*work.running, *self._starting]
        began = time.monotonic()
        ready, _ = ray.wait(answers, num_returns=1, timeout=LOOK_SECONDS)
        now = time.monotonic()
        self._none_for = 0.0 if ready or work.running else self._none_for + now - began
        if self._none_for >= START_SECONDS:
            raise FormError("engine_failed", f"the cluster has had no room for a worker for {START_SECONDS} seconds")
        for answer in ready:
            if answer in self._starting:
                self._started(answer)
            else:
                self._answered(work, answer)
        if not ready:  # an answer may have come long since, while nobody asked for it
            for answer in [answer for answer, (task, _) in work.running.items() if task.due <= now]:
                self._died(work, *work.running.pop(answer))

    def _started(self, answer: Any) -> None:
        worker = self._starting.pop(answer)
        try:
            ray.get(answer)
        except RayError as error:
            self._failures += 1
            if self._failures >= DEATHS:
                why = (str(error).strip().splitlines() or [type(error).__name__])[-1]
                raise FormError("engine_failed", f"a worker can't be started: {why}") from error
            self._start()
        else:
            self._failures = 0
            self._idle.append(worker)

    def _answered(self, work: _Work, answer: Any) -> None:
        task, worker = work.running.pop(answer)
        try:
            work.done[task.at] = task.thing, ray.get(answer)
        except RayTaskError:  # a fault of ours, no worker's death
            raise
        except RayError:
            self._died(work, task, worker)
        else:
            self._idle.append(worker)

    def _died(self, work: _Work, task: _Task, worker: Any) -> None:
        """Have another worker do the task, unless too many died over it, and start one in place of this."""
        task.deaths += 1
        if task.deaths < DEATHS:
            work.again.append(task)
        else:
            work.done[task.at] = task.thing, WorkersDied()
        with suppress(RayError):
            ray.kill(worker)
        self._start()
