"""Ways in: invites to a club or to one session, by link or by a short code, and ways to a new password."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from api.access import CLUB_WIDE, Caller, Role, as_role, at_least, require_in
from api.accounts import Accounts
from api.database import Database
from api.errors import ApiError
from api.names import person_name
from api.photos import is_id
from api.secret_codes import Secrets, new_secrets, plain_code
from api.signins import hash_of
from api.tables import AccountRow, ClubRow, InviteRow, MemberRow, PlayerRow, ResetRow, SessionRow
from api.times import later

CODE_HOURS = 24
RESET_HOURS = 24
MOST_INVITES = 100


@dataclass(frozen=True, slots=True)
class Joined:
    """What came of an invite.

    Attributes:
        token: of a new sign-in, where the device had none.
    """

    caller: Caller
    token: str | None
    club_id: str
    session_id: str


class Invites:
    """The invites of one database."""

    def __init__(
        self, database: Database, accounts: Accounts, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.database = database
        self.accounts = accounts
        self.now = now
        self.new_id = new_id

    def make(
        self, caller: Caller, club_id: str, *, role: Role, hours: int, session_id: str = CLUB_WIDE
    ) -> tuple[InviteRow, Secrets]:
        """Make an invite to a club, or to one of its sessions; whoever opens it gets the role.

        Raises:
            ApiError: `club_unknown`; `role_too_low` for a role over the maker's own, or from who keeps no scores;
                `session_unknown` or `invites_full`.
        """
        told = new_secrets()
        at = self.now()
        with self.database.write() as session:
            require_in(session, caller, club_id, "scorekeeper" if role in ("player", "viewer") else "owner")
            if session_id != CLUB_WIDE:
                kept = session.get(SessionRow, session_id)
                if kept is None or kept.club_id != club_id:
                    raise ApiError("session_unknown")
            ours = InviteRow.club_id == club_id
            session.execute(delete(InviteRow).where(ours, InviteRow.expires <= at))
            if session.scalars(select(func.count(InviteRow.id)).where(ours)).one() >= MOST_INVITES:
                raise ApiError("invites_full", detail={"limit": MOST_INVITES})
            row = InviteRow(
                id=self.new_id(),
                club_id=club_id,
                session_id=session_id,
                role=role,
                secret=hash_of(told.secret),
                code=hash_of(told.code),
                created_at=at,
                code_expires=later(at, hours=min(hours, CODE_HOURS)),
                expires=later(at, hours=hours),
            )
            session.add(row)
        return row, told

    def listed(self, caller: Caller, club_id: str) -> list[InviteRow]:
        """List a club's invites that are still good, newest first.

        Raises:
            ApiError: `club_unknown` or `role_too_low`.
        """
        with self.database.read() as session:
            require_in(session, caller, club_id, "scorekeeper")
            query = select(InviteRow).where(InviteRow.club_id == club_id, InviteRow.expires > self.now())
            return list(session.scalars(query.order_by(InviteRow.created_at.desc(), InviteRow.id)))

    def take_back(self, caller: Caller, club_id: str, invite_id: str) -> None:
        """Take an invite back; who came by it stays.

        Raises:
            ApiError: `club_unknown`, `role_too_low` or `invite_unknown`.
        """
        with self.database.write() as session:
            role = require_in(session, caller, club_id, "scorekeeper")
            row = session.get(InviteRow, invite_id) if is_id(invite_id) else None
            if row is None or row.club_id != club_id:
                raise ApiError("invite_unknown")
            if not at_least(role, as_role(row.role)):
                raise ApiError("role_too_low", detail={"role": role, "needed": "owner"})
            session.delete(row)

    def look(self, shown: str) -> tuple[InviteRow, ClubRow, list[PlayerRow]]:
        """Give an invite by its secret or code, its club, and the players that whoever comes may say to be.

        Raises:
            ApiError: `invite_unknown` or `invite_over`.
        """
        with self.database.read() as session:
            row = self._find(session, shown)
            club = session.get(ClubRow, row.club_id)
            if club is None:
                raise ApiError("invite_unknown")
            free: list[PlayerRow] = []
            if at_least(as_role(row.role), "player"):
                query = select(PlayerRow).where(
                    PlayerRow.club_id == row.club_id, ~PlayerRow.deleted, PlayerRow.account_id.is_(None)
                )
                free = list(session.scalars(query.order_by(PlayerRow.created_at, PlayerRow.id)))
            return row, club, free

    def accept(self, caller: Caller | None, shown: str, *, name: str | None, player_id: str | None) -> Joined:
        """Let somebody in by an invite; a stranger becomes a guest.

        Args:
            name: as others shall see who comes; whoever may play becomes the player of this name.
            player_id: the player that who comes is, where the club's list has the name already.

        Raises:
            ApiError: `invite_unknown`, `invite_over`, `name_invalid`, `player_unknown`, or `player_name_taken` when
                somebody else is the player of this name.
        """
        wanted = person_name(name) if name else ""
        with self.database.write() as session:
            invite = self._find(session, shown)
            if caller is not None and caller.account_id is None:
                return Joined(caller, None, invite.club_id, invite.session_id)
            account = session.get(AccountRow, caller.account_id) if caller else None
            token = None
            if account is None or account.deleted:
                account = self.accounts.guest(session, wanted)
                token, caller = self.accounts.signins.open(session, account)
            elif wanted and account.password is None:
                account.name = wanted
            assert caller is not None
            role = as_role(invite.role)
            self.accounts.clubs.admit(session, account.id, invite.club_id, role, session_id=invite.session_id)
            if at_least(role, "player"):
                self._become_player(session, account, invite.club_id, name=wanted, player_id=player_id)
            return Joined(caller, token, invite.club_id, invite.session_id)

    def reset_for(self, caller: Caller, club_id: str, account_id: str) -> tuple[Secrets, str]:
        """Make a way to a new password for a member who lost it, and say until when it is good.

        Only for who belongs to no club beside those that the caller owns: else it would be a way into those.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `member_unknown`, `member_guest` or `reset_not_yours`.
        """
        told = new_secrets()
        expires = later(self.now(), hours=RESET_HOURS)
        account_id = account_id if is_id(account_id) else ""
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            clubs = set(session.scalars(select(MemberRow.club_id).where(MemberRow.account_id == account_id)))
            if club_id not in clubs:
                raise ApiError("member_unknown")
            account = session.get_one(AccountRow, account_id)
            if account.password is None:
                raise ApiError("member_guest")
            for other in clubs:
                try:
                    require_in(session, caller, other, "owner")
                except ApiError as error:
                    raise ApiError("reset_not_yours") from error
            session.execute(delete(ResetRow).where(ResetRow.account_id == account_id))
            session.add(
                ResetRow(id=hash_of(told.secret), code=hash_of(told.code), account_id=account_id, expires=expires)
            )
        return told, expires

    def reset(self, shown: str, password: str) -> tuple[str, Caller]:
        """Put a new password in place by a secret or code, once; every other device is signed out.

        Raises:
            ApiError: `reset_unknown` or `password_unfit`.
        """
        with self.database.read() as session:
            self._reset_row(session, shown)
        kept = self.accounts.passwords.hash(password)
        with self.database.write() as session:
            row = self._reset_row(session, shown)
            account = session.get_one(AccountRow, row.account_id)
            session.delete(row)
            return self.accounts.set_password(session, account, kept)

    def _find(self, session: Session, shown: str) -> InviteRow:
        secret, code = hash_of(shown.strip()), hash_of(plain_code(shown))
        row = session.scalar(select(InviteRow).where(or_(InviteRow.secret == secret, InviteRow.code == code)))
        if row is None:
            raise ApiError("invite_unknown")
        if (row.expires if row.secret == secret else row.code_expires) <= self.now():
            raise ApiError("invite_over")
        return row

    def _reset_row(self, session: Session, shown: str) -> ResetRow:
        secret, code = hash_of(shown.strip()), hash_of(plain_code(shown))
        row = session.scalar(select(ResetRow).where(or_(ResetRow.id == secret, ResetRow.code == code)))
        if row is None or row.expires <= self.now():
            raise ApiError("reset_unknown")
        return row

    def _become_player(
        self, session: Session, account: AccountRow, club_id: str, *, name: str, player_id: str | None
    ) -> None:
        ours = select(PlayerRow).where(PlayerRow.club_id == club_id, ~PlayerRow.deleted)
        own = session.scalar(ours.where(PlayerRow.account_id == account.id))
        if own is not None and player_id in (None, own.id):
            return
        if player_id is not None:
            row = session.scalar(ours.where(PlayerRow.id == player_id))
            if row is None:
                raise ApiError("player_unknown")
            if own is not None:
                raise ApiError("player_linked")
            if not account.name:
                account.name = row.name
        elif name or account.name:
            row = self.accounts.clubs.players.named(session, club_id, name or account.name)
        else:
            raise ApiError("name_invalid", "Say your name: others must know who plays.")
        if row.account_id is not None:
            raise ApiError("player_name_taken")
        row.account_id = account.id
