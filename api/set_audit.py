"""Audit a set in pieces: read what was not read yet, a few seconds a call, then doubt the whole set's labels."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.access import Caller, require_in
from api.database import Database
from api.errors import ApiError
from api.readings import Eye
from api.set_photos import SetPhotos
from api.set_tables import SetFindingRow, SetPhotoRow, SetRow
from api.sets import set_in
from labels.audit import Finding, findings
from labels.audit.look import look_at

Seen = dict[str, Any]
"""What the models see of a photo, as `labels.audit.look` gives it, and which `models` they are."""

SECONDS_A_CALL = 8.0
MOST_FINDINGS = 2000
"""Of one audit, the likeliest; what is below would keep nobody's interest."""


class SetAudit:
    """Audits of every labelled set in one database. What was read is kept, so that a stop of the service loses nothing.

    Args:
        clock: seconds that only grow.
    """

    def __init__(
        self,
        database: Database,
        eye: Eye,
        set_photos: SetPhotos,
        *,
        models: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.database = database
        self.eye = eye
        self.set_photos = set_photos
        self.models = models
        self.clock = clock

    def go_on(self, caller: Caller, row: SetRow) -> tuple[int, int, bool]:
        """Work on an audit for some seconds; give how many photos there are, how many are read, and whether it is done.

        Raises:
            ApiError: `role_too_low`, or `busy`.
        """
        until = self.clock() + SECONDS_A_CALL
        with self.database.read() as session:
            require_in(session, caller, row.club_id, "player")
            photos = list(session.execute(select(SetPhotoRow.id, SetPhotoRow.seen).where(*_of(row.id))))
        unread = [photo_id for photo_id, seen in photos if (seen or {}).get("models") != self.models]
        for at, photo_id in enumerate(unread, start=1):
            self._look(row.id, photo_id)
            if self.clock() > until:
                return len(photos), len(photos) - len(unread) + at, False
        self._doubt(row.id)
        return len(photos), len(photos), True

    def _look(self, set_id: str, photo_id: str) -> None:
        """Keep what is seen of a photo, unless it is deleted meanwhile."""
        try:
            photo = self.set_photos.get(set_id, photo_id)
            data = self.set_photos.bytes_of(photo)
        except ApiError:
            return
        with self.eye.place():
            seen = self.eye.look(lambda reader: {"models": self.models, **look_at(reader, data)})
        with self.database.write() as session:
            kept = session.get(SetPhotoRow, photo_id)
            if kept is not None:
                kept.seen = seen

    def _readings(self, set_id: str) -> tuple[dict[str, str], dict[str, Seen]]:
        """Give the id, and what is seen, of each photo that was read, by its hash."""
        query = select(SetPhotoRow.sha256, SetPhotoRow.id, SetPhotoRow.seen).where(*_of(set_id))
        with self.database.read() as session:
            rows = [row for row in session.execute(query) if row.seen is not None]
        return {row.sha256: row.id for row in rows}, {row.sha256: row.seen for row in rows}

    def _doubt(self, set_id: str) -> None:
        """Doubt a set's labels as they are now; what people settled before stays settled."""
        with self.database.read() as session:
            number = set_in(session, set_id).number
        dataset = self.set_photos.dataset(set_id)
        ids, readings = self._readings(set_id)
        found = findings(dataset, readings)[:MOST_FINDINGS]
        with self.database.write() as session:
            if set_in(session, set_id).number != number:
                raise ApiError("busy", "The set was edited meanwhile; try again.", headers={"retry-after": "1"})
            # A photo may have been deleted for good meanwhile, which is no edit.
            there = set(session.scalars(select(SetPhotoRow.id).where(*_of(set_id))))
            names = {photo.name: ids[photo.sha256] for photo in dataset if ids.get(photo.sha256) in there}
            self._replace(session, set_id, found, names)

    def _replace(self, session: Session, set_id: str, found: Sequence[Finding], ids: Mapping[str, str]) -> None:
        settled: set[str] = set()
        for old in list(session.scalars(select(SetFindingRow).where(SetFindingRow.set_id == set_id))):
            if old.settled is None:
                session.delete(old)
            else:
                settled.add(_doubted(old.photo_id, old.document))
        for finding in found:
            document = finding.to_document()
            if finding.photo in ids and _doubted(ids[finding.photo], document) not in settled:
                session.add(_row(set_id, ids[finding.photo], finding.score, document))


def _row(set_id: str, photo_id: str, score: float, document: dict[str, Any]) -> SetFindingRow:
    return SetFindingRow(set_id=set_id, photo_id=photo_id, score=score, document=document, settled=None)


def _doubted(photo_id: str, document: Mapping[str, Any]) -> str:
    """Give what two findings share that are one doubt: an audit may place it a little otherwise the next time."""
    corners = document["corners"] or []
    centre = [round(sum(values) / len(corners) / 8) for values in zip(*corners, strict=True)]
    return f"{photo_id} {document['kind']} {document['label']} {document['suggestion']} {centre}"


def _of(set_id: str) -> tuple[Any, ...]:
    return SetPhotoRow.set_id == set_id, ~SetPhotoRow.removed
