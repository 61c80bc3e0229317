"""Tell listeners that something was written, without a thread for each of them."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import suppress

from anyio import CapacityLimiter, to_thread
from sqlalchemy.exc import SQLAlchemyError

log = logging.getLogger("tailens")

POLL_SECONDS = 1.0
HEARTBEAT_SECONDS = 20.0
LIFE_SECONDS = 300.0
"""After this a listener must come back, so that who may no longer listen does not."""
MOST_LISTENERS = 1000


class Live:
    """Sessions that are listened to, and how far each has come.

    What this process writes is told at once; one task looks for what other processes wrote.

    Args:
        latest: gives the last event's number of each session that there is.
    """

    def __init__(self, latest: Callable[[Collection[str]], Mapping[str, int]]) -> None:
        self.latest = latest
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._numbers: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self._turn = CapacityLimiter(1)  # of its own: it must not wait behind photos
        self._closed = False

    @property
    def is_full(self) -> bool:
        """Whether as many listen as may."""
        return sum(map(len, self._listeners.values())) >= MOST_LISTENERS

    def moved(self, session_id: str, number: int) -> None:
        """Say that an event was written; from whatever thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the service has stopped meanwhile
                self._loop.call_soon_threadsafe(self._tell, session_id, number)

    def close(self) -> None:
        """Let every listener go; from whatever thread."""
        self._closed = True
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake_all)

    async def follow(self, session_id: str, number: int) -> AsyncGenerator[int | None]:
        """Give the newest number at once and whenever it grows, and None now and then, so that the line stays open.

        Args:
            number: the last one that is known.
        """
        loop = self._loop = asyncio.get_running_loop()
        until = loop.time() + LIFE_SECONDS
        woken = asyncio.Event()
        self._listeners[session_id].add(woken)
        self._numbers[session_id] = max(number, self._numbers.get(session_id, 0))
        if self._looking is None or self._looking.done():
            self._looking = loop.create_task(self._look())
        try:
            said = 0
            while not self._closed and loop.time() < until:
                if session_id not in self._numbers:
                    return  # deleted
                newest = self._numbers[session_id]
                yield newest if newest > said else None
                said = newest
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), HEARTBEAT_SECONDS)
                woken.clear()
        finally:
            self._listeners[session_id].discard(woken)
            if not self._listeners[session_id]:
                del self._listeners[session_id]
                self._numbers.pop(session_id, None)

    def _tell(self, session_id: str, number: int) -> None:
        if number > self._numbers.get(session_id, number):
            self._numbers[session_id] = number
            for woken in self._listeners[session_id]:
                woken.set()

    def _wake_all(self) -> None:
        for waiting in self._listeners.values():
            for woken in waiting:
                woken.set()

    async def _look(self) -> None:
        while self._listeners and not self._closed:
            await asyncio.sleep(POLL_SECONDS)
            asked = list(self._listeners)
            try:
                found = await to_thread.run_sync(self.latest, asked, limiter=self._turn)
            except SQLAlchemyError as error:  # it may be back the next time
                log.warning("can't look for news: %s", error)
                continue
            for session_id in asked:
                if session_id in found:
                    self._tell(session_id, found[session_id])
                elif self._numbers.pop(session_id, None) is not None:
                    for woken in self._listeners.get(session_id, ()):
                        woken.set()
