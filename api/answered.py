"""Idempotency: the same call with the same key is carried out once and answered the same."""

from __future__ import annotations

import hashlib
from typing import TypeVar

from sqlalchemy import delete
from sqlalchemy.orm import Session

from api.errors import ApiError
from api.tables import AnsweredRow, ClubRow, HandRow, PlayerRow, ReadingRow

Row = TypeVar("Row", ClubRow, HandRow, PlayerRow, ReadingRow)


def answered(session: Session, kind: type[Row], *, key: str, call: str, fingerprint: str) -> Row | None:
    """Give what this call made before, or None when the key is new.

    Raises:
        ApiError: `idempotency_conflict` when the key came with another request.
    """
    made = answer_of(session, key=key, call=call, fingerprint=fingerprint)
    return None if made is None else session.query(kind).filter(kind.id == made).one()


def answer_once(session: Session, row: Row, *, key: str | None, call: str, fingerprint: str) -> Row:
    """Add the row, or give the one that this call made before; run inside a writing session."""
    if key is not None:
        before = answered(session, type(row), key=key, call=call, fingerprint=fingerprint)
        if before is not None:
            return before
        remember_answer(session, row.id, key=key, call=call, fingerprint=fingerprint, at=row.created_at)
    session.add(row)
    session.flush()
    return row


def answer_of(session: Session, *, key: str, call: str, fingerprint: str) -> str | None:
    """Give the id or number of what this call made before, or None when the key is new.

    Raises:
        ApiError: `idempotency_conflict` when the key came with another request.
    """
    known = session.get(AnsweredRow, (key, call))
    if known is None:
        return None
    if known.fingerprint != fingerprint:
        raise ApiError("idempotency_conflict")
    return known.made


def remember_answer(session: Session, made: str, *, key: str, call: str, fingerprint: str, at: str) -> None:
    """Remember what a call made; run inside the writing session that makes it."""
    session.add(AnsweredRow(key=key, call=call, fingerprint=fingerprint, made=made, created_at=at))


def forget_answers(session: Session, *, call: str) -> None:
    """Forget all that a call made, within a writing session."""
    session.execute(delete(AnsweredRow).where(AnsweredRow.call == call))


def fingerprint_of_text(text: str) -> str:
    """Give the SHA-256 of a request."""
    return hashlib.sha256(text.encode()).hexdigest()
