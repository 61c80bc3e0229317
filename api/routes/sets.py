"""A club's labelled sets: consent, versions, and what goes in and out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Annotated

from fastapi import APIRouter, Depends, File, Form, Query, UploadFile
from fastapi.responses import Response, StreamingResponse

from api.access import Role
from api.routes.common import (
    ALWAYS,
    CHANGING,
    AccessDep,
    CallerDep,
    IdPath,
    KeyDep,
    SetAuditDep,
    SetExchangeDep,
    SetHandsDep,
    SetPhotosDep,
    SetsDep,
    errors,
)
from api.routes.readings import photo_url
from api.set_documents import (
    AddedOut,
    AuditOut,
    ChangedOut,
    ConsentIn,
    ConsentOut,
    HandEntries,
    HandEntry,
    HandsIn,
    MergedOut,
    MergeIn,
    SetIn,
    SetList,
    SetOut,
    SetVersionOut,
    VersionIn,
)
from api.set_exchange import PIECE
from api.set_tables import ConsentRow, SetRow, SetVersionRow
from api.sets import Sets, as_split_by
from labels.forms.names import FormName

router = APIRouter(prefix="/api", tags=["sets"])

ZIP = "application/zip"
SEEN = ALWAYS | errors("request_invalid", "set_unknown")
CHANGED = CHANGING | errors("cross_site", "role_too_low") | errors("request_invalid", "set_unknown", "body_too_large")
# No point, so that it is never a file's name.
Names = Annotated[str, Form(max_length=40, pattern=r"^[A-Za-z0-9-]+$", description="whose class names it has")]
Version = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="a version; by default, as it stands now")]


def own_set(set_id: IdPath, caller: CallerDep, sets: SetsDep) -> SetRow:
    """Give a set that the caller may see.

    Raises:
        ApiError: `set_unknown`.
    """
    return sets.seen(caller, set_id)


OwnSetDep = Annotated[SetRow, Depends(own_set)]


def set_out(row: SetRow, role: Role, sets: Sets, *, versions: bool = True) -> SetOut:
    """Give a set as the service answers it."""
    return sets_out([row], role, sets, versions=versions)[0]


def sets_out(rows: list[SetRow], role: Role, sets: Sets, *, versions: bool = False) -> list[SetOut]:
    """Give sets of one club as the service answers them."""
    ids = [row.id for row in rows]
    counts, doubts = sets.counts(ids), sets.doubts(ids)
    return [
        SetOut(
            id=row.id,
            club_id=row.club_id,
            name=row.name,
            split_by=as_split_by(row.split_by),
            created_at=row.created_at,
            number=row.number,
            role=role,
            photos=sum(counts[row.id].values()),
            splits=counts[row.id],
            doubts=doubts.get(row.id, 0),
            versions=[version_out(each) for each in sets.versions(row.id)] if versions else [],
        )
        for row in rows
    ]


def version_out(row: SetVersionRow) -> SetVersionOut:
    """Give a version as the service answers it."""
    return SetVersionOut(number=row.number, at=row.at, photos=row.photos, labels=row.labels, note=row.note)


def consent_out(row: ConsentRow | None) -> ConsentOut:
    """Give a club's consent as the service answers it."""
    return ConsentOut(given=row is not None, at=row.at if row else None)


@router.get("/clubs/{club_id}/consent", responses=ALWAYS | errors("request_invalid", "club_unknown"))
def get_consent(club_id: IdPath, caller: CallerDep, access: AccessDep, sets: SetsDep) -> ConsentOut:
    """Say whether a club's photos may be data."""
    access.require(caller, club_id, "viewer")
    return consent_out(sets.consent(club_id))


@router.put(
    "/clubs/{club_id}/consent",
    responses=CHANGING | errors("role_too_low", "cross_site", "request_invalid", "club_unknown", "body_too_large"),
)
def set_consent(club_id: IdPath, asked: ConsentIn, caller: CallerDep, sets: SetsDep) -> ConsentOut:
    """Give a club's consent that its photos may be data, or take it back (owner)."""
    return consent_out(sets.give_consent(caller, club_id, given=asked.given))


@router.get("/clubs/{club_id}/sets", responses=ALWAYS | errors("request_invalid", "club_unknown"))
def list_sets(club_id: IdPath, caller: CallerDep, access: AccessDep, sets: SetsDep) -> SetList:
    """List a club's labelled sets, the oldest first."""
    role = access.require(caller, club_id, "viewer")
    return SetList(sets=sets_out(sets.listed(club_id), role, sets))


@router.post(
    "/clubs/{club_id}/sets",
    status_code=201,
    responses=CHANGING
    | errors("request_invalid", "name_invalid", "body_too_large", "club_unknown", "role_too_low", "cross_site")
    | errors("sets_full", "idempotency_key_missing", "idempotency_conflict"),
)
def make_set(club_id: IdPath, asked: SetIn, caller: CallerDep, access: AccessDep, sets: SetsDep, key: KeyDep) -> SetOut:
    """Make a labelled set without photos (scorekeeper)."""
    row = sets.make(caller, club_id, asked.name, split_by=asked.split_by, key=key)
    return set_out(row, access.require(caller, club_id, "viewer"), sets)


@router.get("/sets/{set_id}", responses=SEEN)
def get_set(row: OwnSetDep, caller: CallerDep, access: AccessDep, sets: SetsDep) -> SetOut:
    """Give a set with its versions."""
    return set_out(row, access.require(caller, row.club_id, "viewer"), sets)


@router.delete("/sets/{set_id}", status_code=204, responses=CHANGED)
def delete_set(row: OwnSetDep, caller: CallerDep, sets: SetsDep) -> None:
    """Delete a set with its photos, edits and versions, for good (owner); confirmed hands keep their photos."""
    sets.delete(caller, row)


