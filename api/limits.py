"""How often somebody may try: guesses of passwords and codes, uploads."""

from __future__ import annotations

import ipaddress
import math
import threading
from collections import OrderedDict
from collections.abc import Callable

from api.errors import ApiError

MOST_KEYS = 20_000


class Limit:
    """Let each key through so many times in a span; it fills up again little by little.

    It counts in this process, and forgets those that were quiet longest when there are too many.

    Args:
        times: at once, and in each span.
        seconds: the span.
        clock: seconds that only grow.
    """

    def __init__(self, times: int, seconds: float, *, clock: Callable[[], float]) -> None:
        self.times = times
        self.seconds = seconds
        self.clock = clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._guard = threading.Lock()

    def take(self, key: str) -> None:
        """Count one try.

        Raises:
            ApiError: `too_many_tries`, with the seconds to wait; the try is not counted then.
        """
        with self._guard:
            spent = self._now(key)
            if spent + 1 > self.times:
                wait = math.ceil((spent + 1 - self.times) * self.seconds / self.times)
                raise ApiError("too_many_tries", detail={"retry_after": wait}, headers={"retry-after": str(wait)})
            self._keep(key, spent + 1)

    def give_back(self, key: str) -> None:
        """Take one try back: it was no guess."""
        with self._guard:
            self._keep(key, max(0.0, self._now(key) - 1))

    def _now(self, key: str) -> float:
        spent, at = self._spent.get(key, (0.0, 0.0))
        return max(0.0, spent - (self.clock() - at) * self.times / self.seconds) if spent else 0.0

    def _keep(self, key: str, spent: float) -> None:
        self._spent[key] = (spent, self.clock())
        self._spent.move_to_end(key)
        while len(self._spent) > MOST_KEYS:
            self._spent.popitem(last=False)


class Limits:
    """The limits of the service.

    Attributes:
        guesses_at: wrong secrets (passwords, codes, links, tokens) from one address.
        guesses_of: wrong passwords for one name from one address.
        guesses_anywhere: wrong passwords for one name from everywhere.
        signups: guests made by invites from one address.
        uploads: photos from one account.
    """

    def __init__(self, *, clock: Callable[[], float], uploads_a_minute: int) -> None:
        self.guesses_at = Limit(30, 300, clock=clock)
        self.guesses_of = Limit(10, 900, clock=clock)
        self.guesses_anywhere = Limit(100, 3600, clock=clock)
        self.signups = Limit(600, 3600, clock=clock)
        self.uploads = Limit(uploads_a_minute, 60, clock=clock)


def origin_of(address: str | None) -> str:
    """Give what counts as one place that calls come from: an address, of IPv6 the network that a household gets.

    >>> origin_of("2001:db8:1:2:3::4"), origin_of("192.0.2.7"), origin_of("::ffff:192.0.2.7"), origin_of(None)
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7', 'unknown')
    """
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
