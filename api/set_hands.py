"""Confirmed hands as photos of a set: the stored photo and the corrected reading, and nothing of who, where or when."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.access import Caller, require_in
from api.database import Database
from api.errors import ApiError
from api.ledger.events import HandWon
from api.photos import PhotoStore
from api.sessions import Sessions
from api.set_documents import HandsIn
from api.set_photos import Incoming, SetPhotos
from api.set_tables import SetRow
from api.sets import require_consent
from api.tables import HandRow, PlayerRow, ReadingRow, SessionRow
from labels.forms.dataset import Label, label_at
from labels.forms.errors import FormError
from vision.photo import Photo, encode_stored, load_whole, photo_size

SOURCE = "confirmed by players"
CROP_QUALITY = 95
MARGIN = 0.5
"""Of a tile's longer side, left round the tiles of a crop."""
LEAST_INSIDE = 0.6
"""Share of a label's area from which it is kept in a crop that cuts it off."""


@dataclass(frozen=True, slots=True)
class ConfirmedHand:
    """A hand that players confirmed, with a photo.

    Attributes:
        tiles: the corrected reading; a tile that nobody placed in the photo has no corners.
        player_id: whose hand it is, where the books say so.
    """

    reading_id: str
    at: str
    session_id: str
    tiles: Sequence[Mapping[str, Any]]
    player_id: str | None = None

    @property
    def placed(self) -> list[Mapping[str, Any]]:
        """The tiles that have a place in the photo."""
        return [tile for tile in self.tiles if tile.get("corners")]


class SetHands:
    """The confirmed hands of every club, as they may come into its sets."""

    def __init__(
        self,
        database: Database,
        photos: PhotoStore,
        sessions: Sessions,
        set_photos: SetPhotos,
        *,
        new_id: Callable[[], str],
    ) -> None:
        self.database = database
        self.photos = photos
        self.sessions = sessions
        self.set_photos = set_photos
        self.new_id = new_id

    def confirmed(self, club_id: str) -> list[ConfirmedHand]:
        """List a club's confirmed hands that have a photo with tiles placed in it, the newest first.

        Of a photo that was confirmed more than once, the newest counts; of players who were deleted, none.
        """
        with self.database.read() as session:
            readable = select(ReadingRow.id).where(ReadingRow.club_id == club_id, ~ReadingRow.photo_deleted)
            readings = set(session.scalars(readable))
            gone = set(session.scalars(select(PlayerRow.id).where(PlayerRow.club_id == club_id, PlayerRow.deleted)))
            hands = [*self._alone(session, club_id), *self._at_sessions(session, club_id)]
        found = {hand.reading_id: hand for hand in sorted(hands, key=lambda hand: hand.at)}
        good = [hand for hand in found.values() if hand.reading_id in readings and hand.player_id not in gone]
        return sorted((hand for hand in good if hand.placed), key=lambda hand: hand.at, reverse=True)

    def _alone(self, session: Session, club_id: str) -> Iterator[ConfirmedHand]:
        query = select(HandRow).where(HandRow.club_id == club_id, HandRow.reading_id.is_not(None))
        for row in session.scalars(query):
            yield ConfirmedHand(row.reading_id or "", row.created_at, "", row.tiles)

    def _at_sessions(self, session: Session, club_id: str) -> Iterator[ConfirmedHand]:
        photographed = select(ReadingRow.session_id).where(ReadingRow.club_id == club_id, ReadingRow.session_id != "")
        rows = list(session.scalars(select(SessionRow).where(SessionRow.id.in_(photographed))))
        for kept in (self.sessions.kept.caught_up(session, row) for row in rows):
            for line in kept.session.lines:
                for claim in line.event.claims if isinstance(line.event, HandWon) else ():
                    if claim.reading is not None and claim.tiles:
                        at = kept.session.history.line(line.said).at
                        player = kept.session.opened.players[claim.player]
                        yield ConfirmedHand(claim.reading, at, kept.id, claim.tiles, player)

    def add(self, caller: Caller, row: SetRow, asked: HandsIn) -> tuple[int, int]:
        """Put confirmed hands into a set; give how many are new, and how many it had.

        Raises:
            ApiError: `consent_missing`, `role_too_low`, `reading_unknown` where one is no confirmed hand of the club,
                or `sets_full`.
        """
        with self.database.read() as session:
            require_in(session, caller, row.club_id, "scorekeeper")
            require_consent(session, row.club_id)
        known = {hand.reading_id: hand for hand in self.confirmed(row.club_id)}
        wanted = {hand.reading_id: hand.crop for hand in asked.hands}
        if missing := sorted(wanted.keys() - known.keys()):
            raise ApiError("reading_unknown", detail={"readings": missing})
        incoming = (self._incoming(row, known[key], tile_set=asked.tile_set, crop=crop) for key, crop in wanted.items())
        return self.set_photos.bring(caller, row, incoming, first=lambda session: self._require(session, row, wanted))

    def _require(self, session: Session, row: SetRow, readings: Mapping[str, bool]) -> None:
        """Refuse what was consented to no more, or a photo that was deleted, while photos were prepared."""
        require_consent(session, row.club_id)
        query = select(ReadingRow.id).where(ReadingRow.id.in_(readings), ~ReadingRow.photo_deleted)
        if missing := sorted(set(readings) - set(session.scalars(query))):
            raise ApiError("reading_unknown", detail={"readings": missing})

    def _incoming(self, row: SetRow, hand: ConfirmedHand, *, tile_set: str, crop: bool) -> Incoming:
        data = self.photos.read(hand.reading_id)
        if data is None:
            raise ApiError("reading_unknown", detail={"readings": [hand.reading_id]})
        with self.database.read() as session:
            document = session.get_one(ReadingRow, hand.reading_id).document
        size = photo_size(data)
        # The stored photo may be smaller than the one that was taken, whose pixels the corners are in.
        scale = size[0] / document["width"]
        labels = [label for tile in hand.placed if (label := _label(tile, scale, size)) is not None]
        file = hand.reading_id
        if crop and labels:
            data, size, labels = cropped(data, labels)
            file = self.new_id()
            self.photos.put(file, data)
        return Incoming(
            file=file,
            media="image/jpeg",
            sha256=hashlib.sha256(data).hexdigest(),
            width=size[0],
            height=size[1],
            labels=tuple(labels),
            # Photos of one evening look alike; which evening it was is nobody's business.
            scene=f"evening-{hashlib.sha256(f'{row.id} {hand.session_id or hand.at[:10]}'.encode()).hexdigest()[:12]}",
            tile_set=tile_set,
            source=SOURCE,
            reading_id=hand.reading_id,
            player_id=hand.player_id,
        )


