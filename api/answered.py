"""Idempotency: the same call with the same key is carried out once and answered the same."""

from __future__ import annotations

from typing import TypeVar

from sqlalchemy.orm import Session

from api.errors import ApiError
from api.tables import AnsweredRow, ClubRow, HandRow, PlayerRow, ReadingRow

Row = TypeVar("Row", ClubRow, HandRow, PlayerRow, ReadingRow)


def answered(session: Session, kind: type[Row], *, key: str, call: str, fingerprint: str) -> Row | None:
    """Give what this call made before, or None when the key is new.

    Raises:
        ApiError: `idempotency_conflict` when the key came with another request.
    """
    known = session.get(AnsweredRow, (key, call))
    if known is None:
        return None
    if known.fingerprint != fingerprint:
        raise ApiError("idempotency_conflict")
    return session.query(kind).filter(kind.id == known.made).one()


def answer_once(session: Session, row: Row, *, key: str | None, call: str, fingerprint: str) -> Row:
    """Add the row, or give the one that this call made before; run inside a writing session."""
    if key is not None:
        before = answered(session, type(row), key=key, call=call, fingerprint=fingerprint)
        if before is not None:
            return before
        session.add(AnsweredRow(key=key, call=call, fingerprint=fingerprint, made=row.id, created_at=row.created_at))
    session.add(row)
    session.flush()
    return row