@router.get("/sets/{set_id}/hands", responses=SEEN | errors("role_too_low"))
def list_hands_for_set(
    row: OwnSetDep, caller: CallerDep, access: AccessDep, hands: SetHandsDep, set_photos: SetPhotosDep
) -> HandEntries:
    """List the confirmed hands that could come into a set, newest first (scorekeeper)."""
    access.require(caller, row.club_id, "scorekeeper")
    there = set_photos.readings(row.id)
    return HandEntries(
        hands=[
            HandEntry(
                reading_id=hand.reading_id,
                photo_url=photo_url(hand.reading_id),
                at=hand.at,
                session_id=hand.session_id or None,
                tiles=len(hand.tiles),
                unplaced=len(hand.tiles) - len(hand.placed),
                added=hand.reading_id in there,
            )
            for hand in hands.confirmed(row.club_id)
        ]
    )


@router.post(
    "/sets/{set_id}/hands",
    responses=CHANGED | errors("set_unknown", "reading_unknown", "consent_missing", "role_too_low", "sets_full"),
)
def add_hands(
    row: OwnSetDep, asked: HandsIn, caller: CallerDep, access: AccessDep, sets: SetsDep, hands: SetHandsDep
) -> AddedOut:
    """Put confirmed hands into a set, cropped to their tiles or whole (scorekeeper)."""
    added, known = hands.add(caller, row, asked)
    role = access.require(caller, row.club_id, "viewer")
    return AddedOut(added=added, known=known, set=set_out(sets.seen(caller, row.id), role, sets))


@router.post("/sets/{set_id}/import", responses=CHANGED | errors("set_refused", "request_invalid", "sets_full"))
def import_set(
    row: OwnSetDep,
    archive: Annotated[UploadFile, File(description="a ZIP archive of a labelled set")],
    form: Annotated[FormName, Form(description="the form that it has")],
    caller: CallerDep,
    access: AccessDep,
    sets: SetsDep,
    exchange: SetExchangeDep,
    names: Names = "tailens",
) -> AddedOut:
    """Put the photos of a labelled set in any form into a set (scorekeeper); what is wrong with it refuses it whole."""
    added, known = exchange.bring(caller, row, archive.file, form=form.value, names=names)
    role = access.require(caller, row.club_id, "viewer")
    return AddedOut(added=added, known=known, set=set_out(sets.seen(caller, row.id), role, sets))


@router.post("/sets/{set_id}/merge", responses=CHANGED | errors("sets_differ", "sets_full"))
def merge_sets(
    row: OwnSetDep, asked: MergeIn, caller: CallerDep, access: AccessDep, sets: SetsDep, exchange: SetExchangeDep
) -> MergedOut:
    """Put another set of the club into this one; photos of scenes that it has go to their split (scorekeeper)."""
    added, known, conflicts = exchange.merge(caller, row, sets.seen(caller, asked.set_id), prefer=asked.prefer)
    role = access.require(caller, row.club_id, "viewer")
    whole = set_out(sets.seen(caller, row.id), role, sets)
    return MergedOut(added=added, known=known, conflicts=conflicts, set=whole)


@router.post("/sets/{set_id}/versions", status_code=201, responses=CHANGED | errors("sets_full"))
def keep_version(row: OwnSetDep, asked: VersionIn, caller: CallerDep, sets: SetsDep) -> SetVersionOut:
    """Keep how a set stands now as a version, unless nothing was edited since the last (scorekeeper)."""
    return version_out(sets.keep_version(caller, row, note=asked.note))


@router.get("/sets/{set_id}/diff", responses=SEEN | errors("set_unknown", "set_version_unknown"))
def compare_versions(
    row: OwnSetDep,
    exchange: SetExchangeDep,
    before: Annotated[int, Query(ge=1, le=2**31 - 1, description="a version")],
    after: Version = None,
) -> ChangedOut:
    """Say what differs between a version and another, photo by photo and tile by tile."""
    return ChangedOut.model_validate(exchange.changed(row, before, after).to_document())


@router.get(
    "/sets/{set_id}/export",
    response_class=Response,
    responses=SEEN
    | errors("role_too_low", "consent_missing")
    | errors("set_unknown", "set_version_unknown")
    | errors("request_invalid", "set_refused", "set_empty")
    | {200: {"content": {ZIP: {"schema": {"type": "string", "format": "binary"}}}}},
)
def export_set(
    row: OwnSetDep,
    caller: CallerDep,
    exchange: SetExchangeDep,
    form: Annotated[FormName, Query(description="the form to write")],
    version: Version = None,
    lossy: Annotated[bool, Query(description="leave out what the form can't hold")] = False,
) -> Response:
    """Give a set as a ZIP archive in any form (scorekeeper): no names of people, no metadata."""
    file, size = exchange.exported(caller, row, version=version, form=form.value, lossy=lossy)
    # The name is ours, so that nothing that people wrote becomes part of a path.
    name = f"tailens-set-{row.id[:8]}-{version or 'now'}-{form.value}.zip"
    headers = {"content-length": str(size), "content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(_pieces(file), media_type=ZIP, headers=headers)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece


@router.post("/sets/{set_id}/audit", responses=CHANGED | errors("busy"))
def audit_set(row: OwnSetDep, caller: CallerDep, audit: SetAuditDep, sets: SetsDep) -> AuditOut:
    """Work on an audit of a set for some seconds: read its photos, and at last doubt its labels (player)."""
    photos, read, done = audit.go_on(caller, row)
    return AuditOut(photos=photos, read=read, done=done, doubts=sets.doubts([row.id]).get(row.id, 0))
