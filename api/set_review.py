"""What there is to review in a set: its photos with open findings, the likeliest mistakes first."""

from __future__ import annotations

from sqlalchemy import func, select

from api.database import Database
from api.set_tables import SetFindingRow, SetPhotoRow


class SetReview:
    """The findings of every labelled set in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, photo_id: str) -> list[SetFindingRow]:
        """List a photo's findings, the likeliest mistake first."""
        query = select(SetFindingRow).where(SetFindingRow.photo_id == photo_id)
        with self.database.read() as session:
            return list(session.scalars(query.order_by(SetFindingRow.score.desc(), SetFindingRow.number)))

    def queue(self, set_id: str, *, limit: int) -> list[tuple[SetPhotoRow, int, float]]:
        """List photos with open findings, how many they have, and the score of the likeliest, by which they stand."""
        open_ = (
            select(
                SetFindingRow.photo_id,
                func.count(SetFindingRow.number).label("count"),
                func.max(SetFindingRow.score).label("score"),
            )
            .where(SetFindingRow.set_id == set_id, SetFindingRow.settled.is_(None))
            .group_by(SetFindingRow.photo_id)
            .subquery()
        )
        query = (
            select(SetPhotoRow, open_.c.count, open_.c.score)
            .join(open_, open_.c.photo_id == SetPhotoRow.id)
            .where(~SetPhotoRow.removed)
            .order_by(open_.c.score.desc(), SetPhotoRow.id)
            .limit(limit)
        )
        with self.database.read() as session:
            return [(photo, count, score) for photo, count, score in session.execute(query)]
