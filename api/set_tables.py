"""The tables of labelled sets: photos with their labels, every edit of them, doubts, versions, a club's consent."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from api.tables import Base


class ConsentRow(Base):
    """A club's word that its photos may be data; where there is no row, it has not given it.

    Attributes:
        by_account: the owner who said so; null for a program with the service's own token.
    """

    __tablename__ = "consents"

    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True)
    by_account: Mapped[str | None] = mapped_column(String(32))
    at: Mapped[str] = mapped_column(String(32))


class SetRow(Base):
    """One labelled set of a club.

    Attributes:
        split_by: what is never parted: `session`, or `tile_set`, all sessions that were played with it.
        number: of its last edit; edits of all its photos are counted together.
    """

    __tablename__ = "sets"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    split_by: Mapped[str] = mapped_column(String(12))
    created_at: Mapped[str] = mapped_column(String(32))
    number: Mapped[int]


class SetPhotoRow(Base):
    """One photo of a set, as its last edit leaves it. Deleting the row deletes it from every version.

    Attributes:
        name: its file's name in exports; made of its hash where it comes from a confirmed hand.
        file: the id it is kept under: the reading's, or one of its own where it was cropped or imported.
        media: its media type.
        reading_id, player_id: the confirmed hand's photo, and whose hand it was; null for imports.
        scene: photos of one scene look alike; of a confirmed hand, the session or the day, under a made-up name.
        number: of its last edit.
        labels: as `api.set_log` writes them.
        removed: taken out of the set, but for the versions before.
        seen: what the models read in it, `{"models", "tiles"}`; null until it was read.
        claimed_by, claimed_name, claimed_until: who is looking at it, and until when that is believed.
    """

    __tablename__ = "set_photos"
    __table_args__ = (
        UniqueConstraint("set_id", "sha256", name="set_photo_once"),
        UniqueConstraint("set_id", "name", name="set_photo_name"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    set_id: Mapped[str] = mapped_column(ForeignKey("sets.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(1000))
    file: Mapped[str] = mapped_column(String(32))
    media: Mapped[str] = mapped_column(String(20))
    sha256: Mapped[str] = mapped_column(String(64))
    width: Mapped[int]
    height: Mapped[int]
    reading_id: Mapped[str | None] = mapped_column(ForeignKey("readings.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    scene: Mapped[str] = mapped_column(String(200))
    tile_set: Mapped[str] = mapped_column(String(60))
    source: Mapped[str] = mapped_column(String(200))
    split: Mapped[str] = mapped_column(String(5))
    added_at: Mapped[str] = mapped_column(String(32))
    number: Mapped[int]
    labels: Mapped[list[dict[str, Any]]]
    removed: Mapped[bool]
    seen: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)
    claimed_by: Mapped[str | None] = mapped_column(String(64))
    claimed_name: Mapped[str] = mapped_column(String(60))
    claimed_until: Mapped[str] = mapped_column(String(32))


class SetEditRow(Base):
    """One edit of a photo; never changed afterwards, and deleted only together with its photo.

    Attributes:
        kind: `added`, `labels`, `accept`, `remove` or `undo`.
        payload: the labels from here on, the findings that it settles, or the edit that it takes back.
    """

    __tablename__ = "set_edits"
    __table_args__ = (Index("ix_set_edits_photo_id", "photo_id"),)

    set_id: Mapped[str] = mapped_column(ForeignKey("sets.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    photo_id: Mapped[str] = mapped_column(ForeignKey("set_photos.id", ondelete="CASCADE"))
    at: Mapped[str] = mapped_column(String(32))
    by_account: Mapped[str | None] = mapped_column(String(32))
    by_name: Mapped[str] = mapped_column(String(60))
    kind: Mapped[str] = mapped_column(String(8))
    payload: Mapped[dict[str, Any]]


class SetFindingRow(Base):
    """A doubt about a photo's labels.

    Attributes:
        score: how sure the audit is that something is wrong; the surest are looked at first.
        document: what is doubted, as the service answers it.
        settled: the edit by which a person settled it; null while it is open.
    """

    __tablename__ = "set_findings"
    __table_args__ = (Index("ix_set_findings_set_id", "set_id"), Index("ix_set_findings_photo_id", "photo_id"))

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    set_id: Mapped[str] = mapped_column(ForeignKey("sets.id", ondelete="CASCADE"))
    photo_id: Mapped[str] = mapped_column(ForeignKey("set_photos.id", ondelete="CASCADE"))
    score: Mapped[float] = mapped_column(Float)
    document: Mapped[dict[str, Any]]
    settled: Mapped[int | None]


class SetVersionRow(Base):
    """A version of a set: what its edits had made of it up to a number, which nothing changes but a photo's deletion.

    Attributes:
        edit: the number of the last edit that is of it.
        photos, labels: how many there were.
        note: what a person says of it.
    """

    __tablename__ = "set_versions"

    set_id: Mapped[str] = mapped_column(ForeignKey("sets.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    edit: Mapped[int]
    at: Mapped[str] = mapped_column(String(32))
    by_account: Mapped[str | None] = mapped_column(String(32))
    photos: Mapped[int]
    labels: Mapped[int]
    note: Mapped[str] = mapped_column(String(200))
