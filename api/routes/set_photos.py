"""The photos of a labelled set: look at them, review them, edit their labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from api.access import Caller
from api.routes.common import (
    AccessDep,
    CallerDep,
    IdPath,
    KeyDep,
    SetEditsDep,
    SetPhotosDep,
    SetReviewDep,
    errors,
)
from api.routes.sets import CHANGED, SEEN, OwnSetDep
from api.set_documents import (
    ClaimIn,
    DoubtOut,
    EditedOut,
    EditPost,
    FindingOut,
    LabelOut,
    QueueOut,
    SetEditList,
    SetEditOut,
    SetPhotoEntry,
    SetPhotoOut,
    SetPhotoPage,
)
from api.set_edits import SetEdits, claimed_by_other
from api.set_tables import SetFindingRow, SetPhotoRow

router = APIRouter(prefix="/api/sets/{set_id}", tags=["sets"])

SEEN_PHOTO = SEEN | errors("set_unknown", "set_photo_unknown")
CHANGED_PHOTO = CHANGED | errors("set_unknown", "set_photo_unknown")


def photo_url(row: SetPhotoRow) -> str:
    """Give the address of a photo's file."""
    return f"/api/sets/{row.set_id}/photos/{row.id}/photo"


def own_photo(photo_id: IdPath, row: OwnSetDep, set_photos: SetPhotosDep) -> SetPhotoRow:
    """Give a photo of a set that the caller may see.

    Raises:
        ApiError: `set_unknown` or `set_photo_unknown`.
    """
    return set_photos.get(row.id, photo_id)


OwnPhotoDep = Annotated[SetPhotoRow, Depends(own_photo)]


def photo_out(row: SetPhotoRow, caller: Caller, edits: SetEdits, findings: Iterable[SetFindingRow]) -> SetPhotoOut:
    """Give a photo as the service answers it."""
    return SetPhotoOut(
        id=row.id,
        name=row.name,
        url=photo_url(row),
        width=row.width,
        height=row.height,
        split=row.split,
        scene=row.scene,
        tile_set=row.tile_set,
        number=row.number,
        last=edits.last(row),
        removed=row.removed,
        labels=[LabelOut(**label) for label in row.labels],
        findings=[finding_out(each) for each in findings],
        claimed_by=row.claimed_name if claimed_by_other(row, caller, edits.now()) else None,
    )


def finding_out(row: SetFindingRow) -> FindingOut:
    """Give a finding as the service answers it."""
    told = {key: row.document[key] for key in ("kind", "corners", "label", "suggestion", "at", "better")}
    return FindingOut(number=row.number, score=row.score, settled=row.settled, **told)


@router.get("/photos", responses=SEEN_PHOTO)
def list_photos(
    row: OwnSetDep,
    set_photos: SetPhotosDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    after: Annotated[str | None, Query(max_length=40, description="`next` of the page before")] = None,
) -> SetPhotoPage:
    """List a set's photos by name."""
    rows, following = set_photos.page(row.id, limit=limit, after=after)
    return SetPhotoPage(
        photos=[
            SetPhotoEntry(
                id=each.id,
                name=each.name,
                url=photo_url(each),
                split=each.split,
                tile_set=each.tile_set,
                number=each.number,
                labels=len(each.labels),
            )
            for each in rows
        ],
        next=following,
    )


@router.get("/photos/{photo_id}", responses=SEEN_PHOTO)
def get_photo_of_set(photo: OwnPhotoDep, caller: CallerDep, edits: SetEditsDep, review: SetReviewDep) -> SetPhotoOut:
    """Give a photo with its labels and what is doubted about them."""
    return photo_out(photo, caller, edits, review.of(photo.id))


@router.get(
    "/photos/{photo_id}/photo",
    response_class=Response,
    responses=SEEN_PHOTO | {200: {"content": {"image/jpeg": {}, "image/png": {}}}},
)
def get_photo_file(photo: OwnPhotoDep, set_photos: SetPhotosDep) -> Response:
    """Give a photo's file: upright, without metadata."""
    headers = {"cache-control": "private, max-age=31536000"}
    return Response(set_photos.bytes_of(photo), media_type=photo.media, headers=headers)


@router.delete("/photos/{photo_id}", status_code=204, responses=CHANGED_PHOTO)
def delete_photo_of_set(photo: OwnPhotoDep, row: OwnSetDep, caller: CallerDep, set_photos: SetPhotosDep) -> None:
    """Delete a photo for good: from the set, its history and every version (scorekeeper)."""
    set_photos.delete(caller, row, photo.id)


@router.get("/photos/{photo_id}/edits", responses=SEEN_PHOTO)
def list_edits(photo: OwnPhotoDep, access: AccessDep, edits: SetEditsDep) -> SetEditList:
    """List a photo's edits, the oldest first: who did what, and when."""
    rows = edits.history(photo.set_id, photo.id)
    names = access.names_of({row.by_account for row in rows if row.by_account})
    return SetEditList(
        edits=[
            SetEditOut(
                number=row.number,
                at=row.at,
                by=names.get(row.by_account, "") if row.by_account else row.by_name,
                kind=row.kind,
                payload=row.payload,
            )
            for row in rows
        ]
    )


@router.post(
    "/photos/{photo_id}/edits",
    status_code=201,
    responses=CHANGED_PHOTO
    | errors("set_photo_moved_on", "edit_unknown", "idempotency_conflict")
    | errors("request_invalid", "label_invalid", "idempotency_key_missing"),
)
def edit_photo(
    asked: EditPost,
    photo: OwnPhotoDep,
    row: OwnSetDep,
    caller: CallerDep,
    edits: SetEditsDep,
    review: SetReviewDep,
    set_photos: SetPhotosDep,
    key: KeyDep,
) -> EditedOut:
    """Edit a photo's labels, say that they are right, take it out, or take an edit back (player)."""
    number = edits.write(caller, row, photo.id, asked, key=key)
    kept = set_photos.get(row.id, photo.id)
    return EditedOut(number=number, photo=photo_out(kept, caller, edits, review.of(kept.id)))


@router.post("/photos/{photo_id}/claim", responses=CHANGED_PHOTO)
def claim_photo(
    asked: ClaimIn, photo: OwnPhotoDep, row: OwnSetDep, caller: CallerDep, edits: SetEditsDep, review: SetReviewDep
) -> SetPhotoOut:
    """Say that one looks at a photo for a while, or no more (player); `claimed_by` says who else does."""
    kept = edits.claim(caller, row, photo.id, held=asked.held)
    return photo_out(kept, caller, edits, review.of(kept.id))


@router.get("/doubts", responses=SEEN)
def list_doubts(
    row: OwnSetDep,
    caller: CallerDep,
    edits: SetEditsDep,
    review: SetReviewDep,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> QueueOut:
    """List the photos with open findings, the likeliest mistakes first."""
    now = edits.now()
    return QueueOut(
        photos=[
            DoubtOut(
                photo_id=photo.id,
                findings=count,
                score=score,
                claimed_by=photo.claimed_name if claimed_by_other(photo, caller, now) else None,
            )
            for photo, count, score in review.queue(row.id, limit=limit)
        ]
    )
