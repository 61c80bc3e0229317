"""Confirmed hand records: scored once more on confirming, stored whole, never changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from api.answered import answer_once, fingerprint_of_text
from api.database import Database
from api.errors import ApiError
from api.photos import is_id
from api.rulebook import RuleBook, RuleBooks
from api.schemas import HandIn, ScoreIn, TileIn
from api.scoring import Terms, hand_from, score_document, win_from
from api.tables import ClubRow, HandRow, ReadingRow
from scorer import BACK, Hand, NotationError, WinError

PAGE_LIMIT = 100


def score_call(asked: ScoreIn, book: RuleBook) -> tuple[Hand, dict[str, Any]]:
    """Score what a caller sent; a hand that doesn't win is a document without a total.

    Raises:
        ApiError: `notation_invalid`, `win_invalid`, `rules_unknown` or `rules_invalid`.
    """
    rules = book.load(asked.rules, asked.rules_version, asked.options)
    try:
        hand = hand_from(asked.hand)
        win = win_from(
            asked.win.won_by,
            seat=asked.win.seat,
            from_seat=asked.win.from_seat,
            round_wind=asked.win.round,
            dealer=asked.win.dealer,
            streak=asked.win.streak,
            events=asked.win.events,
        )
        terms = Terms(rules, asked.base, asked.per_tai)
        return hand, score_document(hand, win, terms, lang=asked.lang, explain=asked.explain)
    except NotationError as error:
        detail = {"reason": error.code, "position": error.position}
        raise ApiError("notation_invalid", str(error), detail=detail) from error
    except WinError as error:
        raise ApiError("win_invalid", error.message, detail={"reason": error.code}) from error


class Hands:
    """The hand records of one database."""

    def __init__(
        self, database: Database, books: RuleBooks, *, now: Callable[[], str], new_id: Callable[[], str]
    ) -> None:
        self.database = database
        self.books = books
        self.now = now
        self.new_id = new_id

    def confirm(self, asked: HandIn, *, club_id: str, key: str) -> HandRow:
        """Store a hand of a club with its sheet, or give the record that this key made before.

        Raises:
            ApiError: the hand can't be scored or doesn't win, the reading is unknown or differs, or the key is taken.
        """
        hand, sheet = score_call(asked, self.books.of(club_id))
        if sheet["total"] is None:
            raise ApiError("hand_not_winning", detail={"status": sheet["status"]})
        if sheet["settlement"] is None:
            raise ApiError("win_invalid", "Say from whose discard it was won.", detail={"reason": "payer_missing"})
        require_tiles_of(hand, asked.tiles)
        row = HandRow(
            id=self.new_id(),
            club_id=club_id,
            created_at=self.now(),
            reading_id=asked.reading_id,
            hand=sheet["hand"],
            tiles=[tile.model_dump(mode="json") for tile in asked.tiles],
            win=asked.win.model_dump(mode="json", by_alias=True),
            rules=sheet["rules"],
            base=asked.base,
            per_tai=asked.per_tai,
            sheet=sheet,
            settlement=sheet["settlement"],
        )
        said = asked.model_dump_json(by_alias=True, exclude={"club"})
        fingerprint = fingerprint_of_text(said)
        with self.database.write() as session:
            if session.get(ClubRow, club_id) is None:
                raise ApiError("club_unknown")
            reading = session.get(ReadingRow, asked.reading_id) if asked.reading_id else None
            if asked.reading_id is not None and (reading is None or reading.club_id != club_id):
                raise ApiError("reading_unknown")
            return answer_once(session, row, key=key, call=f"hands:{club_id}", fingerprint=fingerprint)

    def get(self, hand_id: str) -> HandRow:
        """Give one record.

        Raises:
            ApiError: `hand_unknown`.
        """
        if is_id(hand_id):
            with self.database.read() as session:
                row = session.scalar(select(HandRow).where(HandRow.id == hand_id))
            if row is not None:
                return row
        raise ApiError("hand_unknown")

    def page(self, club_id: str, *, limit: int, before: str | None) -> tuple[list[HandRow], str | None]:
        """Give a club's records newest first, and the `before` of the next page.

        Raises:
            ApiError: `hand_unknown` when `before` names no record.
        """
        query = select(HandRow).where(HandRow.club_id == club_id).order_by(HandRow.number.desc()).limit(limit + 1)
        if before is not None:
            last = self.get(before)
            if last.club_id != club_id:
                raise ApiError("hand_unknown")
            query = query.where(HandRow.number < last.number)
        with self.database.read() as session:
            rows = list(session.scalars(query))
        return rows[:limit], rows[limit - 1].id if len(rows) > limit else None


def require_tiles_of(hand: Hand, tiles: list[TileIn]) -> None:
    """Refuse a corrected reading that has tiles which the hand has not: it would teach the next model wrong.

    The hand may have more: face-down tiles of a kong, or a tile outside the picture.

    Raises:
        ApiError: `tiles_differ`, with the tiles too many.
    """
    seen = Counter(tile.tile for tile in tiles if tile.role != "other" and tile.tile != BACK)
    extra = seen - Counter((*hand.all_tiles, *hand.flowers))
    if extra:
        raise ApiError("tiles_differ", detail={"extra": sorted(extra.elements())})
