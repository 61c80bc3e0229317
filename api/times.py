"""Times as the records keep them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def utc_now() -> str:
    """Give the time as the records keep it."""
    return written(datetime.now(UTC))


def later(at: str, **span: float) -> str:
    """Give a time of the records, some days or hours on.

    >>> later("2026-12-31T23:00:00.000Z", hours=2)
    '2027-01-01T01:00:00.000Z'
    """
    return written(datetime.fromisoformat(at) + timedelta(**span))


def written(at: datetime) -> str:
    """Write a time of UTC, to the millisecond."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
