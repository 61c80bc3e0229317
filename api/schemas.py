"""The JSON that goes in and out of the service; pydantic lives here and nowhere below."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["E", "S", "W", "N"]
Language = Literal["zh-Hant", "zh-Hans", "en"]
Round = Literal["E", "S", "W", "N", "P", "F", "C"]
Money = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[a-z0-9_]+$")]
RulesVersion = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9._-]+$")]
OptionValue = Annotated[int, Field(strict=True, ge=-(10**9), le=10**9)] | Annotated[str, Field(max_length=60)]
Coordinate = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Point = tuple[Coordinate, Coordinate]
ClubId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Corners = tuple[Point, Point, Point, Point]

HAND_EXAMPLE = "123456789m55p56s[777z]+7s|1f"
WIN_EXAMPLE: dict[str, Any] = {
    "won_by": "discard",
    "seat": "S",
    "from": "W",
    "round": "E",
    "dealer": "E",
    "streak": 0,
    "events": [],
}


class Model(BaseModel):
    """Refuse members that the documentation does not name."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class WinIn(Model):
    """How the hand was won: what a photo can't show."""

    won_by: Literal["self_draw", "discard", "flowers"]
    seat: Seat = Field(description="the winner's seat wind")
    from_seat: Seat | None = Field(default=None, alias="from", description="the seat of who discarded or was robbed")
    round: Round = Field(default="E", description="the round wind; P, F, C (白發中) where the rules play dragon rounds")
    dealer: Seat = Field(default="E", description="the dealer's seat wind")
    streak: Annotated[int, Field(strict=True, ge=0, le=1000)] = 0
    events: list[Name] = Field(default=[], max_length=40, description="ids of GET /api/rules, events")


class ScoreIn(Model):
    """A hand, the win's facts, and the rules to score it by."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"hand": HAND_EXAMPLE, "win": WIN_EXAMPLE, "rules": "taiwan", "explain": True}]}
    )

    hand: Annotated[str, Field(min_length=1, max_length=400, description="in TaiLens notation")]
    win: WinIn
    rules: Name = "taiwan"
    rules_version: RulesVersion | None = Field(default=None, description="an older version; the newest by default")
    options: dict[Name, OptionValue] = Field(default={}, max_length=40, description="by id of GET /api/rules, options")
    base: Money = Field(default=100, description="what a win costs before its tai (底)")
    per_tai: Money = Field(default=20, description="what a tai costs (台)")
    lang: Language = "zh-Hant"
    explain: bool = False
    club: ClubId | None = Field(default=None, description="whose rule sets; by default your first club's")


class TileIn(Model):
    """One tile of the corrected reading."""

    tile: Annotated[str, Field(pattern=r"^([1-9][mps]|[1-7]z|[1-8]f|back)$")]
    corners: Corners | None = Field(
        default=None, description="pixels of the upright photo, clockwise from the printed face's top left"
    )
    role: Literal["concealed", "meld", "flower", "winning", "other"]


class HandIn(ScoreIn):
    """A hand to confirm: what is scored, and the corrected reading it stands on."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"hand": HAND_EXAMPLE, "win": WIN_EXAMPLE, "rules": "taiwan", "reading_id": None, "tiles": []},
            ]
        }
    )

    reading_id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")] | None = None
    tiles: list[TileIn] = Field(default=[], max_length=300)


class ReadingOut(BaseModel):
    """A photo as the camera saw it."""

    id: str
    photo_url: str
    reading: dict[str, Any] = Field(description="the document of `tailens read --json`; its photo is the id")


class HandOut(BaseModel):
    """A confirmed hand record."""

    id: str
    created_at: str = Field(description="ISO 8601, UTC")
    hand: str
    win: dict[str, Any]
    tiles: list[dict[str, Any]] = Field(description="the corrected reading")
    rules: dict[str, Any] = Field(description="id, version and options it was scored by")
    base: int
    per_tai: int
    sheet: dict[str, Any] = Field(description="the document of `tailens score --json`")
    settlement: dict[str, int] = Field(description="what each seat gets; sums to zero")
    reading_id: str | None
    photo_url: str | None


class HandPage(BaseModel):
    """Confirmed hands, newest first."""

    hands: list[HandOut]
    next: str | None = Field(description="`before` of the next page; null on the last")


class ErrorBody(BaseModel):
    """What went wrong: a stable code, a sentence in English, and facts for programs."""

    code: str
    message: str
    detail: dict[str, Any]


class ErrorOut(BaseModel):
    """The one error form."""

    error: ErrorBody