def cropped(data: bytes, labels: Sequence[Label]) -> tuple[bytes, tuple[int, int], list[Label]]:
    """Cut a photo to the tiles of its hand, and give it with its size and the labels that are left, moved along.

    Tiles beside the hand stay where they are in the picture by more than half.
    """
    photo = load_whole(data)
    hand = [label for label in labels if label.role != "other"] or labels
    margin = MARGIN * median(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in (label.box for label in hand))
    left = max(0, int(min(label.box[0] for label in hand) - margin))
    top = max(0, int(min(label.box[1] for label in hand) - margin))
    right = min(photo.width, int(max(label.box[2] for label in hand) + margin) + 1)
    bottom = min(photo.height, int(max(label.box[3] for label in hand) + margin) + 1)
    size = right - left, bottom - top
    image = photo.image[top:bottom, left:right]
    moved = (_moved(label, (left, top), size) for label in labels)
    data = encode_stored(Photo(image, *size), quality=CROP_QUALITY)
    return data, size, [label for label in moved if label is not None]


def _label(tile: Mapping[str, Any], scale: float, size: tuple[int, int]) -> Label | None:
    return _within(tile["tile"], [(x * scale, y * scale) for x, y in tile["corners"]], size, tile["role"])


def _moved(label: Label, origin: tuple[int, int], size: tuple[int, int]) -> Label | None:
    corners = [(x - origin[0], y - origin[1]) for x, y in label.corners]
    kept = _within(label.tile, corners, size, label.role)
    return kept if kept is not None and _area(kept) >= LEAST_INSIDE * _area(label) else None


def _within(tile: str, corners: Sequence[Sequence[float]], size: tuple[int, int], role: str) -> Label | None:
    """Give a label cut off at the photo's edge; none where nothing of it is inside."""
    inside = [[min(max(value, 0.0), float(side)) for value, side in zip(p, size, strict=True)] for p in corners]
    try:
        return label_at(tile, inside, size, role=role)
    except FormError as error:
        if error.code == "box_empty":
            return None
        raise


def _area(label: Label) -> float:
    x0, y0, x1, y1 = label.box
    return (x1 - x0) * (y1 - y0)
