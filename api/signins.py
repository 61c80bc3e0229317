"""Devices that are signed in: a cookie with a random token, of which the database knows only the hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from api.access import OPERATOR, Caller
from api.database import Database
from api.tables import AccountRow, SigninRow
from api.times import later

SIGNIN_DAYS = 400  # the longest that browsers keep a cookie
RENEW_DAYS = 30
TOKEN_BYTES = 32
LONGEST_TOKEN = 100


class Signins:
    """The sign-ins of one database."""

    def __init__(self, database: Database, *, now: Callable[[], str]) -> None:
        self.database = database
        self.now = now

    def caller(self, token: str) -> Caller | None:
        """Say who has this token, or None."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        query = (
            select(AccountRow, SigninRow.id)
            .join(SigninRow, SigninRow.account_id == AccountRow.id)
            .where(SigninRow.id == hash_of(token), SigninRow.expires > self.now())
        )
        with self.database.read() as session:
            found = session.execute(query).first()
        return None if found is None else caller_of(found[0], found[1])

    def open(self, session: Session, account: AccountRow) -> tuple[str, Caller]:
        """Sign a device in within a writing session, and give the token for its cookie; it is told only now."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        at = self.now()
        session.execute(delete(SigninRow).where(SigninRow.expires <= at))
        row = SigninRow(id=hash_of(token), account_id=account.id, created_at=at, expires=later(at, days=SIGNIN_DAYS))
        session.add(row)
        session.flush()
        return token, caller_of(account, row.id)

    def renew(self, caller: Caller) -> bool:
        """Make a sign-in last on, if that is due, and say whether it was."""
        at = self.now()
        with self.database.read() as session:
            row = session.get(SigninRow, caller.signin_id)
        if row is None or row.expires > later(at, days=SIGNIN_DAYS - RENEW_DAYS):
            return False
        with self.database.write() as session:
            kept = session.get(SigninRow, caller.signin_id)
            if kept is not None:
                kept.expires = later(at, days=SIGNIN_DAYS)
            return kept is not None

    def close(self, caller: Caller) -> None:
        """Sign the device out."""
        with self.database.write() as session:
            self.forget(session, caller)

    def forget(self, session: Session, caller: Caller) -> None:
        """Sign the device out, within a writing session."""
        session.execute(delete(SigninRow).where(SigninRow.id == caller.signin_id))


def close_all(session: Session, account_id: str) -> None:
    """Sign every device of an account out, within a writing session."""
    session.execute(delete(SigninRow).where(SigninRow.account_id == account_id))


def the_operator() -> Caller:
    """Give the caller that a program with the service's own token is."""
    return Caller(signin_id="", account_id=None, name=OPERATOR, operator=True, may_found=True)


def caller_of(account: AccountRow, signin_id: str) -> Caller:
    """Give the caller that a signed-in account is."""
    return Caller(
        signin_id=signin_id,
        account_id=account.id,
        name=account.name,
        guest=account.password is None,
        may_found=account.may_found,
    )


def hash_of(secret: str) -> str:
    """Give what the database keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
