"""Accounts: guests of the join link and of invites, sign-up, sign-in, new passwords."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.access import CLUB_WIDE, Caller
from api.clubs import Clubs
from api.database import Database
from api.errors import ApiError
from api.limits import Limits
from api.names import LONGEST_KEY, name_key, person_name
from api.passwords import LONGEST_PASSWORD, Passwords
from api.signins import Signins, caller_of, close_all
from api.tables import AccountRow, ClubRow, MemberRow, PlayerRow

GUEST_NAME = ""


class Accounts:
    """The accounts of one database."""

    def __init__(
        self,
        database: Database,
        clubs: Clubs,
        signins: Signins,
        limits: Limits,
        *,
        now: Callable[[], str],
        new_id: Callable[[], str],
    ) -> None:
        self.database = database
        self.clubs = clubs
        self.signins = signins
        self.limits = limits
        self.passwords = Passwords()
        self.now = now
        self.new_id = new_id

    def come_by_join_link(self, caller: Caller | None) -> str | None:
        """Let a device in by the service's own link: it may make clubs, and owns the house club with all who came so.

        Returns:
            the token of a new sign-in, or None where the device has one.
        """
        with self.database.write() as session:
            account = self._account(session, caller)
            token = None
            if account is None:
                account = self.guest(session, GUEST_NAME)
                token, _ = self.signins.open(session, account)
            account.may_found = True
            self.clubs.admit(session, account.id, self.clubs.house(session).id, "owner")
        return token

    def guest(self, session: Session, name: str) -> AccountRow:
        """Make an account without a password, within a writing session."""
        row = AccountRow(
            id=self.new_id(),
            name=name,
            name_key=None,
            password=None,
            may_found=False,
            created_at=self.now(),
            deleted=False,
        )
        session.add(row)
        session.flush()
        return row

    def sign_up(self, caller: Caller, name: str, password: str) -> tuple[str, Caller]:
        """Make the guest's account one with a password, and give a new token; what it owns stays its own.

        Raises:
            ApiError: `signup_closed`, `account_exists`, `name_invalid`, `name_taken` or `password_unfit`.
        """
        wanted = person_name(name)
        if caller.account_id is None:
            raise ApiError("signup_closed")
        if not caller.guest:
            raise ApiError("account_exists")
        kept = self.passwords.hash(password)
        with self.database.write() as session:
            account = self._account(session, caller)
            if account is None or not (account.may_found or _belongs(session, account.id)):
                raise ApiError("signup_closed")
            if account.password is not None:
                raise ApiError("account_exists")
            if _named(session, wanted) is not None:
                raise ApiError("name_taken")
            account.name, account.name_key, account.password = wanted, name_key(wanted), kept
            session.flush()
            # A token that somebody else may have put there means nothing from now on.
            close_all(session, account.id)
            return self.signins.open(session, account)

    def sign_in(self, caller: Caller | None, name: str, password: str, *, origin: str) -> tuple[str, Caller]:
        """Give a new token to who knows the password; what a guest on this device belongs to comes along.

        Raises:
            ApiError: `signin_wrong` or `too_many_tries`.
        """
        wanted = name_key(name)[:LONGEST_KEY].replace("\x00", "")  # which PostgreSQL can't even look for
        counted = (
            (self.limits.guesses_at, origin),
            (self.limits.guesses_of, f"{origin} {wanted}"),
            (self.limits.guesses_anywhere, wanted),
        )
        for limit, key in counted:
            limit.take(key)
        with self.database.read() as session:
            account = session.scalar(select(AccountRow).where(AccountRow.name_key == wanted))
        kept = account.password if account is not None else None
        if len(password) > LONGEST_PASSWORD or not self.passwords.right(password, kept):
            raise ApiError("signin_wrong")
        for limit, key in counted:
            limit.give_back(key)
        with self.database.write() as session:
            account = session.scalar(select(AccountRow).where(AccountRow.name_key == wanted))
            if account is None or account.password != kept:  # changed or deleted meanwhile
                raise ApiError("signin_wrong")
            before = self._account(session, caller)
            if before is not None and before.password is None and before.id != account.id:
                self.clubs.merge(session, before, account)
                close_all(session, before.id)
            elif caller is not None:
                self.signins.forget(session, caller)
            return self.signins.open(session, account)

    def rename(self, caller: Caller, name: str) -> None:
        """Give the caller another name.

        Raises:
            ApiError: `name_invalid` or `name_taken`.
        """
        wanted = person_name(name)
        with self.database.write() as session:
            account = self._account(session, caller)
            if account is None:
                raise ApiError("not_joined")
            if account.password is not None:
                other = _named(session, wanted)
                if other is not None and other.id != account.id:
                    raise ApiError("name_taken")
                account.name_key = name_key(wanted)
            account.name = wanted

    def change_password(self, caller: Caller, old: str, new: str, *, origin: str) -> tuple[str, Caller]:
        """Change the caller's password, sign every device out, and give a new token.

        Raises:
            ApiError: `signin_wrong`, `password_unfit` or `too_many_tries`.
        """
        kept = self.passwords.hash(new)
        known = self._require_password(caller, old, origin=origin)
        with self.database.write() as session:
            account = self._account(session, caller)
            if account is None or account.password != known:
                raise ApiError("signin_wrong")
            return self.set_password(session, account, kept)

    def set_password(self, session: Session, account: AccountRow, kept: str) -> tuple[str, Caller]:
        """Put another password in place, within a writing session; every device must sign in anew but this one."""
        account.password = kept
        close_all(session, account.id)
        return self.signins.open(session, account)

    def delete(self, caller: Caller, password: str, *, origin: str) -> None:
        """Delete the caller's account; its name is blank in every history, and its players are nobody's.

        Raises:
            ApiError: `signin_wrong` or `too_many_tries`; `last_owner` when a club would have none.
        """
        known = None if caller.guest else self._require_password(caller, password, origin=origin)
        with self.database.write() as session:
            account = self._account(session, caller)
            if account is None or account.password != known:
                raise ApiError("signin_wrong")
            for row in list(session.scalars(select(MemberRow).where(MemberRow.account_id == account.id))):
                session.delete(row)
                session.flush()
                require_owned(session, row.club_id)
            for player in session.scalars(select(PlayerRow).where(PlayerRow.account_id == account.id)):
                player.account_id = None
            close_all(session, account.id)
            account.name, account.name_key, account.password = "", None, None
            account.may_found, account.deleted = False, True

    def again(self, caller: Caller) -> Caller:
        """Give the caller as the database has it now."""
        with self.database.read() as session:
            account = self._account(session, caller)
        return caller if account is None else caller_of(account, caller.signin_id)

    def _require_password(self, caller: Caller, password: str, *, origin: str) -> str:
        self.limits.guesses_at.take(origin)
        with self.database.read() as session:
            account = self._account(session, caller)
        if account is None or not self.passwords.right(password[: LONGEST_PASSWORD + 1], account.password):
            raise ApiError("signin_wrong")
        self.limits.guesses_at.give_back(origin)
        assert account.password is not None
        return account.password

    def _account(self, session: Session, caller: Caller | None) -> AccountRow | None:
        if caller is None or caller.account_id is None:
            return None
        account = session.get(AccountRow, caller.account_id)
        return None if account is None or account.deleted else account


def require_owned(session: Session, club_id: str) -> None:
    """Refuse to leave a club without an owner.

    Raises:
        ApiError: `last_owner`.
    """
    roles = set(
        session.scalars(select(MemberRow.role).where(MemberRow.club_id == club_id, MemberRow.session_id == CLUB_WIDE))
    )
    club = session.get(ClubRow, club_id)
    # Nobody may belong to the house club: the next who opens the join link owns it again.
    if club is not None and "owner" not in roles and (roles or not club.house):
        raise ApiError("last_owner")


def _named(session: Session, name: str) -> AccountRow | None:
    return session.scalar(select(AccountRow).where(AccountRow.name_key == name_key(name)))


def _belongs(session: Session, account_id: str) -> bool:
    query = select(MemberRow.number).where(MemberRow.account_id == account_id, MemberRow.session_id == CLUB_WIDE)
    return session.scalar(query.limit(1)) is not None
