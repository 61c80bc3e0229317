"""Labelled sets as the service and the page speak of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.access import Role
from api.club_documents import NameText
from api.schemas import ClubId, Corners, Model
from api.session_schemas import SHOWN
from api.sets import SplitBy

Number = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
TileSet = Annotated[
    str,
    Field(max_length=60, pattern=SHOWN, description="which of the club's tile sets it is; empty where not known"),
]
Prefer = Literal["ours", "theirs"]


class LabelIn(Model):
    """One labelled tile."""

    tile: Annotated[str, Field(pattern=r"^([1-9][mps]|[1-7]z|[1-8]f|back)$")]
    corners: Corners = Field(description="pixels of the photo, clockwise from the printed face's top left")
    part: Literal["face", "index"] = Field(default="face", description="index: only a flower's strip is labelled")
    role: Literal["", "concealed", "meld", "flower", "winning", "other"] = ""
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = Field(
        default=None, description="of the reader that named it; null where a person did"
    )


Findings = Annotated[list[Number], Field(max_length=300, description="numbers of findings that it settles")]


class LabelsEdit(Model):
    """The labels of a photo from here on."""

    kind: Literal["labels"]
    labels: list[LabelIn] = Field(max_length=300)
    findings: Findings = Field(default=[])


class AcceptEdit(Model):
    """The labels are right as they are."""

    kind: Literal["accept"]
    findings: Findings


class RemoveEdit(Model):
    """The photo is not of the set from here on; versions before keep it."""

    kind: Literal["remove"]
    findings: Findings = Field(default=[])


class UndoEdit(Model):
    """Takes the photo's newest edit that counts back."""

    kind: Literal["undo"]
    edit: Number


EditIn = LabelsEdit | AcceptEdit | RemoveEdit | UndoEdit


class EditPost(Model):
    """An edit, and the last one of the photo that its writer has seen."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"after": 1, "edit": {"kind": "accept", "findings": [3]}}]}
    )

    after: Number
    edit: EditIn = Field(discriminator="kind")


class SetIn(Model):
    """A set to make."""

    name: NameText
    split_by: SplitBy = Field(default="session", description="what is never parted: a session, or all of a tile set")


class ConsentIn(Model):
    """Whether a club's photos may be data."""

    given: Annotated[bool, Field(strict=True)]


class HandToAdd(Model):
    """A confirmed hand's photo for a set."""

    reading_id: ClubId
    crop: bool = Field(default=True, description="only the tiles of it, so that no people and no room are in it")


class HandsIn(Model):
    """Confirmed hands for a set."""

    hands: list[HandToAdd] = Field(min_length=1, max_length=200)
    tile_set: TileSet = ""


class MergeIn(Model):
    """Another set of the club, to be put in."""

    set_id: ClubId
    prefer: Prefer | None = Field(default=None, description="whose labels count where both have a photo; null refuses")


class VersionIn(Model):
    """What is to be said of a version."""

    note: Annotated[str, Field(max_length=200, pattern=SHOWN)] = ""


class ClaimIn(Model):
    """Whether one looks at a photo."""

    held: Annotated[bool, Field(strict=True)] = True


class ConsentOut(BaseModel):
    """A club's consent."""

    given: bool
    at: str | None = Field(description="since when")


class SetVersionOut(BaseModel):
    """A version of a set."""

    number: int
    at: str
    photos: int = Field(description="how many there were; those deleted since are in no export of it")
    labels: int
    note: str


class SetOut(BaseModel):
    """A labelled set."""

    id: str
    club_id: str
    name: str
    split_by: SplitBy
    created_at: str
    number: int = Field(description="of the last edit")
    role: Role = Field(description="yours")
    photos: int
    splits: dict[str, int] = Field(description="photos by split")
    doubts: int = Field(description="findings that are open")
    versions: list[SetVersionOut] = Field(description="newest first; only where one set is asked for")


class SetList(BaseModel):
    """A club's sets."""

    sets: list[SetOut]


