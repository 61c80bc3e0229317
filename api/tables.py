"""The database's tables: clubs and who belongs to them, readings, hands, rule sets, and the keys of calls answered."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, UniqueConstraint, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The root of the tables; money and tai are `int`, times are ISO 8601 in UTC."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        dict[str, Any]: JSON,
        list[dict[str, Any]]: JSON,
        dict[str, int]: JSON,
        list[str]: JSON,
    }


class AccountRow(Base):
    """Somebody who calls: a guest without a password, or a person with one, who can come back on another device.

    A row stays when its account is deleted, so that a history's lines still have an author, with a blank name.

    Attributes:
        name: as others see it; blank once deleted.
        name_key: what the name is found by; null for guests, whose names need not differ.
        password: its argon2 hash; null for guests.
        may_found: whether the account may make clubs: it came by the service's own join link.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    name_key: Mapped[str | None] = mapped_column(String(200), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    may_found: Mapped[bool]
    created_at: Mapped[str] = mapped_column(String(32))
    deleted: Mapped[bool]


class SigninRow(Base):
    """One device's cookie; `id` is the SHA-256 of its token, so that the database holds nothing to sign in with."""

    __tablename__ = "signins"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[str] = mapped_column(String(32))
    expires: Mapped[str] = mapped_column(String(32))


class ResetRow(Base):
    """A way to a new password, good once; both its secrets are kept as SHA-256."""

    __tablename__ = "resets"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    code: Mapped[str] = mapped_column(String(64), unique=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    expires: Mapped[str] = mapped_column(String(32))


class ClubRow(Base):
    """A club. Deleting the row deletes everything that is the club's.

    Attributes:
        house: whether it is the one that everybody belongs to who opens the service's own join link.
    """

    __tablename__ = "clubs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[str] = mapped_column(String(32))
    house: Mapped[bool]
    settings: Mapped[dict[str, Any]]


class PlayerRow(Base):
    """A name in a club's list. Of a deleted one the row stays, with a blank name, so that the books keep their sums."""

    __tablename__ = "players"
    __table_args__ = (
        UniqueConstraint("club_id", "name_key", name="player_name"),
        UniqueConstraint("club_id", "account_id", name="player_account"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(60))
    name_key: Mapped[str | None] = mapped_column(String(200))
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    created_at: Mapped[str] = mapped_column(String(32))
    deleted: Mapped[bool]


class MemberRow(Base):
    """What an account may do in a club, or, where `session_id` is not empty, at one of its sessions only."""

    __tablename__ = "members"
    __table_args__ = (
        UniqueConstraint("club_id", "account_id", "session_id", name="member_once"),
        Index("ix_members_account_id", "account_id"),
    )

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"))
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    session_id: Mapped[str] = mapped_column(String(32))
    role: Mapped[str] = mapped_column(String(12))
    created_at: Mapped[str] = mapped_column(String(32))


class InviteRow(Base):
    """A way into a club, or to one of its sessions where `session_id` is not empty.

    Attributes:
        secret: SHA-256 of the link's secret.
        code: SHA-256 of the short code, for who types; good until `code_expires`, a day at most.
    """

    __tablename__ = "invites"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[str] = mapped_column(String(32))
    role: Mapped[str] = mapped_column(String(12))
    secret: Mapped[str] = mapped_column(String(64), unique=True)
    code: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[str] = mapped_column(String(32))
    code_expires: Mapped[str] = mapped_column(String(32))
    expires: Mapped[str] = mapped_column(String(32))


class ReadingRow(Base):
    """One photo as the camera saw it; the photo's file has the reading's id as its name.

    Attributes:
        session_id: the session it was taken at; empty where it was none.
        photo_deleted: whether somebody deleted its photo; the reading stays, for the hands that it is of.
    """

    __tablename__ = "readings"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    created_at: Mapped[str] = mapped_column(String(32))
    document: Mapped[dict[str, Any]]
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[str] = mapped_column(String(32), server_default="")
    photo_deleted: Mapped[bool] = mapped_column(server_default=false(), default=False)


class HandRow(Base):
    """One confirmed hand, with everything it was scored by; never changed afterwards."""

    __tablename__ = "hands"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(String(32), unique=True)
    created_at: Mapped[str] = mapped_column(String(32))
    reading_id: Mapped[str | None] = mapped_column(ForeignKey("readings.id"))
    hand: Mapped[str] = mapped_column(String(400))
    tiles: Mapped[list[dict[str, Any]]]
    win: Mapped[dict[str, Any]]
    rules: Mapped[dict[str, Any]]
    base: Mapped[int]
    per_tai: Mapped[int]
    sheet: Mapped[dict[str, Any]]
    settlement: Mapped[dict[str, int]]
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)


class RuleSetRow(Base):
    """One version of a club's own rule set; but for `listed`, never changed afterwards.

    Attributes:
        text: the file as it was uploaded.
        extends: the rule set it extends, in the version that was the newest when it came.
        lineage: the ids of the rule sets it extends, the nearest first.
        document: what it says together with what it extends, so that no later version of that changes it.
        listed: whether the rule set is offered for new hands; of all its versions alike.
    """

    __tablename__ = "rule_sets"
    __table_args__ = (UniqueConstraint("club_id", "rule_set", "version", name="rule_set_version"),)

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"))
    rule_set: Mapped[str] = mapped_column(String(60))
    version: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[str] = mapped_column(String(32))
    file: Mapped[str] = mapped_column(String(80))
    text: Mapped[bytes]
    extends: Mapped[str | None] = mapped_column(String(60))
    extends_version: Mapped[str | None] = mapped_column(String(40))
    lineage: Mapped[list[str]]
    document: Mapped[dict[str, Any]]
    listed: Mapped[bool]


class AnsweredRow(Base):
    """A state-changing call already answered, found again by its Idempotency-Key.

    Attributes:
        call: what was called, and, after a colon, for which club: keys of one club mean nothing in another.
    """

    __tablename__ = "answered"

    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    call: Mapped[str] = mapped_column(String(80), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    made: Mapped[str] = mapped_column(String(32))
    created_at: Mapped[str] = mapped_column(String(32))


class SessionRow(Base):
    """One evening at one table. What happened is in its events; the rest here is worked out from them.

    Attributes:
        title: what it was opened as; `name` is what it is called now.
        number: of its last event.
        summary: how it stands after that event, as lists and standings need it.
    """

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[str] = mapped_column(String(32))
    number: Mapped[int]
    finished: Mapped[bool]
    summary: Mapped[dict[str, Any]]

    @property
    def name(self) -> str:
        """What it is called now; empty where its date is its name."""
        called: str | None = self.summary.get("title")
        return self.title if called is None else called


class EventRow(Base):
    """One line of a session's ledger; never changed afterwards.

    Attributes:
        by_account: who wrote it; null for a program with the service's own token.
        by_name: his name, where no account says it.
        payload: the event, as `api.ledger.wire` writes it.
    """

    __tablename__ = "events"

    session_id: Mapped[str] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[str] = mapped_column(String(32))
    by_account: Mapped[str | None] = mapped_column(String(32))
    by_name: Mapped[str] = mapped_column(String(60))
    kind: Mapped[str] = mapped_column(String(12))
    payload: Mapped[dict[str, Any]]
