"""Edits of a set's photos: added one after the other, never over another's; and who is looking at which photo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.access import Caller, require_in
from api.answered import answer_of, fingerprint_of_text, remember_answer
from api.database import Database
from api.errors import ApiError
from api.set_documents import AcceptEdit, EditIn, EditPost, LabelsEdit, RemoveEdit, UndoEdit
from api.set_log import Standing, label_document, label_of, standing
from api.set_photos import edit_row, edits_of, photo_in
from api.set_tables import SetEditRow, SetFindingRow, SetPhotoRow, SetRow
from api.sets import edits_call, set_in
from api.times import later
from labels.forms.errors import FormError

CLAIM_SECONDS = 90
MOST_SHOWN = 50


class SetEdits:
    """The log of every labelled set in one database."""

    def __init__(self, database: Database, *, now: Callable[[], str]) -> None:
        self.database = database
        self.now = now

    def write(self, caller: Caller, row: SetRow, photo_id: str, asked: EditPost, *, key: str) -> int:
        """Write an edit of a photo, and give its number.

        The same key again gives the number that it got.

        Raises:
            ApiError: `set_photo_moved_on` where others have edited the photo since; `label_invalid`; `edit_unknown`,
                `set_photo_unknown`, `role_too_low`, or the key is taken.
        """
        call, said = edits_call(row.id), fingerprint_of_text(f"{photo_id} {asked.model_dump_json()}")
        with self.database.write() as session:
            require_in(session, caller, row.club_id, "player")
            known = answer_of(session, key=key, call=call, fingerprint=said)
            if known is not None:
                return int(known)
            photo, kept = photo_in(session, row.id, photo_id), set_in(session, row.id)
            if photo.number != asked.after:
                raise _moved_on(session, photo, asked.after)
            payload = _payload(photo, asked.edit, standing(edits_of(session, row.id, photo_id=photo.id)))
            self._add(session, caller, kept, photo, asked.edit.kind, payload)
            remember_answer(session, str(photo.number), key=key, call=call, fingerprint=said, at=self.now())
            return photo.number

    def put(self, session: Session, caller: Caller, photo: SetPhotoRow, labels: list[dict[str, Any]]) -> None:
        """Give a photo other labels, within a writing session, whoever wrote the last ones."""
        self._add(session, caller, set_in(session, photo.set_id), photo, "labels", {"labels": labels, "findings": []})

    def _add(
        self, session: Session, caller: Caller, row: SetRow, photo: SetPhotoRow, kind: str, payload: dict[str, Any]
    ) -> None:
        row.number += 1
        photo.number = row.number
        session.add(edit_row(photo, caller, kind, payload, at=self.now()))
        session.flush()
        stands = standing(edits_of(session, photo.set_id, photo_id=photo.id))
        photo.labels, photo.removed = list(stands.labels), stands.removed
        for finding in session.scalars(select(SetFindingRow).where(SetFindingRow.photo_id == photo.id)):
            finding.settled = stands.settled.get(finding.number)

    def last(self, photo: SetPhotoRow) -> int | None:
        """Give the edit of a photo that an undo takes back."""
        with self.database.read() as session:
            return standing(edits_of(session, photo.set_id, photo_id=photo.id)).last

    def history(self, set_id: str, photo_id: str) -> list[SetEditRow]:
        """List a photo's edits, the oldest first."""
        query = select(SetEditRow).where(SetEditRow.set_id == set_id, SetEditRow.photo_id == photo_id)
        with self.database.read() as session:
            return list(session.scalars(query.order_by(SetEditRow.number)))

    def claim(self, caller: Caller, row: SetRow, photo_id: str, *, held: bool) -> SetPhotoRow:
        """Say that the caller looks at a photo for now, or no more; whoever else looks at it keeps it.

        A claim only keeps others from doing the same work: it forbids nothing, and ends by itself.

        Raises:
            ApiError: `set_photo_unknown` or `role_too_low`.
        """
        now = self.now()
        with self.database.write() as session:
            require_in(session, caller, row.club_id, "player")
            photo = photo_in(session, row.id, photo_id)
            if claimed_by_other(photo, caller, now):
                return photo
            photo.claimed_by = caller.signin_id if held else None
            photo.claimed_name = caller.name if held else ""
            photo.claimed_until = later(now, seconds=CLAIM_SECONDS) if held else ""
            return photo


def claimed_by_other(photo: SetPhotoRow, caller: Caller, now: str) -> bool:
    """Tell whether somebody else, or the same person on another device, is looking at a photo."""
    return photo.claimed_by is not None and photo.claimed_by != caller.signin_id and photo.claimed_until > now


def _payload(photo: SetPhotoRow, edit: EditIn, stands: Standing) -> dict[str, Any]:
    match edit:
        case LabelsEdit():
            return {"labels": _checked(photo, edit), "findings": edit.findings}
        case AcceptEdit() | RemoveEdit():
            return {"findings": edit.findings}
        case UndoEdit():
            if edit.edit != stands.last:
                raise ApiError("edit_unknown", detail={"last": stands.last})
            return {"edit": edit.edit}


def _checked(photo: SetPhotoRow, edit: LabelsEdit) -> list[dict[str, Any]]:
    found = []
    for at, label in enumerate(edit.labels):
        try:
            found.append(label_document(label_of(label.model_dump(mode="json"), (photo.width, photo.height))))
        except FormError as error:
            raise ApiError("label_invalid", error.why, detail={"label": at, "code": error.code}) from error
    return found


def _moved_on(session: Session, photo: SetPhotoRow, after: int) -> ApiError:
    query = select(SetEditRow).where(SetEditRow.photo_id == photo.id, SetEditRow.number > after)
    rows: Sequence[SetEditRow] = list(session.scalars(query.order_by(SetEditRow.number).limit(MOST_SHOWN)))
    edits = [{"number": row.number, "at": row.at, "kind": row.kind} for row in rows]
    return ApiError("set_photo_moved_on", detail={"number": photo.number, "edits": edits})
