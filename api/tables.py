"""The database's tables: readings, confirmed hands, the club's rule sets, and the keys of calls already answered."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The root of the tables; money and tai are `int`, times are ISO 8601 in UTC."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        dict[str, Any]: JSON,
        list[dict[str, Any]]: JSON,
        dict[str, int]: JSON,
        list[str]: JSON,
    }


class ReadingRow(Base):
    """One photo as the camera saw it; the photo's file has the reading's id as its name."""

    __tablename__ = "readings"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    created_at: Mapped[str] = mapped_column(String(32))
    document: Mapped[dict[str, Any]]


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
    __table_args__ = (UniqueConstraint("rule_set", "version", name="rule_set_version"),)

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
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
    """A state-changing call already answered, found again by its Idempotency-Key."""

    __tablename__ = "answered"

    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    call: Mapped[str] = mapped_column(String(40), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    made: Mapped[str] = mapped_column(String(32))
    created_at: Mapped[str] = mapped_column(String(32))