class FindingOut(BaseModel):
    """A doubt about a photo's labels."""

    number: int
    kind: str
    score: float = Field(description="how likely it is a mistake, 0 to 1")
    corners: Corners | None = Field(description="where; null for the whole photo")
    label: str = Field(description="the class that is labelled there; empty where none is")
    suggestion: str = Field(description="the class instead, or empty: none; of duplicates, the other photo's name")
    at: int | None = Field(description="the index of the label, as it was when the audit was made")
    better: Corners | None = Field(description="corners that the suggestion would have; null where they stay")
    settled: int | None = Field(description="the edit that settled it; null while it is open")


class LabelOut(BaseModel):
    """A labelled tile, as it was sent."""

    tile: str
    corners: Corners
    part: Literal["face", "index"]
    role: str
    confidence: float | None


class SetPhotoOut(BaseModel):
    """A photo of a set."""

    id: str
    name: str
    url: str
    width: int
    height: int
    split: str
    scene: str
    tile_set: str
    number: int = Field(description="of its last edit, which the next one names as `after`")
    last: int | None = Field(description="the edit that an undo takes back")
    removed: bool
    labels: list[LabelOut]
    findings: list[FindingOut] = Field(description="the likeliest mistake first")
    claimed_by: str | None = Field(description="the name of somebody else who is looking at it; null for nobody")


class SetPhotoEntry(BaseModel):
    """A photo in a list."""

    id: str
    name: str
    url: str
    split: str
    tile_set: str
    number: int
    labels: int


class SetPhotoPage(BaseModel):
    """Photos of a set, by name."""

    photos: list[SetPhotoEntry]
    next: str | None = Field(description="`after` of the next page; null on the last")


class SetEditOut(BaseModel):
    """An edit of a photo."""

    number: int
    at: str
    by: str
    kind: str
    payload: dict[str, Any]


class SetEditList(BaseModel):
    """A photo's edits, the oldest first."""

    edits: list[SetEditOut]


class EditedOut(BaseModel):
    """An edit that was written, and the photo after it."""

    number: int
    photo: SetPhotoOut


class DoubtOut(BaseModel):
    """A photo with open findings, as the queue of a review has it."""

    photo_id: str
    findings: int
    score: float = Field(description="of its likeliest mistake")
    claimed_by: str | None


class QueueOut(BaseModel):
    """What there is to review, the likeliest mistakes first."""

    photos: list[DoubtOut]


class AuditOut(BaseModel):
    """How far an audit is; call again until it is `done`."""

    photos: int
    read: int
    done: bool
    doubts: int


class HandEntry(BaseModel):
    """A confirmed hand that has a photo."""

    reading_id: str
    photo_url: str
    at: str
    session_id: str | None
    tiles: int
    unplaced: int = Field(description="tiles of the hand that nobody has placed in the photo")
    added: bool = Field(description="whether the set has it already")


class HandEntries(BaseModel):
    """Confirmed hands, newest first."""

    hands: list[HandEntry]


class AddedOut(BaseModel):
    """What came of adding photos."""

    added: int
    known: int = Field(description="photos that the set had already, or once had: they stay as they are there")
    set: SetOut


class MergedOut(AddedOut):
    """What came of putting another set in."""

    conflicts: int = Field(description="photos that both had with other labels")


class ChangedPhoto(BaseModel):
    """A photo that only one side of a comparison has."""

    photo: str = Field(description="its name in the set")
    sha256: str


class StoodLabel(BaseModel):
    """A labelled tile on one side of a comparison."""

    label: str = Field(description="its class")
    corners: Corners
    role: str


class TileChanged(BaseModel):
    """A label that is not what it was."""

    kind: Literal["added", "removed", "renamed", "moved", "role"]
    before: StoodLabel | None = Field(description="null where it was added")
    after: StoodLabel | None = Field(description="null where it was taken away")


class ChangedTiles(ChangedPhoto):
    """A photo that both sides have, otherwise."""

    split: tuple[str, str] | None = Field(description="its split before and after, where that has changed")
    tiles: list[TileChanged]


class ChangedOut(BaseModel):
    """What differs between two versions of a set."""

    added: list[ChangedPhoto]
    removed: list[ChangedPhoto]
    changed: list[ChangedTiles]
